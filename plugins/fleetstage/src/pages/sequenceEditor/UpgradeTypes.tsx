import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { AUTO_UPGRADE_TYPES, type AutoUpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { errorText } from '../../components/errorText';
import { sequenceEditorTranslationRef } from '../../translation/sequenceEditor';
import { fieldId, useForm } from '../placementEditor/formContext';

const PATH = ['spec', 'upgradeTypes'];

/** Which upgrades start by themselves; all of them where the field is absent (E/RS-010). */
export const UpgradeTypes = () => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const { valueAt, faultAt, set, isReadOnly } = useForm();
  const value = valueAt(PATH);
  const on: readonly unknown[] = Array.isArray(value) ? value : AUTO_UPGRADE_TYPES;
  const error = faultAt(PATH);
  const toggle = (type: AutoUpgradeType) => {
    const next = AUTO_UPGRADE_TYPES.filter(one => (one === type ? !on.includes(one) : on.includes(one)));
    set(PATH, next.length === AUTO_UPGRADE_TYPES.length ? undefined : next);
  };
  return (
    <Box component="fieldset" id={fieldId(PATH)} tabIndex={-1} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
        {t('types.label')}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        {AUTO_UPGRADE_TYPES.map(type => (
          <FormControlLabel
            key={type}
            label={t(`types.${type}`)}
            control={
              <Checkbox
                size="small"
                checked={on.includes(type)}
                disabled={isReadOnly}
                onChange={() => toggle(type)}
              />
            }
          />
        ))}
      </Box>
      <FormHelperText component="div" error={error !== undefined} sx={[{ mx: 0, fontSize: 12 }, errorText]}>
        {error ?? (on.length === 0 && t('types.none'))}
      </FormHelperText>
    </Box>
  );
};
