import type { Binding, ScheduleVerdict } from '../state/placement';
import type { VerdictCode } from '../verdictCodes';
import type { Refusal } from './askPlugins';
import { isNotable, toScorePart } from './evaluateClusters';
import type { RankedCluster } from './rankClusters';

/** Stays picked with the decision that once picked it: its score is that of then (A/SCH-085). */
export const kept = ({ cluster, decision }: Binding): ScheduleVerdict => ({
  ...decision,
  cluster,
  selected: true,
});

export const refused = (cluster: string, code: VerdictCode, reason: string): ScheduleVerdict => ({
  cluster,
  selected: false,
  code,
  reason,
});

/** The sentence of KubeFleet: status, then the filter's reason (A/SCH-033). */
export const filtered = (cluster: string, { filter, code, message }: Refusal): ScheduleVerdict => ({
  ...refused(cluster, code, `ClusterUnschedulable, ${message}`),
  filter,
});

/** A/SCH-098. */
export const picked = (ranked: RankedCluster): ScheduleVerdict => {
  const { cluster } = ranked;
  return {
    cluster,
    selected: true,
    code: 'Picked',
    reason: `Successfully scheduled resources for placement in "${cluster}" ${explainScore(ranked)}: picked by scheduling policy`,
    ...scoreOf(ranked),
  };
};

/** A/SCH-098. */
export const scoredTooLow = (ranked: RankedCluster): ScheduleVerdict => {
  const { cluster } = ranked;
  const reason = `Cluster "${cluster}" does not score high enough ${explainScore(ranked)}`;
  return { ...refused(cluster, 'ScoredTooLow', reason), ...scoreOf(ranked) };
};

export const notNeeded = (cluster: string, wanted: number) =>
  refused(
    cluster,
    'NotNeeded',
    `Cluster "${cluster}" is not needed: the policy asks for ${wanted} cluster(s)`,
  );

function scoreOf({ rank, parts }: RankedCluster): Pick<ScheduleVerdict, 'score' | 'parts'> {
  const notable = parts.filter(isNotable).map(toScorePart);
  return {
    score: { affinityScore: rank.affinity, priorityScore: rank.topology },
    ...(notable.length > 0 ? { parts: notable } : {}),
  };
}

const explainScore = ({ rank }: RankedCluster) =>
  `(affinity score: ${rank.affinity}, topology spread score: ${rank.topology})`;
