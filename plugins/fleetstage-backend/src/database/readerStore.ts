import type { Tx } from './db';
import { nowMs } from './dbNow';

const FORGET_AFTER_MS = 24 * 60 * 60 * 1000;
/** Of a column of keys. */
const LONGEST_REF = 255;

/** Notes that somebody who may see the fleet has asked for something. */
export async function noteReader(tx: Tx, user: string): Promise<void> {
  if (user.length > LONGEST_REF) return;
  const now = tx.sql.raw(nowMs(tx.dialect));
  await tx.sql('signal_readers').insert({ user_ref: user, asked_at: now }).onConflict('user_ref').merge();
  await tx
    .sql('signal_readers')
    .whereRaw(`asked_at < ${nowMs(tx.dialect)} - ?`, [FORGET_AFTER_MS])
    .delete();
}

/** Who has asked within this time, of whichever replica; sorted. */
export async function listReaders(tx: Tx, withinMs: number): Promise<string[]> {
  return tx
    .sql('signal_readers')
    .whereRaw(`asked_at >= ${nowMs(tx.dialect)} - ?`, [withinMs])
    .orderBy('user_ref')
    .pluck('user_ref');
}
