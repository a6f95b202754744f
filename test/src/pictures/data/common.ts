import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { NOW } from '../fixtures';

/** So many minutes before the pictures are taken. */
export function ago(minutes: number): string {
  return new Date(Date.parse(NOW) - minutes * 60_000).toISOString().replace('.000Z', 'Z');
}

/** So many minutes after the pictures are taken. */
export function ahead(minutes: number): string {
  return ago(-minutes);
}

export const HUB: Schemas['HubState'] = { name: 'fleet-hub-weu', isReachable: true };
export const LOST_HUB: Schemas['HubState'] = {
  name: 'fleet-hub-weu',
  isReachable: false,
  since: ago(16),
  reason: 'connect ECONNREFUSED: the API server does not accept connections',
};

export const stamp: Schemas['Stamp'] = { asOf: NOW, hub: HUB };
export const ALLOWED: Schemas['Permit'] = { isAllowed: true };
export const PRIYA: Schemas['Person'] = { ref: 'user:default/priya.raman' };
export const MAYA: Schemas['Person'] = { ref: 'user:default/maya.lindqvist' };
export const JONAS: Schemas['Person'] = { ref: 'user:default/jonas.keller' };

export function refused(reason: string, permission?: string): Schemas['Permit'] {
  return permission === undefined ? { isAllowed: false, reason } : { isAllowed: false, reason, permission };
}

/** Names like `aks-weu-prd-01`, spread over three makers and four regions. */
export function clusterNames(short: string, count: number): string[] {
  const places = ['aks-weu', 'aks-neu', 'eks-use', 'gke-asw'];
  return Array.from(
    { length: count },
    (_, i) => `${places[i % 4]}-${short}-${String(Math.floor(i / 4) + 1).padStart(2, '0')}`,
  );
}
