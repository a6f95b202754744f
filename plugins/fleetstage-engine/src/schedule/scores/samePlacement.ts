import { ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ScorePlugin } from '../plugin';

/** Among equals, a cluster that holds the placement from an older policy wins, so that little moves (A/SCH-063). */
export const samePlacement: ScorePlugin = {
  name: 'SamePlacementAffinity',
  prepare: ({ bindings, policyIndex }) => {
    const holders = new Map(
      bindings
        .filter(b => b.phase !== 'Unscheduled' && b.policyIndex !== policyIndex)
        .map(b => [b.cluster, b.policyIndex]),
    );
    return ok(cluster => {
      const index = holders.get(cluster.name);
      if (index === undefined) return [];
      return [{ incumbency: 1, subject: `holds the placement under policy ${index}` }];
    });
  },
};
