import { useAnalytics, useTranslationRef } from '@backstage/frontend-plugin-api';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useEvict, useEvictionForesight } from '../../../api/evictionQueries';
import { useUpdateCluster } from '../../../api/mutations';
import { useCluster } from '../../../api/placementQueries';
import { useDone } from '../../../components/acts/useActToasts';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { KubectlPanel } from '../../../components/KubectlPanel';
import { PermitButton } from '../../../components/PermitButton';
import { evictCommand, withTaint } from '../../../model/evictions/evict';
import type { Placement } from '../../../model/placement/now';
import { evictionsTranslationRef } from '../../../translation/evictions';
import { usePlacementUrl } from '../usePlacementUrl';
import { Sequel } from './Sequel';
import { TaintFirst } from './TaintFirst';
import { Verdict } from './Verdict';

interface EvictDialogProps {
  readonly placement: Placement;
  readonly cluster: string;
}

/** As the REST API takes it. */
const LONGEST_REASON = 500;

/** Says what the budget makes of an eviction now, and what the scheduler does then. */
export const EvictDialog = ({ placement, cluster }: EvictDialogProps) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const { closeDialog, openDialog } = usePlacementUrl();
  const [reason, setReason] = useState('');
  const [isTainted, setTainted] = useState(false);
  const foresight = useEvictionForesight(placement, cluster);
  const member = useCluster(cluster).data?.cluster;
  const { name, may } = placement;
  const { data } = foresight;
  const taints = data && member && isTainted ? withTaint(member.taints, data.taint) : undefined;
  const { send, error, isBusy } = useSend(placement, { cluster, reason, taints, member });
  const verdict = data?.verdict;
  return (
    <ConfirmDialog
      open
      tone="error"
      growsDown
      title={t('evict.title', { placement: name, cluster })}
      confirmLabel={t(labelOf(verdict, isTainted))}
      onConfirm={verdict === 'invalid' ? undefined : send}
      onClose={closeDialog}
      isBusy={isBusy}
      isConfirmDisabled={may.evict.isAllowed && (data === undefined || (isTainted && taints === undefined))}
      permit={may.evict}
      error={error}
      errorTitle={t('evict.failed')}
      extraAction={
        verdict === 'blocked' && (
          <PermitButton permit={may.setBudget} onClick={() => openDialog('budget')}>
            {t('evict.editBudget')}
          </PermitButton>
        )
      }
    >
      <Verdict foresight={foresight} />
      {data && verdict !== 'invalid' && (
        <>
          <Sequel foresight={data} isTainted={isTainted} />
          <TaintFirst
            foresight={data}
            isThere={member !== undefined && withTaint(member.taints, data.taint) === member.taints}
            isTainted={isTainted}
            onChange={setTainted}
          />
          {may.evict.isAllowed && <Reason value={reason} onChange={setReason} />}
          <KubectlPanel command={evictCommand({ placement: name, cluster, taints })} />
        </>
      )}
    </ConfirmDialog>
  );
};

interface ReasonProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

const Reason = ({ value, onChange }: ReasonProps) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  return (
    <TextField
      label={t('evict.reason')}
      helperText={t('evict.reasonHelp')}
      value={value}
      onChange={event => onChange(event.target.value)}
      inputProps={{ maxLength: LONGEST_REASON }}
      fullWidth
      size="small"
      margin="normal"
    />
  );
};

type Foreseen = NonNullable<ReturnType<typeof useEvictionForesight>['data']>;

const labelOf = (verdict: Foreseen['verdict'] | undefined, isTainted: boolean) => {
  if (verdict === 'blocked') return 'evict.confirmBlocked';
  return isTainted ? 'evict.confirmTaint' : 'evict.confirm';
};

interface Plan {
  readonly cluster: string;
  readonly reason: string;
  /** All taints as they are to be; absent: they stay. */
  readonly taints?: ReturnType<typeof withTaint>;
  readonly member?: { readonly resourceVersion: string; readonly generation: number };
}

/** The taint first: the scheduler must not see the cluster without it once it is evicted. */
function useSend(placement: Placement, { cluster, reason, taints, member }: Plan) {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const taint = useUpdateCluster();
  const evict = useEvict();
  const analytics = useAnalytics();
  const done = useDone();
  const { setTab } = usePlacementUrl();
  const { scope, name } = placement;
  const send = async () => {
    evict.reset();
    if (taints && member)
      await taint.mutateAsync({
        name: cluster,
        body: {
          taints: taints.map(one => ({ ...one })),
          resourceVersion: member.resourceVersion,
          generation: member.generation,
        },
      });
    const why = reason.trim();
    await evict.mutateAsync({ scope, name, body: { cluster, ...(why && { reason: why }) } });
    analytics.captureEvent('evict', `placement ${name}`);
    setTab('evictions');
    done(t('evict.done', { placement: name, cluster }));
  };
  return {
    // A refusal is shown by the dialog.
    send: () => void send().catch(() => undefined),
    error: taint.error ?? evict.error,
    isBusy: taint.isPending || evict.isPending,
  };
}
