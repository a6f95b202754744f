import { kindOf, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { crd } from './crd';
import { customResource } from './customResource';
import { daemonSet } from './daemonSet';
import { data } from './data';
import { deployment } from './deployment';
import { job } from './job';
import { podDisruptionBudget } from './podDisruptionBudget';
import { count, notYet, part, untrackable, type Availability, type Probe } from './probe';
import { service } from './service';
import { statefulSet } from './statefulSet';

const RBAC = 'rbac.authorization.k8s.io';

/** `group/kind` → how its availability is read. A kind of Kubernetes that is not here cannot be tracked (B/AV-019). */
export const probes: Readonly<Record<string, Probe>> = {
  'apps/Deployment': deployment,
  'apps/StatefulSet': statefulSet,
  'apps/DaemonSet': daemonSet,
  'batch/Job': job,
  '/Service': service,
  'apiextensions.k8s.io/CustomResourceDefinition': crd,
  'policy/PodDisruptionBudget': podDisruptionBudget,
  '/Namespace': data,
  '/Secret': data,
  '/ConfigMap': data,
  '/ServiceAccount': data,
  '/LimitRange': data,
  '/ResourceQuota': data,
  [`${RBAC}/Role`]: data,
  [`${RBAC}/ClusterRole`]: data,
  [`${RBAC}/RoleBinding`]: data,
  [`${RBAC}/ClusterRoleBinding`]: data,
  'networking.k8s.io/NetworkPolicy': data,
  'networking.k8s.io/IngressClass': data,
  'storage.k8s.io/CSIDriver': data,
  'storage.k8s.io/CSINode': data,
  'storage.k8s.io/StorageClass': data,
  'storage.k8s.io/CSIStorageCapacity': data,
  'apps/ControllerRevision': data,
  'scheduling.k8s.io/PriorityClass': data,
};

/**
 * Is what we wrote available? Status of an older generation is never evidence: neither of the generation that the
 * object has now, nor of the one that our own write made (`writtenGeneration`).
 *
 *   generation 2, observedGeneration 1                    → not yet, whatever the numbers say
 *   generation 1 (an old cache), our write made 2         → not yet
 */
export function probeAvailability(live: KubeObject, writtenGeneration = 0): Availability {
  const generation = count(live.metadata.generation);
  if (generation < writtenGeneration) return notYet('the latest change has not been seen yet');
  const observed = part(live, 'status').observedGeneration;
  if (typeof observed === 'number' && observed < generation) {
    return notYet('the cluster has not observed the latest change yet');
  }
  if (observed === undefined && isGenerationTracked(live))
    return notYet('the cluster has not observed it yet');
  return probeFor(live)(live);
}

/** Data never changes its answer; all other kinds are worth a watch on the members that hold them. */
export const isWorthWatching = ({
  group,
  kind,
}: {
  readonly group: string;
  readonly kind: string;
}): boolean => {
  const probe = probes[`${group}/${kind}`];
  return probe === undefined ? isCustom(group) : probe !== data;
};

/** Kinds whose controllers always write `status.observedGeneration`: without it none has observed the object. */
const isGenerationTracked = (live: KubeObject) =>
  [deployment, statefulSet, daemonSet, podDisruptionBudget].includes(probeFor(live));

function probeFor(live: KubeObject): Probe {
  const { group, kind } = kindOf(live);
  const probe = probes[`${group}/${kind}`];
  if (probe) return probe;
  return isCustom(group)
    ? customResource
    : () => untrackable(`the availability of a ${kind} cannot be tracked`);
}

const BUILT_IN_GROUPS: ReadonlySet<string> = new Set([
  '',
  'apps',
  'batch',
  'autoscaling',
  'policy',
  'extensions',
]);

const isCustom = (group: string) => !BUILT_IN_GROUPS.has(group) && !group.endsWith('.k8s.io');
