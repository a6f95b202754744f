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

/** What the member pass has read from a member. */
export interface MemberObservation {
  /** `gitVersion` of the API server. */
  readonly version?: string;
  readonly nodes: readonly KubeObject[];
  readonly pods: readonly KubeObject[];
  /** Metadata is enough; absent: they could not be listed. */
  readonly namespaces?: readonly KubeObject[];
}

export interface ObservedProperties {
  readonly properties: Readonly<Record<string, string>>;
  readonly resourceUsage: MemberClusterResourceUsage;
}

const RESOURCES = ['cpu', 'memory'] as const;
type Amounts = Readonly<Record<string, Quantity>>;

/**
 * The core properties of a cluster (C/PP-002, PP-005, PP-007): sums over all nodes; available is what is allocatable
 * less the requests of pods that hold a node and have not finished, never below zero.
 */
export function toClusterProperties(seen: MemberObservation, now: Instant): ObservedProperties {
  const allocatable = sum(seen.nodes.map(node => readAmounts(at(node, 'status', 'allocatable'))));
  const requested = sum(seen.pods.filter(holdsNode).map(requestsOf));
  return {
    properties: {
      ...(seen.version ? { 'k8s.io/k8s-version': seen.version } : {}),
      'kubernetes-fleet.io/node-count': String(seen.nodes.length),
    },
    resourceUsage: {
      capacity: print(sum(seen.nodes.map(node => readAmounts(at(node, 'status', 'capacity'))))),
      allocatable: print(allocatable),
      available: print(mapAmounts(resource => lessAtLeastZero(allocatable[resource], requested[resource]))),
      observationTime: toRfc3339(now),
    },
  };
}

const holdsNode = (pod: KubeObject) =>
  Boolean(at(pod, 'spec', 'nodeName')) &&
  !['Succeeded', 'Failed'].includes(String(at(pod, 'status', 'phase')));

/** Containers run together, init containers one after the other before them; the runtime's overhead comes on top. */
function requestsOf(pod: KubeObject): Amounts {
  const containers = sum(containersOf(pod, 'containers'));
  const init = containersOf(pod, 'initContainers');
  const overhead = readAmounts(at(pod, 'spec', 'overhead'));
  return mapAmounts(resource =>
    addQuantities([containers, ...init].map(amounts => amounts[resource]).reduce(larger), overhead[resource]),
  );
}

function containersOf(pod: KubeObject, field: string): Amounts[] {
  const containers = at(pod, 'spec', field);
  return Array.isArray(containers)
    ? containers.map(container => readAmounts(at(container, 'resources', 'requests')))
    : [];
}

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

const lessAtLeastZero = (a: Quantity, b: Quantity) => larger(subtractQuantities(a, b), ZERO_QUANTITY);

const larger = (a: Quantity, b: Quantity) => (compareQuantities(a, b) < 0 ? b : a);

const mapAmounts = (edit: (resource: string) => Quantity): Amounts =>
  Object.fromEntries(RESOURCES.map(resource => [resource, edit(resource)]));

const print = (amounts: Amounts) =>
  Object.fromEntries(Object.entries(amounts).map(([resource, amount]) => [resource, formatQuantity(amount)]));

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);
