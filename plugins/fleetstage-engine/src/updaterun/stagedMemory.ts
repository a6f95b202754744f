import type { StagedProgress, StagedStage } from '../staged/state';
import type { RunProgress, StageProgress } from './state';

/** The memory of a run as the executor reads it: what the database calls clusters are items there. */
export function toStaged({ stages, deletion, ...rest }: RunProgress): StagedProgress {
  return { ...rest, stages: stages.map(toStagedStage), removal: toStagedStage(deletion) };
}

/** The memory of the run with what its stages have come to. */
export function fromStaged(progress: RunProgress, { stages, removal, ...rest }: StagedProgress): RunProgress {
  return { ...progress, ...rest, stages: stages.map(toStage), deletion: toStage(removal) };
}

const toStagedStage = ({ clusters, ...stage }: StageProgress): StagedStage => ({
  ...stage,
  items: clusters.map(({ cluster, ...item }) => ({ key: cluster, ...item })),
});

const toStage = ({ items, ...stage }: StagedStage): StageProgress => ({
  ...stage,
  clusters: items.map(({ key, ...item }) => ({ cluster: key, ...item })),
});
