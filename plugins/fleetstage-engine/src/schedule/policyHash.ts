import { canonicalJson, sha256Hex, sortedKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KeyOrder, PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * The order in which KubeFleet writes the fields of a policy; `numberOfClusters` is left out on purpose. One list for
 * all levels, since no two of its types order shared names differently.
 */
const FIELD_ORDER = [
  'placementType',
  'clusterNames',
  'affinity',
  'topologySpreadConstraints',
  'tolerations',
  'clusterAffinity',
  'requiredDuringSchedulingIgnoredDuringExecution',
  'preferredDuringSchedulingIgnoredDuringExecution',
  'clusterSelectorTerms',
  'weight',
  'preference',
  'labelSelector',
  'propertySelector',
  'propertySorter',
  'matchLabels',
  'matchExpressions',
  'maxSkew',
  'topologyKey',
  'whenUnsatisfiable',
  'key',
  'name',
  'operator',
  'value',
  'values',
  'effect',
  'sortOrder',
] as const;

/**
 * Hex SHA-256 of the policy without its number of clusters, equal to the hash in KubeFleet's snapshots (A/POL-001).
 *
 *     undefined → 74234e98…     { placementType: 'PickAll' } → 8cc57dee…
 */
export const policyHash = (policy: PlacementPolicy | undefined) =>
  sha256Hex(canonicalJson(policy, keysInFieldOrder));

const keysInFieldOrder: KeyOrder = (object, field) =>
  field === 'matchLabels'
    ? sortedKeys(object, field)
    : FIELD_ORDER.filter(key => !isOmitted(object[key]) && !(key === 'matchLabels' && isEmpty(object[key])));

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Go omits empty texts, lists and label maps, but not empty objects such as a selector without terms. */
const isOmitted = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
