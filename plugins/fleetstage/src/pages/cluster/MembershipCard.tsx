import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { Age } from '../../components/Age';
import { ClusterChip } from '../../components/chips';
import { FactList } from '../../components/FactList';
import { SectionCard } from '../../components/SectionCard';
import { UsageBar } from '../../components/UsageBar';
import type { Cluster } from '../../model/clusters/now';
import { usedOf } from '../../model/clusters/usage';
import { clustersTranslationRef } from '../../translation/clusters';
import { JoinToken } from './JoinToken';

/** Since when it belongs to the fleet, its heartbeat, its size. */
export const MembershipCard = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const { state, carrier, joinsByToken, joinedAt, kubernetesVersion, nodes, cpu, memory } = cluster;
  const facts = [
    joinedAt && state !== 'joining' && { label: t('membership.joined'), value: <JoinedAt at={joinedAt} /> },
    { label: t('membership.heartbeat'), value: <Heartbeat cluster={cluster} /> },
    {
      label: t('membership.reached'),
      value: t(carrier === 'pull' ? 'membership.byAgent' : 'membership.byCredentials'),
    },
    kubernetesVersion && { label: t('membership.kubernetes'), value: kubernetesVersion },
    nodes !== undefined && { label: t('membership.nodes'), value: nodes.toLocaleString() },
  ];
  const hasUsage = usedOf(cpu) !== undefined || usedOf(memory) !== undefined;
  return (
    <SectionCard title={t('membership.title')} action={<ClusterChip state={state} size="small" />} hasPadding>
      <FactList facts={facts.filter(fact => fact !== undefined && fact !== '' && fact !== false)} />
      <Box sx={{ mt: 1, fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
        {t(carrier === 'pull' ? 'membership.away' : 'membership.awayPush')}
      </Box>
      {joinsByToken && state !== 'joining' && state !== 'leaving' && (
        <Box sx={{ mt: 1, ml: -0.5 }}>
          <JoinToken size="small" isNew />
        </Box>
      )}
      {hasUsage && (
        <Box sx={{ mt: 1.5, display: 'grid', gap: 0.75 }}>
          <UsageBar name="cpu" usage={cpu} hasWords />
          <UsageBar name="memory" usage={memory} hasWords />
          <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{t('membership.use')}</Box>
        </Box>
      )}
    </SectionCard>
  );
};

const JoinedAt = ({ at }: { at: string }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(Date.parse(at));
  return <>{t('membership.joinedAt', { date, age: <Age at={at} isAgo /> })}</>;
};

const Heartbeat = ({ cluster: { lastSeenAt, heartbeatPeriodSeconds } }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  if (lastSeenAt === undefined) return <>{t('never')}</>;
  const age = <Age at={lastSeenAt} isAgo />;
  if (heartbeatPeriodSeconds === undefined) return age;
  return <>{t('membership.heartbeatEvery', { age, seconds: heartbeatPeriodSeconds })}</>;
};
