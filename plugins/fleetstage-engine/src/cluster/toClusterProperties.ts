import {
  ZERO_QUANTITY,
  addQuantities,
  compareQuantities,
  formatQuantity,
  isJsonObject,
  parseQuantity,
  subtractQuantities,
  toRfc3339,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  Instant,
  KubeObject,
  MemberClusterResourceUsage,
  Quantity,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { CollectedNamespaces } from './toNamespaces';

/** What the member pass has read from a member. */
export interface MemberObservation {
  /** `gitVersion` of the API server. */
  readonly version?: string;
  readonly nodes: NodeTotals;
  /** By the pods that hold a node and have not finished. */
  readonly requested: Amounts;
  /** Absent: they could not be listed. */
  readonly namespaces?: CollectedNamespaces;
}

/** Sums over nodes. */
export interface NodeTotals {
  readonly count: number;
  readonly capacity: Amounts;
  readonly allocatable: Amounts;
}

export interface ObservedProperties {
  readonly properties: Readonly<Record<string, string>>;
  readonly resourceUsage: MemberClusterResourceUsage;
}

const RESOURCES = ['cpu', 'memory'] as const;
type Amounts = Readonly<Record<string, Quantity>>;

const noNodes = (): NodeTotals => ({ count: 0, capacity: sum([]), allocatable: sum([]) });

/** One page of nodes more; a member's lists are too long to be kept. */
export const addNodes = (
  nodes: readonly KubeObject[],
  { count, capacity, allocatable }: NodeTotals = noNodes(),
): NodeTotals => ({
  count: count + nodes.length,
  capacity: sum([capacity, ...nodes.map(node => readAmounts(at(node, 'status', 'capacity')))]),
  allocatable: sum([allocatable, ...nodes.map(node => readAmounts(at(node, 'status', 'allocatable')))]),
});

/** What one page of pods more requests. */
export const addRequests = (pods: readonly KubeObject[], requested: Amounts = sum([])): Amounts =>
  sum([requested, ...pods.filter(holdsNode).map(requestsOf)]);

/**
 * The core properties of a cluster (C/PP-002, PP-005, PP-007): sums over all nodes; available is what is allocatable
 * less the requests of pods that hold a node and have not finished, never below zero.
 */
export function toClusterProperties(seen: MemberObservation, now: Instant): ObservedProperties {
  const { nodes, requested } = seen;
  const { allocatable } = nodes;
  return {
    properties: {
      ...(seen.version ? { 'k8s.io/k8s-version': seen.version } : {}),
      'kubernetes-fleet.io/node-count': String(nodes.count),
    },
    resourceUsage: {
      capacity: print(nodes.capacity),
      allocatable: print(allocatable),
      available: print(mapAmounts(resource => lessAtLeastZero(allocatable[resource], requested[resource]))),
      observationTime: toRfc3339(now),
    },
  };
}

const holdsNode = (pod: KubeObject) =>
  Boolean(at(pod, 'spec', 'nodeName')) &&
  !['Succeeded', 'Failed'].includes(String(at(pod, 'status', 'phase')));

/**
 * As kube-scheduler counts them. Containers run together; init containers run before them, one after the other, but for the
 * sidecars among them, which run from their turn to the end of the pod. The runtime's overhead comes on top.
 *
 *   container 1, sidecar 500m, init 3 → 3500m while init runs      container 1, init 3, sidecar 500m → 3
 *   container 1, sidecar 500m, init 1 → 1500m, then and later
 */
function requestsOf(pod: KubeObject): Amounts {
  let sidecars = sum([]);
  let peak = sum([]);
  for (const container of containersOf(pod, 'initContainers')) {
    const requests = requestedBy(container);
    if (isSidecar(container)) sidecars = sum([sidecars, requests]);
    else peak = most(peak, sum([sidecars, requests]));
  }
  const containers = containersOf(pod, 'containers').map(requestedBy);
  const overhead = readAmounts(at(pod, 'spec', 'overhead'));
  return sum([most(sum([sidecars, ...containers]), peak), overhead]);
}

function containersOf(pod: KubeObject, field: string): readonly unknown[] {
  const containers = at(pod, 'spec', field);
  return Array.isArray(containers) ? containers : [];
}

const requestedBy = (container: unknown) => readAmounts(at(container, 'resources', 'requests'));

/** Of init containers; others have no restart policy that counts here. */
const isSidecar = (container: unknown) => at(container, 'restartPolicy') === 'Always';

/** A missing or unreadable amount counts as nothing: it came from a foreign cluster and is no reason to stop. */
function readAmounts(value: unknown): Amounts {
  return mapAmounts(resource => {
    const text = isJsonObject(value) ? value[resource] : undefined;
    const parsed = text === undefined ? undefined : parseQuantity(String(text));
    return parsed?.ok ? parsed.value : ZERO_QUANTITY;
  });
}

const sum = (list: readonly Amounts[]): Amounts =>
  mapAmounts(resource => list.map(amounts => amounts[resource]).reduce(addQuantities, ZERO_QUANTITY));

const most = (a: Amounts, b: Amounts) => mapAmounts(resource => larger(a[resource], b[resource]));

const lessAtLeastZero = (a: Quantity, b: Quantity) => larger(subtractQuantities(a, b), ZERO_QUANTITY);

const larger = (a: Quantity, b: Quantity) => (compareQuantities(a, b) < 0 ? b : a);

const mapAmounts = (edit: (resource: string) => Quantity): Amounts =>
  Object.fromEntries(RESOURCES.map(resource => [resource, edit(resource)]));

const print = (amounts: Amounts) =>
  Object.fromEntries(Object.entries(amounts).map(([resource, amount]) => [resource, formatQuantity(amount)]));

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);
