import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';

interface SchedulingState {
  /** Absent: PickAll. */
  readonly policy?: Pick<PlacementPolicy, 'placementType'>;
  readonly generation: number;
  /** Of the last schedule; absent before the first one. */
  readonly schedule?: { readonly fulfilled: boolean; readonly placementGeneration: number };
}

/**
 * Whether the change of a cluster can still change what is picked (A/SCH-116): PickAll always; PickN and PickFixed only
 * while they are not fully scheduled at their present generation.
 *
 *     PickN, fulfilled                             → no: nothing is moved because a better cluster appears
 *     PickN, fulfilled, its number just raised     → yes
 *     PickFixed, one of its clusters is not there  → yes
 */
export function isOpenToChange({ policy, generation, schedule }: SchedulingState): boolean {
  if (policy === undefined || policy.placementType === 'PickAll') return true;
  return !(schedule?.fulfilled === true && schedule.placementGeneration === generation);
}
