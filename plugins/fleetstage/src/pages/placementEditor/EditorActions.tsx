import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { PlacementKey } from '../../api/placementQueries';
import { nameOf, objectsAt, scopeOf, SELECTORS } from '../../model/placementEditor/fields';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import { ActionButtons } from './ActionButtons';
import type { Editor } from './useEditor';
import type { Mode } from './useEditorMode';

interface EditorActionsProps {
  readonly editor: Editor;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly permit: Schemas['Permit'];
  readonly isRefused: boolean;
  readonly isConflict: boolean;
  readonly placement?: PlacementKey;
  readonly onSave: () => void;
}

/** How to edit, and what becomes of it. */
export const EditorActions = (props: EditorActionsProps) => {
  const { editor, mode, onMode, permit, placement, onSave } = props;
  const links = useLinks();
  const obstacle = useObstacle(props);
  const back = placement ? links.placement(linkName(placement)) : links.placements();
  const isNew = placement === undefined;
  return <ActionButtons {...{ editor, mode, onMode, permit, obstacle, isNew, back, onSave }} />;
};

/** Why there is nothing to save; what the reader may not is said before. */
function useObstacle({ editor, permit, isRefused, isConflict, placement }: EditorActionsProps) {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { manifest, read, isDirty, offered } = editor;
  if (!permit.isAllowed) return undefined;
  if (offered !== undefined) return t('obstacle.draft');
  if (!read.ok) return t('obstacle.yaml', { line: read.faults[0].line });
  if (placement && !isDirty) return t('obstacle.same');
  if (nameOf(manifest) === '') return t('obstacle.name');
  if (scopeOf(manifest) === '') return t('obstacle.namespace');
  if (objectsAt(manifest, SELECTORS).length === 0) return t('obstacle.resources');
  if (isConflict) return t('obstacle.conflict');
  return isRefused ? t('obstacle.refused') : undefined;
}
