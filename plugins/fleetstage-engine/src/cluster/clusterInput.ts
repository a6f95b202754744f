import { RESOURCE_PROPERTY_PREFIX } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PolicyInputs } from '../schedule/policyInputs';

/**
 * The names of what a decision may read of a cluster: a policy lists them, a change of a cluster tells them.
 *
 *     label/env   property/kubernetes-fleet.io/node-count   usage/available-cpu   namespace/shop   taints   eligibility
 */
export const clusterInput = {
  label: (key: string) => `label/${key}`,
  property: (name: string) => `property/${name}`,
  /** `name` is `total-cpu`, `allocatable-cpu`, `available-memory` and the like. */
  usage: (name: string) => `usage/${name}`,
  namespace: (name: string) => `namespace/${name}`,
  taints: 'taints',
  eligibility: 'eligibility',
} as const;

/** What a policy reads, by these names; `namespace` is that of a ResourcePlacement. */
export function toClusterInputs(
  { labelKeys, taints, properties, usage, namespaces }: PolicyInputs,
  { namespace }: { readonly namespace?: string },
): string[] {
  return [
    ...labelKeys.map(clusterInput.label),
    ...(taints ? [clusterInput.taints] : []),
    ...properties.map(clusterInput.property),
    ...usage.map(name => clusterInput.usage(name.slice(RESOURCE_PROPERTY_PREFIX.length))),
    ...(namespaces && namespace !== undefined ? [clusterInput.namespace(namespace)] : []),
    clusterInput.eligibility,
  ];
}
