import { useTranslationRef } from '@backstage/frontend-plugin-api';
import LockOpen from '@mui/icons-material/LockOpen';
import { useUncordonCluster } from '../../../api/mutations';
import { Consequence } from '../../../components/acts/Consequence';
import { useDone } from '../../../components/acts/useActToasts';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { KubectlPanel } from '../../../components/KubectlPanel';
import { uncordonCommand } from '../../../model/clusters/drain';
import type { Cluster } from '../../../model/clusters/now';
import { drainTranslationRef } from '../../../translation/drain';

interface UncordonDialogProps {
  readonly cluster: Cluster;
  readonly onClose: () => void;
}

/** Opens a cluster to placements again. */
export const UncordonDialog = ({ cluster, onClose }: UncordonDialogProps) => {
  const { t } = useTranslationRef(drainTranslationRef);
  const { name, taints, drain } = cluster;
  const { mutateAsync, ...sending } = useUncordonCluster();
  const done = useDone();
  const uncordon = async () => {
    await mutateAsync({ name, body: {} });
    onClose();
    done(t('uncordonDone', { cluster: name }));
  };
  const isUnfinished = drain?.state === 'draining' || drain?.state === 'blocked';
  return (
    <ConfirmDialog
      open
      title={t('uncordonTitle', { cluster: name })}
      confirmLabel={t('uncordonConfirm', { cluster: name })}
      // A refusal is shown by the dialog.
      onConfirm={() => void uncordon().catch(() => undefined)}
      onClose={onClose}
      isBusy={sending.isPending}
      permit={cluster.may.drain}
      error={sending.error}
      errorTitle={t('uncordonFailed')}
    >
      <Consequence icon={LockOpen} title={t('uncordonOpen')}>
        {[isUnfinished && t('uncordonEnds'), t('uncordonBack')].filter(Boolean).join(' ')}
      </Consequence>
      <KubectlPanel command={uncordonCommand(name, taints)} />
    </ConfirmDialog>
  );
};
