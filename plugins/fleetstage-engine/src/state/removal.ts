import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

export type HoldCause = 'TooManyRemovals' | 'DefinitionDeleted';

/**
 * Where the removal of a whole placement is (decision 0032).
 *
 *   requested → granted                begins
 *             → held → confirmed       begins
 *                    → released        the object may go; clusters keep what they have
 */
export type RemovalProgress =
  | { readonly stage: 'requested' | 'granted' | 'confirmed' | 'released'; readonly since: Instant }
  | {
      readonly stage: 'held';
      readonly cause: HoldCause;
      readonly since: Instant;
      /** What the annotation said when the removal was asked for: no answer to the hold. Absent: it was not there. */
      readonly saidBefore?: string;
    };
