import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Autocomplete from '@mui/material/Autocomplete';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { messageOf } from '../../api/errors';
import { listAll } from '../../model/listNames';
import { linkName } from '../../model/placements/placementFilters';
import { createRunTranslationRef } from '../../translation/createRun';
import { Field } from './Field';
import { useRefusalWords } from './useRefusalWords';
import { choosePlacement, type RunForm } from './useRunForm';

/** The placement, and which snapshots its clusters run; says so where it moves by itself. */
export const PlacementField = ({ form }: { form: RunForm }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { choices, choose, placements, placement } = form;
  const refused = useRefusalWords(form, 'placement');
  const snapshots = placement?.snapshots.map(({ index }) => index) ?? [];
  const hint =
    snapshots.length > 0
      ? t('placement.now', { count: snapshots.length, snapshots: listAll(snapshots) })
      : undefined;
  const failed = placements.error
    ? t('placement.failed', { message: messageOf(placements.error) })
    : undefined;
  return (
    <Field
      id="create-run-placement"
      label={t('placement.label')}
      hint={hint}
      keepsLine
      error={failed ?? refused}
    >
      <Autocomplete
        id="create-run-placement"
        size="small"
        fullWidth
        autoHighlight
        disableClearable={choices.placement !== ''}
        loading={placements.isPending}
        noOptionsText={t('placement.none')}
        options={placements.items.map(linkName)}
        value={choices.placement === '' ? null : choices.placement}
        onChange={(_, value) => choose(choosePlacement(value ?? ''))}
        renderOption={(props, name) => (
          <li {...props} key={name}>
            <Stack direction="row" spacing={1} alignItems="baseline" sx={{ minWidth: 0 }}>
              <span>{name}</span>
              {placements.items.some(one => linkName(one) === name && one.moves === 'rolling') && (
                <Typography variant="caption" color="text.secondary">
                  {t('placement.rollingMark')}
                </Typography>
              )}
            </Stack>
          </li>
        )}
        renderInput={params => <TextField {...params} />}
      />
    </Field>
  );
};
