import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Button from '@mui/material/Button';
import type { PlacementKey } from '../../api/placementQueries';
import { PermitButton } from '../../components/PermitButton';
import { nameOf, objectsAt, scopeOf, SELECTORS } from '../../model/placementEditor/fields';
import { linkName } from '../../model/placements/placementFilters';
import { useGo, useLinks } from '../../routing';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import { ModeButtons } from './ModeButtons';
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
  const { editor, mode, onMode, placement, onSave } = props;
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const links = useLinks();
  const go = useGo();
  const discard = () => {
    editor.forget();
    go(placement ? links.placement(linkName(placement)) : links.placements());
  };
  const obstacle = useObstacle(props);
  const permit = obstacle === undefined ? props.permit : { isAllowed: false, reason: obstacle };
  return (
    <>
      <ModeButtons mode={mode} onMode={onMode} label={t('mode.label')} wordsOf={one => t(`mode.${one}`)} />
      <Button variant="outlined" color="inherit" onClick={discard}>
        {t('discard')}
      </Button>
      <PermitButton permit={permit} variant="contained" onClick={onSave}>
        {t(placement ? 'save' : 'create')}
      </PermitButton>
    </>
  );
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
