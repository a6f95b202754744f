import {
  coreServices,
  createBackendModule,
  readSchedulerServiceTaskScheduleDefinitionFromConfig,
} from '@backstage/backend-plugin-api';
import { catalogProcessingExtensionPoint } from '@backstage/plugin-catalog-node';
import { fleetServiceRef } from '@fleetstage/backstage-plugin-fleetstage-node';
import { MemberClusterEntityProvider } from './MemberClusterEntityProvider';

const EVERY = { frequency: { seconds: 30 }, timeout: { minutes: 2 }, initialDelay: { seconds: 3 } };

/** MemberClusters as `Resource` entities of type `kubernetes-cluster`. */
export const catalogModuleFleetstage = createBackendModule({
  pluginId: 'catalog',
  moduleId: 'fleetstage',
  register(env) {
    env.registerInit({
      deps: {
        catalog: catalogProcessingExtensionPoint,
        config: coreServices.rootConfig,
        fleet: fleetServiceRef,
        logger: coreServices.logger,
        scheduler: coreServices.scheduler,
      },
      async init({ catalog, config, fleet, logger, scheduler }) {
        const own = config.getOptionalConfig('catalog.providers.fleetstage');
        const schedule = own?.has('schedule')
          ? readSchedulerServiceTaskScheduleDefinitionFromConfig(own.getConfig('schedule'))
          : EVERY;
        const system = own?.getOptionalString('system');
        catalog.addEntityProvider(
          new MemberClusterEntityProvider({
            fleet,
            logger,
            taskRunner: scheduler.createScheduledTaskRunner(schedule),
            owner: own?.getOptionalString('owner') ?? 'unknown',
            ...(system && { system }),
          }),
        );
      },
    });
  },
});
