import { createBackendModule } from '@backstage/backend-plugin-api';
import { pass, refuse } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { FilterPlugin, ScorePlugin } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { schedulerPluginsExtensionPoint } from '@fleetstage/backstage-plugin-fleetstage-node';

const MAINTENANCE = 'example.com/maintenance';
const COST_CLASS = 'example.com/cost-class';
const POINTS: Readonly<Record<string, number>> = { low: 20, medium: 10 };

/** Nothing new goes to a cluster that is being maintained; what runs there stays. */
export const maintenance: FilterPlugin = {
  name: 'Maintenance',
  reads: { labelKeys: [MAINTENANCE] },
  codes: { InMaintenance: { phrase: 'are in maintenance' } },
  prepare: () => ({
    ok: true,
    value: ({ labels }) =>
      labels[MAINTENANCE] === 'true' ? refuse('InMaintenance', 'cluster is being maintained') : pass,
  }),
  explain: (_context, { labels }) => ({
    seen: `${MAINTENANCE}=${labels[MAINTENANCE] ?? 'not set'}`,
    wanted: `${MAINTENANCE} is not "true"`,
  }),
};

/** Cheap clusters first. */
export const lowCost: ScorePlugin = {
  name: 'LowCost',
  reads: { labelKeys: [COST_CLASS] },
  prepare: () => ({
    ok: true,
    value: ({ labels }) => {
      const costClass = labels[COST_CLASS] ?? 'unknown';
      return [{ affinity: POINTS[costClass] ?? 0, subject: `cost class ${costClass}` }];
    },
  }),
};

export default createBackendModule({
  pluginId: 'fleetstage',
  moduleId: 'maintenance-and-cost',
  register(env) {
    env.registerInit({
      deps: { scheduler: schedulerPluginsExtensionPoint },
      async init({ scheduler }) {
        scheduler.addFilter(maintenance);
        scheduler.addScore(lowCost);
      },
    });
  },
});
