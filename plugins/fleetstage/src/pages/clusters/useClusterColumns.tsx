import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Block from '@mui/icons-material/Block';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { Age } from '../../components/Age';
import { BelowSm } from '../../components/BelowSm';
import { ClusterStateChip } from '../../components/ClusterStateChip';
import { DrainChip } from '../../components/DrainChip';
import { NameLink } from '../../components/NameLink';
import { MessageText } from '../../components/MessageText';
import { StatusIcon } from '../../components/StatusChip';
import { FewLines } from '../../components/tableView';
import { UsageBar } from '../../components/UsageBar';
import { useOwnerColumn } from '../../components/useOwnerColumn';
import { visuallyHidden } from '../../components/visuallyHidden';
import type { Column } from '../../components/VirtualTable';
import { taintInWords } from '../../model/placement/why';
import { useLinks } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';

type Cluster = Schemas['ClusterSummary'];

const NO_KEYS: readonly string[] = [];
const nameOf = ({ name }: Cluster) => name;

/** Columns of the list; the configured labels are columns of their own. */
export function useClusterColumns(labelKeys: readonly string[] = NO_KEYS): readonly Column<Cluster>[] {
  const { t } = useTranslationRef(clustersTranslationRef);
  const owner = useOwnerColumn('cluster', nameOf);
  const machine = useMachineColumns(owner.length > 0);
  const content = useContentColumns();
  // Once for all rows: addresses are looked up in the whole app.
  const links = useLinks();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        cell: one => <NameCell cluster={one} to={links.cluster(one.name)} />,
      },
      {
        id: 'state',
        header: t('column.state'),
        // A number of the cause is never cut: `Last received 9 min ago, limit 5 min.` is 222 px.
        width: 264,
        hideBelow: 'sm',
        cell: one => <StateCell cluster={one} />,
      },
      ...labelKeys.map((key): Column<Cluster> => ({
        id: `label-${key}`,
        header: key,
        width: 100,
        hideBelow: 'md',
        canHide: true,
        cell: ({ labels }) => labels[key] ?? <NoLabel words={t('noLabel', { label: key })} />,
      })),
      ...machine,
      ...content,
      ...owner,
      {
        id: 'seen',
        header: t('column.seen'),
        width: 108,
        hideBelow: 'sm',
        cell: ({ lastSeenAt }) => (lastSeenAt ? <Age at={lastSeenAt} isAgo /> : <Quiet>{t('never')}</Quiet>),
      },
    ],
    [t, labelKeys, machine, content, owner, links],
  );
}

/** What it is made of; beside owners the name would be cut, and the page of the cluster shows all of it. */
function useMachineColumns(hasOwners: boolean): readonly Column<Cluster>[] {
  const { t } = useTranslationRef(clustersTranslationRef);
  return useMemo(
    () => [
      {
        id: 'version',
        header: t('column.version'),
        width: 88,
        hideBelow: hasOwners ? 'xl' : 'lg',
        canHide: true,
        cell: ({ kubernetesVersion }) => kubernetesVersion,
      },
      {
        id: 'nodes',
        header: t('column.nodes'),
        width: 64,
        hideBelow: hasOwners ? 'xl' : 'lg',
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
    [t, hasOwners],
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

/** No word that a value of the label could be. */
const NoLabel = ({ words }: { words: string }) => (
  <Box component="span" title={words} sx={{ position: 'relative', color: 'text.secondary' }}>
    <span aria-hidden>–</span>
    <Box component="span" sx={visuallyHidden}>
      {words}
    </Box>
  </Box>
);

const NameCell = ({ cluster, to }: { cluster: Cluster; to: string }) => {
  const { name, carrier } = cluster;
  return (
    <>
      <NameLink to={to} name={name} />
      {carrier === 'pull' && <ByAgent />}
      <BelowSm>
        <StateCell cluster={cluster} />
        <SmallScreenFacts cluster={cluster} />
      </BelowSm>
    </>
  );
};

/** Its page says what that means. */
const ByAgent = () => {
  const { t } = useTranslationRef(clustersTranslationRef);
  return <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{t('byAgent')}</Box>;
};

/** What the columns of wide screens say. */
const SmallScreenFacts = ({ cluster: { placements, available, taints } }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const facts = [
    ...(placements > 0 ? [t('placementsOf', { n: placements, available })] : []),
    ...(taints.length > 0 ? [t('taints', { count: taints.length })] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mt: 0.25 }}>{facts.join(', ')}</Box>
  );
};

/** How it is, since when, and why where it is not well. */
const StateCell = ({ cluster }: { cluster: Cluster }) => {
  const { state, message } = cluster;
  return (
    <>
      <StateChips cluster={cluster} />
      {state !== 'healthy' && message && (
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
          <FewLines title={message}>
            <MessageText text={message} />
          </FewLines>
        </Box>
      )}
    </>
  );
};

const StateChips = ({ cluster }: { cluster: Cluster }) => {
  const { drain } = cluster;
  if (drain === undefined) return <ClusterStateChip cluster={cluster} />;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      <ClusterStateChip cluster={cluster} />
      <DrainChip drain={drain} />
    </Box>
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
