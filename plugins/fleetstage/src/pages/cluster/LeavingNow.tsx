import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { ClampedText } from '../../components/ClampedText';
import { NowCard } from '../../components/NowCard';
import { useNow, useNowUntil, useTimeWords } from '../../components/useTimeWords';
import type { Cluster } from '../../model/clusters/now';
import { memberStatus } from '../../model/status/member';
import { clustersTranslationRef } from '../../translation/clusters';
import { leaveTranslationRef } from '../../translation/leave';

/** How far a cluster is that leaves: what it waits for, until when, and what holds it up. */
export const LeavingNow = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(leaveTranslationRef);
  const clusters = useTranslationRef(clustersTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  const { leave, placements } = cluster;
  return (
    <NowCard
      tone={memberStatus('leaving').tone}
      title={
        leave.since === undefined
          ? clusters.t('now.plain.leaving')
          : t('now.since', { age: age(leave.since, now) })
      }
      consequence={clusters.t('now.leavingBody', { count: placements })}
      facts={[
        { label: t('now.waits'), value: <WaitsFor cluster={cluster} /> },
        ...(leave.held === undefined
          ? []
          : [{ label: t('now.held'), value: <ClampedText text={leave.held} /> }]),
      ]}
    />
  );
};

const WaitsFor = ({ cluster: { leave, placements: count } }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(leaveTranslationRef);
  const { way, namespace, forcedAt } = leave;
  const { clock, left } = useTimeWords();
  const now = useNowUntil(forcedAt);
  if (way === 'agent' && forcedAt !== undefined)
    return (
      <>
        {Date.parse(forcedAt) > now
          ? t('now.agent', { time: clock(forcedAt, now), left: left(forcedAt, now) })
          : t('now.overdue')}
      </>
    );
  if (way === 'namespace' && namespace !== undefined) return <>{t('now.namespace', { namespace })}</>;
  return <>{count > 0 ? t('now.placements', { count }) : t('now.hub')}</>;
};
