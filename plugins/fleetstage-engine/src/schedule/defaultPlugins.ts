import { clusterEligibility } from './filters/clusterEligibility';
import { namespaceAffinity } from './filters/namespaceAffinity';
import { requiredAffinity } from './filters/requiredAffinity';
import { taintToleration } from './filters/taintToleration';
import { topologySpreadFilter } from './filters/topologySpread';
import type { OwnFilterPlugin, SchedulePlugins } from './plugin';
import { preferredAffinity } from './scores/preferredAffinity';
import { samePlacement } from './scores/samePlacement';
import { topologySpreadScore } from './scores/topologySpread';

/** In the order in which they are asked. */
export const ownFilters: readonly OwnFilterPlugin[] = [
  requiredAffinity,
  clusterEligibility,
  namespaceAffinity,
  taintToleration,
  topologySpreadFilter,
];

/** The first refusal is the reason that is shown (A/SCH-030). */
export const defaultPlugins: SchedulePlugins = {
  filters: ownFilters,
  scores: [preferredAffinity, samePlacement, topologySpreadScore],
};
