import { kindOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GroupVersionKind, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Groups of which nothing is ever placed (A/SEL-001); `fleetstage.io` holds our own orders to the hub. */
const DISABLED_GROUPS = new Set([
  'cluster.kubernetes-fleet.io',
  'events.k8s.io',
  'coordination.k8s.io',
  'metrics.k8s.io',
  'fleetstage.io',
]);

const NETWORKING_GROUP = 'networking.fleet.azure.com';
const PLACEMENT_GROUP = 'placement.kubernetes-fleet.io';

/** Kinds by group, in any version (A/SEL-001); the two envelopes are not among them (A/SEL-002). */
const DISABLED_KINDS = new Set([
  ...['ServiceImport', 'TrafficManagerProfile', 'TrafficManagerBackend'].map(
    kind => `${NETWORKING_GROUP}/${kind}`,
  ),
  ...[
    'ClusterResourcePlacement',
    'ResourcePlacement',
    'ClusterResourceBinding',
    'ResourceBinding',
    'ClusterResourceSnapshot',
    'ResourceSnapshot',
    'ClusterSchedulingPolicySnapshot',
    'SchedulingPolicySnapshot',
    'Work',
    'ClusterStagedUpdateRun',
    'ClusterStagedUpdateStrategy',
    'ClusterApprovalRequest',
    'StagedUpdateRun',
    'StagedUpdateStrategy',
    'ApprovalRequest',
    'ClusterResourcePlacementEviction',
    'ClusterResourcePlacementDisruptionBudget',
    'ClusterResourceOverride',
    'ClusterResourceOverrideSnapshot',
    'ResourceOverride',
    'ResourceOverrideSnapshot',
    'ClusterResourcePlacementStatus',
  ].map(kind => `${PLACEMENT_GROUP}/${kind}`),
]);
const DISABLED_CORE_V1 = new Set(['Pod', 'Node']);

/** A disabled kind in a selector is passed over without a word (A/SEL-011). */
export const isDisabledKind = ({ group, version, kind }: GroupVersionKind) =>
  DISABLED_GROUPS.has(group) ||
  DISABLED_KINDS.has(`${group}/${kind}`) ||
  (group === '' && version === 'v1' && DISABLED_CORE_V1.has(kind));

export const DEFAULT_SKIPPED_NAMESPACES: readonly string[] = ['default'];

/** Reserved names begin with `fleet-` or `kube-`; skipped ones are configured (A/SEL-005). */
export const isPropagatableNamespace = (
  name: string,
  skipped: readonly string[] = DEFAULT_SKIPPED_NAMESPACES,
) => !name.startsWith('fleet-') && !name.startsWith('kube-') && !skipped.includes(name);

/**
 * Objects that controllers of the hub made for the hub, or that are on their way out (A/SEL-030…039).
 * `hasService` tells whether a Service of the same name stands beside an Endpoints object.
 */
export function isExcludedObject(
  object: KubeObject,
  hasService: (namespace: string, name: string) => boolean,
): boolean {
  const { metadata } = object;
  if (metadata.deletionTimestamp !== undefined) return true;
  const { group, version, kind } = kindOf(object);
  const isOwned = (metadata.ownerReferences ?? []).length > 0;
  switch (`${group}/${version}/${kind}`) {
    case 'apps/v1/ReplicaSet':
    case 'apps/v1/ControllerRevision':
      return isOwned;
    case '/v1/ConfigMap':
      return metadata.name === 'kube-root-ca.crt';
    case '/v1/ServiceAccount':
      return metadata.name === 'default';
    case '/v1/Secret':
      return object.type === 'kubernetes.io/service-account-token';
    case '/v1/Endpoints':
      return hasService(metadata.namespace ?? '', metadata.name);
    case 'discovery.k8s.io/v1/EndpointSlice':
      return metadata.labels?.['endpointslice.kubernetes.io/managed-by'] !== undefined;
    default:
      return false;
  }
}
