import { contentHash, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isIdentity } from '../vault/Vault';
import { boundTo } from './contentStore';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import { fromJson } from './rows';
import type { SnapshotContentRow } from './tables';

export interface Resealed {
  /** Contents that were sealed with the newest key. */
  readonly sealed: number;
  /** What is still in clear, or sealed with an older key that is configured. */
  readonly left: number;
}

type Row = Pick<SnapshotContentRow, 'hash' | 'body' | 'key_id'>;

/**
 * One batch of a key rotation: contents in clear or under an older key are sealed with the first one. A content in clear
 * gets its identity, too, and the snapshots that hold it name it by that.
 */
export async function resealContents(tx: Tx, hub: string, maxRows: number): Promise<Resealed> {
  const { keyId } = tx.vault;
  if (keyId === null) return { sealed: 0, left: 0 };
  const rows = await outdated(tx, hub).orderBy('hash').limit(maxRows).select('hash', 'body', 'key_id');
  const renamed = new Map<string, string>();
  let sealed = 0;
  for (const row of rows) {
    const text = tx.vault.open({ body: row.body, keyId: row.key_id }, boundTo(hub, row.hash));
    if (text === undefined) continue;
    sealed += 1;
    if (isIdentity(row.hash)) await sealAnew(tx, hub, { row, text });
    else renamed.set(row.hash, await saveSealed(tx, hub, text));
  }
  if (renamed.size > 0) await rename(tx, hub, renamed);
  const [{ n }] = await outdated(tx, hub).count<{ n: number | string }[]>({ n: '*' });
  const left = Number(n);
  if (left === 0) await forgetOldKeys(tx, hub);
  return { sealed, left };
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

async function saveSealed(tx: Tx, hub: string, text: string): Promise<string> {
  const id = tx.vault.identify(contentHash(fromJson<KubeObject>(text)));
  const { body, keyId } = tx.vault.seal(text, boundTo(hub, id));
  const bytes = Buffer.byteLength(text);
  const used_at = tx.sql.raw(nowMs(tx.dialect));
  await tx
    .sql('snapshot_contents')
    .insert({ hub, hash: id, body, key_id: keyId, bytes, used_at })
    .onConflict(['hub', 'hash'])
    .ignore();
  return id;
}

/** A snapshot that changes under us keeps the old name, and the row in clear stays for the next batch. */
async function rename(tx: Tx, hub: string, renamed: ReadonlyMap<string, string>): Promise<void> {
  const snapshots = await tx.sql('resource_snapshots').where({ hub }).select('placement', 'idx', 'contents');
  let isWhole = true;
  for (const { placement, idx, contents } of snapshots) {
    const next = contents.replaceAll(/[0-9a-f]{64}/g, id => renamed.get(id) ?? id);
    if (next === contents) continue;
    const changed = await tx
      .sql('resource_snapshots')
      .where({ hub, placement, idx, contents })
      .update({ contents: next });
    isWhole &&= changed === 1;
  }
  if (isWhole)
    await tx
      .sql('snapshot_contents')
      .where({ hub })
      .whereIn('hash', [...renamed.keys()])
      .delete();
}

/** The identity secret under a key that is configured no more, and that seals nothing. */
async function forgetOldKeys(tx: Tx, hub: string): Promise<void> {
  const used = await tx.sql('snapshot_contents').where({ hub }).whereNotNull('key_id').distinct('key_id');
  const kept = [...tx.vault.keyIds, ...used.map(row => row.key_id ?? '')];
  await tx.sql('vault_keys').whereNotIn('key_id', kept).delete();
}
