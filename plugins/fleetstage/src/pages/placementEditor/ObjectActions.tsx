import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { PlacedCause } from '../../model/placementEditor/causes';
import { nameOf } from '../../model/placementEditor/fields';
import { editorTranslationRef } from '../../translation/editor';
import { ActionButtons } from './ActionButtons';
import type { Editor } from './useEditor';
import type { Mode } from './useEditorMode';

/** What is edited beside placements. */
export type Edited = 'strategy' | 'override' | 'sequence';

interface ObjectActionsProps {
  readonly what: Edited;
  readonly editor: Editor;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly permit: Schemas['Permit'];
  /** Why it would be refused; empty: it would not. */
  readonly causes: readonly PlacedCause[];
  readonly isConflict: boolean;
  readonly isNew: boolean;
  /** Address of the page to go back to. */
  readonly back: string;
  readonly onSave: () => void;
}

/** How to edit a strategy, an override or a sequence, and what becomes of it. */
export const ObjectActions = (props: ObjectActionsProps) => {
  const { editor, mode, onMode, permit, isNew, back, onSave } = props;
  const obstacle = useObstacle(props);
  return <ActionButtons {...{ editor, mode, onMode, permit, obstacle, isNew, back, onSave }} />;
};

/** Why there is nothing to save; what the reader may not is said before. */
function useObstacle({ what, editor, permit, causes, isConflict, isNew }: ObjectActionsProps) {
  const { t } = useTranslationRef(editorTranslationRef);
  const { manifest, read, isDirty, offered } = editor;
  if (!permit.isAllowed) return undefined;
  if (offered !== undefined) return t('obstacle.draft');
  if (!read.ok) return t('obstacle.yaml', { line: read.faults[0].line });
  if (!isNew && !isDirty) return t('obstacle.same');
  if (nameOf(manifest) === '') return t('obstacle.name');
  if (isConflict) return t('obstacle.conflict', { what: t(`what.${what}`) });
  if (causes.length === 0) return undefined;
  return t('obstacle.refused', { count: causes.length, message: causes[0].message, more: causes.length - 1 });
}
