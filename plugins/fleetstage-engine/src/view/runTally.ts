import type { RunClusterStateCode } from './stateCodes';
import type { Counts, RunTallyView } from './views';

const DONE: readonly RunClusterStateCode[] = ['updated', 'removed'];
const IN_TROUBLE: readonly RunClusterStateCode[] = ['failing', 'stuck'];
const IN_FLIGHT: readonly RunClusterStateCode[] = ['updating', 'removing', ...IN_TROUBLE];
const FAILED: readonly RunClusterStateCode[] = ['failed', 'failing'];
const NOT_STARTED: readonly RunClusterStateCode[] = ['notStarted', 'waiting'];

/** It is being updated or removed now, also where it does not get on: only such a cluster can be tried again. */
export const isInFlight = (state: RunClusterStateCode) => IN_FLIGHT.includes(state);

/**
 * Clusters of a run or of a stage by how far they are (ui §2). A failing cluster is in flight, in trouble and failed.
 *
 *   { updated: 3, updating: 1, stuck: 1, notStarted: 2 } → { done: 3, inFlight: 2, inTrouble: 1, failed: 0, notStarted: 2 }
 */
export function tallyOf(counts: Counts): RunTallyView {
  const sum = (states: readonly RunClusterStateCode[]) =>
    states.reduce((total, state) => total + (counts[state] ?? 0), 0);
  return {
    done: sum(DONE),
    inFlight: sum(IN_FLIGHT),
    inTrouble: sum(IN_TROUBLE),
    failed: sum(FAILED),
    notStarted: sum(NOT_STARTED),
  };
}
