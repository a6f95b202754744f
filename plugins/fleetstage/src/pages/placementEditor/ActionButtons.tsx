import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Button from '@mui/material/Button';
import { PermitButton } from '../../components/PermitButton';
import { useGo } from '../../routing';
import { editorTranslationRef } from '../../translation/editor';
import { ModeButtons } from './ModeButtons';
import type { Editor } from './useEditor';
import type { Mode } from './useEditorMode';

interface ActionButtonsProps {
  readonly editor: Editor;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly permit: Schemas['Permit'];
  /** Why there is nothing to save. */
  readonly obstacle: string | undefined;
  readonly isNew: boolean;
  /** Address of the page to go back to. */
  readonly back: string;
  readonly onSave: () => void;
}

/** Form, YAML or difference; discard; save. */
export const ActionButtons = (props: ActionButtonsProps) => {
  const { editor, mode, onMode, permit, obstacle, isNew, back, onSave } = props;
  const { t } = useTranslationRef(editorTranslationRef);
  const go = useGo();
  const discard = () => {
    editor.forget();
    go(back);
  };
  return (
    <>
      <ModeButtons mode={mode} onMode={onMode} label={t('mode.label')} wordsOf={one => t(`mode.${one}`)} />
      <Button variant="outlined" color="inherit" onClick={discard}>
        {t('discard')}
      </Button>
      <PermitButton
        permit={obstacle === undefined ? permit : { isAllowed: false, reason: obstacle }}
        variant="contained"
        onClick={onSave}
      >
        {t(isNew ? 'create' : 'save')}
      </PermitButton>
    </>
  );
};
