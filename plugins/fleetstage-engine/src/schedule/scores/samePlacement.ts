import { ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ScorePlugin } from '../plugin';

/** Among equals, a cluster that holds the placement from an older policy wins, so that little moves (A/SCH-063). */
export const incumbency: ScorePlugin = {
  name: 'SamePlacementAffinity',
  prepare: ({ bindings, policyIndex }) => {
    const holders = new Set(
      bindings.filter(b => b.phase !== 'Unscheduled' && b.policyIndex !== policyIndex).map(b => b.cluster),
    );
    return ok(cluster => (holders.has(cluster.name) ? { incumbency: 1 } : {}));
  },
};
