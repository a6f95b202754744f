import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { NOW } from '../fixtures';
import { ago } from './moments';

export const HUB: Schemas['HubState'] = { name: 'fleet-hub-weu', isReachable: true };
export const LOST_HUB: Schemas['HubState'] = {
  name: 'fleet-hub-weu',
  isReachable: false,
  since: ago(16),
  reason: 'connection refused at 10.0.0.4:443 (GET /readyz)',
};

export const stamp: Schemas['Stamp'] = { asOf: NOW, hub: HUB };
