import type { Database } from './db';
import { findLostKeys } from './lostKeys';
import { resealContents } from './resealContents';
import type { Log } from '../observe/log';

export interface SealDeps {
  readonly database: Database;
  readonly hub: string;
  readonly log: Log;
}

/** A batch is one short transaction; a pass of the maintenance does so many, the next one goes on. */
const BATCH = 200;
const BATCHES = 500;

/** Seals with the first key what is not, batch by batch (A key rotation: decision 0019). */
export async function resealAll({ database, hub, log }: SealDeps): Promise<void> {
  let sealed = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const done = await database.transact(tx => resealContents(tx, hub, BATCH));
    sealed += done.sealed;
    if (done.sealed > 0)
      log.info(
        done.left === 0
          ? 'All contents are sealed with the newest key'
          : 'Sealing contents with the newest key',
        { hub, sealed, left: done.left, keyId: database.vault.keyId ?? '' },
      );
    if (done.left === 0 || done.sealed === 0) return;
  }
}

/** Tells of contents whose key is gone, and has them captured again. */
export async function reportLostKeys({ database, hub, log }: SealDeps): Promise<void> {
  for (const { keyId, contents } of await database.transact(tx => findLostKeys(tx, hub)))
    log.error('Captured contents cannot be read: their encryption key is not configured', {
      hub,
      keyId,
      contents,
      remedy: `add the key ${keyId} to fleetstage.encryption.keys again, behind the first one; what the hub still holds is captured again meanwhile`,
    });
}

/** In production contents in clear are worth a word; once per start. */
export function warnOfClearText({ database, log }: Omit<SealDeps, 'hub'>, isProduction: boolean): void {
  if (!isProduction || database.vault.keyId !== null) return;
  log.warn('Captured contents, Secrets among them, are stored in clear', {
    remedy:
      'set fleetstage.encryption.keys, for instance to `openssl rand -base64 32`; what is stored is sealed then',
  });
}
