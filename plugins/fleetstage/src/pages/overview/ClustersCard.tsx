import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { StatusIcon } from '../../components/StatusChip';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { memberStatus } from '../../model/status/member';
import { useLinks } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';
import { statusTranslationRef } from '../../translation/status';
import { ClusterMatrix } from './ClusterMatrix';

type Clusters = Schemas['OverviewClusters'];

/** The fleet by two labels, and below it each cluster that is not well. */
export const ClustersCard = ({
  clusters,
  note,
}: {
  clusters: Clusters;
  /** The last row: what could not be read. */
  note?: ReactNode;
}) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const links = useLinks();
  const { total, healthy, trouble, troubleTotal } = clusters;
  const rest = troubleTotal - trouble.length;
  return (
    <SectionCard
      title={t('matrix.title')}
      count={t('matrix.healthy', { healthy, n: total })}
      action={<FleetLink to={links.clusters()}>{t('matrix.all')}</FleetLink>}
    >
      <ClusterMatrix clusters={clusters} />
      {trouble.length > 0 && (
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            m: 0,
            px: 2,
            py: 1.5,
            borderTop: 1,
            borderColor: 'divider',
            display: 'grid',
            gap: 0.75,
          }}
        >
          {trouble.map(cluster => (
            <TroubledCluster key={cluster.name} cluster={cluster} />
          ))}
          {rest > 0 && (
            <Box component="li" sx={{ fontSize: 13 }}>
              <FleetLink to={links.clusters()}>{t('matrix.more', { count: rest })}</FleetLink>
            </Box>
          )}
        </Box>
      )}
      {note}
    </SectionCard>
  );
};

const TroubledCluster = ({ cluster: { name, state, since } }: { cluster: Schemas['ClusterSummary'] }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const links = useLinks();
  const { age } = useTimeWords();
  const now = useNow();
  const { icon, tone, label } = memberStatus(state);
  const word = status.t(label);
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: 13, lineHeight: '18px' }}
    >
      <StatusIcon icon={icon} tone={tone} size={16} />
      <FleetLink to={links.cluster(name)} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {name}
      </FleetLink>
      <Box sx={{ ml: 'auto', color: 'text.secondary', textAlign: 'right' }}>
        {since ? t('matrix.since', { state: word, age: age(since, now) }) : word}
      </Box>
    </Box>
  );
};
