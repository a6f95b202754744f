import type { PlacementStatusInput, ResourceSnapshot } from '../state/placement';

/**
 * The snapshot that a placement's status reports (A/ST-015, RUL 29).
 *
 *   RollingUpdate                        → the newest one
 *   External, no run yet                 → the newest one
 *   External, run-1 (5) then run-2 (3)   → 3, whatever was captured since
 *   External, the run's object is gone   → what the last cluster was moved to
 */
export function observedSnapshotOf(state: PlacementStatusInput): ResourceSnapshot | undefined {
  const newest = state.resourceSnapshots.at(-1);
  if (!isExternal(state)) return newest;
  const index = state.newestRun?.resourceIndex ?? lastMovedTo(state);
  return index === undefined ? newest : state.resourceSnapshots.find(snapshot => snapshot.index === index);
}

/** Who moves a placement from snapshot to snapshot: its update runs, or its own rolling update. */
export const movesBy = (state: Pick<PlacementStatusInput, 'placement'>): 'runs' | 'rolling' =>
  isExternal(state) ? 'runs' : 'rolling';

/** The strategy that counts; absent in the object is the rolling update. */
export const strategyOf = (state: Pick<PlacementStatusInput, 'placement'>): 'External' | 'RollingUpdate' =>
  isExternal(state) ? 'External' : 'RollingUpdate';

const isExternal = ({ placement }: Pick<PlacementStatusInput, 'placement'>) =>
  placement.spec.strategy?.type === 'External';

/** Of two clusters that were moved at the same moment the newer content counts. */
function lastMovedTo({ bindings }: PlacementStatusInput): number | undefined {
  const moved = bindings.flatMap(({ rollout, resourceIndex }) =>
    rollout?.run === undefined || resourceIndex === undefined ? [] : [{ at: rollout.at, resourceIndex }],
  );
  return moved.sort((a, b) => b.at - a.at || b.resourceIndex - a.resourceIndex).at(0)?.resourceIndex;
}
