import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { memo } from 'react';
import { SectionCard } from '../../components/SectionCard';
import type { PlacedCause } from '../../model/placementEditor/causes';
import type { StageHints } from '../../model/strategyEditor/stageHints';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { EditorForm } from '../placementEditor/EditorForm';
import { TextField } from '../placementEditor/form/fields';
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

/** Only where the name can still be chosen. */
const NameCard = () => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { isNew } = useForm();
  return (
    <SectionCard title={t('name.title')} hasPadding>
      <TextField
        path={['metadata', 'name']}
        label={t('name.label')}
        hint={t(isNew ? 'name.hint' : 'name.fixed')}
        isDisabled={!isNew}
        keepsEmpty
      />
    </SectionCard>
  );
};
