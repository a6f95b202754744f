import { coreServices, createServiceFactory, createServiceRef } from '@backstage/backend-plugin-api';
import type { FleetClient } from '@fleetstage/backstage-plugin-fleetstage-client';
import { createFleetClient } from './createFleetClient';

/**
 * Fleetstage's REST API for other backend plugins, wherever its backend runs; requests carry a token of the plugin that asks.
 * Approving and every other act of a person is refused to such tokens.
 */
export const fleetServiceRef = createServiceRef<FleetClient>({
  id: 'fleetstage.client',
  scope: 'plugin',
  defaultFactory: async service =>
    createServiceFactory({
      service,
      deps: { auth: coreServices.auth, discovery: coreServices.discovery },
      factory: ({ auth, discovery }) =>
        createFleetClient({ auth, discovery, credentials: () => auth.getOwnServiceCredentials() }),
    }),
});
