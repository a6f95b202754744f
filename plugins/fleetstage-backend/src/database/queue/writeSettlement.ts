import { nowMs } from '../dbNow';
import { toFreeText } from '../freeText';
import type { Dialect, Sql } from '../sql';
import type { Claim } from './claim';
import { leastIn, toDelayMs } from './writeMarks';

/** How work on a key ended. */
export type Settlement =
  /** Done; `afterMs`: requeue after this. */
  | { readonly kind: 'done'; readonly afterMs?: number }
  /** Not done: try again after the back-off. */
  | { readonly kind: 'failed'; readonly afterMs: number; readonly error: string }
  /** Trying again cannot help; waits for the next mark. */
  | { readonly kind: 'parked'; readonly reason: string }
  /** Not begun: somebody else may take it at once. */
  | { readonly kind: 'released' };

/** The lease went to somebody else; the transaction has been rolled back. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

const MAX_TEXT = 1000;
/** The claim's index scan does not read parked keys. */
const NEVER = 9_000_000_000_000_000;

/** Writes a settlement; for the outbox. Throws FencedError when the lease is not ours any more. */
export async function writeSettlement(tx: Sql, claim: Claim, settlement: Settlement): Promise<void> {
  const { queue, key, token, version } = claim;
  const ours = { queue, key, lease_token: token };
  if (settlement.kind === 'done' && settlement.afterMs === undefined) {
    const gone = await tx
      .sql('dirty_keys')
      .where({ ...ours, version })
      .delete();
    if (gone === 1) return;
  }
  const count = await tx
    .sql('dirty_keys')
    .where(ours)
    .update({ lease_token: null, lease_until: null, claimed_version: null, ...outcome(tx, settlement) });
  if (count === 0) throw leaseLost(claim);
}

export const leaseLost = ({ queue, key }: Claim) => new FencedError(`the lease on ${queue} ${key} was lost`);

function outcome(tx: Sql, settlement: Settlement) {
  switch (settlement.kind) {
    case 'done':
      return {
        attempts: 0,
        last_error: null,
        ...(settlement.afterMs !== undefined && dueAfter(tx, settlement.afterMs)),
      };
    case 'failed':
      return { last_error: toShortText(settlement.error), ...dueAfter(tx, settlement.afterMs) };
    case 'parked':
      return {
        parked_reason: unlessMarked(tx, '?', [toShortText(settlement.reason)], 'null'),
        due_at: unlessMarked(tx, '?', [NEVER], 'due_at'),
      };
    case 'released':
      return { attempts: tx.sql.raw('attempts - 1') };
    default:
      return unknownSettlement(settlement);
  }
}

/** Messages of hubs and members are in it. */
const toShortText = (text: string) => toFreeText(text.slice(0, MAX_TEXT));

/** A mark that came meanwhile keeps its earlier time. */
function dueAfter(tx: Sql, afterMs: number) {
  const later = `${nowMs(tx.dialect)} + ?`;
  const ms = toDelayMs(afterMs);
  const move = (column: DueColumn) => tx.sql.raw(orEarlier(tx.dialect, column, later), [ms, ms]);
  return { due_at: move('due_at'), latest_at: move('latest_at') };
}

type DueColumn = 'due_at' | 'latest_at';

/** The due time of a settled key: `later`, or the earlier time that a mark has asked for meanwhile. */
export const orEarlier = (dialect: Dialect, column: DueColumn, later: string) =>
  `case when version = claimed_version then ${later} else ${leastIn(dialect)}(${column}, ${later}) end`;

const unlessMarked = (tx: Sql, value: string, bindings: (string | number)[], otherwise: string) =>
  tx.sql.raw(`case when version = claimed_version then ${value} else ${otherwise} end`, bindings);

function unknownSettlement(settlement: never): never {
  throw new Error(`unknown settlement ${JSON.stringify(settlement)}`);
}
