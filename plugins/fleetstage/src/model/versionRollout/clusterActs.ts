import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isCancelling } from './acts';
import { isEnd } from './ends';

type Rollout = Schemas['VersionRollout'];
type Cluster = Pick<Schemas['VersionRolloutCluster'], 'state' | 'stage' | 'isSkipped'>;

export type ClusterActName = 'skip' | 'unskip' | 'retry';

/** What may be done with one cluster of the rollout (E/AC-004, AC-005). */
export function clusterActs(
  rollout: Pick<Rollout, 'isOver' | 'spec' | 'pipeline'>,
  { state, stage, isSkipped }: Cluster,
): readonly ClusterActName[] {
  if (rollout.isOver || isCancelling(rollout)) return [];
  const isStageOpen = rollout.pipeline.some(({ name, phase }) => name === stage && !isEnd(phase));
  if (!isStageOpen) return state === 'Failed' ? ['retry'] : [];
  if (isSkipped) return ['unskip'];
  if (state === 'Failed') return ['retry', 'skip'];
  return state === 'Pending' || state === 'Paused' ? ['skip'] : [];
}
