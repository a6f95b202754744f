import { RESOURCE_PROPERTY_PREFIX } from '@fleetstage/backstage-plugin-fleetstage-common';
import { clusterInput } from '../cluster/clusterInput';
import type { PolicyInputs } from './policyInputs';

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
