import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { SectionCard } from '../../../components/SectionCard';
import {
  POLICY,
  policyTypeOf,
  PREFERRED,
  SPREAD,
  type PolicyType,
} from '../../../model/placementEditor/fields';
import { placementEditorTranslationRef } from '../../../translation/placementEditor';
import { Field } from '../../createRun/Field';
import { fieldId, useForm, useTyped } from '../formContext';
import { ChoiceField, FieldRow, TextField } from './fields';

const TYPES: readonly PolicyType[] = ['PickAll', 'PickN', 'PickFixed'];
const NUMBER = [...POLICY, 'numberOfClusters'] as const;
const NAMES = [...POLICY, 'clusterNames'] as const;

/** All clusters, a number of them, or named ones. */
export const PolicySection = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { isNew, manifest, set } = useForm();
  const type = policyTypeOf(manifest);
  const choose = (next: string) => {
    set([...POLICY, 'placementType'], next);
    // What the new way of picking does not know would be refused.
    if (next !== 'PickN') [NUMBER, SPREAD, PREFERRED].forEach(path => set(path, undefined));
    if (next === 'PickN') set(NUMBER, 1);
    set(NAMES, next === 'PickFixed' ? [] : undefined);
    if (next === 'PickFixed')
      ['affinity', 'tolerations'].forEach(field => set([...POLICY, field], undefined));
  };
  return (
    <SectionCard title={t('policy.title')} hasPadding>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <FieldRow columns="minmax(0, 1fr) minmax(0, 1fr)">
          <ChoiceField
            path={[...POLICY, 'placementType']}
            label={t('policy.type')}
            fallback="PickAll"
            isDisabled={!isNew}
            hint={isNew ? undefined : t('policy.fixed')}
            options={TYPES.map(one => [one, t(`policy.${one}`)])}
            onChoose={choose}
          />
          {type === 'PickN' && <TextField path={NUMBER} label={t('policy.number')} isNumber />}
        </FieldRow>
        {type === 'PickFixed' && <NamesField />}
      </Box>
    </SectionCard>
  );
};

const namesOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** A thousand names are scrolled: measuring their height at each key would hold up the next one. */
const MAX_LINES = 8;
const LINE_CHARS = 64;

const linesOf = (text: string) => Math.min(MAX_LINES, Math.max(1, Math.ceil(text.length / LINE_CHARS)));

/** As typed while it has the focus: a comma at its end is no name yet. */
const NamesField = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { valueAt, set, faultAt, isReadOnly } = useForm();
  const value = valueAt(NAMES);
  const names = Array.isArray(value) ? value.map(String) : [];
  const [typed, setTyped] = useTyped();
  const shown = typed ?? names.join(', ');
  const id = fieldId(NAMES);
  const error = faultAt(NAMES);
  return (
    <Field id={id} label={t('policy.names')} hint={t('policy.namesHint')} error={error}>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        multiline
        rows={linesOf(shown)}
        readOnly={isReadOnly}
        error={error !== undefined}
        value={shown}
        onChange={event => {
          setTyped(event.target.value);
          set(NAMES, namesOf(event.target.value));
        }}
        onBlur={() => setTyped(undefined)}
        inputProps={{ 'spellCheck': false, 'aria-describedby': `${id}-help` }}
        sx={{ fontSize: 14 }}
      />
    </Field>
  );
};
