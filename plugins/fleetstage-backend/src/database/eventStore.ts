import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  advanceLedger,
  markPublished,
  unpublished,
  type EventLedger,
  type EventWords,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import type { PlacementRef } from './keys';
import { eventLedger } from './documents/placementDocuments';
import { toOptionalNumber } from './rows';
import type { BigInt64 } from './tables';
import { wake } from './wakes';

/** The ledger of the Events of one placement object. */
export interface LedgerOfObject {
  readonly uid: string;
  readonly ledger: EventLedger;
  /** How long ago Events were last published, by the clock of the database; absent: never. */
  readonly publishedAgoMs?: number;
}

/** The present state of an object. */
export interface ObjectEvents {
  readonly uid: string;
  readonly generation: number;
  readonly words: readonly EventWords[];
  readonly now: Instant;
}

/** Records the state of an object; where it has changed, `publish-events` is marked. */
export async function recordEvents(tx: Tx, at: PlacementRef, state: ObjectEvents): Promise<void> {
  const { uid, words } = state;
  const known = (await lockLedger(tx, at, uid)) ?? (words.length > 0 ? await createLedger(tx, at, uid) : []);
  const ledger = advanceLedger(known, words, state);
  if (JSON.stringify(ledger) !== JSON.stringify(known)) await saveLedger(tx, at, { uid, ledger });
  if (unpublished(ledger).length > 0) wake(tx, 'eventsDue', at);
}

/** Of the placement with this key, and of its namesakes before it. */
export async function loadEventLedgers(tx: Tx, { hub, name }: PlacementRef): Promise<LedgerOfObject[]> {
  const rows = await tx
    .sql('told_events')
    .where({ hub, placement: name })
    .orderBy('uid')
    .select<{ uid: string; ledger: string; ago: BigInt64 | null }[]>(
      'uid',
      'ledger',
      tx.sql.raw(`${nowMs(tx.dialect)} - told_at as ago`),
    );
  return rows.map(({ uid, ledger, ago }) => {
    const publishedAgoMs = toOptionalNumber(ago);
    return { uid, ledger: eventLedger.read(ledger), ...(publishedAgoMs !== undefined && { publishedAgoMs }) };
  });
}

/** These were published, of a ledger that may have grown since. */
export async function savePublishedEvents(
  tx: Tx,
  at: PlacementRef,
  { uid, ledger: said }: LedgerOfObject,
): Promise<void> {
  const known = await lockLedger(tx, at, uid);
  if (known === undefined) return;
  await saveLedger(tx, at, { uid, ledger: markPublished(known, said) });
  const { hub, name } = at;
  await tx
    .sql('told_events')
    .where({ hub, placement: name, uid })
    .update({ told_at: tx.sql.raw(nowMs(tx.dialect)) });
}

/** The placement is gone: once its last Event is published, nothing of it is kept. */
export async function endEvents(tx: Tx, at: PlacementRef): Promise<void> {
  const known = await loadEventLedgers(tx, at);
  if (known.length > 0) wake(tx, 'eventsDue', at);
}

/** Events that were added meanwhile stay. */
export async function forgetEventLedgers(tx: Tx, at: PlacementRef, uids: readonly string[]): Promise<void> {
  for (const uid of uids) {
    const ledger = await lockLedger(tx, at, uid);
    if (ledger === undefined || unpublished(ledger).length > 0) continue;
    await tx.sql('told_events').where({ hub: at.hub, placement: at.name, uid }).delete();
  }
}

/**
 * The ledger, which nobody else advances until the transaction ends: statuses, finalizers and Events of one object are
 * written by different queues, and each replaces the ledger as a whole.
 */
async function lockLedger(
  tx: Tx,
  { hub, name }: PlacementRef,
  uid: string,
): Promise<EventLedger | undefined> {
  const query = tx.sql('told_events').where({ hub, placement: name, uid });
  const row = await (tx.dialect === 'postgres' ? query.forUpdate() : query).first('ledger');
  return row && eventLedger.read(row.ledger);
}

/** Locked as well; waits for whoever creates the same row, and then answers theirs. */
async function createLedger(tx: Tx, at: PlacementRef, uid: string): Promise<EventLedger> {
  await tx
    .sql('told_events')
    .insert({ hub: at.hub, placement: at.name, uid, ledger: eventLedger.write([]), told_at: null })
    .onConflict(['hub', 'placement', 'uid'])
    .ignore();
  return (await lockLedger(tx, at, uid)) ?? [];
}

async function saveLedger(
  tx: Tx,
  { hub, name }: PlacementRef,
  { uid, ledger }: LedgerOfObject,
): Promise<void> {
  await tx
    .sql('told_events')
    .insert({ hub, placement: name, uid, ledger: eventLedger.write(ledger), told_at: null })
    .onConflict(['hub', 'placement', 'uid'])
    .merge(['ledger']);
}
