import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useMemo } from 'react';
import { ClusterGrid } from '../../../components/ClusterGrid';
import { useStageName } from '../../../components/useStageName';
import type { Run, RunCluster, Stage } from '../../../model/run/pipeline';
import { runClusterStatus } from '../../../model/status/runCluster';
import { runTranslationRef } from '../../../translation/run';
import { statusTranslationRef } from '../../../translation/status';
import { useRunUrl } from '../useRunUrl';
import { CellFacts } from './CellFacts';

interface StageCellsProps {
  readonly run: Run;
  readonly stage: Stage;
  /** A block of the stage where it is grouped. */
  readonly clusters?: readonly RunCluster[];
  readonly matches?: (cluster: RunCluster) => boolean;
}

/** The clusters of a stage as cells in plan order. */
export const StageCells = ({ run, stage, clusters = stage.clusters, matches }: StageCellsProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const { openCluster } = useRunUrl(run);
  const cells = useMemo(
    () =>
      clusters.map(({ name, state }) => {
        const { cell, tone } = runClusterStatus(state);
        return { name, shape: cell, tone };
      }),
    [clusters],
  );
  const isPale = useMemo(
    () => (matches ? (index: number) => !matches(clusters[index]) : undefined),
    [matches, clusters],
  );
  const stageName = useStageName()(stage.name);
  const describe = (index: number) => {
    const { name, state, cause } = clusters[index];
    const parts = {
      name,
      position: index + 1,
      total: clusters.length,
      stage: stageName,
      state: status.t(runClusterStatus(state).label),
    };
    return cause === undefined ? t('grid.cell', parts) : t('grid.cellWhy', { ...parts, cause });
  };
  return (
    <ClusterGrid
      cells={cells}
      label={t('grid.lane', { name: stageName, done: stage.tally.done, total: stage.total })}
      describe={describe}
      onOpen={openCluster}
      isPale={isPale}
      card={index => <CellFacts cluster={clusters[index]} position={index + 1} total={clusters.length} />}
    />
  );
};
