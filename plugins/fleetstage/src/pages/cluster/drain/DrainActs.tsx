import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Block from '@mui/icons-material/Block';
import LockOpen from '@mui/icons-material/LockOpen';
import { PermitButton } from '../../../components/PermitButton';
import type { Cluster } from '../../../model/clusters/now';
import { useUrlPatch, useUrlState } from '../../../routing';
import { drainTranslationRef } from '../../../translation/drain';
import { DrainDialog } from './DrainDialog';
import { UncordonDialog } from './UncordonDialog';

/** Drain, of a cluster that is not drained; uncordon, of one that is cordoned. */
export const DrainActs = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(drainTranslationRef);
  const [dialog] = useUrlState('dialog');
  const patch = useUrlPatch();
  const close = () => patch({ dialog: undefined });
  const { drain, may, state } = cluster;
  const isDrainable = state !== 'leaving' && (drain === undefined || drain.state === 'cordoned');
  return (
    <>
      {drain !== undefined && (
        <PermitButton
          variant="outlined"
          color="inherit"
          startIcon={<LockOpen />}
          permit={may.drain}
          onClick={() => patch({ dialog: 'uncordon' }, { push: true })}
        >
          {t('openUncordon')}
        </PermitButton>
      )}
      {isDrainable && (
        <PermitButton
          variant="outlined"
          color="inherit"
          startIcon={<Block />}
          permit={may.drain}
          onClick={() => patch({ dialog: 'drain' }, { push: true })}
        >
          {t('open')}
        </PermitButton>
      )}
      {dialog === 'drain' && <DrainDialog cluster={cluster} onClose={close} />}
      {dialog === 'uncordon' && <UncordonDialog cluster={cluster} onClose={close} />}
    </>
  );
};
