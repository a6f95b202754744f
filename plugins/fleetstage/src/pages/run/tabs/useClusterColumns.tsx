import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { Age } from '../../../components/Age';
import { RunClusterChip } from '../../../components/chips';
import { MiddleCut } from '../../../components/MiddleCut';
import { useTimeWords } from '../../../components/useTimeWords';
import type { Column } from '../../../components/VirtualTable';
import type { ClusterRowModel } from '../../../model/run/clusterRows';
import { tookMs, type Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';

/** The columns of the clusters table; those without a value anywhere are left out. */
export function useClusterColumns(run: Run): readonly Column<ClusterRowModel>[] {
  const { t } = useTranslationRef(runTranslationRef);
  const { duration } = useTimeWords();
  return useMemo(() => {
    const clusters = run.pipeline.flatMap(stage => stage.clusters);
    const all: (Column<ClusterRowModel> & { isEmpty?: boolean })[] = [
      { id: 'cluster', header: t('table.cluster'), sortKey: 'cluster', width: '22%', cell: ({ cluster }) => <MiddleCut text={cluster.name} /> },
      { id: 'stage', header: t('table.stage'), sortKey: 'stage', width: 120, hideBelow: 'sm', canHide: true, cell: ({ stage }) => (stage.isRemoval ? t('stage.removal') : stage.name) },
      { id: 'state', header: t('table.state'), sortKey: 'state', width: 136, cell: ({ cluster }) => <RunClusterChip state={cluster.state} size="small" /> },
      { id: 'cause', header: t('table.cause'), hideBelow: 'sm', canHide: true, cell: ({ cluster }) => <Cause text={cluster.cause} /> },
      { id: 'started', header: t('table.started'), sortKey: 'started', width: 116, hideBelow: 'md', canHide: true, cell: ({ cluster }) => cluster.startedAt && <Age at={cluster.startedAt} isAgo /> },
      { id: 'took', header: t('table.took'), sortKey: 'took', width: 104, hideBelow: 'md', canHide: true, align: 'right', cell: ({ cluster }) => say(tookMs(cluster), duration) },
      { id: 'snapshot', header: t('table.snapshot'), width: 116, hideBelow: 'lg', canHide: true, align: 'right', cell: ({ cluster }) => cluster.snapshot, isEmpty: clusters.every(one => one.snapshot === undefined) },
      { id: 'order', header: t('table.order'), width: 84, hideBelow: 'lg', canHide: true, align: 'right', cell: ({ cluster }) => cluster.orderValue, isEmpty: clusters.every(one => one.orderValue === undefined) },
      { id: 'region', header: t('table.region'), width: 120, hideBelow: 'lg', canHide: true, cell: ({ cluster }) => cluster.region, isEmpty: clusters.every(one => one.region === undefined) },
    ];
    return all.filter(column => !column.isEmpty);
  }, [run, t, duration]);
}

const say = (ms: number | undefined, duration: (ms: number) => string) => (ms === undefined ? '' : duration(ms));

const Cause = ({ text }: { text: string | undefined }) => (
  <Box title={text} sx={{ color: 'text.secondary', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}>
    {text}
  </Box>
);
