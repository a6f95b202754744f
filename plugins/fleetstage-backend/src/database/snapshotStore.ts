import { contentHash, instant, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { nowMs } from './dbNow';
import { chunks, fromJson } from './rows';
import type { ResourceSnapshotRow } from './tables';

/**
 * Keeps a snapshot and its manifests (one per identifier, in their order); manifests are stored once by the hash of
 * their content, whichever snapshots hold them. The same index again replaces the snapshot. Call lockPlacement first.
 */
export async function saveResourceSnapshot(
  tx: Tx,
  placement: PlacementRef,
  snapshot: ResourceSnapshot,
  manifests: readonly KubeObject[],
): Promise<void> {
  const hashes = manifests.map(manifest => contentHash(manifest));
  await saveContents(tx, placement.hub, new Map(manifests.map((manifest, i) => [hashes[i], manifest])));
  await saveRow(tx, placement, { ...snapshot, contents: hashes });
}

/** Keeps a snapshot whose manifests nobody has any more; a capture of the same content may bring them back. */
export async function saveMaskedSnapshot(
  tx: Tx,
  placement: PlacementRef,
  snapshot: ResourceSnapshot,
): Promise<void> {
  await saveRow(tx, placement, { ...snapshot, contents: null });
}

/** False: the snapshot is gone, or its manifests are. */
export async function hasManifests(tx: Tx, { hub, name }: PlacementRef, index: number): Promise<boolean> {
  const row = await tx
    .sql('resource_snapshots')
    .where({ hub, placement: name, idx: index })
    .first('contents');
  return row !== undefined && row.contents !== 'null';
}

async function saveRow(
  tx: Tx,
  { hub, name }: PlacementRef,
  snapshot: ResourceSnapshot & { readonly contents: readonly string[] | null },
): Promise<void> {
  const row = {
    hub,
    placement: name,
    idx: snapshot.index,
    hash: snapshot.hash,
    identifiers: JSON.stringify(snapshot.identifiers),
    contents: JSON.stringify(snapshot.contents),
    created_at: snapshot.createdAt,
  };
  await tx.sql('resource_snapshots').insert(row).onConflict(['hub', 'placement', 'idx']).merge();
}

/** Sorted, so that two captures with contents in common wait for each other in one direction only. */
async function saveContents(tx: Tx, hub: string, contents: ReadonlyMap<string, KubeObject>): Promise<void> {
  const rows = [...contents].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const part of chunks(rows, 50)) {
    await tx
      .sql('snapshot_contents')
      .insert(
        part.map(([hash, body]) => ({
          hub,
          hash,
          body: JSON.stringify(body),
          used_at: tx.sql.raw(nowMs(tx.dialect)),
        })),
      )
      .onConflict(['hub', 'hash'])
      .merge(['used_at']);
  }
}

/** By ascending index. */
export async function loadResourceSnapshots(
  tx: Tx,
  hub: string,
  placement: string,
): Promise<ResourceSnapshot[]> {
  const rows = await tx
    .sql('resource_snapshots')
    .where({ hub, placement })
    .select('idx', 'hash', 'identifiers', 'created_at')
    .orderBy('idx');
  return rows.map(toResourceSnapshot);
}

/** The manifests of a snapshot in the order of its identifiers; `undefined` where the snapshot is gone, or they are. */
export async function loadManifests(
  tx: Tx,
  { hub, name }: PlacementRef,
  index: number,
): Promise<KubeObject[] | undefined> {
  const row = await tx
    .sql('resource_snapshots')
    .where({ hub, placement: name, idx: index })
    .first('contents');
  if (row === undefined) return undefined;
  const hashes = fromJson<string[] | null>(row.contents);
  if (hashes === null) return undefined;
  const bodies = new Map<string, string>();
  for (const part of chunks([...new Set(hashes)])) {
    const found = await tx
      .sql('snapshot_contents')
      .where({ hub })
      .whereIn('hash', part)
      .select('hash', 'body');
    for (const content of found) bodies.set(content.hash, content.body);
  }
  return hashes.map(hash => {
    const body = bodies.get(hash);
    if (body === undefined) throw new Error(`content ${hash} of snapshot ${index} of ${name} is missing`);
    return fromJson<KubeObject>(body);
  });
}

export async function deleteResourceSnapshots(
  tx: Tx,
  { hub, name }: PlacementRef,
  indexes: readonly number[],
): Promise<void> {
  if (indexes.length === 0) return;
  await tx.sql('resource_snapshots').where({ hub, placement: name }).whereIn('idx', indexes).delete();
}

const toResourceSnapshot = (
  row: Pick<ResourceSnapshotRow, 'idx' | 'hash' | 'identifiers' | 'created_at'>,
) => ({
  index: row.idx,
  hash: row.hash,
  identifiers: fromJson<ResourceSnapshot['identifiers']>(row.identifiers),
  createdAt: instant(Number(row.created_at)),
});
