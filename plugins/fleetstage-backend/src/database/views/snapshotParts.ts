import {
  derivedKinds,
  placementKindOf,
  resourceSnapshotName,
  subResourceSnapshotName,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from '../db';
import type { PlacementRef } from '../keys';
import { fromObjectKey } from '../placementObject';
import { loadPublishedHashes } from '../publicationStore';

/** Further parts that are asked for at once; few snapshots have more than one. */
const STEP = 8;

/**
 * Names of the objects that hold each snapshot on the hub, by index, in order (A/SNP-002, SNP-004): the first one, then
 * what was split off. A snapshot that is not published is missing.
 */
export async function loadSnapshotParts(
  tx: Tx,
  { hub, name: key }: PlacementRef,
  indexes: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { namespace, name } = fromObjectKey(key);
  const place = namespace === undefined ? '' : `${namespace}/`;
  const kind = derivedKinds[placementKindOf(key)].resourceSnapshot;
  const parts = new Map<number, string[]>();
  let open = [...indexes];
  for (let from = -1; open.length > 0; from += STEP) {
    const asked = open.map(index => ({ index, names: partNames(name, index, from) }));
    const names = asked.flatMap(one => one.names.map(part => place + part));
    const published = await loadPublishedHashes(tx, hub, { kind, names });
    open = [];
    for (const one of asked) {
      const end = one.names.findIndex(part => !published.has(place + part));
      const found = end < 0 ? one.names : one.names.slice(0, end);
      if (found.length > 0) parts.set(one.index, [...(parts.get(one.index) ?? []), ...found]);
      if (end < 0) open.push(one.index);
    }
  }
  return parts;
}

/** From the first one, which is at -1. */
const partNames = (placement: string, index: number, from: number) =>
  Array.from({ length: STEP }, (_, i) =>
    from + i < 0
      ? resourceSnapshotName(placement, index)
      : subResourceSnapshotName(placement, index, from + i),
  );
