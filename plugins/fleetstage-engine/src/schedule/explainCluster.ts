import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Binding, ScheduleVerdict, ScorePart } from '../state/placement';
import { PluginDesk, type PreparedFilter } from './askPlugins';
import {
  currentOf,
  decideSchedule,
  pluginsFor,
  policyOf,
  toEvaluation,
  type ScheduleInput,
} from './decideSchedule';
import { defaultPlugins } from './defaultPlugins';
import { evaluateClusters, toScorePart, type Evaluation } from './evaluateClusters';
import { explainNames } from './explainNames';
import type { FilterResult } from './filterResult';
import { byStoredRank, type Current } from './pick';
import type { SchedulePlugins } from './plugin';
import { hashInputs, policyInputs } from './policyInputs';
import { rankClusters, type RankedCluster } from './rankClusters';
import { wantedCount } from './wantedCount';

/** Why a cluster is or is not picked. */
export interface ClusterExplanation {
  readonly cluster: string;
  /** What the decision says of it now; absent for a cluster that is neither in the fleet nor named. */
  readonly verdict?: ScheduleVerdict;
  /** Holds a place from before: labels, taints and scores count when a cluster is picked, not while it stays. */
  readonly isKept: boolean;
  /** In the order in which the engine asks. */
  readonly filters: readonly FilterResult[];
  /** All parts of the score, those of zero too; they add up to it. Empty where it was not rated. */
  readonly parts: readonly ScorePart[];
  readonly score?: { readonly topology: number; readonly affinity: number };
  /** Place among all that are picked or could be, 1 is best; `of` is their number. PickN only. */
  readonly rank?: { readonly place: number; readonly of: number };
  /** How many clusters the policy wants; absent for PickAll. */
  readonly wanted?: number;
  /** Hash of what the policy reads of the cluster now; the verdict has that of its own time. */
  readonly inputs?: string;
}

/**
 * Why one cluster is or is not picked, from the plugins that decide it: what each filter saw and wanted, what the
 * score is made of, and its place among the others.
 *
 *     kept since Monday, tainted today → isKept, filters report the taint, the verdict stays Picked
 *     refused by the second filter     → the third and later ones are not evaluated
 */
export function explainCluster(
  input: ScheduleInput,
  clusterName: string,
  now: Instant,
  plugins: SchedulePlugins = defaultPlugins,
): ClusterExplanation {
  const { verdicts } = decideSchedule(input, now, plugins);
  return explainDecided(input, clusterName, { verdicts, now, plugins });
}

interface Decided {
  readonly verdicts: readonly ScheduleVerdict[];
  readonly now: Instant;
  readonly plugins: SchedulePlugins;
}

/** The same where the input was decided already. */
export function explainDecided(
  input: ScheduleInput,
  clusterName: string,
  { verdicts, now, plugins }: Decided,
): ClusterExplanation {
  const policy = policyOf(input);
  const current = currentOf(input);
  const cluster = input.clusters.find(({ name }) => name === clusterName);
  const verdict = verdicts.find(v => v.cluster === clusterName);
  const wanted = wantedCount(policy, input.policy.numberOfClusters);
  const head = {
    cluster: clusterName,
    ...(verdict && { verdict }),
    isKept: current.has(clusterName),
    ...(wanted !== undefined && { wanted }),
  };
  if (policy.placementType === 'PickFixed') {
    return {
      ...head,
      filters: explainNames(policy.clusterNames ?? [], { clusterName, cluster, now }),
      parts: [],
    };
  }
  if (cluster === undefined) return { ...head, filters: [], parts: [] };
  const evaluation = evaluateClusters(toEvaluation(input, current, now), pluginsFor(policy, plugins));
  const order = policy.placementType === 'PickN' ? orderOf(evaluation, current, wanted ?? 0) : [];
  const place = order.findIndex(({ name }) => name === clusterName);
  const isPlaced = verdict?.selected === true;
  const { namespace } = input.placement;
  return {
    ...head,
    filters: explainFilters(evaluation, cluster, { isPlaced }),
    ...reportScore(order[place]),
    ...(place >= 0 && { rank: { place: place + 1, of: order.length } }),
    inputs: hashInputs(policyInputs(policy, input.placement, plugins), cluster, { now, namespace }),
  };
}

/** A cluster with its place: held before, or ranked in this decision. */
type Placed = { readonly name: string } & ({ readonly holder: Binding } | { readonly ranked: RankedCluster });

/** All that are or could be picked, best first: who holds a place, who joins, who is left over. */
function orderOf(evaluation: Evaluation, current: Current, wanted: number): Placed[] {
  const joiners = evaluation.candidates.filter(({ facts, refusal }) => !refusal && !current.has(facts.name));
  const { joining, left } = rankClusters(evaluation, joiners, { room: wanted - current.size });
  return [
    ...byStoredRank([...current.values()]).map(holder => ({ name: holder.cluster, holder })),
    ...[...joining, ...left].map(ranked => ({ name: ranked.cluster, ranked })),
  ];
}

function reportScore(placed: Placed | undefined): Pick<ClusterExplanation, 'parts' | 'score'> {
  if (placed === undefined) return { parts: [] };
  if ('ranked' in placed) {
    const { rank, parts } = placed.ranked;
    return { parts: parts.map(toScorePart), score: { topology: rank.topology, affinity: rank.affinity } };
  }
  const { score, parts = [] } = placed.holder.decision;
  if (score === undefined) return { parts };
  return { parts, score: { topology: score.priorityScore ?? 0, affinity: score.affinityScore ?? 0 } };
}

function explainFilters(
  { filters, context, fault }: Evaluation,
  cluster: ClusterFacts,
  { isPlaced }: { readonly isPlaced: boolean },
): FilterResult[] {
  if (fault() !== undefined) return filters.map(({ plugin }) => notLookedAt(plugin.name));
  const desk = new PluginDesk();
  const results: FilterResult[] = [];
  let isOut = false;
  for (const filter of filters) {
    const { name, readsPicks } = filter.plugin;
    // Its own pick is counted already: the next one like it would be judged, not this one.
    const isCounted = isPlaced && readsPicks === true;
    const result: FilterResult = isOut
      ? notLookedAt(name)
      : explainFilter(filter, { desk, context, cluster, isCounted });
    results.push(result);
    isOut ||= result.outcome === 'refused';
  }
  return results;
}

const notLookedAt = (filter: string): FilterResult => ({ filter, outcome: 'notLookedAt' });

interface FilterQuestion {
  readonly desk: PluginDesk;
  readonly context: Evaluation['context'];
  readonly cluster: ClusterFacts;
  readonly isCounted: boolean;
}

function explainFilter(
  filter: PreparedFilter,
  { desk, context, cluster, isCounted }: FilterQuestion,
): FilterResult {
  const { plugin } = filter;
  const findings = desk.askObservation(plugin, { context, cluster });
  if (isCounted) return { filter: plugin.name, outcome: findings ? 'passed' : 'notAsked' };
  const verdict = desk.askFilter(filter, cluster);
  if (!verdict.ok) {
    const { reason: code, message } = verdict;
    return { filter: plugin.name, outcome: 'refused', ...findings, code, message };
  }
  const isAsked = findings !== undefined || plugin.explain === undefined;
  return { filter: plugin.name, outcome: isAsked ? 'passed' : 'notAsked', ...findings };
}
