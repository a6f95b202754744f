import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, type ReactNode } from 'react';
import { Age } from '../../../components/Age';
import { RunClusterChip } from '../../../components/chips';
import { CutText } from '../../../components/CutText';
import { MiddleEllipsis } from '../../../components/MiddleEllipsis';
import { useIsCompact } from '../../../components/tableView';
import { useTimeWords } from '../../../components/useTimeWords';
import type { Column } from '../../../components/VirtualTable';
import type { ClusterRowModel } from '../../../model/run/clusterRows';
import { tookMs, type Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';

const SHAPES = {
  cluster: { sortKey: 'cluster', width: '18%' },
  stage: { sortKey: 'stage', width: 120, hideBelow: 'sm', canHide: true },
  state: { sortKey: 'state', width: 124 },
  cause: { hideBelow: 'sm', canHide: true },
  started: { sortKey: 'started', width: 124, hideBelow: 'md', canHide: true },
  took: { sortKey: 'took', width: 96, hideBelow: 'md', canHide: true, align: 'right' },
  snapshot: { width: 120, hideBelow: 'lg', canHide: true, align: 'right' },
  order: { width: 76, hideBelow: 'lg', canHide: true, align: 'right' },
  region: { width: 120, hideBelow: 'lg', canHide: true },
} as const;

type Id = keyof typeof SHAPES;
const IDS = Object.keys(SHAPES) as Id[];

/** Columns that no cluster of this run has a value for are left out. */
const OPTIONAL: Partial<Record<Id, (run: Run) => boolean>> = {
  snapshot: run => run.pipeline.some(stage => stage.clusters.some(one => one.snapshot !== undefined)),
  order: run => run.pipeline.some(stage => stage.clusters.some(one => one.orderValue !== undefined)),
  region: run => run.pipeline.some(stage => stage.clusters.some(one => one.region !== undefined)),
};

/** The columns of the clusters table. */
export function useClusterColumns(run: Run): readonly Column<ClusterRowModel>[] {
  const { t } = useTranslationRef(runTranslationRef);
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const cells = useCells(isSmall);
  return useMemo(
    () =>
      IDS.filter(id => OPTIONAL[id]?.(run) ?? true).map(id => ({
        id,
        header: t(`table.${id}`),
        cell: cells[id],
        ...SHAPES[id],
        // Beside its state the name takes the rest.
        ...(isSmall && id === 'cluster' && { width: undefined }),
      })),
    [run, t, cells, isSmall],
  );
}

function useCells(isSmall: boolean): Record<Id, (row: ClusterRowModel) => ReactNode> {
  const { t } = useTranslationRef(runTranslationRef);
  const { duration } = useTimeWords();
  return useMemo(
    () => ({
      cluster: ({ cluster }) => (
        <>
          <MiddleEllipsis text={cluster.name} />
          {isSmall && <Cause text={cluster.cause} />}
        </>
      ),
      stage: ({ stage }) => (stage.isRemoval ? t('stage.removal') : stage.name),
      state: ({ cluster }) => <RunClusterChip state={cluster.state} size="small" />,
      cause: ({ cluster }) => <Cause text={cluster.cause} />,
      started: ({ cluster }) => cluster.startedAt && <Age at={cluster.startedAt} isAgo />,
      took: ({ cluster }) => {
        const ms = tookMs(cluster);
        return ms === undefined ? '' : duration(ms);
      },
      snapshot: ({ cluster }) => cluster.snapshot,
      order: ({ cluster }) => cluster.orderValue,
      region: ({ cluster }) => cluster.region,
    }),
    [t, duration, isSmall],
  );
}

/** Characters on two lines of the column, or below the name on a small screen. */
const TWO_LINES = 72;

const Cause = ({ text = '' }: { text: string | undefined }) => {
  const lines = useIsCompact() ? 1 : 2;
  return (
    <Box sx={{ color: 'text.secondary', fontSize: 12, lineHeight: '16px' }}>
      <CutText text={text} cutFrom={(lines * TWO_LINES) / 2} lines={lines} />
    </Box>
  );
};
