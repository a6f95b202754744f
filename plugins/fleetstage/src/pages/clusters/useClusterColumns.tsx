import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Block from '@mui/icons-material/Block';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { Age } from '../../components/Age';
import { ClusterStateChip } from '../../components/ClusterStateChip';
import { FleetLink } from '../../components/FleetLink';
import { MiddleCut } from '../../components/MiddleCut';
import { StatusIcon } from '../../components/StatusChip';
import { UsageBar } from '../../components/UsageBar';
import type { Column } from '../../components/VirtualTable';
import { taintInWords } from '../../model/placement/why';
import { useLinks } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';

type Cluster = Schemas['ClusterSummary'];

/** Columns of the list; the configured labels are columns of their own. */
export function useClusterColumns(labelKeys: readonly string[]): readonly Column<Cluster>[] {
  const { t } = useTranslationRef(clustersTranslationRef);
  return useMemo(
    () => [
      { id: 'name', header: t('column.name'), width: '20%', cell: one => <NameCell cluster={one} /> },
      { id: 'state', header: t('column.state'), width: 212, cell: one => <ClusterStateChip cluster={one} /> },
      ...labelKeys.map((key): Column<Cluster> => ({
        id: `label-${key}`,
        header: key,
        hideBelow: 'md',
        canHide: true,
        cell: ({ labels }) => labels[key] ?? <Quiet>{t('without')}</Quiet>,
      })),
      {
        id: 'version',
        header: t('column.version'),
        width: 104,
        hideBelow: 'lg',
        canHide: true,
        cell: ({ kubernetesVersion }) => kubernetesVersion,
      },
      {
        id: 'use',
        header: t('column.use'),
        width: 168,
        hideBelow: 'lg',
        canHide: true,
        cell: ({ cpu, memory }) => (
          <Box sx={{ display: 'grid', gap: 0.5 }}>
            <UsageBar name="cpu" usage={cpu} />
            <UsageBar name="memory" usage={memory} />
          </Box>
        ),
      },
      {
        id: 'placements',
        header: t('column.placements'),
        width: 124,
        hideBelow: 'sm',
        cell: ({ placements, available }) => t('placementsOf', { n: placements, available }),
      },
      { id: 'taints', header: t('column.taints'), width: 96, hideBelow: 'md', canHide: true, cell: one => <TaintsCell cluster={one} /> },
      { id: 'runs', header: t('column.runs'), width: 104, hideBelow: 'lg', canHide: true, cell: ({ runsComing }) => runsComing || null },
      {
        id: 'seen',
        header: t('column.seen'),
        width: 116,
        hideBelow: 'sm',
        cell: ({ lastSeenAt }) => (lastSeenAt ? <Age at={lastSeenAt} isAgo /> : <Quiet>{t('never')}</Quiet>),
      },
    ],
    [t, labelKeys],
  );
}

const Quiet = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
);

const NameCell = ({ cluster: { name } }: { cluster: Cluster }) => {
  const links = useLinks();
  return (
    <FleetLink to={links.cluster(name)} sx={{ fontWeight: 500, display: 'inline-flex', minWidth: 0, maxWidth: '100%' }}>
      <MiddleCut text={name} />
    </FleetLink>
  );
};

const TaintsCell = ({ cluster: { taints } }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  if (taints.length === 0) return null;
  return (
    <Box title={taints.map(taintInWords).join(', ')} sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
      <StatusIcon icon={Block} tone="warning" size={16} />
      {t('taints', { count: taints.length })}
    </Box>
  );
};
