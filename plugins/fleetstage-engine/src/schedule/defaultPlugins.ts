import { clusterEligibility } from './filters/clusterEligibility';
import { requiredAffinity } from './filters/requiredAffinity';
import { taintToleration } from './filters/taintToleration';
import type { SchedulePlugins } from './plugin';
import { incumbency } from './scores/incumbency';

/** In the order in which they are asked; the first refusal is the reason that is shown (A/SCH-030). */
export const defaultPlugins: SchedulePlugins = {
  filters: [requiredAffinity, clusterEligibility, taintToleration],
  scores: [incumbency],
};
