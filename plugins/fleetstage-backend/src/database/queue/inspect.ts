import type { Tx } from '../db';
import { nowMs } from '../dbNow';
import { rowsOf } from '../rows';
import type { Reader } from '../sql';
import { firstOf, toDueMs, type ClaimOptions } from './claim';

/**
 * How long until the next key of a queue is due, in ms by the clock of the database; 0 when one is due already. Keys in
 * work are left out (their worker checks again) until their lease has run out, and so are groups without room and the keys
 * of others.
 */
export async function nextDueAfterMs(
  tx: Reader,
  queue: string,
  whose: Pick<ClaimOptions, 'groups' | 'keyPrefix' | 'shards'> = {},
): Promise<number | undefined> {
  const first = firstOf(tx, { queue, ...whose });
  const result = await tx.sql.raw(`select ${first.sql} as wait`, first.bindings);
  const [{ wait }] = rowsOf<{ wait: number | string | null }>(result);
  return toDueMs(wait);
}

export interface QueueDepth {
  readonly queue: string;
  /** Keys that are due or in work. */
  readonly depth: number;
  /** How long the oldest of them has been due. */
  readonly oldestMs: number;
  /** Keys that wait for a mark after a terminal error. */
  readonly parked: number;
}

/** For the metrics; queues without rows are missing. */
export async function queueDepth(tx: Reader): Promise<QueueDepth[]> {
  return (await readQueues(tx)).map(({ dueMs: _, ...depth }) => depth);
}

/** The same, and how long until the next key of each queue is due, whosever it is. */
export async function readQueues(tx: Reader): Promise<(QueueDepth & { readonly dueMs?: number })[]> {
  const now = nowMs(tx.dialect);
  const isFree = `parked_reason is null and (lease_token is null or lease_until <= ${now})`;
  const result = await tx.sql.raw(
    `select queue, sum(case when due_at <= ${now} then 1 else 0 end) as depth,
       sum(case when parked_reason is null then 0 else 1 end) as parked, ${now} - min(due_at) as oldest,
       min(case when ${isFree} then due_at end) - ${now} as next
     from dirty_keys group by queue order by queue`,
  );
  const rows = rowsOf<Record<'queue' | 'depth' | 'oldest' | 'parked', string> & { next: string | null }>(
    result,
  );
  return rows.map(row => {
    const dueMs = toDueMs(row.next);
    return {
      queue: row.queue,
      depth: Number(row.depth),
      oldestMs: Math.max(0, Number(row.oldest)),
      parked: Number(row.parked),
      ...(dueMs !== undefined && { dueMs }),
    };
  });
}

/** The error that holds a key back: for the status of a placement, a run, a member. */
export interface KeyTrouble {
  readonly attempts: number;
  readonly lastError?: string;
  readonly parkedReason?: string;
}

/** `undefined` while the key is clean or on its way. */
export async function loadKeyTrouble(tx: Tx, queue: string, key: string): Promise<KeyTrouble | undefined> {
  const row = await tx.sql('dirty_keys').where({ queue, key }).first();
  if (row === undefined || (row.last_error === null && row.parked_reason === null)) return undefined;
  return {
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
    parkedReason: row.parked_reason ?? undefined,
  };
}

/**
 * Ends every lease. Only for SQLite, at start: there is one process, so whoever held a lease is dead, and nobody has
 * to wait for it to run out.
 */
export async function endAllLeases(tx: Tx): Promise<void> {
  await tx
    .sql('dirty_keys')
    .whereNotNull('lease_token')
    .update({ lease_token: null, lease_until: null, claimed_version: null });
}
