import { explainHeldRollout } from '../blocker/explainHeld';
import type { KeptBlocker } from '../blocker/keptBlocker';
import { explainUpgradeOf } from '../blocker/upgradeBlocker';
import type { Binding, PlacementFacts } from '../state/placement';
import { heldBecauseOf } from '../status/clusterConditions';
import type { WorkReport } from '../work/report';
import { viewClaim } from './placementView';
import { overridesView } from './clusterOverrides';
import { ownReport, stateOnCluster } from './stateOnCluster';

/** A placement on one cluster, and what of it concerns others. */
export interface HoldingParts {
  readonly report?: WorkReport | undefined;
  /** What holds the placement up: a rolling update waits for other clusters. */
  readonly blockers?: readonly KeptBlocker[] | undefined;
}

/** One placement on one cluster, where the rest of the placement is not known. */
export function viewHolding(
  placement: PlacementFacts,
  binding: Binding,
  { report, blockers }: HoldingParts = {},
) {
  const { cluster, phase, decision, resourceIndex } = binding;
  const on = {
    ...{ cluster, pickedBecause: decision.reason, isPicked: phase !== 'Unscheduled', binding, report },
    heldBecause: heldBecauseOf({ blockers }),
  };
  const { claims, ...state } = stateOnCluster(placement, on);
  const holder = explainHeldRollout(blockers)?.actor;
  return {
    ...state,
    ...(holder && { holder }),
    ...(explainUpgradeOf(blockers, cluster) !== undefined && { isForUpgrades: true }),
    conditions: claims.map(claim => viewClaim(claim)),
    ...(ownReport(on) && resourceIndex !== undefined && { snapshot: resourceIndex }),
    ...overridesView(binding.overrides),
    ...(report?.verifiedAt !== undefined && { verifiedAt: report.verifiedAt }),
  };
}
