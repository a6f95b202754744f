import type { MatchedOverride } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { AnyBinding } from './anyKind';

/** A snapshot of an override, as a published binding names it. */
export type ListedOverride = Pick<MatchedOverride, 'kind' | 'name' | 'namespace'>;

/** In the order in which they apply (B/OV-033). */
export const listedOverrides = ({
  clusterResourceOverrideSnapshots: ofClusters = [],
  resourceOverrideSnapshots: ofNamespaces = [],
}: AnyBinding['spec']): ListedOverride[] => [
  ...ofClusters.map(name => ({ kind: 'ClusterResourceOverrideSnapshot' as const, name })),
  ...ofNamespaces.map(({ namespace, name }) => ({
    kind: 'ResourceOverrideSnapshot' as const,
    ...(namespace !== undefined && { namespace }),
    name,
  })),
];
