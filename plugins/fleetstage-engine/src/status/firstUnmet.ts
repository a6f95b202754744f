import type { Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import type { PlacementFacts } from '../state/placement';
import { stepsOf } from './clusterConditions';

/** A condition that a placement waits for; without status and reason where nothing is said of this generation. */
export interface Unmet {
  readonly type: string;
  readonly status?: string;
  readonly reason?: string;
}

/**
 * The first condition that is not True at the placement's generation; nothing: the rollout is complete (A/ST-004).
 *
 *     Scheduled True, RolloutStarted True (of an older generation) → RolloutStarted, without a status
 *     Scheduled False, all else True                               → Scheduled False: never complete
 */
export function firstUnmet(
  placement: PlacementFacts,
  conditions: readonly Condition[] | undefined,
): Unmet | undefined {
  const types = ['Scheduled', ...stepsOf(placement.spec.strategy?.applyStrategy)];
  for (const type of types.map(word => `${kindOfPlacement(placement)}${word}`)) {
    const stated = conditions?.find(
      one => one.type === type && one.observedGeneration === placement.generation,
    );
    if (stated === undefined) return { type };
    if (stated.status !== 'True') return { type, status: stated.status, reason: stated.reason };
  }
  return undefined;
}
