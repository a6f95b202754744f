import type {
  Condition,
  DisruptionBudgetSpec,
  Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import {
  disruptionsNow,
  judgeEviction,
  type EvictionOutcome,
  type EvictionState,
  type PendingEviction,
} from './decideEvictions';
import { explainDisruptions, type Disruptions } from './disruptions';
import { explainEviction } from './evictionConditions';

/** What an eviction from one cluster would come to now. */
export interface EvictableCluster {
  readonly cluster: string;
  readonly verdict: EvictionOutcome['verdict'];
  readonly isAllowed: boolean;
  /** E.g. `the budget needs 5 of 6 available, 5 are: blocked`. */
  readonly reason: string;
}

export interface BudgetView extends DisruptionBudgetSpec, Disruptions {
  /** E.g. `needs 5 of 6 available, 5 are: blocked`. */
  readonly sentence: string;
}

/** The clusters that hold a placement, ordered by name, judged by the function that decides evictions. */
export const evictableClusters = (state: EvictionState, now: Instant): readonly EvictableCluster[] =>
  [...new Set(state.bindings.map(({ cluster }) => cluster))].sort(compareText).map(cluster => {
    const outcome = judgeEviction(state, cluster, now);
    const { verdict } = outcome;
    return { cluster, verdict, isAllowed: verdict === 'executed', reason: explainEviction(outcome) };
  });

/** `undefined`: none protects the placement. */
export function viewBudget(state: EvictionState): BudgetView | undefined {
  const disruptions = disruptionsNow(state);
  return disruptions && { ...state.budget, ...disruptions, sentence: explainDisruptions(disruptions) };
}

/** One eviction of a placement, decided or not. */
export interface EvictionView {
  readonly name: string;
  readonly cluster: string;
  readonly createdAt: Instant;
  readonly state: 'waiting' | EvictionOutcome['verdict'];
  readonly conditions: readonly Condition[];
  /** The message of the condition that says the end; absent while it waits. */
  readonly message?: string;
}

interface Listed extends PendingEviction {
  readonly conditions: readonly Condition[];
}

/** What became of an eviction, as its conditions say. */
export function viewEviction({ name, cluster, createdAt, conditions }: Listed): EvictionView {
  const head = { name, cluster, createdAt, conditions };
  const executed = conditions.find(({ type }) => type === 'Executed');
  if (executed)
    return {
      ...head,
      state: executed.status === 'True' ? 'executed' : 'blocked',
      message: executed.message,
    };
  const valid = conditions.find(({ type }) => type === 'Valid');
  return valid?.status === 'False'
    ? { ...head, state: 'invalid', message: valid.message }
    : { ...head, state: 'waiting' };
}
