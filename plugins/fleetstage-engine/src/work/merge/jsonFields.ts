import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';

/** One place in what was applied last, what is wanted, and what is there. */
export interface Three {
  readonly last?: unknown;
  readonly wanted: JsonObject;
  readonly live: JsonObject;
}

export const isSet = (value: unknown) => value !== undefined && value !== null;

export const own = (object: JsonObject, field: string): unknown =>
  Object.hasOwn(object, field) ? object[field] : undefined;
