import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareVersions,
  parseVersion,
  type ObservedBlock,
  type ObservedCluster,
  type ObservedControlPlane,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  conditionOf,
  CONTROL_PLANE_LABEL,
  isTrue,
  PAUSED_ANNOTATION,
  statusOf,
  type ClusterObjects,
} from './objects';
import { observePools } from './observePools';
import { isSettled, isTopologySeen } from './topologyState';

/**
 * The versions of a cluster of Cluster API (D/CAPI-001…016, E/CA-001…003). No single field says whether something is upgraded:
 * for seconds after a write the conditions speak of the generation before, and then for seconds more the counts do. So versions
 * of objects and Machines, counts and generations must all agree before a part counts as upgraded.
 */
export function observeCluster(objects: ClusterObjects, now: Instant): ObservedCluster {
  const { cluster } = objects;
  const controlPlane = observeControlPlane(objects);
  const pools = observePools(objects);
  // What is behind alone keeps nobody from being done; what Cluster API has not finished does (E/CA-001).
  const isAllThere = !controlPlane.upgrading && pools.every(pool => !pool.upgrading);
  const isLate = isAllThere && cluster.spec.topology !== undefined && !isSettled(objects);
  return {
    controlPlane,
    pools: isLate ? pools.map(pool => ({ ...pool, upgrading: isOnTopology(pool.desired, objects) })) : pools,
    blocked: blocksOf(objects),
    generation: generationOf(objects),
    observedAt: now,
  };
}

const isOnTopology = (desired: string, { cluster }: ClusterObjects) =>
  desired === cluster.spec.topology?.version;

function observeControlPlane(objects: ClusterObjects): ObservedControlPlane {
  const { cluster, controlPlane, machines } = objects;
  const desired = cluster.spec.topology?.version ?? controlPlane?.spec.version ?? '';
  const healthy = isTrue(cluster, 'ControlPlaneAvailable');
  if (controlPlane === undefined) return { version: desired, desired, upgrading: true, healthy };
  const status = statusOf(controlPlane);
  const versions = [
    ...(status.versions?.map(({ version }) => version) ?? []),
    ...machines
      .filter(({ metadata }) => metadata.labels?.[CONTROL_PLANE_LABEL] !== undefined)
      .map(({ spec }) => spec.version),
    status.version,
  ].filter(version => version !== undefined);
  const upgrading =
    controlPlane.spec.version !== desired ||
    versions.some(version => version !== desired) ||
    versions.length === 0 ||
    status.observedGeneration !== controlPlane.metadata.generation ||
    !areUpToDate(controlPlane.spec.replicas, status) ||
    !isTopologySeen(cluster);
  const cause = upgrading ? waitsFor(cluster, 'ControlPlaneMachinesReady') : undefined;
  return {
    version: lowest(versions) ?? desired,
    desired,
    upgrading,
    healthy,
    ...(cause !== undefined && { waitsFor: cause }),
  };
}

/** Managed control planes have no machines to count. */
function areUpToDate(wanted: number | undefined, status: ReturnType<typeof statusOf>): boolean {
  if (wanted === undefined) return true;
  return status.replicas === wanted && (status.upToDateReplicas ?? status.updatedReplicas) === wanted;
}

/** The message of a condition that is not True: it names the Machine that does not start (E/CA-010). */
export function waitsFor(object: ClusterObjects['cluster'], type: string): string | undefined {
  const condition = conditionOf(object, type);
  return condition !== undefined && condition.status !== 'True' ? condition.message || undefined : undefined;
}

function blocksOf({ cluster, controlPlane }: ClusterObjects): readonly ObservedBlock[] {
  const { name, deletionTimestamp, annotations } = cluster.metadata;
  const notReady = (message: string): ObservedBlock => ({ reason: 'ClusterNotReady', message });
  return [
    ...(deletionTimestamp !== undefined ? [notReady(`the Cluster ${name} is being deleted`)] : []),
    // D/CAPI-045
    ...(cluster.spec.paused === true || annotations?.[PAUSED_ANNOTATION] !== undefined
      ? [
          {
            reason: 'ProviderPaused' as const,
            message: `the Cluster ${name} is paused in Cluster API; set spec.paused to false, or remove the annotation ${PAUSED_ANNOTATION}`,
          },
        ]
      : []),
    ...(controlPlane === undefined || statusOf(controlPlane).version === undefined
      ? [notReady(`the control plane of the Cluster ${name} is still being made`)]
      : []),
  ];
}

/** Changes with what is desired: that is in the Cluster where it has a topology, else in the objects themselves. */
function generationOf({ cluster, controlPlane, machineDeployments, machinePools }: ClusterObjects): string {
  const others = cluster.spec.topology ? [] : [controlPlane, ...machineDeployments, ...machinePools];
  return [cluster, ...others].map(object => object?.metadata.generation ?? 0).join('.');
}

/** A version that cannot be read is not compared. */
function lowest(versions: readonly string[]): string | undefined {
  return versions.reduce<string | undefined>((low, next) => {
    if (low === undefined) return next;
    const [a, b] = [parseVersion(low), parseVersion(next)];
    return a.ok && b.ok && compareVersions(b.value, a.value) < 0 ? next : low;
  }, undefined);
}
