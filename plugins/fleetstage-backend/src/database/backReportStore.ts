import { instant, type Instant, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  MAX_BACK_REPORT_BYTES,
  originalKey,
  type BackReport,
  type ManifestIdentity,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import type { PlacementRef, WorkKey } from './keys';
import { contentHash } from './nativeHash';
import { reportedStatus } from './documents/kubeDocuments';
import { reportedObject } from './documents/workDocuments';
import { chunks, rowsOf, toOptionalNumber } from './rows';
import type { BackReportRow, Flag } from './tables';
import { wake } from './wakes';

interface SeenObject {
  readonly object: ManifestIdentity;
  /** `tooLarge`: larger than MAX_BACK_REPORT_BYTES, and let go already. */
  readonly status: JsonObject | 'tooLarge';
}

/** One read of a member, for a placement that asks for statuses. */
export interface SeenStatuses {
  /** All objects that the placement wants there; what is kept of others goes. */
  readonly wanted: readonly ManifestIdentity[];
  /** The statuses that were seen; of the other objects the earlier ones stay (B/WA-140). */
  readonly seen: readonly SeenObject[];
  readonly now: Instant;
}

/** A kept status, without its text. */
export interface KeptReport extends BackReport {
  readonly key: string;
  readonly hash: string;
  /** The status on the original, as far as we know. */
  readonly writtenHash?: string;
  /** How long ago the original was last compared. */
  readonly writtenAgoMs?: number;
}

/** The associated data of a sealed status: moved to another row it cannot be opened. */
export const boundToReport = ({
  hub,
  placement,
  cluster,
  object,
}: Pick<BackReportRow, 'hub' | 'placement' | 'cluster' | 'object'>) =>
  [hub, placement, cluster, object].join('\n');

/** Saves what was seen. Returns whether anything of it is new, so that whoever shows or writes it reads again. */
export async function saveBackReports(
  tx: Tx,
  at: WorkKey,
  { wanted, seen, now }: SeenStatuses,
): Promise<boolean> {
  const before = new Map((await tx.sql('back_reports').where(at)).map(row => [row.object, row]));
  const keys = new Set(wanted.map(originalKey));
  const gone = [...before.keys()].filter(object => !keys.has(object));
  const rows = new Map<string, BackReportRow>();
  for (const { object, status } of seen) {
    const key = originalKey(object);
    const row = toRow(tx, at, { key, object, status, now });
    if (keys.has(key) && !isAsKept(tx, before.get(key), row)) rows.set(key, row);
  }
  if (gone.length === 0 && rows.size === 0) return false;
  const placement = { hub: at.hub, name: at.placement };
  if (gone.length > 0) await dropBackReports(tx, placement, { cluster: at.cluster, objects: gone });
  for (const part of chunks([...rows.values()], 50))
    await tx
      .sql('back_reports')
      .insert(part)
      .onConflict(['hub', 'placement', 'cluster', 'object'])
      .merge(['identity', 'hash', 'body', 'key_id', 'observed_at']);
  if ([...rows.keys()].some(key => !before.has(key))) await markRivals(tx, placement);
  return true;
}

/** A status that its key cannot open any more is kept anew. */
const isAsKept = (tx: Tx, before: BackReportRow | undefined, row: BackReportRow) =>
  before !== undefined &&
  before.hash === row.hash &&
  before.identity === row.identity &&
  (before.key_id === null || tx.vault.keyIds.includes(before.key_id));

function toRow(
  tx: Tx,
  at: WorkKey,
  { key, object, status, now }: SeenObject & { readonly key: string; readonly now: Instant },
): BackReportRow {
  const text = status === 'tooLarge' ? undefined : reportedStatus.write(status);
  const sealed =
    text === undefined || Buffer.byteLength(text) > MAX_BACK_REPORT_BYTES
      ? { body: null, keyId: null }
      : tx.vault.seal(text, boundToReport({ ...at, object: key }));
  return {
    ...at,
    object: key,
    identity: reportedObject.write(object),
    hash: tx.vault.identify(contentHash(status)),
    body: sealed.body,
    key_id: sealed.keyId,
    observed_at: now,
  };
}

/** Kinds whose statuses are kept of a work: they are worth a watch there. */
export async function loadReportedKinds(tx: Tx, at: WorkKey): Promise<ManifestIdentity[]> {
  const identities = await tx.sql('back_reports').where(at).pluck('identity');
  return identities.map(text => reportedObject.read(text));
}

type KeptRow = Pick<BackReportRow, 'cluster' | 'object' | 'identity' | 'hash' | 'written_hash'> & {
  readonly is_too_large: Flag;
  readonly written_ago: number | string | null;
};

/** All that is kept of a placement, or of one cluster, in byte order; texts are left out. */
export async function loadKeptReports(
  tx: Tx,
  { hub, name }: PlacementRef,
  only: { readonly cluster: string } | 'tooLarge',
): Promise<KeptReport[]> {
  const rows = await tx
    .sql('back_reports')
    .where({ hub, placement: name })
    .where(query => {
      if (only === 'tooLarge') query.whereNull('body');
      else query.where({ cluster: only.cluster });
    })
    .select<KeptRow[]>(
      'cluster',
      'object',
      'identity',
      'hash',
      'written_hash',
      tx.sql.raw('body is null as is_too_large'),
      tx.sql.raw(`${nowMs(tx.dialect)} - written_at as written_ago`),
    );
  return rows
    .map(row => ({
      key: row.object,
      object: reportedObject.read(row.identity),
      cluster: row.cluster,
      hash: row.hash,
      isTooLarge: Boolean(row.is_too_large),
      ...(row.written_hash && { writtenHash: row.written_hash }),
      ...(row.written_ago !== null && { writtenAgoMs: toOptionalNumber(row.written_ago) }),
    }))
    .sort((a, b) => (`${a.cluster}\n${a.key}` < `${b.cluster}\n${b.key}` ? -1 : 1));
}

/** A kept status as pages and originals show it. */
export interface ReadReport {
  readonly key: string;
  readonly object: ManifestIdentity;
  readonly hash: string;
  readonly observedAt: Instant;
  /** Absent: too large to keep, or sealed with a key that is not configured. */
  readonly status?: JsonObject;
  readonly isTooLarge: boolean;
}

/** Those of one cluster with their texts, in byte order. */
export async function loadBackReports(tx: Tx, at: WorkKey): Promise<ReadReport[]> {
  const rows = await tx.sql('back_reports').where(at);
  return rows
    .map(row => {
      const { body, key_id: keyId } = row;
      const text = body === null ? undefined : tx.vault.open({ body, keyId }, boundToReport(row));
      return {
        key: row.object,
        object: reportedObject.read(row.identity),
        hash: row.hash,
        observedAt: instant(Number(row.observed_at)),
        ...(text !== undefined && { status: reportedStatus.read(text) }),
        isTooLarge: body === null,
      };
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Records which originals match these hashes, and which are to be written anew. */
export async function saveWritten(
  tx: Tx,
  at: WorkKey,
  originals: readonly { readonly key: string; readonly hash: string | null }[],
): Promise<void> {
  for (const { key, hash } of originals)
    await tx
      .sql('back_reports')
      .where({ ...at, object: key })
      .update({ written_hash: hash, written_at: hash === null ? null : tx.sql.raw(nowMs(tx.dialect)) });
}

/** Other placements that write to the same originals, by the key of the original. */
export async function loadRivals(
  tx: Tx,
  placement: PlacementRef,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rivals = new Map<string, string[]>();
  for (const { object, placement: other } of await listRivals(tx, placement))
    rivals.set(object, [...(rivals.get(object) ?? []), other]);
  return rivals;
}

/** Requeues whoever writes to the same originals: one begins to, or has ended. */
export async function markRivals(tx: Tx, placement: PlacementRef): Promise<void> {
  const names = new Set((await listRivals(tx, placement)).map(row => row.placement));
  wake(
    tx,
    'reportBackChanged',
    [...names].map(name => ({ hub: placement.hub, name })),
  );
}

async function listRivals(tx: Tx, { hub, name }: PlacementRef) {
  const result = await tx.sql.raw(
    `select distinct others.object, others.placement from back_reports mine
     join back_reports others on others.hub = mine.hub and others.object = mine.object
       and others.placement <> mine.placement
     join placements p on p.hub = others.hub and p.name = others.placement and p.report_back_mode = 'write'
     where mine.hub = ? and mine.placement = ?`,
    [hub, name],
  );
  return rowsOf<Pick<BackReportRow, 'object' | 'placement'>>(result);
}

/** Of the whole placement, of some clusters, or of some objects on one. */
export async function dropBackReports(
  tx: Tx,
  placement: PlacementRef,
  only?:
    | { readonly clusters: readonly string[] }
    | { readonly cluster: string; readonly objects: readonly string[] },
): Promise<void> {
  const { hub, name } = placement;
  await markRivals(tx, placement);
  await tx
    .sql('back_reports')
    .where({ hub, placement: name })
    .where(query => {
      if (only === undefined) return;
      if ('clusters' in only) query.whereIn('cluster', [...only.clusters]);
      else query.where({ cluster: only.cluster }).whereIn('object', [...only.objects]);
    })
    .delete();
}

/** A status, as the walk over all of them comes by it. */
export type ReportKey = Pick<BackReportRow, 'placement' | 'cluster' | 'object'>;

export interface ResealedReports {
  /** Statuses that were sealed with the newest key. */
  readonly sealed: number;
  /** The last one that was read; absent: there are no more. */
  readonly next?: ReportKey;
}

/**
 * One batch of a key rotation, in the order of keys: statuses in clear or under an older key are sealed with the first one.
 * A status that its key does not open is passed over.
 */
export async function resealBackReports(
  tx: Tx,
  hub: string,
  { after, maxRows }: { readonly after?: ReportKey; readonly maxRows: number },
): Promise<ResealedReports> {
  if (tx.vault.keyId === null) return { sealed: 0 };
  const query = outdated(tx, hub).orderBy(['placement', 'cluster', 'object']).limit(maxRows);
  if (after !== undefined) {
    const { placement, cluster, object } = after;
    query.whereRaw('(placement, cluster, object) > (?, ?, ?)', [placement, cluster, object]);
  }
  const rows = await query;
  let sealed = 0;
  for (const row of rows) {
    const { hub: _, placement, cluster, object, body, key_id } = row;
    const text = tx.vault.open({ body: body ?? '', keyId: key_id }, boundToReport(row));
    if (text === undefined) continue;
    sealed += 1;
    const anew = tx.vault.seal(text, boundToReport(row));
    await tx
      .sql('back_reports')
      .where({ hub, placement, cluster, object, body })
      .update({
        body: anew.body,
        key_id: anew.keyId,
        hash: tx.vault.identify(contentHash(reportedStatus.read(text))),
        written_hash: null,
      });
  }
  const last = rows.at(-1);
  if (rows.length < maxRows || last === undefined) return { sealed };
  const { placement, cluster, object } = last;
  return { sealed, next: { placement, cluster, object } };
}

/** Statuses in clear, or sealed with an older key that is configured. */
export async function countOutdatedReports(tx: Tx, hub: string): Promise<number> {
  if (tx.vault.keyId === null) return 0;
  const [{ n }] = await outdated(tx, hub).count<{ n: number | string }[]>({ n: '*' });
  return Number(n);
}

function outdated(tx: Tx, hub: string) {
  const older = tx.vault.keyIds.filter(id => id !== tx.vault.keyId);
  return tx
    .sql('back_reports')
    .where({ hub })
    .whereNotNull('body')
    .where(query => {
      query.whereNull('key_id').orWhereIn('key_id', older);
    });
}
