import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { errorText } from '../../../components/errorText';
import type { BudgetDraft } from '../../../model/evictions/budget';
import { evictionsTranslationRef } from '../../../translation/evictions';
import type { BudgetEdit } from './useBudgetDraft';

const LIMITS: readonly BudgetDraft['limit'][] = ['minAvailable', 'maxUnavailable'];
const ERROR = { sx: errorText } as const;

interface Editing {
  readonly edit: BudgetEdit;
}

/** Which limit, and how much. */
export const BudgetFields = ({ edit: { draft, limits, isPickAll, setDraft } }: Editing) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const isWrong = draft.value.trim() !== '' && limits === undefined;
  const help = isWrong
    ? t(isPickAll ? 'edit.badValueAll' : 'edit.badValue')
    : t(isPickAll ? 'edit.valueHelpAll' : 'edit.valueHelp');
  return (
    <>
      <RadioGroup
        aria-label={t('edit.limit')}
        value={draft.limit}
        onChange={(_, limit) => setDraft({ ...draft, limit: limit as BudgetDraft['limit'] })}
      >
        {LIMITS.map(limit => (
          <FormControlLabel
            key={limit}
            value={limit}
            disabled={isPickAll && limit === 'maxUnavailable'}
            control={<Radio size="small" />}
            label={<Box sx={{ fontSize: 14 }}>{t(`edit.${limit}`)}</Box>}
          />
        ))}
      </RadioGroup>
      {isPickAll && (
        <Box sx={{ ml: 4, fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
          {t('edit.onlyPickN')}
        </Box>
      )}
      <TextField
        label={t('edit.value')}
        helperText={help}
        error={isWrong}
        value={draft.value}
        onChange={event => setDraft({ ...draft, value: event.target.value })}
        InputLabelProps={ERROR}
        FormHelperTextProps={ERROR}
        autoComplete="off"
        size="small"
        margin="normal"
        fullWidth
      />
    </>
  );
};

/** The same as a text, whose spec is read. */
export const BudgetText = ({ edit: { text, fault, limits, isPickAll, setText } }: Editing) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const problem =
    fault === undefined
      ? limits === undefined && t(isPickAll ? 'edit.badValueAll' : 'edit.badValue')
      : t('edit.badYaml', { message: fault.fault === 'syntax' ? fault.message : t('edit.oneLimit') });
  return (
    <TextField
      label={t('edit.yaml')}
      helperText={problem || ' '}
      error={Boolean(problem)}
      value={text}
      onChange={event => setText(event.target.value)}
      InputLabelProps={ERROR}
      FormHelperTextProps={ERROR}
      inputProps={{ spellCheck: false, style: { fontFamily: 'monospace', fontSize: 13 } }}
      multiline
      minRows={7}
      fullWidth
      size="small"
      margin="normal"
    />
  );
};
