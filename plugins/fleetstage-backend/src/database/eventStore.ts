import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  advanceLedger,
  markTold,
  untold,
  type EventLedger,
  type EventWords,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import { toHubKey, type PlacementRef } from './keys';
import { mark } from './queue/mark';
import { queues } from './queue/queues';
import { fromJson, toOptionalNumber } from './rows';
import type { BigInt64 } from './tables';

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
  const known = (await loadToldEvents(tx, at)).find(one => one.uid === uid)?.ledger ?? [];
  const ledger = advanceLedger(known, words, standing);
  if (JSON.stringify(ledger) !== JSON.stringify(known)) await saveLedger(tx, at, { uid, ledger });
  if (untold(ledger).length > 0) mark(tx, { queue: queues.publishEvents, key: toHubKey(at.hub, at.name) });
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
    return { uid, ledger: fromJson<EventLedger>(ledger), ...(toldAgoMs !== undefined && { toldAgoMs }) };
  });
}

/** The hub was told these, of a ledger that may have grown since. */
export async function saveTold(tx: Tx, at: PlacementRef, { uid, ledger: said }: ToldEvents): Promise<void> {
  const known = (await loadToldEvents(tx, at)).find(one => one.uid === uid);
  if (known === undefined) return;
  await saveLedger(tx, at, { uid, ledger: markTold(known.ledger, said) });
  const { hub, name } = at;
  await tx
    .sql('told_events')
    .where({ hub, placement: name, uid })
    .update({ told_at: tx.sql.raw(nowMs(tx.dialect)) });
}

/** The placement is gone: when the last word on it is told, nothing of it is kept. */
export async function endEvents(tx: Tx, at: PlacementRef): Promise<void> {
  const known = await loadToldEvents(tx, at);
  if (known.length > 0) mark(tx, { queue: queues.publishEvents, key: toHubKey(at.hub, at.name) });
}

export async function forgetToldEvents(
  tx: Tx,
  { hub, name }: PlacementRef,
  uids: readonly string[],
): Promise<void> {
  if (uids.length === 0) return;
  await tx
    .sql('told_events')
    .where({ hub, placement: name })
    .whereIn('uid', [...uids])
    .delete();
}

async function saveLedger(tx: Tx, { hub, name }: PlacementRef, { uid, ledger }: ToldEvents): Promise<void> {
  await tx
    .sql('told_events')
    .insert({ hub, placement: name, uid, ledger: JSON.stringify(ledger), told_at: null })
    .onConflict(['hub', 'placement', 'uid'])
    .merge(['ledger']);
}
