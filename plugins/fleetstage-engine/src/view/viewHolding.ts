import type { ConditionClaim } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding, PlacementFacts } from '../placement/state';
import { clusterClaims, stepsOf, type ClusterView } from '../status/clusterConditions';
import { isExternal } from '../status/observedIndex';
import { menderOf } from '../work/cause/finalCause';
import type { WorkReport } from '../work/report';
import { explainClaim } from './describeFailure';
import { placementState, viewClaim } from './placementView';

/** One placement on one cluster, where the rest of the placement is not known: the revision that it is told to run counts. */
export function viewHolding(placement: PlacementFacts, binding: Binding, report: WorkReport | undefined) {
  const isOwn = report !== undefined && !report.isReleased && report.revision === binding.revision;
  const view: ClusterView = {
    cluster: binding.cluster,
    pickedBecause: binding.decision.reason,
    binding,
    strategy: isExternal({ placement }) ? 'External' : 'RollingUpdate',
    ...(binding.resourceIndex !== undefined && { observedIndex: binding.resourceIndex }),
    ...(isOwn && { report }),
  };
  const scheduled: ConditionClaim = {
    type: 'Scheduled',
    status: binding.phase === 'Unscheduled' ? 'False' : 'True',
    reason: 'Scheduled',
    message: binding.decision.reason,
    at: binding.createdAt,
  };
  const claims = [scheduled, ...clusterClaims(view, stepsOf(placement.spec.strategy?.applyStrategy))];
  const first = claims.find(({ status }) => status !== 'True');
  const since = (first ?? claims.at(-1))?.at;
  const mender = isOwn ? menderOf(report) : undefined;
  return {
    state: placementState(claims),
    moves: isExternal({ placement }) ? ('runs' as const) : ('rolling' as const),
    ...(mender && { mender }),
    conditions: claims.map(claim => viewClaim(claim)),
    ...(first?.message && { message: explainClaim(first, view.report) }),
    ...(isOwn && binding.resourceIndex !== undefined && { snapshot: binding.resourceIndex }),
    ...(since !== undefined && { since }),
    ...(report?.verifiedAt !== undefined && { verifiedAt: report.verifiedAt }),
  };
}
