import { formatWithV, type UpgradeToJudge } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeObject } from '@fleetstage/kube-client';
import { compareWith } from './compareWith';
import {
  DEFER_ANNOTATION,
  entriesOf,
  HOLD_ANNOTATION,
  OUR_HOLD,
  POOL_KINDS,
  TOPOLOGY_POOL_LABELS,
  type CapiPool,
  type ClusterObjects,
  type PoolKind,
  type Topology,
  type TopologyPool,
} from './objects';

export type NodeUpgrades = 'Held' | 'Coupled';

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

/** A JSON patch of one object, conditional on the version that was read. */
export interface PlannedWrite {
  readonly object: KubeObject;
  readonly operations: readonly PatchOperation[];
}

/**
 * What has to be written for an upgrade that is allowed; nothing where the objects desire it already. Only these fields are
 * ever written (E/FL-008): the topology's version and the annotations that hold pools; without a topology the versions of the
 * control plane and of the pools' templates. Never the annotation that switches Cluster API's checks off (D/CAPI-028).
 */
export function planUpgrade(
  objects: ClusterObjects,
  upgrade: UpgradeToJudge,
  nodeUpgrades: NodeUpgrades,
): readonly PlannedWrite[] {
  const { topology } = objects.cluster.spec;
  if (topology === undefined) return planPlain(objects, upgrade);
  const operations =
    upgrade.upgradeType === 'ControlPlane'
      ? bump(topology, upgrade, nodeUpgrades)
      : release(topology, upgrade, poolsBehind(objects, upgrade));
  return operations.length === 0 ? [] : [withVersion(objects.cluster, operations)];
}

/** Hold and version in one patch: between two, pools would begin (E/CA-007, D/CAPI-031). */
function bump(topology: Topology, { version }: UpgradeToJudge, nodeUpgrades: NodeUpgrades): PatchOperation[] {
  if (compareWith(topology.version, version) === 0) return [];
  const holds = nodeUpgrades === 'Held' ? entriesOf(topology).filter(({ index }) => index === 0) : [];
  return [
    ...holds.flatMap(({ kind, entry }) => annotate(pathOf(kind, 0), entry, HOLD_ANNOTATION)),
    { op: 'replace', path: '/spec/topology/version', value: formatWithV(version) },
  ];
}

/**
 * Lets all pools go, or those named: then the others are deferred one by one, as a hold holds all that follow (D/CAPI-032).
 * Holds of other people stay.
 */
function release(
  topology: Topology,
  { pools: names }: UpgradeToJudge,
  behind: ReadonlySet<string>,
): PatchOperation[] {
  return entriesOf(topology).flatMap(({ kind, index, entry }) => {
    const path = pathOf(kind, index);
    const isNamed = names === undefined || names.includes(entry.name);
    const isToWait = !isNamed && behind.has(entry.name);
    const gone = [HOLD_ANNOTATION, ...(isNamed ? [DEFER_ANNOTATION] : [])].filter(
      key => entry.metadata?.annotations?.[key] === OUR_HOLD,
    );
    const [hold] = gone;
    if (isToWait && hold !== undefined)
      return [
        { op: 'remove', path: `${path}/metadata/annotations/${escape(hold)}` },
        ...annotate(path, entry, DEFER_ANNOTATION),
      ];
    return isToWait ? annotate(path, entry, DEFER_ANNOTATION) : removeAnnotations(path, entry, gone);
  });
}

function poolsBehind(
  { cluster, ...objects }: ClusterObjects,
  { version }: UpgradeToJudge,
): ReadonlySet<string> {
  const { topology } = cluster.spec;
  if (topology === undefined) return new Set();
  const isThere = (kind: PoolKind, name: string) =>
    objects[kind].some(
      ({ metadata: { labels = {} }, spec }) =>
        labels[TOPOLOGY_POOL_LABELS[kind]] === name && compareWith(spec.template.spec.version, version) === 0,
    );
  return new Set(
    entriesOf(topology)
      .filter(({ kind, entry }) => !isThere(kind, entry.name))
      .map(({ entry }) => entry.name),
  );
}

function planPlain(
  { controlPlane, ...objects }: ClusterObjects,
  upgrade: UpgradeToJudge,
): readonly PlannedWrite[] {
  const { version, pools: names } = upgrade;
  const value = formatWithV(version);
  if (upgrade.upgradeType === 'ControlPlane') {
    if (controlPlane === undefined || compareWith(controlPlane.spec.version, version) === 0) return [];
    return [withVersion(controlPlane, [{ op: 'replace', path: '/spec/version', value }])];
  }
  const isBehind = ({ metadata, spec }: CapiPool) =>
    names?.includes(metadata.name) !== false && compareWith(spec.template.spec.version, version) < 0;
  return POOL_KINDS.flatMap(kind => objects[kind])
    .filter(isBehind)
    .map(object => withVersion(object, [{ op: 'add', path: '/spec/template/spec/version', value }]));
}

/** With the version that was read the server answers a conflict where somebody wrote meanwhile. */
const withVersion = (object: KubeObject, operations: readonly PatchOperation[]): PlannedWrite => ({
  object,
  operations: [
    { op: 'replace', path: '/metadata/resourceVersion', value: object.metadata.resourceVersion },
    ...operations,
  ],
});

const pathOf = (kind: PoolKind, index: number) => `/spec/topology/workers/${kind}/${index}`;

const escape = (key: string) => key.replace(/~/g, '~0').replace(/\//g, '~1');

/** Keeps an annotation that is there, whoever has put it. */
function annotate(path: string, { metadata }: TopologyPool, key: string): PatchOperation[] {
  if (metadata === undefined)
    return [{ op: 'add', path: `${path}/metadata`, value: { annotations: { [key]: OUR_HOLD } } }];
  if (metadata.annotations === undefined)
    return [{ op: 'add', path: `${path}/metadata/annotations`, value: { [key]: OUR_HOLD } }];
  if (metadata.annotations[key] !== undefined) return [];
  return [{ op: 'add', path: `${path}/metadata/annotations/${escape(key)}`, value: OUR_HOLD }];
}

/** With the last annotation goes what held it: the schema refuses what is empty (E/CA-007). */
function removeAnnotations(
  path: string,
  { metadata }: TopologyPool,
  keys: readonly string[],
): PatchOperation[] {
  if (keys.length === 0 || metadata === undefined) return [];
  const isLast = Object.keys(metadata.annotations ?? {}).every(key => keys.includes(key));
  if (!isLast)
    return keys.map(key => ({ op: 'remove', path: `${path}/metadata/annotations/${escape(key)}` }));
  const isBare = Object.keys(metadata).every(field => field === 'annotations');
  return [{ op: 'remove', path: isBare ? `${path}/metadata` : `${path}/metadata/annotations` }];
}
