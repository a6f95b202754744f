import { nowMs } from '../dbNow';
import { chunks } from '../rows';
import type { Dialect, Sql } from '../sql';

/** What to requeue, and when. */
export interface Mark {
  readonly queue: string;
  readonly key: string;
  /** Keys of one group share a limit of concurrent work, e.g. the cluster of apply-work. */
  readonly group?: string;
  /** Not before this long from now; absent: at once. An earlier time that was asked for before is kept. */
  readonly afterMs?: number;
  /** Debounce: moves an earlier mark of this kind to `afterMs` from now, but at most this long after the first one. */
  readonly postponeUpToMs?: number;
  /** `background` lets everything else of the queue go first: resyncs. */
  readonly priority?: 'normal' | 'background';
}

/** As they are stored. Reading one of them by due time scans one range of the index. */
export const PRIORITIES = [0, 1] as const;

/** U+0001 sorts before every character of a name, so the order is by queue first. */
export const orderOf = ({ queue, key }: Pick<Mark, 'queue' | 'key'>) => `${queue}\u0001${key}`;

/** Writes marks that are sorted by queue and key; for the outbox. */
export async function writeMarks(tx: Sql, marks: readonly Mark[]): Promise<void> {
  for (const part of chunks(marks)) {
    await tx.sql.raw(
      `insert into dirty_keys (queue, key, grp, priority, version, due_at, latest_at)
       values ${part.map(() => valuesOf(tx)).join(', ')} on conflict (queue, key) do update set ${onConflict(tx.dialect)}`,
      part.flatMap(toStored),
    );
  }
}

const valuesOf = (tx: Sql) => `(?, ?, ?, ?, 1, ${nowMs(tx.dialect)} + ?, ${nowMs(tx.dialect)} + ?)`;

/** As the columns of a row: queue, key, group, priority, and both times from now, in ms. */
export function toStored({ queue, key, group, priority, afterMs = 0, postponeUpToMs = afterMs }: Mark) {
  const after = toDelayMs(afterMs);
  return [
    queue,
    key,
    group ?? '',
    priority === 'background' ? 1 : 0,
    after,
    Math.max(after, Math.ceil(postponeUpToMs)),
  ];
}

/** The smaller of two values. */
export const leastIn = (dialect: Dialect) => (dialect === 'postgres' ? 'least' : 'min');

/** A time from now as whole milliseconds. */
export const toDelayMs = (afterMs: number) => Math.max(0, Math.ceil(afterMs));

/**
 * `latest_at` beyond `due_at` says that a mark may be postponed. A key in work has no earlier mark: the claim has taken it;
 * nor has a parked one, which a mark wakes up.
 */
export function onConflict(dialect: Dialect): string {
  const least = leastIn(dialect);
  const isFresh =
    '(dirty_keys.parked_reason is not null or ' +
    '(dirty_keys.lease_token is not null and dirty_keys.version = dirty_keys.claimed_version))';
  return `
    version = dirty_keys.version + 1,
    priority = ${least}(dirty_keys.priority, excluded.priority),
    due_at = case when ${isFresh} then excluded.due_at
      when excluded.latest_at > excluded.due_at then ${least}(dirty_keys.latest_at, excluded.due_at)
      else ${least}(dirty_keys.due_at, excluded.due_at) end,
    latest_at = case when ${isFresh} then excluded.latest_at
      else ${least}(dirty_keys.latest_at, excluded.latest_at) end,
    attempts = case when dirty_keys.parked_reason is null then dirty_keys.attempts else 0 end,
    parked_reason = null`;
}
