import { nowMs } from '../dbNow';
import { rowsOf } from '../rows';
import type { Sql } from '../sql';
import type { Claim } from './claim';
import { onConflict, orderOf, toDelayMs, toStored, type Mark } from './writeMarks';
import { leaseLost, orEarlier, writeSettlement, type Settlement } from './writeSettlement';

export interface Settling {
  readonly claim: Claim;
  readonly settlement: Settlement;
}

/**
 * The same as the outbox writes on PostgreSQL, in one statement for all of a kind: a batch settles thirty keys, and there
 * is one connection, so no order of locks is needed. What is settled comes before what is marked: a key that marks itself
 * stays due.
 *
 * Rows are found again by their keys, so a key comes once in a statement: where a late worker and the one that has its lease
 * now are in one batch, the second settles by itself, and whichever is late is fenced.
 */
export async function flushOnSqlite(
  tx: Sql,
  { settlings, marks }: { readonly settlings: readonly Settling[]; readonly marks: readonly Mark[] },
): Promise<void> {
  const done: Claim[] = [];
  const doneForNow: (readonly [Claim, number])[] = [];
  const others: Settling[] = [];
  const seen = new Set<string>();
  for (const settling of settlings) {
    const { claim, settlement } = settling;
    const isSecond = seen.has(orderOf(claim));
    seen.add(orderOf(claim));
    if (isSecond || settlement.kind !== 'done') others.push(settling);
    else if (settlement.afterMs === undefined) done.push(claim);
    else doneForNow.push([claim, settlement.afterMs]);
  }
  // A mark that came meanwhile has moved the version of those that are left.
  for (const claim of await deleteDone(tx, done)) others.push({ claim, settlement: { kind: 'done' } });
  await postponeDone(tx, doneForNow);
  for (const { claim, settlement } of others) await writeSettlement(tx, claim, settlement);
  await insertMarks(tx, marks);
}

/** Keys go as one JSON text: the statement is the same for any number of them, and is compiled once. */
const GIVEN = `given as materialized (
  select value ->> 0 as queue, value ->> 1 as key, value ->> 2 as token, value ->> 3 as number from json_each(?))`;

const DELETE = `with ${GIVEN}
  delete from dirty_keys where rowid in (
    select dirty_keys.rowid from given cross join dirty_keys
      on dirty_keys.queue = given.queue and dirty_keys.key = given.key
    where dirty_keys.lease_token = given.token and dirty_keys.version = given.number)
  returning queue, key`;

/** Returns those whose rows are still there. */
async function deleteDone(tx: Sql, claims: readonly Claim[]): Promise<Claim[]> {
  if (claims.length === 0) return [];
  const given = claims.map(({ queue, key, token, version }) => [queue, key, token, version]);
  return without(claims, await tx.sql.raw(DELETE, [JSON.stringify(given)]));
}

const now = nowMs('sqlite');
const later = `${now} + given.number`;

/** As `writeSettlement` does it for one. */
const POSTPONE = `with ${GIVEN}
  update dirty_keys set lease_token = null, lease_until = null, claimed_version = null, attempts = 0, last_error = null,
    due_at = ${orEarlier('sqlite', 'due_at', later)},
    latest_at = ${orEarlier('sqlite', 'latest_at', later)}
  from given
  where dirty_keys.queue = given.queue and dirty_keys.key = given.key and dirty_keys.lease_token = given.token
  returning dirty_keys.queue, dirty_keys.key`;

async function postponeDone(tx: Sql, list: readonly (readonly [Claim, number])[]): Promise<void> {
  if (list.length === 0) return;
  const given = list.map(([{ queue, key, token }, afterMs]) => [queue, key, token, toDelayMs(afterMs)]);
  const claims = list.map(([claim]) => claim);
  const [lost] = without(claims, await tx.sql.raw(POSTPONE, [JSON.stringify(given)]));
  if (lost) throw leaseLost(lost);
}

const INSERT = `insert into dirty_keys (queue, key, grp, priority, version, due_at, latest_at)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, 1, ${now} + (value ->> 4), ${now} + (value ->> 5)
  from json_each(?) where true on conflict (queue, key) do update set ${onConflict('sqlite')}`;

async function insertMarks(tx: Sql, marks: readonly Mark[]): Promise<void> {
  if (marks.length > 0) await tx.sql.raw(INSERT, [JSON.stringify(marks.map(toStored))]);
}

function without(claims: readonly Claim[], result: unknown): Claim[] {
  const found = new Set(rowsOf<Pick<Claim, 'queue' | 'key'>>(result).map(orderOf));
  return claims.filter(claim => !found.has(orderOf(claim)));
}
