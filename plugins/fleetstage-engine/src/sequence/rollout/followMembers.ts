import { isSameJson, type StagePhase } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StageAssignment } from '../assignment/assignClusters';
import { reassign, type RolloutMembership } from '../assignment/reassign';
import type { SequencePass } from '../facts/sequencePass';
import type { RolloutMemory } from '../state/rolloutMemory';
import { isActive, phasesOf } from './stagePhase';

/** The list before where each item is the same: what is compared and indexed by list stays. */
export const reuse = <Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] =>
  before.length === after.length && after.every((item, index) => item === before[index]) ? before : after;

const assigned = new WeakMap<
  readonly RolloutMembership[],
  {
    readonly today: StageAssignment;
    readonly phases: readonly StagePhase[];
    readonly members: readonly RolloutMembership[];
  }
>();

/** A finished rollout keeps its members; clusters that were deleted hold nothing any more. */
export function membersOf(
  { assignment, existing }: SequencePass,
  memory: RolloutMemory,
): readonly RolloutMembership[] {
  const kept = memory.members;
  if (isActive(memory)) {
    const phases = phasesOf(memory);
    const known = assigned.get(kept);
    if (known?.today === assignment && isSameJson(known.phases, phases)) return known.members;
    const members = reuse(kept, reassign({ kept, today: assignment, existing, phases }));
    assigned.set(members, { today: assignment, phases, members });
    return members;
  }
  const now = kept.map((one): RolloutMembership =>
    existing.has(one.cluster) || one.standing === 'ClusterDeleted'
      ? one
      : { ...one, standing: 'ClusterDeleted' },
  );
  return reuse(kept, now);
}
