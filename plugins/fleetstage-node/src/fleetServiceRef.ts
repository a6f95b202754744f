import { coreServices, createServiceFactory, createServiceRef } from '@backstage/backend-plugin-api';
import { FleetClient } from '@fleetstage/backstage-plugin-fleetstage-client';

const TARGET = 'fleetstage';

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
        new FleetClient({
          discoveryApi: discovery,
          fetchApi: {
            fetch: async (input, init) => {
              const request = new Request(input, init);
              const onBehalfOf = await auth.getOwnServiceCredentials();
              const { token } = await auth.getPluginRequestToken({ onBehalfOf, targetPluginId: TARGET });
              request.headers.set('authorization', `Bearer ${token}`);
              return fetch(request);
            },
          },
        }),
    }),
});
