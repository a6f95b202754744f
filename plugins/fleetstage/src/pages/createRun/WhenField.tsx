import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { createRunTranslationRef } from '../../translation/createRun';
import type { RunForm } from './useRunForm';

/** Start now, or only prepare the plan. */
export const WhenField = ({ form: { draft, choose, placement, isDoomed } }: { form: RunForm }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const nowHint = placement?.run ? t('when.nowHeld', { run: placement.run }) : t('when.nowHint');
  return (
    <FormControl>
      <FormLabel id="create-run-when" sx={{ fontSize: 13, lineHeight: '18px', mb: 0.5 }}>
        {t('when.label')}
      </FormLabel>
      <RadioGroup
        aria-labelledby="create-run-when"
        value={draft.state}
        onChange={(_, state) => choose({ state: state === 'Run' ? 'Run' : 'Initialize' })}
      >
        <Choice value="Run" label={t('when.now')} hint={nowHint} isOff={isDoomed} />
        <Choice value="Initialize" label={t('when.later')} hint={t('when.laterHint')} />
      </RadioGroup>
    </FormControl>
  );
};

const Choice = (props: { value: string; label: string; hint: string; isOff?: boolean }) => (
  <FormControlLabel
    value={props.value}
    disabled={props.isOff}
    control={<Radio size="small" sx={{ py: 0.5 }} />}
    sx={{ alignItems: 'flex-start', mr: 0, mb: 0.5 }}
    label={
      <Box sx={{ pt: '3px' }}>
        <Typography variant="body2">{props.label}</Typography>
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block', lineHeight: '16px' }}>
          {props.hint}
        </Typography>
      </Box>
    }
  />
);
