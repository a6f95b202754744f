import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import { kubeObject } from './documents/kubeDocuments';
import { chunks, UnreadableError } from './rows';
import type { SnapshotContentRow } from './tables';

/** The associated data of a sealed content: moved to another row it cannot be opened. */
export const boundTo = (hub: string, id: string) => `${hub}\n${id}`;

/** Sorted, so that two captures with contents in common wait for each other in one direction only. */
export async function saveContents(
  tx: Tx,
  hub: string,
  contents: ReadonlyMap<string, KubeObject>,
): Promise<void> {
  const entries = [...contents].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const part of chunks(entries, 50)) {
    const ids = part.map(([id]) => id);
    const rows = part.map(([id, manifest]) => ({ ...toRow(tx, hub, id, manifest) }));
    const unreadable = new Set(await findUnreadableRows(tx, hub, ids));
    const save = (some: typeof rows, columns: (keyof SnapshotContentRow)[]) =>
      some.length === 0
        ? undefined
        : tx.sql('snapshot_contents').insert(some).onConflict(['hub', 'hash']).merge(columns);
    await save(
      rows.filter(row => !unreadable.has(row.hash)),
      ['used_at'],
    );
    await save(
      rows.filter(row => unreadable.has(row.hash)),
      ['used_at', 'body', 'key_id', 'bytes'],
    );
  }
}

function toRow(tx: Tx, hub: string, id: string, manifest: KubeObject) {
  const text = kubeObject.write(manifest);
  const { body, keyId } = tx.vault.seal(text, boundTo(hub, id));
  const used_at = tx.sql.raw(nowMs(tx.dialect));
  return { hub, hash: id, body, key_id: keyId, bytes: Buffer.byteLength(text), used_at };
}

/** `sealed`: nobody has the key. What is not there is missing. */
export async function loadContents(
  tx: Tx,
  hub: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KubeObject | 'sealed'>> {
  const contents = new Map<string, KubeObject | 'sealed'>();
  for (const part of chunks([...new Set(ids)])) {
    const rows = await tx
      .sql('snapshot_contents')
      .where({ hub })
      .whereIn('hash', part)
      .select('hash', 'body', 'key_id');
    for (const { hash, body, key_id: keyId } of rows) {
      const text = tx.vault.open({ body, keyId }, boundTo(hub, hash));
      if (text === undefined && tx.vault.keyIds.includes(keyId ?? ''))
        throw new UnreadableError(
          `content ${hash} does not open with key ${keyId}: its row was changed by somebody else`,
        );
      contents.set(hash, text === undefined ? 'sealed' : kubeObject.read(text));
    }
  }
  return contents;
}

/** Sizes of manifests as JSON in clear; what is not there is missing, as is what an earlier version wrote. */
export async function loadSizes(
  tx: Tx,
  hub: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const part of chunks([...new Set(ids)])) {
    const rows = await tx
      .sql('snapshot_contents')
      .where({ hub })
      .whereIn('hash', part)
      .select('hash', 'bytes');
    for (const { hash, bytes } of rows) if (bytes !== null) sizes.set(hash, bytes);
  }
  return sizes;
}

/** The ids of keys that some of these contents need and that are not configured. */
export async function findUnreadable(tx: Tx, hub: string, ids: readonly string[]): Promise<string[]> {
  const keys = new Set<string>();
  for (const part of chunks([...new Set(ids)]))
    for (const { key_id } of await unreadable(tx, hub, part)) if (key_id !== null) keys.add(key_id);
  return [...keys].sort();
}

/** Whether each of these contents is there, in clear or under a configured key. */
export async function areReadable(tx: Tx, hub: string, ids: readonly string[]): Promise<boolean> {
  for (const part of chunks([...new Set(ids)])) {
    const [{ n }] = await tx
      .sql('snapshot_contents')
      .where({ hub })
      .whereIn('hash', part)
      .where(query => {
        query.whereNull('key_id').orWhereIn('key_id', [...tx.vault.keyIds]);
      })
      .count<{ n: number | string }[]>({ n: '*' });
    if (Number(n) < part.length) return false;
  }
  return true;
}

const findUnreadableRows = async (tx: Tx, hub: string, ids: readonly string[]) =>
  (await unreadable(tx, hub, ids)).map(({ hash }) => hash);

const unreadable = (tx: Tx, hub: string, ids: readonly string[]) =>
  tx
    .sql('snapshot_contents')
    .where({ hub })
    .whereIn('hash', [...ids])
    .whereNotNull('key_id')
    .whereNotIn('key_id', [...tx.vault.keyIds])
    .select('hash', 'key_id');
