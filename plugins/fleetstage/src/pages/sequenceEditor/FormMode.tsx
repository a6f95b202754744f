import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { memo } from 'react';
import { useVersionCatalogs } from '../../api/sequenceEditorQueries';
import { SectionCard } from '../../components/SectionCard';
import { listNames } from '../../model/listNames';
import type { PlacedCause } from '../../model/placementEditor/causes';
import { labelText, parseLabelText } from '../../model/placementEditor/selectorText';
import { FAILURE_LIMIT } from '../../model/sequenceEditor/base';
import { FRESH_STAGE } from '../../model/sequenceEditor/sequenceText';
import { sequenceEditorTranslationRef } from '../../translation/sequenceEditor';
import { EditorForm } from '../placementEditor/EditorForm';
import { ChoiceField, FieldRow, QueryField, TextField } from '../placementEditor/form/fields';
import { useForm } from '../placementEditor/formContext';
import type { Editor } from '../placementEditor/useEditor';
import { ConcurrencyField } from '../strategyEditor/ConcurrencyField';
import { StageCards } from '../strategyEditor/StagesCard';
import { DurationField } from './DurationField';
import { SequenceStageForm } from './SequenceStageForm';
import { UpgradeTypes } from './UpgradeTypes';

type FormModeProps = Pick<Editor, 'manifest' | 'base' | 'read' | 'set' | 'rewrite' | 'offered'> & {
  readonly causes: readonly PlacedCause[];
  /** As the preview has them; absent while it is not known. */
  readonly stages: readonly Schemas['PreviewedSequenceStage'][] | undefined;
};

/** The sequence as fields. */
export const FormMode = memo(
  ({ manifest, base, read, set, rewrite, offered, causes, stages }: FormModeProps) => (
    <EditorForm {...{ manifest, base, read, set, offered, causes }}>
      <NameCard />
      <StageCards
        rewrite={rewrite}
        fresh={FRESH_STAGE}
        stage={(index, itemKey, acts) => (
          <SequenceStageForm
            key={itemKey}
            index={index}
            itemKey={itemKey}
            acts={acts}
            match={stages?.[index]?.clusterCount}
          />
        )}
      />
      <RulesCard />
    </EditorForm>
  ),
);

/** Name, and where versions come from. */
const NameCard = () => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const { isNew, textAt } = useForm();
  const catalog = textAt(['spec', 'catalog']) || 'default';
  const channels = useVersionCatalogs().data?.items.find(({ name }) => name === catalog)?.channels ?? [];
  return (
    <SectionCard title={t('name.title')} hasPadding>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <FieldRow columns="minmax(0, 1fr) minmax(0, 1fr)">
          <TextField
            path={['metadata', 'name']}
            label={t('name.label')}
            hint={t(isNew ? 'name.hint' : 'name.fixed')}
            isDisabled={!isNew}
            keepsEmpty
          />
          <TextField path={['spec', 'displayName']} label={t('name.displayName')} />
        </FieldRow>
        <FieldRow columns="minmax(0, 1fr) minmax(0, 1fr)">
          <TextField
            path={['spec', 'channel']}
            label={t('name.channel')}
            placeholder={t('name.computed')}
            hint={
              channels.length === 0
                ? t('name.channelHint')
                : t('name.channels', { names: listNames(channels.map(({ name }) => name)) })
            }
          />
          <TextField path={['spec', 'catalog']} label={t('name.catalog')} placeholder="default" />
        </FieldRow>
      </Box>
    </SectionCard>
  );
};

/** What counts for all stages. */
const RulesCard = () => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  return (
    <SectionCard title={t('rules.title')} hasPadding>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <FieldRow columns="minmax(0, 1fr) minmax(0, 1fr)">
          <DurationField path={['spec', 'maxUpgradeTime']} label={t('rules.maxUpgradeTime')} fallback="30d" />
          <ChoiceField
            path={['spec', 'onTimeout']}
            label={t('rules.onTimeout')}
            fallback="ForceSoak"
            options={[
              ['ForceSoak', t('rules.forceSoak')],
              ['Pause', t('rules.pause')],
              ['Cancel', t('rules.cancel')],
            ]}
          />
        </FieldRow>
        <FieldRow columns="minmax(0, 1fr) minmax(0, 1fr)">
          <ConcurrencyField
            path={FAILURE_LIMIT}
            label={t('rules.failures')}
            hint={t('rules.failuresHint')}
            fallback={t('rules.failuresNone')}
          />
          <ChoiceField
            path={['spec', 'emptyStages']}
            label={t('rules.emptyStages')}
            fallback="Soak"
            options={[
              ['Soak', t('rules.soak')],
              ['Skip', t('rules.skip')],
            ]}
          />
        </FieldRow>
        <QueryField
          path={['spec', 'ignoredClustersSelector']}
          label={t('rules.ignored')}
          placeholder={t('rules.ignoredNone')}
          toText={labelText}
          parse={parseLabelText}
        />
        <UpgradeTypes />
      </Box>
    </SectionCard>
  );
};
