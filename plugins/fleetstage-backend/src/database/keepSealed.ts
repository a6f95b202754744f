import { countOutdatedReports, resealBackReports, type ReportKey } from './backReportStore';
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
  /** Transactions for contents, and as many for statuses. */
  readonly batches?: number;
  /** Where the sweep before has stopped. Default: the first row. */
  readonly from?: SweepPosition;
  /** Ends the sweep after the batch under way; it rejects then. */
  readonly signal?: AbortSignal;
}

/** How far sweeps have come: statuses follow when there are no more contents. */
export type SweepPosition = { readonly contentsAfter: string } | { readonly statusesAfter: ReportKey };

export interface Swept {
  /** Contents and statuses that were sealed with the newest key. */
  readonly sealed: number;
  /** Contents and statuses that are still in clear, or sealed with an older key that is configured. */
  readonly left: number;
  /** Where the next sweep goes on; absent: all rows were read. */
  readonly next?: SweepPosition;
}

/** A batch is one short transaction; a sweep does so many, the next one goes on: new names are kept until its end. */
const BATCH = 200;
const BATCHES = 500;

/**
 * Seals with the first key what is not (a key rotation: decision 0019). Each content is read once, then each snapshot
 * once where contents got another name. Contents in clear go when nobody has used them for an hour.
 */
export async function resealAll(deps: SealDeps, options: SweepOptions = {}): Promise<Swept> {
  const { database, hub } = deps;
  const { batch: maxRows = BATCH, batches = BATCHES, signal, from } = options;
  const sweep = { database, hub, maxRows, batches, signal };
  const contents = await sealContents(sweep, from);
  const statuses = contents.next ? NOTHING_SEALED : await sealStatuses(sweep, from);
  if (contents.renamed.size > 0) await rename(sweep, contents.renamed);
  const left = await database.transact(async tx => {
    const count = (await countOutdated(tx, hub)) + (await countOutdatedReports(tx, hub));
    if (count === 0 && tx.vault.keyId !== null) await forgetOldKeys(tx, hub);
    return count;
  });
  const next = contents.next ?? statuses.next;
  const swept = { sealed: contents.sealed + statuses.sealed, left, ...(next && { next }) };
  if (swept.sealed > 0 || left > 0) reportSealed(deps, swept);
  return swept;
}

/** Whoever rotates a key waits for this. */
export function reportSealed({ database, hub, log }: SealDeps, { sealed, left }: Swept): void {
  const message =
    left === 0 ? 'All contents are sealed with the newest key' : 'Sealing contents with the newest key';
  log.info(message, { hub, sealed, left, keyId: database.vault.keyId ?? '' });
}

interface Sweep extends Pick<SealDeps, 'database' | 'hub'> {
  readonly maxRows: number;
  readonly batches: number;
  readonly signal: AbortSignal | undefined;
}

interface Sealed {
  readonly sealed: number;
  readonly next?: SweepPosition;
}

const NOTHING_SEALED: Sealed = { sealed: 0 };

async function sealContents(
  { database, hub, maxRows, batches, signal }: Sweep,
  from: SweepPosition | undefined,
): Promise<Sealed & { readonly renamed: ReadonlyMap<string, string> }> {
  const renamed = new Map<string, string>();
  if (from && 'statusesAfter' in from) return { sealed: 0, renamed };
  let sealed = 0;
  let after = from?.contentsAfter;
  for (let batch = 0; batch < batches; batch += 1) {
    signal?.throwIfAborted();
    const at = after === undefined ? {} : { after };
    const done = await database.transact(tx => resealContents(tx, hub, { ...at, maxRows }));
    sealed += done.sealed;
    for (const [hash, id] of done.renamed) renamed.set(hash, id);
    after = done.next;
    if (after === undefined) break;
  }
  return { sealed, renamed, ...(after !== undefined && { next: { contentsAfter: after } }) };
}

async function sealStatuses(
  { database, hub, maxRows, batches, signal }: Sweep,
  from: SweepPosition | undefined,
): Promise<Sealed> {
  let sealed = 0;
  let after = from && 'statusesAfter' in from ? from.statusesAfter : undefined;
  for (let batch = 0; batch < batches; batch += 1) {
    signal?.throwIfAborted();
    const at = after === undefined ? {} : { after };
    const done = await database.transact(tx => resealBackReports(tx, hub, { ...at, maxRows }));
    sealed += done.sealed;
    after = done.next;
    if (after === undefined) break;
  }
  return { sealed, ...(after !== undefined && { next: { statusesAfter: after } }) };
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

/** Reports contents whose key is gone, and has them captured again. */
export async function reportLostKeys({ database, hub, log }: SealDeps): Promise<void> {
  for (const { keyId, contents } of await database.transact(tx => findLostKeys(tx, hub)))
    log.error('Captured contents cannot be read: their encryption key is not configured', {
      hub,
      keyId,
      contents,
      remedy: `add the key ${keyId} to fleetstage.encryption.keys again, behind the first one; what the hub still holds is captured again meanwhile`,
    });
}

/** Contents in clear are worth a log line wherever they are; once per start. */
export function warnOfClearText({ database, log }: Omit<SealDeps, 'hub'>): void {
  if (database.vault.keyId !== null) return;
  log.warn('Captured contents, Secrets among them, are stored in clear', {
    remedy:
      'set fleetstage.encryption.keys, for instance to `openssl rand -base64 32`; what is stored is sealed then',
  });
}
