import { tallyOf } from './runTally';
import type { Counts, RunTallyView } from './views';

describe('clusters of a run by how far they are, ui §2', () => {
  it.each<[Counts, RunTallyView]>([
    [{}, { done: 0, inFlight: 0, inTrouble: 0, failed: 0, notStarted: 0 }],
    [
      { updated: 3, removed: 1 },
      { done: 4, inFlight: 0, inTrouble: 0, failed: 0, notStarted: 0 },
    ],
    [
      { updating: 2, removing: 1 },
      { done: 0, inFlight: 3, inTrouble: 0, failed: 0, notStarted: 0 },
    ],
    [
      { updating: 1, stuck: 1, failing: 2 },
      { done: 0, inFlight: 4, inTrouble: 3, failed: 2, notStarted: 0 },
    ],
    [
      { notStarted: 2, waiting: 3 },
      { done: 0, inFlight: 0, inTrouble: 0, failed: 0, notStarted: 5 },
    ],
    [
      { updated: 1, failed: 2, failing: 1 },
      { done: 1, inFlight: 1, inTrouble: 1, failed: 3, notStarted: 0 },
    ],
  ])('%j', (counts, tally) => {
    expect(tallyOf(counts)).toEqual(tally);
  });
});
