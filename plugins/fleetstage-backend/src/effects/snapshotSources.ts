import {
  resourceSnapshotName,
  subResourceSnapshotName,
  toPlacementKey,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementStatusInput, ResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import type { HubKey } from '../database/keys';
import { contentHash } from '../database/nativeHash';
import { fromObjectKey } from '../database/placementObject';
import { loadPublishedHashes } from '../database/publicationStore';
import { loadAllContentIds } from '../database/snapshotStore';

/** Publications of this kind say what the parts of a snapshot on the hub were made from. */
export const SOURCE = 'FleetstageSnapshotSource';
/** Raise it when a published snapshot shows something else of the same source. */
const PROJECTION = 1;

/** The inputs of the parts of a resource snapshot. */
export interface SnapshotSource {
  readonly snapshot: ResourceSnapshot;
  /** How publications call it: as they call its first part. */
  readonly name: string;
  /** Equal for equal parts, without reading a manifest. */
  readonly hash: string;
}

/** How a publication calls what is published beside the placement. */
export const besides = ({ name: placement }: HubKey, name: string) =>
  toPlacementKey({ ...fromObjectKey(placement), name });

/** The sources of all kept snapshots whose manifests are there. */
export async function readSources(
  tx: Tx,
  at: HubKey,
  { state, secrets }: { readonly state: PlacementStatusInput; readonly secrets: string },
): Promise<SnapshotSource[]> {
  const contents = await loadAllContentIds(tx, at);
  const { placement, resourceSnapshots } = state;
  const latest = resourceSnapshots.at(-1)?.index;
  return resourceSnapshots.flatMap(snapshot => {
    const ids = contents.get(snapshot.index);
    if (ids === undefined) return [];
    const { index, hash } = snapshot;
    const isLatest = index === latest;
    const made = [PROJECTION, placement.uid, index, hash, ids, isLatest, secrets];
    const name = besides(at, resourceSnapshotName(placement.name, index));
    return [{ snapshot, name, hash: tx.vault.identify(contentHash(made)) }];
  });
}

/** The names of the parts that are published as they are, of each source of which all are. */
export async function loadPublishedParts(
  tx: Tx,
  at: HubKey,
  { kind, sources }: { readonly kind: string; readonly sources: readonly SnapshotSource[] },
): Promise<ReadonlyMap<SnapshotSource, readonly string[]>> {
  const names = sources.map(({ name }) => name);
  const published = await loadPublishedHashes(tx, at.hub, { kind: SOURCE, names });
  const entries = sources.flatMap((source): [SnapshotSource, string[]][] => {
    const [hash, count] = published.get(source.name)?.split(' ') ?? [];
    return hash === source.hash ? [[source, partsOf(at, source, Number(count))]] : [];
  });
  const parts = entries.flatMap(([, some]) => some.map(name => besides(at, name)));
  const there = await loadPublishedHashes(tx, at.hub, { kind, names: parts });
  return new Map(entries.filter(([, some]) => some.every(name => there.has(besides(at, name)))));
}

/** The hash of the publication that names a source and its number of parts. */
export const toSourceHash = ({ hash }: SnapshotSource, parts: number) => `${hash} ${parts}`;

function partsOf(at: HubKey, { snapshot: { index } }: SnapshotSource, count: number): string[] {
  const { name } = fromObjectKey(at.name);
  const others = Array.from({ length: count - 1 }, (_, i) => subResourceSnapshotName(name, index, i));
  return [resourceSnapshotName(name, index), ...others];
}
