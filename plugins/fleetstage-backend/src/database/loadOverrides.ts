import { PLACEMENT_GROUP, type ResourceIdentifier } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isMeant,
  matchOverrides,
  nameOfObject,
  overrideKeysOf,
  unpackEnvelope,
  type ClusterFacts,
  type OverridesByCluster,
  type ResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadContents } from './contentStore';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { loadLatestOverrides } from './overrideStore';
import { fromObjectKey } from './placementObject';
import { loadContentIds } from './snapshotStore';

/**
 * What the newest overrides say of each cluster of a placement, by the objects of one snapshot of resources (B/OV-030…033). A
 * query where the hub has no override that may concern it, which is most of the time.
 */
export async function loadOverridesFor(
  tx: Tx,
  placement: PlacementRef,
  { snapshot, clusters }: OverrideInputs,
): Promise<OverridesByCluster | undefined> {
  const named = { name: placement.name, namespace: fromObjectKey(placement.name).namespace };
  const snapshots = (await loadLatestOverrides(tx, placement.hub)).filter(one => isMeant(named, one));
  if (snapshots.length === 0 || snapshot === undefined) return undefined;
  const objects = snapshot.identifiers.filter(one => !isEnvelope(one));
  const keys = overrideKeysOf([...objects, ...(await loadEnveloped(tx, placement, snapshot))]);
  return matchOverrides(named, { keys, snapshots }, clusters);
}

interface OverrideInputs {
  /** What is to be placed: the newest, or the one that a run names. */
  readonly snapshot: ResourceSnapshot | undefined;
  readonly clusters: readonly ClusterFacts[];
}

const isEnvelope = ({ group, kind }: ResourceIdentifier) =>
  group === PLACEMENT_GROUP && (kind === 'ResourceEnvelope' || kind === 'ClusterResourceEnvelope');

/** What nobody can open cannot be applied either, so it is left out. */
async function loadEnveloped(tx: Tx, placement: PlacementRef, { index, identifiers }: ResourceSnapshot) {
  if (!identifiers.some(isEnvelope)) return [];
  const ids = (await loadContentIds(tx, placement, index)) ?? [];
  const contents = await loadContents(
    tx,
    placement.hub,
    ids.filter((_, i) => identifiers[i] !== undefined && isEnvelope(identifiers[i])),
  );
  return [...contents.values()].flatMap(content => {
    const enveloped = content === 'sealed' ? undefined : unpackEnvelope(content, JSON.parse);
    return (enveloped?.manifests ?? []).map(nameOfObject);
  });
}
