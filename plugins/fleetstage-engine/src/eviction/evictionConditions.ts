import {
  condition,
  type Condition,
  type ConditionClaim,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever } from '../decision';
import { explainDisruptions } from './disruptions';
import type { EvictionOutcome } from './decideEvictions';

const VALID = 'Eviction is valid';

/**
 * The conditions of an eviction: types, statuses, reasons and messages of the decision table (C §2.4); one where it is invalid,
 * else two that are written together (C/EV-014).
 */
export function evictionConditions(outcome: EvictionOutcome, at: Instant): readonly ConditionClaim[] {
  const message = evictionMessage(outcome);
  if (outcome.verdict === 'invalid')
    return [condition('Valid', 'False', 'ClusterResourcePlacementEvictionInvalid', message, at)];
  const valid = condition('Valid', 'True', 'ClusterResourcePlacementEvictionValid', VALID, at);
  return outcome.verdict === 'executed'
    ? [valid, condition('Executed', 'True', 'ClusterResourcePlacementEvictionExecuted', message, at)]
    : [valid, condition('Executed', 'False', 'ClusterResourcePlacementEvictionNotExecuted', message, at)];
}

/**
 * Whether an eviction is never decided again, whatever changes (C/EV-011): Valid is False for its generation, or Executed has a
 * status.
 */
export function isEvictionOver({
  generation,
  conditions,
}: {
  readonly generation: number;
  readonly conditions: readonly Condition[];
}): boolean {
  return conditions.some(
    ({ type, status, observedGeneration }) =>
      type === 'Executed' || (type === 'Valid' && status === 'False' && observedGeneration === generation),
  );
}

/** KubeFleet's sentence of the row that matched. */
export function evictionMessage({ cause, disruptions }: EvictionOutcome): string {
  const counts = `availablePlacements: ${disruptions?.available ?? 0}, totalPlacements: ${disruptions?.total ?? 0}`;
  switch (cause) {
    case 'PlacementMissing':
      return 'Failed to find ClusterResourcePlacement targeted by eviction';
    case 'PlacementDeleting':
      return 'Found deleting ClusterResourcePlacement targeted by eviction';
    case 'PickFixed':
      return 'Found ClusterResourcePlacement with PickFixed placement type targeted by eviction';
    case 'SeveralBindings':
      return 'Found more than one scheduler decision for placement in cluster targeted by eviction';
    case 'NoBinding':
      return 'Failed to find scheduler decision for placement in cluster targeted by eviction';
    case 'BeingRemoved':
      return 'Eviction is allowed, resources propagated by placement is currently being removed from cluster targeted by eviction';
    case 'NothingPlaced':
      return 'Eviction is blocked, placement has not propagated resources to target cluster yet';
    case 'PlacementFailed':
      return 'Eviction is allowed, placement has failed';
    case 'NoBudget':
      return 'Eviction is allowed, no ClusterResourcePlacementDisruptionBudget specified';
    case 'BudgetMisconfigured':
      return 'Eviction is blocked by misconfigured ClusterResourcePlacementDisruptionBudget, either MaxUnavailable is specified or MinAvailable is specified as a percentage for PickAll ClusterResourcePlacement';
    case 'Unavailable':
    case 'BudgetAllows':
      return `Eviction is allowed by specified ClusterResourcePlacementDisruptionBudget, ${counts}`;
    case 'BudgetBlocks':
      return `Eviction is blocked by specified ClusterResourcePlacementDisruptionBudget, ${counts}`;
    default:
      return assertNever(cause);
  }
}

/**
 * Why an eviction ends as it does, in words, for the timeline and the pages.
 *
 *   the budget needs 5 of 6 available, 5 are: blocked
 *   it is unavailable already, which takes nothing of the budget
 */
export function explainEviction({ cause, disruptions }: EvictionOutcome): string {
  switch (cause) {
    case 'PlacementMissing':
      return 'there is no such placement';
    case 'PlacementDeleting':
      return 'the placement is being deleted';
    case 'PickFixed':
      return 'the policy names its clusters; take the cluster out of spec.policy.clusterNames instead';
    case 'SeveralBindings':
      return 'the placement has more than one binding for the cluster';
    case 'NoBinding':
      return 'the placement is not on the cluster';
    case 'BeingRemoved':
      return 'it is being removed from the cluster already';
    case 'NothingPlaced':
      return 'nothing was placed on the cluster yet';
    case 'PlacementFailed':
      return 'it failed on the cluster, or only reports differences there, so no budget is asked';
    case 'NoBudget':
      return 'no budget protects the placement';
    case 'Unavailable':
      return 'it is unavailable on the cluster already, which takes nothing of the budget';
    case 'BudgetMisconfigured':
    case 'BudgetAllows':
    case 'BudgetBlocks':
      return `the budget ${disruptions === undefined ? 'decides' : explainDisruptions(disruptions)}`;
    default:
      return assertNever(cause);
  }
}
