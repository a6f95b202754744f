import {
  cutText,
  isJsonObject,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** What an object on a member says about its readiness (B/AV-001…004). */
export type Availability =
  | { readonly kind: 'available' }
  | { readonly kind: 'notYet'; readonly message: string }
  /** It is unknown, so it is assumed, and the rollout waits a while. */
  | { readonly kind: 'untrackable'; readonly message: string };

/** Reads the status of one kind; `live` was already seen to be of the wanted revision. */
export type Probe = (live: KubeObject) => Availability;

export const available: Availability = { kind: 'available' };
export const notYet = (message: string): Availability => ({
  kind: 'notYet',
  message: cutText(message),
});
export const untrackable = (message: string): Availability => ({ kind: 'untrackable', message });

/** `spec` or `status` as an object, empty where there is none. */
export const part = (live: KubeObject, field: 'spec' | 'status'): JsonObject => {
  const value = live[field];
  return isJsonObject(value) ? value : {};
};

export const count = (value: unknown, otherwise = 0): number =>
  typeof value === 'number' ? value : otherwise;

/** A condition of `status.conditions`, as far as it is well formed. */
export function findCondition(live: KubeObject, type: string): JsonObject | undefined {
  const { conditions } = part(live, 'status');
  if (!Array.isArray(conditions)) return undefined;
  return conditions.find(
    (condition): condition is JsonObject => isJsonObject(condition) && condition.type === type,
  );
}

/** The first sentence that applies says what is missing; none: available. */
export const missing = (...lacks: readonly (string | false)[]): Availability => {
  const lack = lacks.find(sentence => sentence !== false);
  return lack === undefined ? available : notYet(lack as string);
};
