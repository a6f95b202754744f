import type { Blocker } from '../decision';
import { isPolicyFollowed } from '../schedule/planPolicySnapshot';
import { isSelectionUnread } from './isSelectionUnread';
import type { PlacementState, PolicySnapshot } from '../state/placement';

/** What a pass follows of the placement. */
export interface FollowedPlacement {
  readonly followed: PlacementState;
  readonly blockers: readonly Blocker[];
}

/**
 * A changed policy is followed only together with selectors that are known to be good: while they are refused the status
 * is held, and nothing may be picked or dropped behind its back (A/SEL-024, A/ST-002). Until then the policy before it
 * goes on being followed. A first policy drops nobody, so it does not wait to be read; while its selectors are refused
 * nobody is picked by it (`planPlacement`).
 *
 *     PickN 3 → 1 and selectors that overlap, in one edit → three stay
 *     PickN 3 → 1, its resources read                     → one stays
 */
export function holdPolicy(state: PlacementState): FollowedPlacement {
  const { placement } = state;
  const latest = state.policySnapshots.at(-1);
  const isRefused = isSelectionRefused(state);
  const mayWait = latest !== undefined && (isRefused || isSelectionUnread(state));
  if (!mayWait || isPolicyFollowed(placement.spec.policy, latest)) return { followed: state, blockers: [] };
  const message = isRefused
    ? 'the changed scheduling policy is followed when the resource selectors are valid'
    : 'the changed scheduling policy is followed when the selected resources have been read';
  return { followed: withPolicyOf(state, latest), blockers: [{ cause: 'PolicyHeld', message }] };
}

/** The newest capture of this very generation says that its selectors are wrong (A/SEL-024). */
export const isSelectionRefused = ({
  placement,
  captureFailure,
}: Pick<PlacementState, 'placement' | 'captureFailure'>): boolean =>
  captureFailure?.placementGeneration === placement.generation;

/** The placement as the snapshot knows it: its generation, too, so that the schedule does not pass for a newer one. */
function withPolicyOf(state: PlacementState, latest: PolicySnapshot): PlacementState {
  const { policy, numberOfClusters, placementGeneration: generation } = latest;
  const { placement } = state;
  const followed = policy && { ...policy, ...(numberOfClusters !== undefined && { numberOfClusters }) };
  return { ...state, placement: { ...placement, generation, spec: { ...placement.spec, policy: followed } } };
}
