import { createExtensionPoint } from '@backstage/backend-plugin-api';
import type { FilterPlugin, ScorePlugin } from '@fleetstage/backstage-plugin-fleetstage-engine';

export interface SchedulerPluginsExtensionPoint {
  /**
   * Keeps clusters away from placements; asked after Fleetstage's own filters, in the order of adding.
   *
   * @throws at start-up where the name is taken or is none
   */
  addFilter(filter: FilterPlugin): void;
  /**
   * Ranks the clusters that pass the filters of a PickN placement; its points are added to those of the others.
   *
   * @throws at start-up where the name is taken or is none
   */
  addScore(score: ScorePlugin): void;
}

/**
 * Where a module adds filters and scores of its own to the scheduler. They are pure functions: no clock, no chance, no
 * requests. A filter or score that fails holds the placement it was asked about, is named there, and is tried again.
 */
export const schedulerPluginsExtensionPoint = createExtensionPoint<SchedulerPluginsExtensionPoint>({
  id: 'fleetstage.schedulerPlugins',
});
