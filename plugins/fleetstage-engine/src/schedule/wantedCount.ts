import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * How many clusters a policy asks for; `undefined` where it asks for as many as there are.
 *
 *     PickN 3 → 3     PickFixed a, b, a → 2     PickAll, or no policy → undefined
 *
 * `numberOfClusters` is the policy snapshot's where there is one: it follows the placement in place (A/POL-015).
 */
export function wantedCount(
  policy: PlacementPolicy | undefined,
  numberOfClusters = policy?.numberOfClusters,
): number | undefined {
  if (policy?.placementType === 'PickN') return numberOfClusters ?? 0;
  return policy?.placementType === 'PickFixed' ? new Set(policy.clusterNames).size : undefined;
}
