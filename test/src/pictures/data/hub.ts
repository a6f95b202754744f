import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { NOW } from '../fixtures';
import { ago } from './moments';

export const HUB: Schemas['HubState'] = { name: 'fleet-hub-weu', isReachable: true };
export const LOST_HUB: Schemas['HubState'] = {
  name: 'fleet-hub-weu',
  isReachable: false,
  since: ago(16),
  reason: 'connect ECONNREFUSED: the API server does not accept connections',
};

export const stamp: Schemas['Stamp'] = { asOf: NOW, hub: HUB };
