import { ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideEligibility } from '../../cluster/eligibility';
import { refuse } from '../../decision';
import type { FilterPlugin } from '../plugin';

/** Joined, heard of lately, healthy or only just not, and staying (A/SCH-055). */
export const clusterEligibility: FilterPlugin = {
  name: 'ClusterEligibility',
  prepare: ({ now }) =>
    ok(cluster => {
      const verdict = decideEligibility(cluster, now);
      return verdict.ok ? verdict : refuse('NotEligible', verdict.message);
    }),
};
