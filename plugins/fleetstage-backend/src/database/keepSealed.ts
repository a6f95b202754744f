import { resealBackReports } from './backReportStore';
import type { Database } from './db';
import { findLostKeys } from './lostKeys';
import {
  countOutdated,
  deleteRenamed,
  forgetOldKeys,
  renameContents,
  resealContents,
  type SnapshotKey,
} from './resealContents';
import { chunks } from './rows';
import type { Log } from '../observe/log';

export interface SealDeps {
  readonly database: Database;
  readonly hub: string;
  readonly log: Log;
}

export interface SweepOptions {
  /** Rows per transaction. */
  readonly batch?: number;
}

export interface Swept {
  /** Contents that were sealed with the newest key. */
  readonly sealed: number;
  /** What is still in clear, or sealed with an older key that is configured. */
  readonly left: number;
}

/** A batch is one short transaction; a pass of the maintenance does so many, the next one goes on. */
const BATCH = 200;
const BATCHES = 500;

/**
 * Seals with the first key what is not (a key rotation: decision 0019). Each content is read once, then each snapshot
 * once where contents got another name. Contents in clear go when nobody has used them for an hour.
 */
export async function resealAll(
  { database, hub, log }: SealDeps,
  { batch = BATCH }: SweepOptions = {},
): Promise<Swept> {
  const { sealed, renamed } = await sealOutdated({ database, hub }, batch);
  await sealStatuses({ database, hub }, batch);
  if (renamed.size > 0) await rename({ database, hub }, renamed, batch);
  const left = await database.transact(async tx => {
    const count = await countOutdated(tx, hub);
    if (count === 0 && tx.vault.keyId !== null) await forgetOldKeys(tx, hub);
    return count;
  });
  if (sealed > 0)
    log.info(
      left === 0 ? 'All contents are sealed with the newest key' : 'Sealing contents with the newest key',
      { hub, sealed, left, keyId: database.vault.keyId ?? '' },
    );
  return { sealed, left };
}

type Where = Pick<SealDeps, 'database' | 'hub'>;

async function sealOutdated({ database, hub }: Where, maxRows: number) {
  const renamed = new Map<string, string>();
  let sealed = 0;
  let after: string | undefined;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const from = after === undefined ? {} : { after };
    const done = await database.transact(tx => resealContents(tx, hub, { ...from, maxRows }));
    sealed += done.sealed;
    for (const [hash, id] of done.renamed) renamed.set(hash, id);
    after = done.next;
    if (after === undefined) break;
  }
  return { sealed, renamed };
}

async function sealStatuses({ database, hub }: Where, maxRows: number): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const seen = await database.transact(tx => resealBackReports(tx, hub, maxRows));
    if (seen < maxRows) return;
  }
}

async function rename(
  { database, hub }: Where,
  renamed: ReadonlyMap<string, string>,
  maxRows: number,
): Promise<void> {
  let after: SnapshotKey | undefined;
  do {
    const from = after === undefined ? {} : { after };
    after = await database.transact(tx => renameContents(tx, hub, { renamed, ...from, maxRows }));
  } while (after !== undefined);
  for (const hashes of chunks([...renamed.keys()], maxRows))
    await database.transact(tx => deleteRenamed(tx, hub, hashes));
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

/** Contents in clear are worth a word wherever they are; once per start. */
export function warnOfClearText({ database, log }: Omit<SealDeps, 'hub'>): void {
  if (database.vault.keyId !== null) return;
  log.warn('Captured contents, Secrets among them, are stored in clear', {
    remedy:
      'set fleetstage.encryption.keys, for instance to `openssl rand -base64 32`; what is stored is sealed then',
  });
}
