import type { Binding, PlacementFacts } from '../state/placement';
import type { WorkReport } from '../work/report';
import { viewClaim } from './placementView';
import { overridesView } from './clusterOverrides';
import { ownReport, stateOnCluster } from './stateOnCluster';

/** One placement on one cluster, where the rest of the placement is not known. */
export function viewHolding(placement: PlacementFacts, binding: Binding, report: WorkReport | undefined) {
  const { cluster, phase, decision, resourceIndex } = binding;
  const on = { cluster, pickedBecause: decision.reason, isPicked: phase !== 'Unscheduled', binding, report };
  const { claims, ...state } = stateOnCluster(placement, on);
  return {
    ...state,
    conditions: claims.map(claim => viewClaim(claim)),
    ...(ownReport(on) && resourceIndex !== undefined && { snapshot: resourceIndex }),
    ...overridesView(binding.overrides),
    ...(report?.verifiedAt !== undefined && { verifiedAt: report.verifiedAt }),
  };
}
