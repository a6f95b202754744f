import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RolloutFacts, TargetFacts } from './targetFacts';
import type { TargetVerdict } from './targetVerdict';

export interface TargetQuestion {
  readonly facts: TargetFacts;
  readonly rollout: RolloutFacts;
  readonly now: Instant;
}

/** Says what is true of a target, or leaves it to the checks behind it. */
export type TargetCheck = (question: TargetQuestion) => TargetVerdict | undefined;
