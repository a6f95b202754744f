import {
  toRfc3339,
  type Condition,
  type ConditionClaim,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** A statement of the catalogue, and since when it holds. */
export type DatedClaim = ConditionClaim & { readonly at: Instant };

export const since = (claim: ConditionClaim, at: Instant): DatedClaim => ({ ...claim, at });

/** Claims as conditions of one generation; absent ones are left out. */
export type ToConditions = (...claims: readonly (DatedClaim | undefined)[]) => readonly Condition[];

/** A status whose moments are all known needs no conditions of before: each claim carries its own. */
export const conditionsOf =
  (observedGeneration: number): ToConditions =>
  (...claims) =>
    claims
      .filter(claim => claim !== undefined)
      .map(({ type, status, reason, message, at }) => ({
        type,
        status,
        observedGeneration,
        lastTransitionTime: toRfc3339(at),
        reason,
        message,
      }));
