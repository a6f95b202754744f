import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDeletePlacement } from '../../../api/editorQueries';
import { useDone } from '../../../components/acts/useActToasts';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { KubectlPanel } from '../../../components/KubectlPanel';
import { deleteCommand } from '../../../model/placement/commands';
import type { Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import { placementRemoveTranslationRef } from '../../../translation/placementRemove';
import { DeleteConsequence } from './DeleteConsequence';

interface DeletePlacementDialogProps {
  readonly placement: Placement;
  readonly onClose: () => void;
}

/** Says what goes from where, and deletes the placement whose name was typed. */
export const DeletePlacementDialog = ({ placement, onClose }: DeletePlacementDialogProps) => {
  const { t } = useTranslationRef(placementRemoveTranslationRef);
  const [typed, setTyped] = useState('');
  const { send, sending } = useSend(placement, onClose);
  const { name, may } = placement;
  const isSent = sending.isPending || sending.isSuccess;
  return (
    <ConfirmDialog
      open
      tone="error"
      title={t('title', { name: linkName(placement) })}
      confirmLabel={t('confirm')}
      onConfirm={send}
      off={placement.isDeleting && !isSent ? t('off') : undefined}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={may.delete.isAllowed && typed.trim() !== name}
      permit={may.delete}
      error={sending.error}
      errorTitle={t('failed')}
      note={t('note')}
    >
      <DeleteConsequence placement={placement} />
      {may.delete.isAllowed && (
        <TextField
          label={t('typeName', { name })}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          autoComplete="off"
          fullWidth
          size="small"
          margin="normal"
          inputProps={{ spellCheck: false }}
        />
      )}
      <KubectlPanel command={deleteCommand(placement)} />
    </ConfirmDialog>
  );
};

function useSend(placement: Placement, onClose: () => void) {
  const { t } = useTranslationRef(placementRemoveTranslationRef);
  const { mutateAsync, ...sending } = useDeletePlacement();
  const analytics = useAnalytics();
  const done = useDone();
  const { scope, name, uid } = placement;
  const send = async () => {
    await mutateAsync({ scope, name, uid });
    analytics.captureEvent('delete', `placement ${linkName(placement)}`);
    onClose();
    done(t('done', { name: linkName(placement) }));
  };
  // A refusal is shown by the dialog.
  return { send: () => void send().catch(() => undefined), sending };
}
