import type { ClusterFacts } from '../cluster/facts';
import { compareText } from '../decision';
import type { ScheduleVerdict } from '../state/placement';
import type { PlacementClusterView } from './placementView';
import { sentence } from '../words';

/**
 * Every cluster of an earlier decision as it was decided then: picked first, then by cause and name. What a cluster ran then is
 * not kept, so it is left out; labels are those of now.
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

export const viewDecided = ({ cluster, selected, code, reason, score }: ScheduleVerdict) => ({
  cluster,
  isPicked: selected,
  cause: code,
  reason: sentence(reason),
  ...(score && { score: { ...score } }),
});
