import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KubectlPanel } from '../../components/KubectlPanel';
import { nameOf } from '../../model/placementEditor/fields';
import { applyCommand } from '../../model/placementEditor/requests';
import { editorTranslationRef } from '../../translation/editor';
import { TextDiff } from './DiffMode';
import type { Edited } from './ObjectActions';
import { NotChecked } from './ObjectText';
import type { Editor } from './useEditor';

export interface SaveObjectProps {
  readonly editor: Editor;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Why the hub has not checked it. */
  readonly judgeError: Error | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

interface SaveObjectDialogProps extends SaveObjectProps {
  readonly what: Edited;
  readonly isNew: boolean;
  readonly confirmLabel: string;
  /** The preview of this text has not come yet. */
  readonly isComputing: boolean;
  /** Whom it concerns. */
  readonly children: ReactNode;
}

/** What is written and whom it concerns, before it is written. */
export const SaveObjectDialog = (props: SaveObjectDialogProps) => {
  const { what, editor, isNew, isOpen, isBusy, error, judgeError, confirmLabel, children } = props;
  const { t } = useTranslationRef(editorTranslationRef);
  const { base, manifest, text } = editor;
  return (
    <ConfirmDialog
      open={isOpen}
      width={720}
      title={t(isNew ? 'dialog.createTitle' : 'dialog.saveTitle', { name: nameOf(manifest) })}
      confirmLabel={confirmLabel}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
      isBusy={isBusy}
      error={error}
      errorTitle={t(isNew ? 'dialog.failedCreate' : 'dialog.failedSave')}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {children}
        {props.isComputing && (
          <Box role="status" sx={{ color: 'text.secondary' }}>
            {t('dialog.working')}
          </Box>
        )}
        {judgeError && (
          <Box sx={{ color: 'text.secondary' }}>
            <NotChecked what={what} error={judgeError} />
          </Box>
        )}
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
          <TextDiff before={isNew ? '' : base.text} after={text} />
        </Box>
        <KubectlPanel command={applyCommand(text)} />
      </Box>
    </ConfirmDialog>
  );
};
