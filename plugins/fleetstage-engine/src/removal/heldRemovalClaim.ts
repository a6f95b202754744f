import { condition, type ConditionClaim } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementStatusInput } from '../state/placement';
import { explainHold } from './explainHold';

/** Of a placement that is being deleted and waits for a confirmation; the rest of its status stays as it was. */
export function heldRemovalClaim({ removal, placement }: PlacementStatusInput): ConditionClaim | undefined {
  if (placement.deletedAt === undefined || removal?.stage !== 'held') return undefined;
  const message = `the removal is held: ${explainHold(removal.cause)}`;
  return condition('FleetstageWarning', 'True', 'FleetstageRemovalHeld', message);
}
