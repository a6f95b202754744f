import { countOutdatedReports, resealBackReports } from './backReportStore';
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
  /** Ends the sweep after the batch under way; it rejects then. */
  readonly signal?: AbortSignal;
}

export interface Swept {
  /** Contents that were sealed with the newest key. */
  readonly sealed: number;
  /** Contents and statuses that are still in clear, or sealed with an older key that is configured. */
  readonly left: number;
}

/** A batch is one short transaction; a pass of the maintenance does so many, the next one goes on. */
const BATCH = 200;
const BATCHES = 500;

/**
 * Seals with the first key what is not (a key rotation: decision 0019). Each content is read once, then each snapshot
 * once where contents got another name. Contents in clear go when nobody has used them for an hour.
 */
export async function resealAll(deps: SealDeps, options: SweepOptions = {}): Promise<Swept> {
  const { database, hub } = deps;
  const sweep = { database, hub, maxRows: options.batch ?? BATCH, signal: options.signal };
  const { sealed, renamed } = await sealOutdated(sweep);
  await sealStatuses(sweep);
  if (renamed.size > 0) await rename(sweep, renamed);
  const left = await database.transact(async tx => {
    const count = (await countOutdated(tx, hub)) + (await countOutdatedReports(tx, hub));
    if (count === 0 && tx.vault.keyId !== null) await forgetOldKeys(tx, hub);
    return count;
  });
  const swept = { sealed, left };
  if (sealed > 0) tellSealed(deps, swept);
  return swept;
}

/** What whoever rotates a key waits for. */
export function tellSealed({ database, hub, log }: SealDeps, { sealed, left }: Swept): void {
  const message =
    left === 0 ? 'All contents are sealed with the newest key' : 'Sealing contents with the newest key';
  log.info(message, { hub, sealed, left, keyId: database.vault.keyId ?? '' });
}

interface Sweep extends Pick<SealDeps, 'database' | 'hub'> {
  readonly maxRows: number;
  readonly signal: AbortSignal | undefined;
}

async function sealOutdated({ database, hub, maxRows, signal }: Sweep) {
  const renamed = new Map<string, string>();
  let sealed = 0;
  let after: string | undefined;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    signal?.throwIfAborted();
    const from = after === undefined ? {} : { after };
    const done = await database.transact(tx => resealContents(tx, hub, { ...from, maxRows }));
    sealed += done.sealed;
    for (const [hash, id] of done.renamed) renamed.set(hash, id);
    after = done.next;
    if (after === undefined) break;
  }
  return { sealed, renamed };
}

async function sealStatuses({ database, hub, maxRows, signal }: Sweep): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    signal?.throwIfAborted();
    const seen = await database.transact(tx => resealBackReports(tx, hub, maxRows));
    if (seen < maxRows) return;
  }
}

async function rename(
  { database, hub, maxRows, signal }: Sweep,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  let after: SnapshotKey | undefined;
  do {
    signal?.throwIfAborted();
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
