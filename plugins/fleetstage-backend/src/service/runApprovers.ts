import { approversOf, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunPlan } from '@fleetstage/backstage-plugin-fleetstage-engine';

/**
 * Who approves a run, as normalized entity refs: whom its plan has kept, so that nobody gets round them by editing or deleting
 * the strategy. Of a plan that is older than that, whom the strategy names today; `undefined`: it is gone, and nobody knows.
 */
export const approversOfRun = (
  plan: RunPlan | undefined,
  strategy: KubeObject | undefined,
): readonly string[] | undefined => plan?.approvers ?? (strategy && approversOf(strategy));
