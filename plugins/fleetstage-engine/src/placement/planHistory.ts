import { beyondLimit } from '../snapshot/history';
import type { PlacementAction, PlacementState } from '../state/placement';

/**
 * Drops resource snapshots beyond `revisionHistoryLimit`, oldest first (A/SNP-020). Those that a cluster runs stay,
 * or a member could not be repaired, and so does the snapshot of the newest run: the status reports it (RUL 29).
 * While an update run is going on nothing is dropped, it may name any of them.
 */
export function planHistory(
  state: Pick<PlacementState, 'placement' | 'resourceSnapshots' | 'bindings' | 'activeRuns' | 'newestRun'>,
): PlacementAction[] {
  if (state.activeRuns.length > 0) return [];
  const excess = beyondLimit(state.resourceSnapshots, { limit: state.placement.spec.revisionHistoryLimit });
  const inUse = new Set([...state.bindings.map(b => b.resourceIndex), state.newestRun?.resourceIndex]);
  const indexes = excess.filter(index => !inUse.has(index));
  return indexes.length === 0 ? [] : [{ kind: 'pruneResourceSnapshots', indexes }];
}
