import type { Tx } from '../database/db';
import type { Claim } from '../database/queue/claim';
import type { Executor, Reader } from '../database/sql';
import type { Log } from '../observe/log';

/** Requeue this long after the commit. */
export interface Again {
  readonly afterMs: number;
}

/** What `load` returns instead of an input: it is too soon, requeue then. */
export class Later implements Again {
  constructor(readonly afterMs: number) {}
}

export interface EffectContext {
  /** Ends when the lease is lost, the time is over or the process drains: stop, nothing will be recorded. */
  readonly signal: AbortSignal;
  /** Names the effect and its key. Before something is changed, one line with a verb in -ing; else nothing. */
  readonly log: Log;
}

/**
 * One kind of repeatable work outside of the database. The key says what to read; what to do is the difference between the
 * newest rows and the live objects.
 *
 * `run` throws TransientError (tried again after a back-off) or TerminalError (parked until the key is marked again);
 * anything else counts as transient. `PartlyDone` around one of them has what was done recorded first.
 */
export interface Effect<Input, Output> {
  /** Queue name, metric label and log field at once. */
  readonly name: string;
  /** One consistent read. `undefined`: nothing to do. */
  load(tx: Tx, key: string): Promise<Input | Later | undefined>;
  /**
   * The same on PostgreSQL by one statement, without a transaction, whose begin and commit are most of what an idle fleet costs.
   * Absent, or without an answer: `load` is asked.
   */
  readonly peek?: (reader: Reader, key: string) => Promise<Input | undefined>;
  /** Outside of any transaction; may run twice, or late, without harm. */
  run(input: Input, context: EffectContext): Promise<Output>;
  /** Under the still-held lease; what it returns, if anything, says when to requeue. */
  record(tx: Tx, key: string, input: Input, output: Output): Promise<Again | void>;
  /**
   * Records an output that nobody waits for, and settles the claim, by one statement on PostgreSQL; the statement minds the
   * lease. Absent, or without an answer, which means that the claim was not settled: `record` is asked.
   */
  readonly recordSame?: (
    executor: Executor,
    claim: Claim,
    input: Input,
    output: Output,
  ) => Promise<Again | undefined>;
}
