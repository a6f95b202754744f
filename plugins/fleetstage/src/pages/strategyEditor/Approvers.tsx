import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Autocomplete from '@mui/material/Autocomplete';
import MuiTextField from '@mui/material/TextField';
import { normalizeEntityRef } from '@fleetstage/backstage-plugin-fleetstage-common';
import { useApproverChoices } from '../../api/strategyEditorQueries';
import { SectionCard } from '../../components/SectionCard';
import { refName } from '../../model/entityNames';
import {
  APPROVERS,
  approversIn,
  approversText,
  hasApproval,
} from '../../model/strategyEditor/strategyFields';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { Field } from '../createRun/Field';
import { fieldId, useForm } from '../placementEditor/formContext';

/** Who approves the stages: groups and people of the catalog, in the annotation of the strategy. */
export const Approvers = () => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { manifest, set, faultAt, isReadOnly } = useForm();
  const choices = useApproverChoices();
  const refs = approversIn(manifest);
  const id = fieldId(APPROVERS);
  const error = faultAt(APPROVERS);
  const hint = !hasApproval(manifest)
    ? t('approvers.unused')
    : t(refs.length === 0 ? 'approvers.everyone' : 'approvers.hint');
  const write = (next: readonly string[]) =>
    set(APPROVERS, approversText(next.map(ref => normalizeEntityRef(ref, 'group'))));
  return (
    <SectionCard title={t('approvers.title')} hasPadding>
      <Field id={id} label={t('approvers.label')} hint={hint} error={error}>
        <Autocomplete
          id={id}
          multiple
          freeSolo
          autoSelect
          size="small"
          options={choices}
          value={[...refs]}
          readOnly={isReadOnly}
          filterSelectedOptions
          groupBy={ref => ref.slice(0, ref.indexOf(':'))}
          getOptionLabel={refName}
          onChange={(_, next) => write(next)}
          renderInput={params => (
            <MuiTextField
              {...params}
              error={error !== undefined}
              inputProps={{ ...params.inputProps, 'aria-describedby': `${id}-help` }}
            />
          )}
        />
      </Field>
    </SectionCard>
  );
};
