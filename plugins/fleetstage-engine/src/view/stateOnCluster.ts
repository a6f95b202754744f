import type { ConditionClaim, Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding, PlacementFacts } from '../state/placement';
import { clusterClaims, stepsOf, type ClusterView, type HeldBecause } from '../status/clusterConditions';
import { movesBy, strategyOf } from '../status/observedIndex';
import { menderOf, type Mender } from '../work/cause/finalCause';
import type { WorkReport } from '../work/report';
import { explainClaim } from './describeFailure';
import { placementState } from './placementState';
import type { PlacementStateCode } from './stateCodes';

/** Clusters of a placement that are the same to a list. */
export interface ClusterGroup {
  readonly binding?: Binding;
  /** Of the binding's revision, never of another one. */
  readonly report?: WorkReport;
  /** They do not answer: the report is the last one, and what is on them now is unknown. */
  readonly isSilent?: boolean;
  readonly count: number;
}

/** A placement and a cluster that it is on, or is to be on. */
export interface OnCluster {
  readonly cluster: string;
  /** The scheduler's words. */
  readonly pickedBecause: string;
  readonly isPicked: boolean;
  readonly binding: Binding | undefined;
  readonly report: WorkReport | undefined;
  readonly heldBecause?: HeldBecause;
}

export interface StateOnCluster {
  readonly state: PlacementStateCode;
  readonly moves: 'rolling' | 'runs';
  /** Scheduled first. */
  readonly claims: readonly ConditionClaim[];
  readonly message?: string;
  readonly since?: Instant;
  readonly mender?: Mender;
}

/**
 * The state of a placement on one cluster: of the snapshot that is assigned to the cluster, and of its report on that.
 * One answer for the placement's page, the cluster's and all of the placement. The status on the hub reports the
 * newest run instead, and knows nothing of a cluster that it has not reached (RUL 29).
 *
 *   on snapshot 0 and available, the newest run brings 1 → available
 *   on snapshot 1 and unavailable, a newer run brings 0  → notAvailable
 *   held back by the rolling update                      → held
 *   has not let go of a placement that is being deleted  → deleting
 */
export function stateOnCluster(placement: PlacementFacts, on: OnCluster): StateOnCluster {
  const { cluster, pickedBecause, isPicked, binding, heldBecause } = on;
  const report = ownReport(on);
  const strategy = strategyOf({ placement });
  const scheduled: ConditionClaim = {
    type: 'Scheduled',
    status: isPicked ? 'True' : 'False',
    reason: 'Scheduled',
    message: pickedBecause,
    ...(binding && { at: binding.createdAt }),
  };
  const view: ClusterView = {
    ...{ cluster, pickedBecause, strategy },
    ...(heldBecause && { heldBecause }),
    ...(binding && { binding }),
    ...(binding?.resourceIndex !== undefined && { observedIndex: binding.resourceIndex }),
    ...(report && { report }),
  };
  const claims = [scheduled, ...clusterClaims(view, stepsOf(placement.spec.strategy?.applyStrategy))];
  const first = claims.find(({ status }) => status !== 'True');
  const since = (first ?? claims.at(-1))?.at;
  const mender = report && menderOf(report);
  const { deletedAt } = placement;
  // However well its objects are: they are about to go.
  if (deletedAt !== undefined && binding !== undefined)
    return { state: 'deleting', moves: movesBy({ placement }), claims, since: deletedAt };
  return {
    state: placementState(claims),
    moves: movesBy({ placement }),
    claims,
    ...(first?.message && { message: explainClaim(first, report, binding?.cluster) }),
    ...(since !== undefined && { since }),
    ...(mender && { mender }),
  };
}

/** Of the revision that is assigned to the cluster, never of another one. */
export const ownReport = ({ binding, report }: Pick<OnCluster, 'binding' | 'report'>) =>
  report !== undefined && !report.isReleased && report.revision === binding?.revision ? report : undefined;
