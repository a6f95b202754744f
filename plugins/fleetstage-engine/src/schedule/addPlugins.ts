import { defaultPlugins } from './defaultPlugins';
import type { SchedulePlugins } from './plugin';

/**
 * Fleetstage's own filters and scores with those of modules: added filters are asked after our own, in the order of
 * adding, and before those that depend on picks, whose answer is different after every pick.
 */
export function addPlugins({ filters, scores }: SchedulePlugins): SchedulePlugins {
  if (filters.length === 0 && scores.length === 0) return defaultPlugins;
  const own = defaultPlugins.filters;
  return {
    filters: [
      ...own.filter(({ readsPicks }) => !readsPicks),
      ...filters,
      ...own.filter(({ readsPicks }) => readsPicks),
    ],
    scores: [...defaultPlugins.scores, ...scores],
  };
}
