import { toRfc3339, type ConditionClaim, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import type { PlacementFacts } from '../state/placement';
import { stepsOf, type HeldBecause } from '../status/clusterConditions';
import { rollUp } from '../status/rollUp';
import { FAILED } from './placementState';
import { standOnCluster, type ClusterGroup, type ClusterStand } from './standOnCluster';
import { standingTrouble } from './standingTrouble';

/** Clusters that look the same, and what they are in. */
export interface StandingGroup extends ClusterGroup {
  readonly stand: ClusterStand;
}

export const standOfGroup = (
  placement: PlacementFacts,
  group: ClusterGroup,
  heldBecause?: HeldBecause,
): StandingGroup => {
  const { binding, report } = group;
  const cluster = binding?.cluster ?? '';
  // Groups hold reports of their binding's revision only; a list does not read the revision.
  const known = binding && report && { ...binding, revision: report.revision };
  const own = { cluster, pickedBecause: '', isPicked: true, ...(heldBecause && { heldBecause }) };
  const on = { ...own, binding: known ?? binding, report };
  return { ...group, stand: standOnCluster(placement, on) };
};

export interface Told {
  readonly claims: readonly ConditionClaim[];
  /** Clusters that the claims are of. */
  readonly groups: readonly StandingGroup[];
  /** Clusters that wait for those. */
  readonly held: number;
}

interface Whole {
  readonly placement: PlacementFacts;
  /** The conditions on the hub. */
  readonly claims: readonly ConditionClaim[];
  readonly groups: readonly StandingGroup[];
  readonly run: string | undefined;
  readonly now: Instant;
}

/**
 * The conditions that the state and the words of a placement are made of. On the hub they end at the first cluster that is
 * held or under way, so that a rolling update which its own bad image blocks reads as "held" for as long as it lasts. Clusters
 * that are trouble by themselves are told before those that wait.
 *
 *   ImagePullBackOff on 3, 6 held                   → of the three, and that 6 wait for them
 *   not available for 10 s on 3, no cause, 6 held   → as on the hub: held
 *   ImagePullBackOff on 3, a fourth is being updated → of the three
 */
export function toldClaims({ placement, claims, groups, run, now }: Whole): Told {
  const whole: Told = { claims, groups, held: 0 };
  const [scheduled, ...steps] = claims;
  if (steps.every(({ type, status }) => status === 'True' || (status === 'False' && !isRollout(type))))
    return whole;
  const troubled = groups.filter(({ stand }) => isTroubled(stand, run, now));
  if (troubled.length === 0) return whole;
  const each = troubled.flatMap(({ count, stand }) =>
    Array.from<readonly ConditionClaim[]>({ length: count }).fill(stand.claims),
  );
  const rolled = rollUp(each, stepsOf(placement.spec.strategy?.applyStrategy), kindOfPlacement(placement));
  const held = groups
    .filter(({ stand }) => stand.state === 'held' && stand.moves === 'rolling')
    .reduce((sum, { count }) => sum + count, 0);
  return { claims: [scheduled, ...rolled], groups: troubled, held };
}

const isRollout = (type: string) => type.endsWith('RolloutStarted');

function isTroubled({ state, moves, since, mender }: ClusterStand, run: string | undefined, now: Instant) {
  if (state !== 'notAvailable' && !FAILED.has(state)) return false;
  const standing = { state, moves, run, mender, since: since === undefined ? undefined : toRfc3339(since) };
  return standingTrouble(standing, now) !== undefined;
}
