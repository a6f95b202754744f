import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { earliest, type Blocker, type Decision } from '../decision';
import type { RunAction, RunEvent } from './state';

/**
 * What one decision writes down on its way: it is opened when the decision starts and closed when it ends, and never
 * outlives it.
 */
export interface Ledger {
  readonly now: Instant;
  readonly events: readonly RunEvent[];
  readonly blockers: readonly Blocker[];
  act(action: RunAction): void;
  record(event: Omit<RunEvent, 'at'>): void;
  /** Something waits; `wakeAt` is the moment at which time alone changes that. */
  wait(blocker: Blocker, wakeAt?: Instant): void;
  /** Time alone changes something then. */
  remind(at: Instant): void;
  close(): Decision<RunAction>;
}

export function openLedger(now: Instant): Ledger {
  const actions: RunAction[] = [];
  const events: RunEvent[] = [];
  const blockers: Blocker[] = [];
  let wake: Instant | undefined;
  return {
    now,
    events,
    blockers,
    act: action => actions.push(action),
    record: event => events.push({ ...event, at: now }),
    wait: (blocker, wakeAt) => {
      blockers.push(blocker);
      wake = earliest(wake, wakeAt);
    },
    remind: at => {
      wake = earliest(wake, at);
    },
    close: () => ({ actions, blockers, ...(wake === undefined ? {} : { wakeAt: wake }) }),
  };
}
