import {
  annotationKeys,
  contentHash,
  isJsonObject,
  labelKeys,
  type ClusterResourceOverrideSpec,
  type KubeObject,
  type ResourceOverrideSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  matchSnapshots,
  NO_OVERRIDES,
  overridesHash,
  unknownOverrides,
  type MatchedOverride,
  type MatchedOverrides,
  type OverrideSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { keyOfOverride, type OverrideKind, type RestoredOverride } from '../database/overrideStore';
import type { AnyBinding } from './anyKind';

/** What the hub shows of overrides; kinds of both scopes together. */
export interface PublishedOverrides {
  readonly overrides: readonly KubeObject[];
  readonly snapshots: readonly KubeObject[];
}

/** What published bindings of overrides may be read with. */
export interface KnownOverrides {
  /** By kind, namespace and name, as `keyOfOverride` makes it. */
  readonly snapshots: ReadonlyMap<string, OverrideSnapshot>;
  /** By cluster. */
  readonly labels: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** More digits are no index of ours, and no integer of a database. */
const INDEX = /^\d{1,9}$/;

/**
 * Histories of overrides from the snapshots that were published of them. Those whose override is gone, or was recreated
 * under its name, are retired. The hash is that of what is shown: whether it is what was applied, a binding says.
 */
export function restoredOverrides({ overrides, snapshots }: PublishedOverrides): RestoredOverride[] {
  const uids = new Map(overrides.map(one => [keyOf(one), one.metadata.uid]));
  const found = snapshots.flatMap(object => toRestored(object, uids));
  const newest = new Map<string, number>();
  for (const one of found.filter(({ isRetired }) => !isRetired))
    newest.set(keyOfOverride(one), Math.max(newest.get(keyOfOverride(one)) ?? 0, one.index));
  return found.map(one => ({ ...one, isLatest: newest.get(keyOfOverride(one)) === one.index }));
}

function toRestored(
  { kind: shown, metadata, spec }: KubeObject,
  uids: ReadonlyMap<string, string | undefined>,
): Omit<RestoredOverride, 'isLatest'>[] {
  const { namespace, labels = {}, ownerReferences = [] } = metadata;
  const { [labelKeys.parentOverride]: name = '', [labelKeys.overrideIndex]: index = '' } = labels;
  const overrideSpec = isJsonObject(spec) ? spec.overrideSpec : undefined;
  if (!INDEX.test(index) || metadata.name !== `${name}-${Number(index)}` || !isJsonObject(overrideSpec))
    return [];
  const kind: OverrideKind =
    shown === 'ClusterResourceOverrideSnapshot' ? 'ClusterResourceOverride' : 'ResourceOverride';
  const override = { kind, ...(namespace !== undefined && { namespace }), name };
  const uid = uids.get(keyOfOverride(override));
  const own = { name: metadata.name, hash: contentHash(overrideSpec) };
  return [
    {
      ...override,
      index: Number(index),
      isRetired: uid === undefined || !ownerReferences.some(owner => owner.uid === uid),
      // The API server has checked its schema.
      snapshot:
        kind === 'ClusterResourceOverride'
          ? {
              ...own,
              kind: `${kind}Snapshot`,
              spec: overrideSpec as unknown as ClusterResourceOverrideSpec,
            }
          : {
              ...own,
              kind: `${kind}Snapshot`,
              namespace: namespace ?? '',
              spec: overrideSpec as unknown as ResourceOverrideSpec,
            },
    },
  ];
}

export const knownOverrides = (
  restored: readonly RestoredOverride[],
  members: readonly KubeObject[],
): KnownOverrides => ({
  snapshots: new Map(restored.map(({ snapshot }) => [keyOfOverride(snapshot), snapshot])),
  labels: new Map(members.map(({ metadata }) => [metadata.name, metadata.labels ?? {}])),
});

/**
 * What overrides a cluster runs with. A binding shows the names of their snapshots and a hash of what these said there: rules
 * and values are found again from the labels that the cluster has now. Where they make another hash (a snapshot is gone, a
 * label has changed meanwhile) nobody knows what the cluster runs with.
 *
 * @param isProved for a binding of KubeFleet, which has no such hash: whether the cluster is known to run just that
 */
export function restoredMatch(
  { metadata, spec }: AnyBinding,
  known: KnownOverrides,
  isProved: (matched: MatchedOverrides) => boolean = () => false,
): MatchedOverrides {
  const listed = listedOverrides(spec);
  if (listed.length === 0) return NO_OVERRIDES;
  const matched = matchListed(spec, spec.targetCluster, known);
  const hash = metadata.annotations?.[annotationKeys.overridesHash];
  const isSame = (found: MatchedOverrides) =>
    hash === undefined ? isProved(found) : hash === overridesHash(found);
  return matched !== undefined && isSame(matched) ? matched : unknownOverrides(listed);
}

/** It lists overrides without the hash of what they said: one of KubeFleet. */
export const needsProof = ({ metadata, spec }: AnyBinding): boolean =>
  metadata.annotations?.[annotationKeys.overridesHash] === undefined && listedOverrides(spec).length > 0;

/** What the listed snapshots say on a cluster with its labels of now; `undefined`: one of them is gone. */
export function matchListed(
  shown: Listed,
  cluster: string,
  { snapshots, labels }: KnownOverrides,
): MatchedOverrides | undefined {
  const listed = listedOverrides(shown);
  if (listed.length === 0) return NO_OVERRIDES;
  const found = listed.flatMap(one => snapshots.get(keyOfOverride(one)) ?? []);
  if (found.length < listed.length) return undefined;
  return matchSnapshots(found, { name: cluster, labels: labels.get(cluster) ?? {} });
}

type Listed = Pick<AnyBinding['spec'], 'clusterResourceOverrideSnapshots' | 'resourceOverrideSnapshots'>;

/** In the order in which they apply (B/OV-033). */
const listedOverrides = ({
  clusterResourceOverrideSnapshots: ofClusters = [],
  resourceOverrideSnapshots: ofNamespaces = [],
}: Listed): Pick<MatchedOverride, 'kind' | 'name' | 'namespace'>[] => [
  ...ofClusters.map(name => ({ kind: 'ClusterResourceOverrideSnapshot' as const, name })),
  ...ofNamespaces.map(({ namespace, name }) => ({
    kind: 'ResourceOverrideSnapshot' as const,
    namespace,
    name,
  })),
];

const keyOf = ({ kind, metadata: { namespace, name } }: KubeObject) =>
  keyOfOverride({ kind, namespace, name });
