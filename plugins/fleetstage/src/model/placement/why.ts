import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { causeName, type CauseName } from './causes';
import { compareLabels, type PolicyFacts, type Requirement } from './requirements';

type Row = Schemas['PlacementCluster'];

export type StepName = 'named' | 'labels' | 'eligible' | 'taints' | 'score';
export type StepOutcome = 'passed' | 'refused' | 'notLookedAt';

export interface WhyStep {
  readonly step: StepName;
  readonly outcome: StepOutcome;
}

/** The filters in the order in which the engine asks them, and the ranking after them. */
const STEPS: readonly StepName[] = ['labels', 'eligible', 'taints', 'score'];
/** A list of names is not filtered, only checked for being able to take something. */
const FIXED_STEPS: readonly StepName[] = ['named', 'eligible'];

const REFUSED_AT: Partial<Record<CauseName, StepName>> = {
  AffinityMismatch: 'labels',
  NotEligible: 'eligible',
  NotYetEligible: 'eligible',
  UntoleratedTaint: 'taints',
  ScoredTooLow: 'score',
  NotNeeded: 'score',
  NotNamed: 'named',
};

/**
 * How far a cluster came: the first refusal is the reason, what comes after it was not looked at. Nothing where the decision
 * was not made by filters.
 *
 *   UntoleratedTaint → labels passed, eligible passed, taints refused, score not looked at
 */
export function whySteps({ cause }: Row, { type }: PolicyFacts): readonly WhyStep[] {
  const name = causeName(cause);
  const steps = type === 'PickFixed' ? FIXED_STEPS : type === 'PickAll' ? STEPS.slice(0, 3) : STEPS;
  if (name === 'Picked') return steps.map(step => ({ step, outcome: 'passed' }));
  const refused = steps.indexOf(REFUSED_AT[name] ?? 'score');
  if (REFUSED_AT[name] === undefined || refused < 0) return [];
  return steps.map((step, i) => ({
    step,
    outcome: i < refused ? 'passed' : i === refused ? 'refused' : 'notLookedAt',
  }));
}

/** What keeps the cluster out, as far as its own row tells. */
export interface Refusal {
  readonly cause: CauseName;
  /** `key=value:effect` */
  readonly taint?: string;
  readonly unmet: readonly Requirement[];
  /** The engine's sentence, for causes without words of ours. */
  readonly reason: string;
}

const TAINT = /taint &\{Key:(\S*) Value:(\S*) Effect:(\S*)\}/;

export function refusalOf({ cause, reason, labels = {} }: Row, policy: PolicyFacts): Refusal {
  const name = causeName(cause);
  const taint = TAINT.exec(reason);
  return {
    cause: name,
    ...(taint && { taint: taintInWords({ key: taint[1], value: taint[2], effect: taint[3] }) }),
    unmet: name === 'AffinityMismatch' ? compareLabels(policy, labels).filter(({ isMet }) => !isMet) : [],
    reason: plainReason(reason),
  };
}

/** `key=value:effect`, as kubectl writes it. */
export const taintInWords = ({ key, value, effect }: Schemas['Taint']) =>
  `${key}${value ? `=${value}` : ''}:${effect}`;

/** The engine's sentence without the scheduler's prefix. */
export function plainReason(reason: string): string {
  const text = reason.replace(/^ClusterUnschedulable, /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
