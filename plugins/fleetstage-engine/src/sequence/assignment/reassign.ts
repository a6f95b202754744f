import type { StagePhase } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { stageNumbers, type StageAssignment } from './assignClusters';

/** Where a cluster stands in one rollout; it is kept with the rollout (D/SG-005). */
export interface RolloutMembership {
  readonly cluster: string;
  /** From 1. */
  readonly stage: number;
  readonly standing: 'Member' | 'Late' | 'LeftFleet' | 'ClusterDeleted';
}

export interface ReassignInput {
  /** As it was kept; empty for a rollout that begins. */
  readonly kept: readonly RolloutMembership[];
  readonly today: StageAssignment;
  /** Every cluster that there is. */
  readonly existing: ReadonlySet<string>;
  /** The phase of each stage of the rollout, the first at 0. */
  readonly phases: readonly StagePhase[];
}

/**
 * Who is in which stage of a rollout now.
 *
 * - A cluster that joins takes part where its stage is not over, else it is Late: the next rollout takes it (D/SG-006).
 * - A cluster that leaves or is deleted no longer holds its stage (D/SG-007); if ignored now, it is not listed.
 * - A relabelled cluster moves between stages that are pending; stages that have begun keep whom they have (D/SG-008).
 */
export function reassign({ kept, today, existing, phases }: ReassignInput): readonly RolloutMembership[] {
  const numbers = stageNumbers(today);
  const ignored = new Set(today.ignored);
  const before = new Map(kept.map(one => [one.cluster, one] as const));
  const clusters = [...new Set([...before.keys(), ...numbers.keys()])].sort(compareText);
  return clusters.flatMap((cluster): RolloutMembership[] => {
    const was = before.get(cluster);
    const stage = numbers.get(cluster);
    if (stage !== undefined)
      return [was === undefined ? join(cluster, stage, phases) : move(was, stage, phases)];
    if (was === undefined || ignored.has(cluster)) return [];
    return [{ cluster, stage: was.stage, standing: existing.has(cluster) ? 'LeftFleet' : 'ClusterDeleted' }];
  });
}

const phaseOf = (phases: readonly StagePhase[], stage: number): StagePhase => phases[stage - 1] ?? 'Pending';

const OVER: readonly StagePhase[] = ['Completed', 'Skipped', 'Cancelled'];

const join = (cluster: string, stage: number, phases: readonly StagePhase[]): RolloutMembership => ({
  cluster,
  stage,
  standing: OVER.includes(phaseOf(phases, stage)) ? 'Late' : 'Member',
});

/** Who has left and comes back joins anew. */
function move(was: RolloutMembership, stage: number, phases: readonly StagePhase[]): RolloutMembership {
  const isPending = (number: number) => phaseOf(phases, number) === 'Pending';
  if (was.standing === 'LeftFleet' || was.standing === 'ClusterDeleted')
    return join(was.cluster, stage, phases);
  // Where nothing changes the entry is kept: what is compared and indexed by list stays.
  if (was.stage === stage) return was;
  return was.standing === 'Member' && isPending(was.stage) && isPending(stage) ? { ...was, stage } : was;
}
