import { toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { compareText } from '../decision';
import type { ScheduleOutcome, ScheduleVerdict } from '../placement/state';
import { defaultPlugins } from '../schedule/defaultPlugins';
import type { SchedulePlugins } from '../schedule/plugin';
import { toLines, type ClusterWhyView, type FilterLineView } from '../whatif/viewWhy';
import type { PlacementClusterView } from './placementView';
import { sentence } from './words';

/**
 * Every cluster of an earlier decision as it was decided then: picked first, then by cause and name. What a cluster runs is
 * known of now alone, so it is not told; labels are those of now.
 */
export function decidedClusters(
  verdicts: readonly ScheduleVerdict[],
  clusters: readonly Pick<ClusterFacts, 'name' | 'labels'>[],
): PlacementClusterView[] {
  const labelsOf = new Map(clusters.map(({ name, labels }) => [name, labels]));
  return verdicts
    .map((verdict): PlacementClusterView => {
      const labels = labelsOf.get(verdict.cluster);
      return { ...viewDecided(verdict), conditions: [], ...(labels && { labels: { ...labels } }) };
    })
    .sort(
      (a, b) =>
        Number(b.isPicked) - Number(a.isPicked) ||
        compareText(a.cause, b.cause) ||
        compareText(a.cluster, b.cluster),
    );
}

const viewDecided = ({ cluster, selected, code, reason, score }: ScheduleVerdict) => ({
  cluster,
  isPicked: selected,
  cause: code,
  reason: sentence(reason),
  ...(score && { score: { ...score } }),
});

interface DecidedThen {
  readonly outcome: ScheduleOutcome;
  readonly at: Instant;
}

/** Why a cluster was or was not picked in an earlier decision: only what was kept of it, nothing is asked again. */
export function viewDecidedWhy(
  verdict: ScheduleVerdict,
  { outcome, at }: DecidedThen,
  plugins: SchedulePlugins = defaultPlugins,
): ClusterWhyView {
  const { inputs, parts = [], score } = verdict;
  return {
    ...viewDecided(verdict),
    decidedAt: toRfc3339(at),
    policyIndex: String(outcome.policyIndex),
    ...(inputs !== undefined && { inputs }),
    isStale: false,
    isKept: false,
    filters: filtersOf(verdict, plugins),
    parts: parts.flatMap(toLines),
    ...(score && { score: { affinity: score.affinityScore ?? 0, topology: score.priorityScore ?? 0 } }),
  };
}

/** Who was rated, or refused by a later filter, has passed the ones before; of others nothing was kept. */
function filtersOf(
  { filter, score, reason }: ScheduleVerdict,
  { filters }: SchedulePlugins,
): FilterLineView[] {
  const refusing = filters.findIndex(({ name }) => name === filter);
  return filters.map(({ name }, i): FilterLineView => {
    if (i === refusing) return { filter: name, outcome: 'refused', message: sentence(reason) };
    if (refusing >= 0) return { filter: name, outcome: i < refusing ? 'passed' : 'notLookedAt' };
    return { filter: name, outcome: score ? 'passed' : 'notLookedAt' };
  });
}
