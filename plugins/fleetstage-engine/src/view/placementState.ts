import type { ConditionClaim } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementStateCode } from './stateCodes';

const PREFIX = /^(Cluster)?ResourcePlacement/;

/** What of a condition decides. */
type Stated = Pick<ConditionClaim, 'status' | 'reason'> & { readonly type: string };

/**
 * The worst condition (ui §2): what has failed beats what is missing, what is missing beats what is under way.
 *
 *   Scheduled False, Applied False → applyFailed        Scheduled False, all else True → notEnoughClusters
 */
export function placementState(claims: readonly Stated[]): PlacementStateCode {
  const statusOf = (type: string) => claims.find(claim => claim.type.replace(PREFIX, '') === type)?.status;
  const [scheduled] = claims;
  if (scheduled?.reason === 'InvalidResourceSelectors') return 'invalid';
  if (statusOf('Overridden') === 'False') return 'overrideFailed';
  if (statusOf('WorkSynchronized') === 'False') return 'notSent';
  if (statusOf('Applied') === 'False') return 'applyFailed';
  if (statusOf('DiffReported') === 'False') return 'diffFailed';
  if (scheduled === undefined || statusOf('Scheduled') === 'Unknown') return 'deciding';
  if (statusOf('Scheduled') === 'False') return 'notEnoughClusters';
  if (statusOf('Available') === 'False') return 'notAvailable';
  const rollout = statusOf('RolloutStarted');
  if (rollout === 'False' || rollout === 'Unknown') return 'held';
  if (statusOf('DiffReported') === 'True') return 'diffReported';
  return statusOf('Available') === 'True' || claims.length === 1 ? 'available' : 'working';
}

/** Something broke; it does not come right by waiting. */
export const FAILED: ReadonlySet<PlacementStateCode> = new Set([
  'overrideFailed',
  'notSent',
  'applyFailed',
  'diffFailed',
]);
