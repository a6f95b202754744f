import { coreServices, createBackendPlugin, resolvePackagePath } from '@backstage/backend-plugin-api';
import { metricsServiceRef } from '@backstage/backend-plugin-api/alpha';
import { composeEngine } from './compose';
import { systemPorts } from './loop/systemPorts';
import { platformMetrics } from './observe/platformMetrics';
import { createRouter } from './rest/createRouter';
import { parseSettings } from './settings';

const PRUNE_EVERY = { hours: 6 };

/**
 * Fleetstage in a Backstage backend: the engine on the plugin's database, started and drained with the backend.
 *
 * `/api/fleetstage/health` and `/api/fleetstage/metrics` answer without credentials, as probes and scrapers need it;
 * they tell names of clusters and counts, nothing of what is placed.
 */
export const fleetstagePlugin = createBackendPlugin({
  pluginId: 'fleetstage',
  register(env) {
    env.registerInit({
      deps: {
        config: coreServices.rootConfig,
        database: coreServices.database,
        httpRouter: coreServices.httpRouter,
        lifecycle: coreServices.lifecycle,
        logger: coreServices.logger,
        metrics: metricsServiceRef,
        scheduler: coreServices.scheduler,
      },
      async init({ config, database, httpRouter, lifecycle, logger, metrics, scheduler }) {
        const engine = await composeEngine({
          knex: await database.getClient(),
          settings: parseSettings(config.getOptional('fleetstage'), process.cwd()),
          ports: systemPorts,
          log: logger,
          metrics: platformMetrics(metrics),
          crdsDir: resolvePackagePath('@fleetstage/backstage-plugin-fleetstage-backend', 'crds'),
          skipMigrations: database.migrations?.skip,
        });
        httpRouter.use(
          createRouter({ readiness: () => engine.readiness(), metricsText: () => engine.metricsText() }),
        );
        httpRouter.addAuthPolicy({ path: '/health', allow: 'unauthenticated' });
        httpRouter.addAuthPolicy({ path: '/metrics', allow: 'unauthenticated' });
        await scheduler.scheduleTask({
          id: 'fleetstage-prune',
          frequency: PRUNE_EVERY,
          timeout: { minutes: 10 },
          initialDelay: { minutes: 5 },
          fn: () => engine.prune(),
        });
        lifecycle.addStartupHook(() => engine.start());
        lifecycle.addShutdownHook(() => engine.stop());
      },
    });
  },
});
