import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { memo } from 'react';
import { SectionCard } from '../../components/SectionCard';
import type { PlacedCause } from '../../model/placementEditor/causes';
import type { StageHints } from '../../model/strategyEditor/stageHints';
import { KIND, NAMESPACED_KIND } from '../../model/strategyEditor/strategyText';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { EditorForm } from '../placementEditor/EditorForm';
import { ChoiceField, FieldRow, TextField } from '../placementEditor/form/fields';
import { useForm } from '../placementEditor/formContext';
import type { Editor } from '../placementEditor/useEditor';
import { Approvers } from './Approvers';
import { StagesCard } from './StagesCard';

type FormModeProps = Pick<Editor, 'manifest' | 'base' | 'read' | 'set' | 'rewrite' | 'offered'> & {
  readonly causes: readonly PlacedCause[];
  readonly hints: readonly StageHints[];
};

/** The strategy as fields. */
export const FormMode = memo(
  ({ manifest, base, read, set, rewrite, offered, causes, hints }: FormModeProps) => (
    <EditorForm {...{ manifest, base, read, set, offered, causes }}>
      {base.shown === undefined && <NameCard />}
      <StagesCard hints={hints} rewrite={rewrite} />
      <Approvers />
    </EditorForm>
  ),
);

/** Only where name and scope can still be chosen. */
const NameCard = () => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { isNew, set, textAt, valueAt } = useForm();
  const choose = (kind: string) => {
    set(['kind'], kind);
    if (kind === KIND) set(['metadata', 'namespace'], undefined);
    else if (valueAt(['metadata', 'namespace']) === undefined) set(['metadata', 'namespace'], 'default');
  };
  return (
    <SectionCard title={t('name.title')} hasPadding>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <FieldRow columns="minmax(0, 2fr) minmax(0, 3fr)">
          <TextField
            path={['metadata', 'name']}
            label={t('name.label')}
            hint={t(isNew ? 'name.hint' : 'name.fixed')}
            isDisabled={!isNew}
            keepsEmpty
          />
          <ChoiceField
            path={['kind']}
            label={t('name.scope')}
            fallback={KIND}
            isDisabled={!isNew}
            options={[
              [KIND, t('name.cluster')],
              [NAMESPACED_KIND, t('name.namespaced')],
            ]}
            onChoose={choose}
          />
        </FieldRow>
        {textAt(['kind']) === NAMESPACED_KIND && (
          <TextField
            path={['metadata', 'namespace']}
            label={t('name.namespace')}
            hint={t('name.namespaceHint')}
            isDisabled={!isNew}
            keepsEmpty
          />
        )}
      </Box>
    </SectionCard>
  );
};
