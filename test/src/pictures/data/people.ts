import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

export const PRIYA: Schemas['Person'] = { ref: 'user:default/priya.raman' };
export const MAYA: Schemas['Person'] = { ref: 'user:default/maya.lindqvist' };
export const JONAS: Schemas['Person'] = { ref: 'user:default/jonas.keller' };

/** What the reader may do, and why not. */
export const ALLOWED: Schemas['Permit'] = { isAllowed: true };

export function refused(reason: string, permission?: string): Schemas['Permit'] {
  return permission === undefined ? { isAllowed: false, reason } : { isAllowed: false, reason, permission };
}
