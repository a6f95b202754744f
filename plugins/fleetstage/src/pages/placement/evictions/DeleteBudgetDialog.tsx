import { useTranslationRef } from '@backstage/frontend-plugin-api';
import RemoveModerator from '@mui/icons-material/RemoveModerator';
import { useDeleteBudget } from '../../../api/evictionQueries';
import { Consequence } from '../../../components/acts/Consequence';
import { useDone } from '../../../components/acts/useActToasts';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { KubectlPanel } from '../../../components/KubectlPanel';
import { deleteBudgetCommand } from '../../../model/evictions/budget';
import type { Placement } from '../../../model/placement/now';
import { evictionsTranslationRef } from '../../../translation/evictions';

interface DeleteBudgetDialogProps {
  readonly placement: Placement;
  readonly onClose: () => void;
}

export const DeleteBudgetDialog = ({ placement, onClose }: DeleteBudgetDialogProps) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const { mutateAsync, ...sending } = useDeleteBudget();
  const done = useDone();
  const { scope, name, may, evictions } = placement;
  const uid = evictions?.budget?.uid;
  const send = async () => {
    if (uid === undefined) return;
    await mutateAsync({ scope, name, uid });
    onClose();
    done(t('remove.done', { placement: name }));
  };
  return (
    <ConfirmDialog
      open
      tone="error"
      title={t('remove.title', { placement: name })}
      confirmLabel={t('remove.confirm')}
      // A refusal is shown by the dialog.
      onConfirm={() => void send().catch(() => undefined)}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={may.setBudget.isAllowed && uid === undefined}
      permit={may.setBudget}
      error={sending.error}
      errorTitle={t('remove.failed')}
    >
      <Consequence icon={RemoveModerator} title={t('remove.consequence')}>
        {t('remove.body')}
      </Consequence>
      <KubectlPanel command={deleteBudgetCommand(name)} />
    </ConfirmDialog>
  );
};
