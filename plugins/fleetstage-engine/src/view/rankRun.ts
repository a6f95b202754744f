import type { RunStateCode } from './stateCodes';

const OVER = 9;

/** What fails comes first, then what a person holds, then what goes on by itself; runs that are over are all alike. */
const RANKS: Readonly<Record<RunStateCode, number>> = {
  failing: 0,
  stuck: 1,
  stopped: 2,
  stopping: 3,
  waitingForApproval: 4,
  readyToStart: 5,
  updating: 6,
  waiting: 7,
  preparing: 8,
  couldNotPrepare: OVER,
  failed: OVER,
  ended: OVER,
  succeeded: OVER,
};

/** The place of a run in lists that show trouble first: a lower one comes earlier (ui §5.1). */
export const rankRun = (state: RunStateCode): number => RANKS[state];
