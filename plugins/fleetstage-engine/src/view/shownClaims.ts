import { toRfc3339, type ConditionClaim, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import type { PlacementFacts } from '../state/placement';
import { stepsOf, type HeldBecause } from '../status/clusterConditions';
import { rollUp } from '../status/rollUp';
import { FAILED } from './placementState';
import { stateOnCluster, type ClusterGroup, type StateOnCluster } from './stateOnCluster';
import { findTrouble } from './findTrouble';

/** Clusters with the same state, and that state. */
export interface GroupWithState extends ClusterGroup {
  readonly onCluster: StateOnCluster;
}

export const stateOfGroup = (
  placement: PlacementFacts,
  group: ClusterGroup,
  heldBecause?: HeldBecause,
): GroupWithState => {
  const { binding, report } = group;
  const cluster = binding?.cluster ?? '';
  // Groups hold reports of their binding's revision only; a list does not read the revision.
  const known = binding && report && { ...binding, revision: report.revision };
  const own = { cluster, pickedBecause: '', isPicked: true, ...(heldBecause && { heldBecause }) };
  const on = { ...own, binding: known ?? binding, report };
  return { ...group, onCluster: stateOnCluster(placement, on) };
};

export interface ShownClaims {
  readonly claims: readonly ConditionClaim[];
  /** Clusters that the claims are of. */
  readonly groups: readonly GroupWithState[];
  /** Clusters that wait for those. */
  readonly held: number;
}

interface PlacementInputs {
  readonly placement: PlacementFacts;
  /** The conditions on the hub. */
  readonly claims: readonly ConditionClaim[];
  readonly groups: readonly GroupWithState[];
  readonly run: string | undefined;
  readonly now: Instant;
}

/**
 * The conditions that the state and the words of a placement are made of. On the hub they end at the first cluster that is
 * held or under way, so that a rolling update which its own bad image blocks reads as "held" for as long as it lasts. Clusters
 * that are trouble by themselves are shown before those that wait.
 *
 *   ImagePullBackOff on 3, 6 held                   → of the three, and that 6 wait for them
 *   not available for 10 s on 3, no cause, 6 held   → as on the hub: held
 *   ImagePullBackOff on 3, a fourth is being updated → of the three
 */
export function shownClaims({ placement, claims, groups, run, now }: PlacementInputs): ShownClaims {
  const asPublished: ShownClaims = { claims, groups, held: 0 };
  const [scheduled, ...steps] = claims;
  if (steps.every(({ type, status }) => status === 'True' || (status === 'False' && !isRollout(type))))
    return asPublished;
  const troubled = groups.filter(({ onCluster }) => isTroubled(onCluster, run, now));
  if (troubled.length === 0) return asPublished;
  const each = troubled.flatMap(({ count, onCluster }) =>
    Array.from<readonly ConditionClaim[]>({ length: count }).fill(onCluster.claims),
  );
  const rolled = rollUp(each, stepsOf(placement.spec.strategy?.applyStrategy), kindOfPlacement(placement));
  const held = groups
    .filter(({ onCluster }) => onCluster.state === 'held' && onCluster.moves === 'rolling')
    .reduce((sum, { count }) => sum + count, 0);
  return { claims: [scheduled, ...rolled], groups: troubled, held };
}

const isRollout = (type: string) => type.endsWith('RolloutStarted');

function isTroubled({ state, moves, since, mender }: StateOnCluster, run: string | undefined, now: Instant) {
  if (state !== 'notAvailable' && !FAILED.has(state)) return false;
  const input = { state, moves, run, mender, since: since === undefined ? undefined : toRfc3339(since) };
  return findTrouble(input, now) !== undefined;
}
