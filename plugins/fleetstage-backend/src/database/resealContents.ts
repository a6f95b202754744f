import { contentHash } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isIdentity } from '../vault/Vault';
import { boundTo } from './contentStore';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import { kubeObject } from './documents/kubeDocuments';
import { KEEP_UNUSED_MS } from './sharedTexts';
import type { SnapshotContentRow } from './tables';

export interface Resealed {
  /** Contents that were sealed with the newest key. */
  readonly sealed: number;
  /** What was in clear, by its hash, and the identity it was sealed under. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Where the next batch begins; absent: that was the last one. */
  readonly next?: string;
}

/** A snapshot, as the walk over all of them comes by it. */
export interface SnapshotKey {
  readonly placement: string;
  readonly idx: number;
}

type Row = Pick<SnapshotContentRow, 'hash' | 'body' | 'key_id'>;

/** How long a key stays registered that seals nothing: replicas that are rolled out meet it before they use it. */
const KEEP_KEY_MS = 24 * 60 * 60_000;

/**
 * One batch of a key rotation, by ascending hash: contents in clear or under an older key are sealed with the first one.
 * A content in clear is sealed under its identity beside its row; `renameContents` and `deleteRenamed` do the rest.
 */
export async function resealContents(
  tx: Tx,
  hub: string,
  { after = '', maxRows }: { readonly after?: string; readonly maxRows: number },
): Promise<Resealed> {
  const renamed = new Map<string, string>();
  if (tx.vault.keyId === null) return { sealed: 0, renamed };
  const rows = await outdated(tx, hub)
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(maxRows)
    .select('hash', 'body', 'key_id');
  let sealed = 0;
  for (const row of rows) {
    const text = tx.vault.open({ body: row.body, keyId: row.key_id }, boundTo(hub, row.hash));
    if (text === undefined) continue;
    sealed += 1;
    if (isIdentity(row.hash)) await sealAnew(tx, hub, { row, text });
    else renamed.set(row.hash, await saveSealed(tx, hub, text));
  }
  const next = rows.length < maxRows ? undefined : rows.at(-1)?.hash;
  return { sealed, renamed, ...(next !== undefined && { next }) };
}

/** What is still in clear, or sealed with an older key that is configured. */
export async function countOutdated(tx: Tx, hub: string): Promise<number> {
  if (tx.vault.keyId === null) return 0;
  const [{ n }] = await outdated(tx, hub).count<{ n: number | string }[]>({ n: '*' });
  return Number(n);
}

/** What no configured key opens is no work of a sweep. */
function outdated(tx: Tx, hub: string) {
  const older = tx.vault.keyIds.filter(id => id !== tx.vault.keyId);
  return tx
    .sql('snapshot_contents')
    .where({ hub })
    .where(query => {
      query.whereNull('key_id').orWhereIn('key_id', older);
    });
}

async function sealAnew(tx: Tx, hub: string, { row, text }: { row: Row; text: string }): Promise<void> {
  const { body, keyId } = tx.vault.seal(text, boundTo(hub, row.hash));
  await tx
    .sql('snapshot_contents')
    .where({ hub, hash: row.hash, body: row.body })
    .update({ body, key_id: keyId, bytes: Buffer.byteLength(text) });
}

/** Touches a row that is there: snapshots are about to refer to it, and it may be old enough to be pruned. */
async function saveSealed(tx: Tx, hub: string, text: string): Promise<string> {
  const id = tx.vault.identify(contentHash(kubeObject.read(text)));
  const { body, keyId } = tx.vault.seal(text, boundTo(hub, id));
  const bytes = Buffer.byteLength(text);
  const used_at = tx.sql.raw(nowMs(tx.dialect));
  await tx
    .sql('snapshot_contents')
    .insert({ hub, hash: id, body, key_id: keyId, bytes, used_at })
    .onConflict(['hub', 'hash'])
    .merge(['body', 'key_id', 'bytes', 'used_at']);
  return id;
}

/**
 * One batch of the walk over all snapshots, that name renamed contents by their identity then. Returns where the next batch
 * begins. A snapshot that changes under us keeps the old name: its writer has touched the row in clear, which stays.
 */
export async function renameContents(
  tx: Tx,
  hub: string,
  { renamed, after, maxRows }: { renamed: ReadonlyMap<string, string>; after?: SnapshotKey; maxRows: number },
): Promise<SnapshotKey | undefined> {
  const rows = await tx
    .sql('resource_snapshots')
    .where({ hub })
    .where(query => {
      if (after === undefined) return;
      query
        .where('placement', '>', after.placement)
        .orWhere(same => same.where({ placement: after.placement }).where('idx', '>', after.idx));
    })
    .orderBy(['placement', 'idx'])
    .limit(maxRows)
    .select('placement', 'idx', 'contents');
  for (const { placement, idx, contents } of rows) {
    const next = contents.replaceAll(/[0-9a-f]{64}/g, id => renamed.get(id) ?? id);
    if (next === contents) continue;
    await tx.sql('resource_snapshots').where({ hub, placement, idx, contents }).update({ contents: next });
  }
  const last = rows.at(-1);
  return rows.length < maxRows || last === undefined
    ? undefined
    : { placement: last.placement, idx: last.idx };
}

/**
 * Rows in clear that snapshots named before the walk. A replica without keys may just have made a snapshot hold a row that
 * the walk did not see: it has touched the row, so that what was used lately stays for the next sweep.
 */
export async function deleteRenamed(tx: Tx, hub: string, hashes: readonly string[]): Promise<void> {
  await tx
    .sql('snapshot_contents')
    .where({ hub })
    .whereNull('key_id')
    .whereIn('hash', [...hashes])
    .whereRaw(`used_at < ${nowMs(tx.dialect)} - ?`, [KEEP_UNUSED_MS])
    .delete();
}

/**
 * The identity secret under a key that is configured no more, and that seals nothing. A key that another replica has
 * registered lately is about to be used.
 */
export async function forgetOldKeys(tx: Tx, hub: string): Promise<void> {
  const used = await tx.sql('snapshot_contents').where({ hub }).whereNotNull('key_id').distinct('key_id');
  const kept = [...tx.vault.keyIds, ...used.map(row => row.key_id ?? '')];
  await tx
    .sql('vault_keys')
    .whereNotIn('key_id', kept)
    .whereRaw(`created_at < ${nowMs(tx.dialect)} - ?`, [KEEP_KEY_MS])
    .delete();
}
