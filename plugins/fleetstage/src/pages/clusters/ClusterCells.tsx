import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { CellSwatch } from '../../components/CellSwatch';
import { ClusterGrid } from '../../components/ClusterGrid';
import { ClusterStateChip } from '../../components/ClusterStateChip';
import { MessageText } from '../../components/MessageText';
import { MoreRows } from '../../components/MoreRows';
import { groupByLabel } from '../../model/clusters/groups';
import { memberStates, memberStatus } from '../../model/status/member';
import { useGo, useLinks } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import { statusTranslationRef } from '../../translation/status';
import { GroupHeading } from './GroupHeading';
import type { ClusterList } from './useClusterList';

type Cluster = Schemas['ClusterSummary'];

/** One cell per cluster, in blocks by a label where the address asks for it; the table has the same content. */
export const ClusterCells = ({ list: { page, query, group, words } }: { list: ClusterList }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const clusters = useMemo(() => page?.items ?? [], [page]);
  const blocks = useMemo(() => (group === '' ? [] : groupByLabel(clusters, group)), [clusters, group]);
  return (
    <Box sx={{ px: 2, py: 1.5, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Legend clusters={clusters} />
      {group === '' ? (
        <Cells clusters={clusters} label={t('title')} />
      ) : (
        blocks.map(block => (
          <Box key={block.value ?? ''} sx={{ display: 'grid', gap: 0.75, minWidth: 0 }}>
            <GroupHeading group={block} label={group} />
            <Cells
              clusters={block.rows}
              label={block.value === undefined ? t('noLabel', { label: group }) : `${group}=${block.value}`}
            />
          </Box>
        ))
      )}
      {query.hasNextPage && <MoreRows query={query} words={words(clusters.length)} />}
    </Box>
  );
};

interface CellsProps {
  readonly clusters: readonly Cluster[];
  readonly label: string;
}

const Cells = ({ clusters, label }: CellsProps) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const links = useLinks();
  const go = useGo();
  const cells = useMemo(
    () =>
      clusters.map(({ name, state }) => {
        const { cell, tone } = memberStatus(state);
        return { name, shape: cell, tone };
      }),
    [clusters],
  );
  const describe = (index: number) => {
    const { name, state, available, placements } = clusters[index];
    const word = status.t(memberStatus(state).label);
    return t('cells.cell', { name, state: word, available, n: placements });
  };
  return (
    <ClusterGrid
      cells={cells}
      label={label}
      describe={describe}
      onOpen={name => go(links.cluster(name))}
      card={index => <CellFacts cluster={clusters[index]} />}
    />
  );
};

const CellFacts = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const { name, message, placements: n, available, taints } = cluster;
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.5 }}>
        <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Box>
        <ClusterStateChip cluster={cluster} />
      </Box>
      {message && (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <MessageText text={message} />
        </Box>
      )}
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
        {n === 0 ? t('now.empty') : t('here.count', { n, available })}
        {taints.length > 0 && `, ${t('taints', { count: taints.length })}`}
      </Box>
    </>
  );
};

/** Which cell means what, with its number. */
const Legend = ({ clusters }: Pick<CellsProps, 'clusters'>) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const counts = memberStates
    .map(state => ({ state, count: clusters.filter(one => one.state === state).length }))
    .filter(({ count }) => count > 0);
  return (
    <Box
      component="ul"
      aria-label={t('cells.legend')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}
    >
      {counts.map(({ state, count }) => {
        const { cell, tone, label } = memberStatus(state);
        return (
          <Box
            key={state}
            component="li"
            sx={{ display: 'flex', gap: 0.75, alignItems: 'center', fontSize: 13, lineHeight: '18px' }}
          >
            <CellSwatch shape={cell} tone={tone} />
            {t('cells.count', { state: status.t(label), n: count })}
          </Box>
        );
      })}
    </Box>
  );
};
