import type { Binding, PlacementFacts } from '../state/placement';
import type { WorkReport } from '../work/report';
import { viewClaim } from './placementView';
import { overridesView } from './clusterOverrides';
import { ownReport, standOnCluster } from './standOnCluster';

/** One placement on one cluster, where the rest of the placement is not known. */
export function viewHolding(placement: PlacementFacts, binding: Binding, report: WorkReport | undefined) {
  const { cluster, phase, decision, resourceIndex } = binding;
  const on = { cluster, pickedBecause: decision.reason, isPicked: phase !== 'Unscheduled', binding, report };
  const { claims, ...stand } = standOnCluster(placement, on);
  return {
    ...stand,
    conditions: claims.map(claim => viewClaim(claim)),
    ...(ownReport(on) && resourceIndex !== undefined && { snapshot: resourceIndex }),
    ...overridesView(binding.overrides),
    ...(report?.verifiedAt !== undefined && { verifiedAt: report.verifiedAt }),
  };
}
