import { canonicalJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { TimelineEvent } from '../database/timelineStore';

/**
 * Lines that say the same of several clusters become one, with the clusters in `data`: a rollout to a thousand clusters
 * takes a few lines.
 *
 *   advanced c1, advanced c2, released c3 → advanced (data.clusters: c1, c2), released c3
 */
export function foldByCluster(events: readonly TimelineEvent[]): TimelineEvent[] {
  const groups = new Map<string, TimelineEvent[]>();
  for (const event of events) {
    const { cluster, ...rest } = event;
    const same = canonicalJson([rest, cluster === undefined]);
    groups.set(same, [...(groups.get(same) ?? []), event]);
  }
  return [...groups.values()].map(foldGroup);
}

function foldGroup(group: readonly TimelineEvent[]): TimelineEvent {
  const [first] = group;
  if (group.length === 1 || first.cluster === undefined) return first;
  const { cluster: _, ...rest } = first;
  return { ...rest, data: { ...rest.data, clusters: group.map(event => event.cluster) } };
}
