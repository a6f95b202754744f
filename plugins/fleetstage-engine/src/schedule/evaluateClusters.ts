import type { Instant, PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { compareText } from '../decision';
import type { Binding, ScorePart } from '../state/placement';
import {
  PluginDesk,
  type NamedContribution,
  type PreparedFilter,
  type PreparedScore,
  type Refusal,
} from './askPlugins';
import type { Contribution, Rank, ScheduleContext, SchedulePlugins } from './plugin';
import { Spread } from './spread';

/** One cluster after the filters that do not depend on picks. */
export interface Candidate {
  readonly facts: ClusterFacts;
  readonly refusal?: Refusal;
}

/** A cluster that passed, with what its scores add up to, without those that depend on picks. */
export interface RatedCluster {
  readonly facts: ClusterFacts;
  readonly rank: Rank;
  readonly parts: readonly NamedContribution[];
}

/** What plugins say of the next pick in a spread group. */
export interface Rating {
  readonly refusal?: Refusal;
  readonly rank: Rank;
  readonly parts: readonly NamedContribution[];
}

/** The fleet as the plugins see it. */
export interface Evaluation {
  /** Ordered by name. */
  readonly candidates: readonly Candidate[];
  readonly context: ScheduleContext;
  /** In the order in which they are asked. */
  readonly filters: readonly PreparedFilter[];
  /** Asks the scores that do not depend on picks. Where all places are held nobody is rated. */
  rate(cluster: ClusterFacts): RatedCluster;
  /** Asks the plugins that depend on picks, as the spread is now. */
  ratingOf(cluster: ClusterFacts): Rating;
  /** Why the result must not be used, if so: a plugin or the policy is broken. Check after the last question. */
  fault(): string | undefined;
}

export interface EvaluationInput {
  readonly policy: PlacementPolicy;
  readonly policyIndex: number;
  readonly namespace?: string;
  readonly clusters: readonly ClusterFacts[];
  readonly bindings: readonly Binding[];
  /** Clusters that count as picked before this decision. */
  readonly placed: ReadonlySet<string>;
  readonly now: Instant;
}

export const NO_RANK: Rank = { topology: 0, affinity: 0, incumbency: 0 };

/** Filters the fleet, and rates what passes when it is asked to (A/SCH-030, SCH-034). */
export function evaluateClusters(input: EvaluationInput, plugins: SchedulePlugins): Evaluation {
  const context = toContext(input);
  const desk = new PluginDesk();
  const asked = prepareAll(desk, plugins, context);
  return {
    candidates: context.clusters.map(facts => {
      const refusal = desk.firstRefusal(asked.filters, facts);
      return refusal === undefined ? { facts } : { facts, refusal };
    }),
    context,
    filters: [...asked.filters, ...asked.pickFilters],
    rate: facts => {
      const parts = desk.contributions(asked.scores, facts);
      return { facts, rank: sumOf(parts), parts };
    },
    ratingOf: cluster => {
      const refusal = desk.firstRefusal(asked.pickFilters, cluster);
      if (refusal !== undefined) return { refusal, rank: NO_RANK, parts: [] };
      const parts = desk.contributions(asked.pickScores, cluster);
      return { rank: sumOf(parts), parts };
    },
    fault: () => desk.fault,
  };
}

/** What plugins may read; the clusters that are picked already count in the spread. */
export function toContext({ placed, clusters, ...input }: EvaluationInput): ScheduleContext {
  const sorted = [...clusters].sort((a, b) => compareText(a.name, b.name));
  const isSpread = input.policy.placementType === 'PickN';
  const spread = new Spread((isSpread && input.policy.topologySpreadConstraints) || [], sorted);
  for (const cluster of sorted) if (placed.has(cluster.name)) spread.place(cluster);
  return { ...input, clusters: sorted, spread };
}

interface Asked {
  readonly filters: readonly PreparedFilter[];
  readonly scores: readonly PreparedScore[];
  readonly pickFilters: readonly PreparedFilter[];
  readonly pickScores: readonly PreparedScore[];
}

function prepareAll(desk: PluginDesk, plugins: SchedulePlugins, context: ScheduleContext): Asked {
  const filters = desk.filters(plugins.filters, context);
  const scores = desk.scores(context.policy.placementType === 'PickN' ? plugins.scores : [], context);
  return {
    filters: filters.filter(({ plugin }) => !plugin.readsPicks),
    scores: scores.filter(({ plugin }) => !plugin.readsPicks),
    pickFilters: filters.filter(({ plugin }) => plugin.readsPicks),
    pickScores: scores.filter(({ plugin }) => plugin.readsPicks),
  };
}

function sumOf(parts: readonly Contribution[]): Rank {
  let sum = NO_RANK;
  for (const part of parts) sum = addRanks(sum, part);
  return sum;
}

export const addRanks = (a: Rank, b: Partial<Rank>): Rank => ({
  topology: a.topology + (b.topology ?? 0),
  affinity: a.affinity + (b.affinity ?? 0),
  incumbency: a.incumbency + (b.incumbency ?? 0),
});

/** As it is kept and shown; a part of nothing is left out. */
export const toScorePart = ({
  plugin,
  subject,
  topology,
  affinity,
  incumbency,
}: NamedContribution): ScorePart => ({
  plugin,
  subject: typeof subject === 'function' ? subject() : subject,
  ...(topology ? { topology } : {}),
  ...(affinity ? { affinity } : {}),
  ...(incumbency ? { incumbency } : {}),
});

export const isNotable = ({ topology, affinity, incumbency }: Contribution) =>
  Boolean(topology || affinity || incumbency);
