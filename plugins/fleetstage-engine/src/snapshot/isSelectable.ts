import type { GroupVersionKind } from '@fleetstage/backstage-plugin-fleetstage-common';
import { matchesKind, type SelectionRules } from './kindRules';

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
/** Core events report on the hub, as those of `events.k8s.io` do, and are the same objects (A/SEL-001, SEL-003). */
const DISABLED_CORE_V1 = new Set(['Pod', 'Node', 'Event']);

const isBuiltIn = ({ group, version, kind }: GroupVersionKind) =>
  DISABLED_GROUPS.has(group) ||
  DISABLED_KINDS.has(`${group}/${kind}`) ||
  (group === '' && version === 'v1' && DISABLED_CORE_V1.has(kind));

/**
 * A disabled kind in a selector is passed over (A/SEL-011). A list of allowed kinds replaces the built-in list, a list
 * of skipped ones adds to it (A/SEL-004, PL-220).
 */
export const isDisabledKind = (
  target: GroupVersionKind,
  { allowedKinds, skippedKinds = [] }: Pick<SelectionRules, 'allowedKinds' | 'skippedKinds'> = {},
) =>
  allowedKinds !== undefined
    ? !allowedKinds.some(pattern => matchesKind(pattern, target))
    : isBuiltIn(target) || skippedKinds.some(pattern => matchesKind(pattern, target));

/** Always skipped, whatever the configuration adds (A/PL-221). */
export const DEFAULT_SKIPPED_NAMESPACES: readonly string[] = ['default'];

/** Reserved names begin with `fleet-` or `kube-`; `default` and the configured names are skipped (A/SEL-005). */
export const isPropagatableNamespace = (name: string, skipped: readonly string[] = []) =>
  isSelectableInside(name, skipped) && !DEFAULT_SKIPPED_NAMESPACES.includes(name);

/** Whether a ResourcePlacement in the namespace selects there: in `default` it does, nothing of the rest is lifted. */
export const isSelectableInside = (name: string, skipped: readonly string[] = []) =>
  !name.startsWith('fleet-') && !name.startsWith('kube-') && !skipped.includes(name);
