import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from '../database/db';

/** The result of a decider of the engine, as far as the loop needs it. */
export interface Decided<Action> {
  readonly actions: readonly Action[];
  readonly blockers: readonly { readonly cause: string }[];
  /** Earliest time at which the decision could change without an event. */
  readonly wakeAt?: Instant;
}

/** One kind of pass: load, decide, commit, in one transaction. */
export interface Reconciler<State, Action> {
  /** Queue name, metric label and log field at once. */
  readonly name: string;
  /** One consistent read of everything the decision needs, under the placement's lock. `undefined`: the object is gone. */
  load(tx: Tx, key: string): Promise<State | undefined>;
  /** Pure, total and synchronous; imported from the engine as it is. */
  decide(state: State, now: Instant): Decided<Action>;
  /** Database writes only; outside effects are requested by marking another queue's key. */
  commit(tx: Tx, key: string, state: State, decision: Decided<Action>): Promise<void>;
  /** Instead of decide and commit when the object is gone: takes down what was derived from it. */
  forget(tx: Tx, key: string): Promise<void>;
}

/** How work on a key ended, and when it is due again by itself; absent: not. */
export interface Ended {
  readonly outcome: Outcome;
  readonly afterMs?: number;
}

/** Metric label and log field. */
export type Outcome =
  /** Committed or recorded. */
  | 'settled'
  /** The object is gone, or there was nothing to do. */
  | 'gone'
  /** Somebody else has the key; nothing of this work was kept. */
  | 'fenced'
  /** Will be tried again after a back-off. */
  | 'failed'
  /** Waits for a mark: trying again cannot help. */
  | 'parked'
  /** Handed back because the process stops. */
  | 'released';
