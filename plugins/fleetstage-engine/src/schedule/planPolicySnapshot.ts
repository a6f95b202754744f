import type { Instant, PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { beyondLimit } from '../snapshot/history';
import type { PlacementFacts, PolicySnapshot } from '../state/placement';
import { policyHash } from './policyHash';

export interface PolicySnapshotPlan {
  /** What the scheduler works with from now on. */
  readonly latest: PolicySnapshot;
  /** Whether `latest` differs from the row that exists. */
  readonly isChanged: boolean;
  /** Indexes of snapshots that the history limit drops. */
  readonly prune: readonly number[];
}

/**
 * The policy snapshot that a placement needs (A/POL-010…016). Only the policy makes a new one; its number of clusters
 * and the placement's generation are followed in place.
 *
 *     PickN 3 → index 0     PickN 5 → index 0, number 5     plus a toleration → index 1     without it again → index 2
 */
export function planPolicySnapshot(
  placement: Pick<PlacementFacts, 'generation' | 'spec'>,
  snapshots: readonly PolicySnapshot[],
  now: Instant,
): PolicySnapshotPlan {
  const { policy, revisionHistoryLimit } = placement.spec;
  const { hash, numberOfClusters } = wantedOf(policy);
  const newest = snapshots.at(-1);
  const followed = { placementGeneration: placement.generation, numberOfClusters };
  if (newest?.hash === hash) {
    const isChanged =
      newest.placementGeneration !== followed.placementGeneration ||
      newest.numberOfClusters !== followed.numberOfClusters;
    return { latest: isChanged ? { ...newest, ...followed } : newest, isChanged, prune: [] };
  }
  return {
    latest: { index: (newest?.index ?? -1) + 1, hash, policy, ...followed, createdAt: now },
    isChanged: true,
    prune: beyondLimit(snapshots, { limit: revisionHistoryLimit, joining: 1 }),
  };
}

/** Whether the scheduler works with this very policy already, whatever else of the placement has changed. */
export function isPolicyFollowed(policy: PlacementPolicy | undefined, latest: PolicySnapshot): boolean {
  const { hash, numberOfClusters } = wantedOf(policy);
  return hash === latest.hash && numberOfClusters === latest.numberOfClusters;
}

/** What a snapshot keeps of a policy: the number is followed in place and no part of the hash (A/POL-012). */
const wantedOf = (policy: PlacementPolicy | undefined) => ({
  hash: policyHash(policy),
  numberOfClusters: policy?.placementType === 'PickN' ? policy.numberOfClusters : undefined,
});
