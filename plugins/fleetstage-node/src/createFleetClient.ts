import type { AuthService, BackstageCredentials, DiscoveryService } from '@backstage/backend-plugin-api';
import { FleetClient } from '@fleetstage/backstage-plugin-fleetstage-client';

const TARGET = 'fleetstage';

export interface FleetClientOptions {
  readonly auth: AuthService;
  readonly discovery: DiscoveryService;
  /** In whose name each request is sent. */
  readonly credentials: () => BackstageCredentials | Promise<BackstageCredentials>;
}

/** Fleetstage's REST API in the name of somebody, from a backend, wherever Fleetstage's own backend runs. */
export const createFleetClient = ({ auth, discovery, credentials }: FleetClientOptions): FleetClient =>
  new FleetClient({
    discoveryApi: discovery,
    fetchApi: {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const onBehalfOf = await credentials();
        const { token } = await auth.getPluginRequestToken({ onBehalfOf, targetPluginId: TARGET });
        request.headers.set('authorization', `Bearer ${token}`);
        return fetch(request);
      },
    },
  });
