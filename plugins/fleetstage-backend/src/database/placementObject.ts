import {
  parsePlacementKey,
  placementKindOf,
  toPlacementKey,
  type KubeObject,
  type PlacementKind,
  type PlacementName,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import type { ObjectRef } from './mirrorStore';
import { chunks } from './rows';

export const PLACEMENT_KINDS: readonly PlacementKind[] = ['ClusterResourcePlacement', 'ResourcePlacement'];

export const isPlacementKind = (kind: string): kind is PlacementKind =>
  PLACEMENT_KINDS.some(one => one === kind);

/** The name of an object among those of its kind: also the key of a placement (A/PL-069). */
export const keyOfObject = ({ metadata }: KubeObject): string => toPlacementKey(metadata);

/** @throws where the text is no key: those that we write are */
export function fromObjectKey(key: string): PlacementName {
  const parsed = parsePlacementKey(key);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** The mirrored object of a placement. */
export const placementObject = ({ hub, name: key }: PlacementRef): ObjectRef & { kind: PlacementKind } => ({
  hub,
  kind: placementKindOf(key),
  ...fromObjectKey(key),
});

/** The keys of all placements of a hub, in byte order. */
export async function listPlacementKeys(tx: Tx, hub: string): Promise<string[]> {
  const rows = await tx
    .sql('objects')
    .where({ hub })
    .whereIn('kind', [...PLACEMENT_KINDS])
    .select('namespace', 'name');
  return rows.map(toPlacementKey).sort((a, b) => (a < b ? -1 : 1));
}

/** Bodies of the mirrored objects of these placements, by key; what is gone is missing. */
export const loadPlacementBodies = (tx: Tx, hub: string, keys: readonly string[]) =>
  loadBodies(tx, hub, keys, placementKindOf);

/** The same of objects of any kind that has keys. */
export async function loadBodies(
  tx: Tx,
  hub: string,
  keys: readonly string[],
  kindOf: (key: string) => string,
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>();
  for (const part of chunks(keys)) {
    const wanted = new Set(part);
    const names = part.map(fromObjectKey);
    const rows = await tx
      .sql('objects')
      .where({ hub })
      .whereIn('kind', [...new Set(part.map(kindOf))])
      .whereIn('namespace', [...new Set(names.map(({ namespace = '' }) => namespace))])
      .whereIn('name', [...new Set(names.map(({ name }) => name))])
      .select('namespace', 'name', 'body');
    for (const row of rows) {
      const key = toPlacementKey(row);
      if (wanted.has(key)) bodies.set(key, row.body);
    }
  }
  return bodies;
}
