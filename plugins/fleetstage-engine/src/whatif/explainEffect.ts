import type { MemberClusterTaint, Toleration } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { ScheduleVerdict } from '../state/placement';
import { isTolerated } from '../schedule/filters/taintToleration';
import { countOf, listOf, sentence } from '../words';
import type { Ranked } from './rankVerdicts';

/** One cluster on both sides. */
export interface EffectSeen {
  readonly cluster: string;
  readonly today: ScheduleVerdict | undefined;
  readonly then: ScheduleVerdict | undefined;
  /** Absent where it is not in the fleet. */
  readonly factsToday: ClusterFacts | undefined;
  readonly factsThen: ClusterFacts | undefined;
  readonly rankToday: Ranked | undefined;
  readonly rankThen: Ranked | undefined;
  /** Its verdict if it were scheduled anew, where that is a refusal. */
  readonly refusedIfAsked: ScheduleVerdict | undefined;
}

export interface EffectContext {
  readonly isPolicyChanged: boolean;
  /** Of PickN. */
  readonly wantedToday: number | undefined;
  readonly wantedThen: number | undefined;
  readonly tolerationsToday: readonly Toleration[];
  /** Of the changed policy. */
  readonly tolerations: readonly Toleration[];
}

/** Why a cluster gains, loses, stays or stays without: a sentence made of names. */
export function explainEffect(seen: EffectSeen, context: EffectContext): string {
  const before = seen.today?.selected ?? false;
  const after = seen.then?.selected ?? false;
  if (before && after) return explainStay(seen, context);
  if (before) return explainLoss(seen, context);
  return after ? explainGain(seen, context) : explainWithout(seen, context);
}

function explainStay({ refusedIfAsked, rankThen }: EffectSeen, { isPolicyChanged }: EffectContext): string {
  if (isPolicyChanged)
    return rankThen === undefined
      ? 'It also matches the changed policy.'
      : `It ranks ${rankThen.rank} of ${rankThen.of} under the changed policy.`;
  return refusedIfAsked === undefined
    ? 'Already placed, and the policy is unchanged.'
    : 'Already placed. Changes of labels, taints or usage do not remove it, though it would not be picked anew.';
}

function explainGain(seen: EffectSeen, context: EffectContext): string {
  const { today, factsToday, rankThen } = seen;
  const rank = rankThen === undefined ? '' : ` It ranks ${rankThen.rank} of ${rankThen.of}.`;
  if (today === undefined) return `${factsToday ? 'The policy picks it.' : 'It is new in the fleet.'}${rank}`;
  switch (today.code) {
    case 'UntoleratedTaint':
      return `${explainTaints(seen, context)}${rank}`;
    case 'AffinityMismatch':
    case 'PropertyMismatch':
      return `${explainLabels(seen)}${rank}`;
    case 'BreaksSpread':
      return `The spread allows it now.${rank}`;
    case 'NotNamed':
      return 'The policy names it.';
    case 'NotFound':
      return 'The policy names it, and it is in the fleet now.';
    case 'ScoredTooLow':
    case 'NotNeeded':
      return explainPlace(seen, context);
    default:
      return `No longer true: ${sentence(bare(today.reason))}${rank}`;
  }
}

function explainTaints({ factsToday, factsThen }: EffectSeen, { tolerationsToday }: EffectContext): string {
  const kept = (facts: ClusterFacts | undefined) =>
    (facts?.taints ?? []).filter(taint => !tolerationsToday.some(one => isTolerated(taint, one)));
  const left = kept(factsThen);
  const gone = kept(factsToday).filter(taint => !left.some(one => one.key === taint.key));
  const parts = [
    ...(gone.length > 0 ? [`${taintsInWords(gone)} gone`] : []),
    ...(left.length > 0 ? [`${taintsInWords(left)} tolerated`] : []),
  ];
  return sentence(parts.join(', '));
}

const taintsInWords = (taints: readonly MemberClusterTaint[]) =>
  `${taints.length === 1 ? 'taint' : 'taints'} ${listOf(taints.map(({ key }) => key))} ${taints.length === 1 ? 'is' : 'are'}`;

function explainLabels({ factsToday, factsThen }: EffectSeen): string {
  const changed = changedValues(factsToday?.labels, factsThen?.labels);
  if (changed.length > 0) return `It matches with ${listOf(changed)}.`;
  const properties = changedValues(factsToday?.properties, factsThen?.properties);
  if (properties.length > 0) return `It matches with ${listOf(properties)}.`;
  return factsToday?.resourceUsage === factsThen?.resourceUsage
    ? 'It matches the changed policy.'
    : 'It matches with its changed usage.';
}

/** `env = prod`, `tier is gone`. */
function changedValues(before: Readonly<Record<string, string>> = {}, after: typeof before = {}): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter(key => before[key] !== after[key])
    .map(key => (after[key] === undefined ? `${key} is gone` : `${key} = ${after[key]}`));
}

function explainPlace({ rankThen, rankToday }: EffectSeen, context: EffectContext): string {
  const { wantedToday, wantedThen, isPolicyChanged } = context;
  if (wantedThen !== undefined && wantedToday !== undefined && wantedThen > wantedToday)
    return `The policy picks ${wantedThen} clusters instead of ${wantedToday}.${rankSentence(rankThen)}`;
  if (isPolicyChanged && rankThen !== undefined)
    return `It ranks ${rankThen.rank} of ${rankThen.of} under the changed policy${rankToday ? `, now ${rankToday.rank}` : ''}.`;
  return `One more cluster is needed.${rankSentence(rankThen)}`;
}

const rankSentence = (ranked: Ranked | undefined) =>
  ranked === undefined ? '' : ` It ranks ${ranked.rank} of ${ranked.of}.`;

function explainLoss(seen: EffectSeen, context: EffectContext): string {
  const { then, factsThen, rankThen } = seen;
  if (then === undefined || factsThen === undefined) return 'Removed from the fleet.';
  switch (then.code) {
    case 'UntoleratedTaint':
      return explainRefusedTaint(factsThen, context);
    case 'AffinityMismatch':
      return `Its labels do not match the ${context.isPolicyChanged ? 'changed ' : ''}policy.`;
    case 'NotNamed':
      return 'The policy no longer names it.';
    case 'NotNeeded':
      return `The policy picks only ${countOf(context.wantedThen ?? 0, 'cluster')}, and others rank higher.`;
    case 'ScoredTooLow':
      return `Others rank higher under the changed policy.${rankSentence(rankThen)}`;
    default:
      return sentence(bare(then.reason));
  }
}

function explainRefusedTaint({ taints }: ClusterFacts, { tolerations }: EffectContext): string {
  const refused = taints.filter(taint => !tolerations.some(one => isTolerated(taint, one)));
  return sentence(`${taintsInWords(refused)} not tolerated`);
}

function explainWithout({ then, factsThen, rankThen }: EffectSeen, context: EffectContext): string {
  if (factsThen === undefined) return 'Removed from the fleet.';
  if (then === undefined) return 'The policy does not pick it.';
  if (then.code === 'UntoleratedTaint') return explainRefusedTaint(factsThen, context);
  if (then.code === 'AffinityMismatch') return 'Its labels do not match the policy.';
  if (then.code === 'ScoredTooLow') return `Others rank higher.${rankSentence(rankThen)}`;
  return sentence(bare(then.reason));
}

/** Without the prefix that statuses need. */
const bare = (reason: string) => reason.replace(/^ClusterUnschedulable, /, '');
