import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useDrainCluster } from '../../../api/mutations';
import { useClusterDrain } from '../../../api/placementQueries';
import { CommentField } from '../../../components/acts/CommentField';
import { Consequence, Label } from '../../../components/acts/Consequence';
import { useDone } from '../../../components/acts/useActToasts';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { KubectlPanel } from '../../../components/KubectlPanel';
import { LineSkeleton } from '../../../components/LineSkeleton';
import { countDrained, drainCommand } from '../../../model/clusters/drain';
import type { Cluster } from '../../../model/clusters/now';
import { measureComment } from '../../../model/comment';
import { linkName } from '../../../model/placements/placementFilters';
import { drainTranslationRef } from '../../../translation/drain';
import { DrainList } from './DrainList';

interface DrainDialogProps {
  readonly cluster: Cluster;
  readonly onClose: () => void;
}

/** More would hide the buttons. */
const SHOWN_PLACEMENTS = 8;

/** Cordons a cluster and evicts what is there, after it has said what that is and what holds it. */
export const DrainDialog = ({ cluster, onClose }: DrainDialogProps) => {
  const { t } = useTranslationRef(drainTranslationRef);
  const { name, taints } = cluster;
  const [reason, setReason] = useState('');
  const query = useClusterDrain(name, { moves: true });
  const { mutateAsync, ...sending } = useDrainCluster();
  const done = useDone();
  const drain = async () => {
    const { isFirst } = await mutateAsync({
      name,
      body: reason.trim() === '' ? {} : { reason: reason.trim() },
    });
    onClose();
    done(t(isFirst ? 'done' : 'wasSo', { cluster: name }));
  };
  return (
    <ConfirmDialog
      open
      growsDown
      width={640}
      title={t('title', { cluster: name })}
      confirmLabel={t('confirm', { cluster: name })}
      tone="error"
      // A refusal is shown by the dialog.
      onConfirm={() => void drain().catch(() => undefined)}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={query.data === undefined || measureComment(reason).over > 0}
      permit={cluster.may.drain}
      error={sending.error}
      errorTitle={t('failed')}
      off={query.data?.isLeaving ? t('leaving') : undefined}
    >
      <AsyncBoundary query={query} what={t('what')} skeleton={<LineSkeleton />}>
        {plan => <Plan plan={plan} cluster={name} />}
      </AsyncBoundary>
      <CommentField label={t('reason')} help={t('reasonHelp')} value={reason} onChange={setReason} />
      <KubectlPanel command={drainCommand(name, taints, reason.trim())} />
    </ConfirmDialog>
  );
};

const Plan = ({ plan, cluster }: { plan: Schemas['ClusterDrain']; cluster: string }) => {
  const { t } = useTranslationRef(drainTranslationRef);
  const { placements, warnings } = plan;
  const [due, blocked, stays] = (['due', 'blocked', 'stays'] as const).map(state =>
    countDrained(placements, state),
  );
  const isEmpty = placements.length === 0;
  const title = isEmpty ? t('clear') : due === 0 ? t('evictsNone') : t('evicts', { count: due });
  const sentences = [
    blocked > 0 && t('blocked', { count: blocked }),
    stays > 0 && t('stays', { count: stays }),
    t('cordons'),
  ];
  return (
    <>
      <Consequence icon={RemoveCircleOutline} title={title}>
        {sentences.filter(Boolean).join(' ')}
      </Consequence>
      {!isEmpty && <Label>{t('placements')}</Label>}
      <DrainList placements={placements} cluster={cluster} atMost={SHOWN_PLACEMENTS} />
      {warnings.length > 0 && (
        <>
          <Label>{t('warnings')}</Label>
          <Box component="ul" sx={{ m: 0, pl: 2.25, fontSize: 13, lineHeight: '18px' }}>
            {warnings.map(one => (
              <li key={linkName(one)}>
                {t('warning', { placement: linkName(one), sentence: one.sentence })}
              </li>
            ))}
          </Box>
        </>
      )}
    </>
  );
};
