import type { Binding, PlacementFacts, PolicySnapshot } from '../state/placement';
import { wantedCount } from '../schedule/wantedCount';
import type { RunState } from './state';

/** What the placement's scheduling comes to at the moment, as far as a run is concerned. */
export type CurrentSchedule =
  /** `expectedCount`: how many clusters the policy asks for (C/UR-043). */
  | {
      readonly kind: 'current';
      readonly policy: PolicySnapshot;
      readonly selected: readonly Binding[];
      readonly expectedCount: number;
    }
  /** The scheduler has not observed the newest generation yet: it will, so this is a wait. */
  | { readonly kind: 'pending'; readonly message: string }
  /** It has observed it and found too few clusters: no run can roll this out (C/UR-072, UR-080). */
  | { readonly kind: 'unfulfilled'; readonly message: string };

/**
 * Reads schedule and bindings of one placement together (C/UR-070…077).
 *
 *   External placement just created, no schedule yet          → pending
 *   schedule of generation 2, placement at generation 3       → pending
 *   a binding of an older policy that is not Unscheduled yet  → pending
 *   c1 leaves the fleet and is not Unscheduled yet            → pending
 *   a plugin of the scheduler fails                           → pending
 *   PickAll or PickFixed c1 c2, c2 is still being cleaned from before    → pending
 *   PickN 3, two clusters fit                                 → unfulfilled
 */
export function currentScheduleOf(state: RunState, placement: PlacementFacts): CurrentSchedule {
  const policy = state.policySnapshots.at(-1);
  const { schedule } = state;
  if (policy === undefined || schedule === undefined) {
    return { kind: 'pending', message: `placement "${placement.name}" has not been scheduled yet` };
  }
  if (schedule.placementGeneration !== placement.generation || schedule.policyIndex !== policy.index) {
    return {
      kind: 'pending',
      message: `placement "${placement.name}" was changed and is being scheduled anew (generation ${placement.generation})`,
    };
  }
  if (schedule.isHeld) {
    return {
      kind: 'pending',
      message: `placement "${placement.name}" cannot be scheduled at the moment: ${schedule.message}`,
    };
  }
  const stale = state.bindings.find(b => b.phase !== 'Unscheduled' && b.policyIndex !== policy.index);
  if (stale !== undefined) {
    return {
      kind: 'pending',
      message: `cluster "${stale.cluster}" is still placed by an older scheduling policy`,
    };
  }
  const staying = new Set(state.clusters.filter(c => !c.isLeaving).map(c => c.name));
  const leaver = state.bindings.find(b => b.phase !== 'Unscheduled' && !staying.has(b.cluster));
  if (leaver !== undefined) {
    return { kind: 'pending', message: `cluster "${leaver.cluster}" leaves the fleet and is still placed` };
  }
  if (!schedule.fulfilled) {
    return {
      kind: 'unfulfilled',
      message: `placement "${placement.name}" is not fully scheduled: ${schedule.message}`,
    };
  }
  const selected = state.bindings.filter(b => b.phase !== 'Unscheduled');
  const pickedCount = schedule.selectedCount ?? selected.length;
  const expectedCount = wantedCount(policy.policy, policy.numberOfClusters) ?? pickedCount;
  const cleaned = state.bindings.find(b => b.phase === 'Unscheduled' && b.releasedAt !== undefined);
  if (cleaned !== undefined && selected.length < expectedCount) {
    return {
      kind: 'pending',
      message: `cluster "${cleaned.cluster}" is being cleaned and may be placed again after that`,
    };
  }
  return { kind: 'current', policy, selected, expectedCount };
}
