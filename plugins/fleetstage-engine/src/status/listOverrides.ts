import type { ClusterUpdatingStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MatchedOverrides } from '../desired/desired';

type OverrideLists = Pick<
  ClusterUpdatingStatus,
  'clusterResourceOverrideSnapshots' | 'resourceOverrideSnapshots'
>;

/** The two lists of B/OV-033, as bindings and runs show them; an empty one is absent. */
export function listOverrides({ snapshots }: MatchedOverrides): OverrideLists {
  const ofClusters = snapshots.filter(({ kind }) => kind === 'ClusterResourceOverrideSnapshot');
  const ofNamespaces = snapshots.filter(({ kind }) => kind === 'ResourceOverrideSnapshot');
  return {
    ...(ofNamespaces.length > 0 && {
      resourceOverrideSnapshots: ofNamespaces.map(({ name, namespace = '' }) => ({ name, namespace })),
    }),
    ...(ofClusters.length > 0 && { clusterResourceOverrideSnapshots: ofClusters.map(({ name }) => name) }),
  };
}
