import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Block from '@mui/icons-material/Block';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { Age } from '../../components/Age';
import { BelowSm } from '../../components/BelowSm';
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

const NO_KEYS: readonly string[] = [];

/** Columns of the list; the configured labels are columns of their own. */
export function useClusterColumns(labelKeys: readonly string[] = NO_KEYS): readonly Column<Cluster>[] {
  const { t } = useTranslationRef(clustersTranslationRef);
  const machine = useMachineColumns();
  const content = useContentColumns();
  return useMemo(
    () => [
      { id: 'name', header: t('column.name'), cell: one => <NameCell cluster={one} /> },
      {
        id: 'state',
        header: t('column.state'),
        width: 214,
        hideBelow: 'sm',
        cell: one => <ClusterStateChip cluster={one} />,
      },
      ...labelKeys.map((key): Column<Cluster> => ({
        id: `label-${key}`,
        header: key,
        width: 100,
        hideBelow: 'md',
        canHide: true,
        cell: ({ labels }) => labels[key] ?? <Quiet>{t('without')}</Quiet>,
      })),
      ...machine,
      ...content,
      {
        id: 'seen',
        header: t('column.seen'),
        width: 108,
        hideBelow: 'sm',
        cell: ({ lastSeenAt }) => (lastSeenAt ? <Age at={lastSeenAt} isAgo /> : <Quiet>{t('never')}</Quiet>),
      },
    ],
    [t, labelKeys, machine, content],
  );
}

/** What it is made of. */
function useMachineColumns(): readonly Column<Cluster>[] {
  const { t } = useTranslationRef(clustersTranslationRef);
  return useMemo(
    () => [
      {
        id: 'version',
        header: t('column.version'),
        width: 88,
        hideBelow: 'lg',
        canHide: true,
        cell: ({ kubernetesVersion }) => kubernetesVersion,
      },
      {
        id: 'nodes',
        header: t('column.nodes'),
        width: 64,
        hideBelow: 'lg',
        canHide: true,
        cell: ({ nodes }) => nodes?.toLocaleString(),
      },
      {
        id: 'use',
        header: t('column.use'),
        width: 100,
        hideBelow: 'lg',
        canHide: true,
        cell: ({ cpu, memory }) => (
          <Box sx={{ display: 'grid', gap: 0.5 }}>
            <UsageBar name="cpu" usage={cpu} />
            <UsageBar name="memory" usage={memory} />
          </Box>
        ),
      },
    ],
    [t],
  );
}

/** What is on it, what keeps new things away, what comes. */
function useContentColumns(): readonly Column<Cluster>[] {
  const { t } = useTranslationRef(clustersTranslationRef);
  return useMemo(
    () => [
      {
        id: 'placements',
        header: t('column.placements'),
        width: 120,
        hideBelow: 'sm',
        cell: ({ placements, available }) =>
          placements > 0 ? t('placementsOf', { n: placements, available }) : <Quiet>{t('without')}</Quiet>,
      },
      {
        id: 'taints',
        header: t('column.taints'),
        width: 84,
        hideBelow: 'md',
        canHide: true,
        cell: one => <TaintsCell cluster={one} />,
      },
      {
        id: 'runs',
        header: t('column.runs'),
        width: 56,
        hideBelow: 'lg',
        canHide: true,
        cell: ({ runsComing }) => runsComing || null,
      },
    ],
    [t],
  );
}

const Quiet = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
);

const NameCell = ({ cluster }: { cluster: Cluster }) => {
  const links = useLinks();
  const { name } = cluster;
  return (
    <>
      <FleetLink
        to={links.cluster(name)}
        sx={{ fontWeight: 500, display: 'inline-flex', minWidth: 0, maxWidth: '100%' }}
      >
        <MiddleCut text={name} />
      </FleetLink>
      <BelowSm>
        <ClusterStateChip cluster={cluster} />
      </BelowSm>
    </>
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
