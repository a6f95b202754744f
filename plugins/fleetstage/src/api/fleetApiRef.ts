import { createApiRef } from '@backstage/frontend-plugin-api';
import type { FleetClient } from '@fleetstage/backstage-plugin-fleetstage-client';

/** Fleetstage's REST API with the token of whoever is signed in. */
export const fleetApiRef = createApiRef<FleetClient>({ id: 'plugin.fleetstage.client' });
