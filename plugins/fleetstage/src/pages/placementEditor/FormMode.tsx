import { memo } from 'react';
import type { PlacedCause } from '../../model/placementEditor/causes';
import { policyTypeOf } from '../../model/placementEditor/fields';
import { EditorForm } from './EditorForm';
import { PolicySection } from './form/PolicySection';
import { ResourcesSection } from './form/ResourcesSection';
import { RolloutSection } from './form/RolloutSection';
import { PreferredSection, RequiredSection } from './form/RulesSections';
import { SpreadSection, TolerationsSection } from './form/SpreadSections';
import { WhereSection } from './form/WhereSection';
import type { Editor } from './useEditor';

type FormModeProps = Pick<Editor, 'manifest' | 'base' | 'read' | 'set' | 'offered'> & {
  readonly causes: readonly PlacedCause[];
};

/** The placement as fields. An answer of the preview draws it not anew. */
export const FormMode = memo(({ manifest, base, read, set, offered, causes }: FormModeProps) => {
  const type = policyTypeOf(manifest);
  return (
    <EditorForm {...{ manifest, base, read, set, offered, causes }}>
      <WhereSection />
      <ResourcesSection />
      <PolicySection />
      {type !== 'PickFixed' && <RequiredSection />}
      {type === 'PickN' && <PreferredSection />}
      {type === 'PickN' && <SpreadSection />}
      {type !== 'PickFixed' && <TolerationsSection />}
      <RolloutSection />
    </EditorForm>
  );
});
