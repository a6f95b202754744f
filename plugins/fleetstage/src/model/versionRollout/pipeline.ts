import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isEnd } from './ends';

export type RolloutStage = Schemas['VersionStage'];
export type RolloutCluster = Schemas['VersionRolloutCluster'];
type Rollout = Schemas['VersionRollout'];

const MOST_COLUMNS = 6;
const MOST_CLUSTERS_IN_COLUMNS = 60;

/** Columns for few, lanes for many. */
export const hasColumns = ({ pipeline, clusterCount }: Pick<Rollout, 'pipeline' | 'clusterCount'>) =>
  pipeline.length <= MOST_COLUMNS && clusterCount <= MOST_CLUSTERS_IN_COLUMNS;

/** The earliest stage that is not over. */
export const currentStageOf = ({ pipeline, currentStage }: Rollout): RolloutStage | undefined =>
  pipeline.find(({ name }) => name === currentStage) ?? pipeline.find(({ phase }) => !isEnd(phase));

/** The rollout stands before this stage: another one is in it. */
export const isAtDoor = ({ reason, currentStage }: Rollout, { name, phase }: RolloutStage): boolean =>
  reason === 'WaitingForNextStage' && name === currentStage && (phase === 'Pending' || phase === 'Paused');

export const clustersOf = (
  clusters: readonly RolloutCluster[],
  { name }: RolloutStage,
): readonly RolloutCluster[] => clusters.filter(({ stage }) => stage === name);

/** How long the upgrade of a cluster took, where all its targets are done. */
export function tookMs({ state, targets }: RolloutCluster): number | undefined {
  if (state !== 'Succeeded') return undefined;
  const starts = targets.flatMap(({ startedAt }) => (startedAt === undefined ? [] : [Date.parse(startedAt)]));
  const ends = targets.flatMap(({ endedAt }) => (endedAt === undefined ? [] : [Date.parse(endedAt)]));
  if (starts.length === 0 || ends.length === 0) return undefined;
  return Math.max(...ends) - Math.min(...starts);
}
