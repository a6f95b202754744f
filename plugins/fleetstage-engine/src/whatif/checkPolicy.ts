import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * What of a policy cannot be decided on, as a sentence that begins with the field; the shape of each field was checked before.
 *
 *   PickN without a number → policy.numberOfClusters must be set when placementType is PickN
 */
export function checkPolicy(policy: PlacementPolicy | undefined, at: string): string | undefined {
  if (policy === undefined) return undefined;
  const { placementType, numberOfClusters, clusterNames, topologySpreadConstraints } = policy;
  switch (placementType) {
    case 'PickN':
      if (numberOfClusters === undefined)
        return `${at}.numberOfClusters must be set when placementType is PickN; say how many clusters are wanted`;
      return clusterNames && misplaced(`${at}.clusterNames`, 'PickFixed');
    case 'PickFixed':
      if (clusterNames === undefined)
        return `${at}.clusterNames is required when placementType is PickFixed; list the clusters`;
      return numberOfClusters === undefined ? undefined : misplaced(`${at}.numberOfClusters`, 'PickN');
    default:
      if (numberOfClusters !== undefined) return misplaced(`${at}.numberOfClusters`, 'PickN');
      if (clusterNames !== undefined) return misplaced(`${at}.clusterNames`, 'PickFixed');
      return topologySpreadConstraints && misplaced(`${at}.topologySpreadConstraints`, 'PickN');
  }
}

const misplaced = (field: string, type: string) =>
  `${field} belongs to placementType ${type}; remove it or choose ${type}`;
