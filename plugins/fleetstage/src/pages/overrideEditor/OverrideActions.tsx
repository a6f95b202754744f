import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Button from '@mui/material/Button';
import { PermitButton } from '../../components/PermitButton';
import type { PlacedCause } from '../../model/placementEditor/causes';
import { nameOf } from '../../model/placementEditor/fields';
import { useGo, useLinks } from '../../routing';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { ModeButtons } from '../placementEditor/ModeButtons';
import type { Editor } from '../placementEditor/useEditor';
import type { Mode } from '../placementEditor/useEditorMode';

interface OverrideActionsProps {
  readonly editor: Editor;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly permit: Schemas['Permit'];
  /** Why it would be refused; empty: it would not. */
  readonly causes: readonly PlacedCause[];
  readonly isConflict: boolean;
  /** Absent for one that nobody has created. */
  readonly name?: string;
  readonly onSave: () => void;
}

/** How to edit, and what becomes of it. */
export const OverrideActions = (props: OverrideActionsProps) => {
  const { editor, mode, onMode, name, onSave } = props;
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const links = useLinks();
  const go = useGo();
  const discard = () => {
    editor.forget();
    go(name === undefined ? links.overrides() : links.override(name));
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
        {t(name === undefined ? 'create' : 'save')}
      </PermitButton>
    </>
  );
};

/** Why there is nothing to save; what the reader may not is said before. */
function useObstacle({ editor, permit, causes, isConflict, name }: OverrideActionsProps) {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { manifest, read, isDirty, offered } = editor;
  if (!permit.isAllowed) return undefined;
  if (offered !== undefined) return t('obstacle.draft');
  if (!read.ok) return t('obstacle.yaml', { line: read.faults[0].line });
  if (name !== undefined && !isDirty) return t('obstacle.same');
  if (nameOf(manifest) === '') return t('obstacle.name');
  if (isConflict) return t('obstacle.conflict');
  if (causes.length === 0) return undefined;
  return t('obstacle.refused', { count: causes.length, message: causes[0].message, more: causes.length - 1 });
}
