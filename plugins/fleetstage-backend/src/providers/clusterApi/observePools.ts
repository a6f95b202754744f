import type { ObservedNodePool } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { compareVersions, parseVersion } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  conditionOf,
  entriesOf,
  OWNER_LABELS,
  POOL_KINDS,
  statusOf,
  TOPOLOGY_POOL_LABELS,
  type CapiPool,
  type ClusterObjects,
  type PoolKind,
} from './objects';
import { isTopologySeen } from './topologyState';

/** A pool as it is to be: of the topology, or the object itself. */
interface WantedPool {
  readonly name: string;
  readonly kind: PoolKind;
  readonly desired: string;
  /** Absent while it is being made. */
  readonly object?: CapiPool;
}

/** Node pools in the order in which Cluster API upgrades them (E/CA-006); pools that no topology names are not there. */
export function observePools(objects: ClusterObjects): readonly ObservedNodePool[] {
  return wantedPools(objects).map(pool => observePool(pool, objects));
}

function wantedPools({ cluster, ...objects }: ClusterObjects): readonly WantedPool[] {
  const { topology } = cluster.spec;
  if (topology === undefined)
    return POOL_KINDS.flatMap(kind =>
      objects[kind].map(object => ({
        name: object.metadata.name,
        kind,
        desired: object.spec.template.spec.version ?? '',
        object,
      })),
    );
  return entriesOf(topology).map(({ kind, entry, isHeld }) => {
    const object = objects[kind].find(
      ({ metadata }) => metadata.labels?.[TOPOLOGY_POOL_LABELS[kind]] === entry.name,
    );
    // Held, a pool is to stay where it is (E/CA-002).
    const desired = (isHeld ? object?.spec.template.spec.version : undefined) ?? topology.version;
    return { name: entry.name, kind, desired, ...(object && { object }) };
  });
}

function observePool({ name, kind, desired, object }: WantedPool, objects: ClusterObjects): ObservedNodePool {
  if (object === undefined) return { name, versions: [], desired, upgrading: true, healthy: false };
  const status = statusOf(object);
  const { replicas = 1 } = object.spec;
  const machines = objects.machines.filter(
    ({ metadata }) => metadata.labels?.[OWNER_LABELS[kind]] === object.metadata.name,
  );
  const versions = countVersions(
    // Machine pools of some clouds have no Machines: then the pool's own status counts.
    machines.length > 0 || replicas === 0
      ? machines.map(({ spec }) => spec.version ?? '')
      : (status.versions?.flatMap(({ version, replicas: count = 1 }) => Array<string>(count).fill(version)) ??
          Array<string>(replicas).fill(object.spec.template.spec.version ?? '')),
  );
  const upgrading =
    object.spec.template.spec.version !== desired ||
    versions.some(({ version }) => version !== desired) ||
    status.observedGeneration !== object.metadata.generation ||
    status.replicas !== replicas ||
    (status.upToDateReplicas ?? status.updatedReplicas ?? (kind === 'machinePools' ? replicas : 0)) !==
      replicas ||
    conditionOf(object, 'RollingOut')?.status === 'True' ||
    // A pool that is held has nothing to hear of.
    (desired === objects.cluster.spec.topology?.version && !isTopologySeen(objects.cluster));
  const cause = upgrading ? causeOf(object, objects) : undefined;
  return {
    name,
    versions,
    desired,
    upgrading,
    healthy: isHealthy(object, replicas),
    ...(cause !== undefined && { waitsFor: cause }),
  };
}

/** The pool's own word before that about all workers (E/CA-010). */
const causeOf = (object: CapiPool, { cluster }: ClusterObjects) =>
  [conditionOf(object, 'MachinesReady'), conditionOf(cluster, 'WorkerMachinesReady')].find(
    condition => condition !== undefined && condition.status !== 'True' && condition.message,
  )?.message;

/** MachinePools say so by counts alone. */
function isHealthy(object: CapiPool, replicas: number): boolean {
  const available = conditionOf(object, 'Available');
  if (available !== undefined) return available.status === 'True';
  const { readyReplicas = 0 } = (object.status ?? {}) as { readonly readyReplicas?: number };
  return readyReplicas >= replicas;
}

function countVersions(versions: readonly string[]): ObservedNodePool['versions'] {
  const counts = new Map<string, number>();
  for (const version of versions) counts.set(version, (counts.get(version) ?? 0) + 1);
  return [...counts]
    .map(([version, nodes]) => ({ version, nodes }))
    .sort((a, b) => order(a.version, b.version));
}

function order(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left.ok && right.ok ? compareVersions(left.value, right.value) : 0;
}
