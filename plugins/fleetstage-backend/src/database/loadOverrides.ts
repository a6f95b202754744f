import { PLACEMENT_GROUP, type ResourceIdentifier } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  findOverrideWarnings,
  isMeant,
  matchOverrides,
  nameOfObject,
  overrideKeysOf,
  unpackEnvelope,
  type Binding,
  type ClusterFacts,
  type OverrideKeys,
  type OverridesByCluster,
  type OverrideWarning,
  type ResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { findUnreadable, loadContents } from './contentStore';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { loadLatestOverrides } from './overrideStore';
import { fromObjectKey } from './placementObject';
import { loadContentIds } from './snapshotStore';

export interface LoadedOverrides {
  readonly overrides?: OverridesByCluster;
  /** Their warnings about each other (RUL 44); absent: not known. */
  readonly foundWarnings?: readonly OverrideWarning[];
  /** Why they cannot be known: `overrides` is what bindings have, and nothing may be decided by it. */
  readonly unknownOverrides?: string;
}

/**
 * What the newest overrides say of each cluster of a placement, by the objects of one snapshot of resources (B/OV-030…033). A
 * query where the hub has no override that may concern it, which is most of the time.
 */
export async function loadOverridesFor(
  tx: Tx,
  placement: PlacementRef,
  { snapshot, clusters, bindings }: OverrideInputs,
): Promise<LoadedOverrides> {
  const named = { name: placement.name, namespace: fromObjectKey(placement.name).namespace };
  const all = await loadLatestOverrides(tx, placement.hub);
  const snapshots = all.filter(one => isMeant(named, one));
  if (snapshots.length === 0 || snapshot === undefined) return { foundWarnings: [] };
  const keys = await loadOverrideKeys(tx, placement, snapshot);
  if (typeof keys === 'string') return { overrides: overridesOf(bindings), unknownOverrides: keys };
  return {
    overrides: matchOverrides(named, { keys, snapshots }, clusters),
    foundWarnings: findOverrideWarnings(named, { keys, snapshots: all }),
  };
}

/** What selectors of overrides may name of a snapshot; a text: why that cannot be known. */
export async function loadOverrideKeys(
  tx: Tx,
  placement: PlacementRef,
  snapshot: ResourceSnapshot,
): Promise<OverrideKeys | string> {
  const enveloped = await loadEnveloped(tx, placement, snapshot);
  if (typeof enveloped === 'string') return enveloped;
  return overrideKeysOf([...snapshot.identifiers.filter(one => !isEnvelope(one)), ...enveloped]);
}

interface OverrideInputs {
  /** The snapshot to be placed: the newest, or the one that a run names. */
  readonly snapshot: ResourceSnapshot | undefined;
  readonly clusters: readonly ClusterFacts[];
  readonly bindings: readonly Binding[];
}

const overridesOf = (bindings: readonly Binding[]): OverridesByCluster =>
  new Map(
    bindings.flatMap(({ cluster, overrides }) => (overrides === undefined ? [] : [[cluster, overrides]])),
  );

const isEnvelope = ({ group, kind }: ResourceIdentifier) =>
  group === PLACEMENT_GROUP && (kind === 'ResourceEnvelope' || kind === 'ClusterResourceEnvelope');

/** The objects in its envelopes, by name; a text: why they cannot be read. */
async function loadEnveloped(tx: Tx, placement: PlacementRef, { index, identifiers }: ResourceSnapshot) {
  if (!identifiers.some(isEnvelope)) return [];
  const all = await loadContentIds(tx, placement, index);
  const ids = all?.filter((_, i) => identifiers[i] !== undefined && isEnvelope(identifiers[i])) ?? [];
  const contents = await loadContents(tx, placement.hub, ids);
  const objects = ids.map(id => contents.get(id) ?? 'missing');
  if (all === undefined || objects.some(content => typeof content === 'string'))
    return explainUnreadable(await findUnreadable(tx, placement.hub, ids), index);
  return objects.flatMap(content => {
    const enveloped = typeof content === 'string' ? undefined : unpackEnvelope(content, JSON.parse);
    return (enveloped?.manifests ?? []).map(nameOfObject);
  });
}

const explainUnreadable = (keyIds: readonly string[], index: number) =>
  `overrides are for objects that may be in an envelope of resource snapshot ${index}, which ${
    keyIds.length === 0
      ? 'is no longer kept; a capture brings it back'
      : `is sealed with the encryption key ${keyIds.join(', ')}, which is not configured; add that key to fleetstage.encryption.keys again`
  }`;
