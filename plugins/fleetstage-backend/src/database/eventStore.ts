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

/** What is known of the Events of one placement object. */
export interface ToldEvents {
  readonly uid: string;
  readonly ledger: EventLedger;
  /** How long ago the hub was last told, by the clock of the database; absent: never. */
  readonly toldAgoMs?: number;
}

/** What stands now of an object. */
export interface Standing {
  readonly uid: string;
  readonly generation: number;
  readonly words: readonly EventWords[];
  readonly now: Instant;
}

/** Notes what stands; where that is news, `publish-events` is marked. */
export async function noteStanding(tx: Tx, at: PlacementRef, standing: Standing): Promise<void> {
  const { uid, words } = standing;
  const known = (await lockLedger(tx, at, uid)) ?? (words.length > 0 ? await createLedger(tx, at, uid) : []);
  const ledger = advanceLedger(known, words, standing);
  if (JSON.stringify(ledger) !== JSON.stringify(known)) await saveLedger(tx, at, { uid, ledger });
  if (unpublished(ledger).length > 0) wake(tx, 'eventsDue', at);
}

/** Of the placement with this key, and of its namesakes before it. */
export async function loadToldEvents(tx: Tx, { hub, name }: PlacementRef): Promise<ToldEvents[]> {
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
    const toldAgoMs = toOptionalNumber(ago);
    return { uid, ledger: eventLedger.read(ledger), ...(toldAgoMs !== undefined && { toldAgoMs }) };
  });
}

/** The hub was told these, of a ledger that may have grown since. */
export async function saveTold(tx: Tx, at: PlacementRef, { uid, ledger: said }: ToldEvents): Promise<void> {
  const known = await lockLedger(tx, at, uid);
  if (known === undefined) return;
  await saveLedger(tx, at, { uid, ledger: markPublished(known, said) });
  const { hub, name } = at;
  await tx
    .sql('told_events')
    .where({ hub, placement: name, uid })
    .update({ told_at: tx.sql.raw(nowMs(tx.dialect)) });
}

/** The placement is gone: when the last word on it is told, nothing of it is kept. */
export async function endEvents(tx: Tx, at: PlacementRef): Promise<void> {
  const known = await loadToldEvents(tx, at);
  if (known.length > 0) wake(tx, 'eventsDue', at);
}

/** What has come to be told meanwhile stays. */
export async function forgetToldEvents(tx: Tx, at: PlacementRef, uids: readonly string[]): Promise<void> {
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

async function saveLedger(tx: Tx, { hub, name }: PlacementRef, { uid, ledger }: ToldEvents): Promise<void> {
  await tx
    .sql('told_events')
    .insert({ hub, placement: name, uid, ledger: eventLedger.write(ledger), told_at: null })
    .onConflict(['hub', 'placement', 'uid'])
    .merge(['ledger']);
}
