import type { PlannedGateView } from '../staged/gates/gateStatus';
import { isForPeople } from '../staged/gates/gateKinds';
import type { PreviewStageView } from './previewRun';

/** A plan in numbers; a removal stage is counted apart. */
export interface PlanTotalsView {
  /** That would be updated. */
  clusters: number;
  stages: number;
  removed: number;
  /** Of all stages; what people take comes on top. */
  waitSeconds: number;
  approvals: number;
}

/**
 * Waits of one side of a stage run at the same time, so the longest one counts (ui §5.5).
 *
 *   canary of 2 (wait 1 h, approval), production of 12 (wait 10 min)
 *     → { clusters: 14, stages: 2, removed: 0, waitSeconds: 4200, approvals: 1 }
 */
export function sumPlan(stages: readonly PreviewStageView[]): PlanTotalsView {
  const updating = stages.filter(({ isRemoval }) => !isRemoval);
  const removing = stages.filter(({ isRemoval }) => isRemoval);
  const sides = stages.flatMap(({ gatesBefore, gatesAfter }) => [gatesBefore, gatesAfter]);
  return {
    clusters: updating.flatMap(({ clusters }) => clusters).length,
    stages: updating.length,
    removed: removing.flatMap(({ clusters }) => clusters).length,
    waitSeconds: sides.reduce((sum, gates) => sum + longestWait(gates), 0),
    approvals: sides.flat().filter(isForPeople).length,
  };
}

const longestWait = (gates: readonly PlannedGateView[]) =>
  Math.max(0, ...gates.map(({ waitSeconds }) => waitSeconds ?? 0));
