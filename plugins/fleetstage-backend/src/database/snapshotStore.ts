import { instant, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { areReadable, findUnreadable, loadContents, saveContents } from './contentStore';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { contentHash } from './nativeHash';
import { contentIds, identifiers } from './documents/placementDocuments';
import type { ResourceSnapshotRow } from './tables';

/**
 * Keeps a snapshot and its manifests (one per identifier, in their order); manifests are stored once by the identity of
 * their content, whichever snapshots hold them. The same index again replaces the snapshot. Call lockPlacement first.
 */
export async function saveResourceSnapshot(
  tx: Tx,
  placement: PlacementRef,
  snapshot: ResourceSnapshot,
  manifests: readonly KubeObject[],
): Promise<void> {
  const ids = manifests.map(manifest => tx.vault.identify(contentHash(manifest)));
  await saveContents(tx, placement.hub, new Map(manifests.map((manifest, i) => [ids[i], manifest])));
  await saveRow(tx, placement, { ...snapshot, contents: ids });
}

/** Keeps a snapshot whose manifests nobody has any more; a capture of the same content may bring them back. */
export async function saveMaskedSnapshot(
  tx: Tx,
  placement: PlacementRef,
  snapshot: ResourceSnapshot,
): Promise<void> {
  await saveRow(tx, placement, { ...snapshot, contents: null });
}

/** False: the snapshot is gone, or some of its manifests are, or nobody has their key. */
export async function hasManifests(tx: Tx, placement: PlacementRef, index: number): Promise<boolean> {
  const ids = await loadContentIds(tx, placement, index);
  return ids !== undefined && (await areReadable(tx, placement.hub, ids));
}

/** The ids of keys without which the manifests of a snapshot cannot be read; none where all can, or there are none. */
export async function findMissingKeys(tx: Tx, placement: PlacementRef, index: number): Promise<string[]> {
  const ids = await loadContentIds(tx, placement, index);
  return ids === undefined ? [] : findUnreadable(tx, placement.hub, ids);
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
    identifiers: identifiers.write(snapshot.identifiers),
    contents: contentIds.write(snapshot.contents),
    created_at: snapshot.createdAt,
  };
  await tx.sql('resource_snapshots').insert(row).onConflict(['hub', 'placement', 'idx']).merge();
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
    .orderBy('idx')
    .select('idx', 'hash', 'identifiers', 'created_at');
  return rows.map(toResourceSnapshot);
}

/** In the order of its identifiers; `undefined` where the snapshot is gone, or they are, or nobody has their key. */
export async function loadManifests(
  tx: Tx,
  placement: PlacementRef,
  index: number,
): Promise<KubeObject[] | undefined> {
  const ids = await loadContentIds(tx, placement, index);
  if (ids === undefined) return undefined;
  const contents = await loadContents(tx, placement.hub, ids);
  const manifests: KubeObject[] = [];
  for (const id of ids) {
    const manifest = contents.get(id);
    if (manifest === undefined)
      throw new Error(`content ${id} of snapshot ${index} of ${placement.name} is missing`);
    if (manifest === 'sealed') return undefined;
    manifests.push(manifest);
  }
  return manifests;
}

/** In the order of its identifiers; `undefined` where the snapshot is gone, or its manifests are. */
export async function loadContentIds(
  tx: Tx,
  { hub, name }: PlacementRef,
  index: number,
): Promise<readonly string[] | undefined> {
  const row = await tx
    .sql('resource_snapshots')
    .where({ hub, placement: name, idx: index })
    .first('contents');
  return row === undefined ? undefined : (contentIds.read(row.contents) ?? undefined);
}

/** The same of every snapshot of a placement whose manifests are there, by index. */
export async function loadAllContentIds(
  tx: Tx,
  { hub, name }: PlacementRef,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await tx.sql('resource_snapshots').where({ hub, placement: name }).select('idx', 'contents');
  return new Map(
    rows.flatMap(({ idx, contents }): [number, readonly string[]][] => {
      const ids = contentIds.read(contents);
      return ids === null ? [] : [[idx, ids]];
    }),
  );
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
  identifiers: identifiers.read(row.identifiers),
  createdAt: instant(Number(row.created_at)),
});
