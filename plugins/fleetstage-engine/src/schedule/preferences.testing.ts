import type { PreferredClusterSelector } from '@fleetstage/backstage-plugin-fleetstage-common';

export const NODES = 'kubernetes-fleet.io/node-count';

export type Order = 'Ascending' | 'Descending';

export const sorted = (
  name: string,
  sortOrder: Order,
  weight: number,
  matchLabels?: Record<string, string>,
): PreferredClusterSelector => ({
  weight,
  preference: {
    propertySorter: { name, sortOrder },
    ...(matchLabels && { labelSelector: { matchLabels } }),
  },
});

export const labelled = (matchLabels: Record<string, string>, weight: number): PreferredClusterSelector => ({
  weight,
  preference: { labelSelector: { matchLabels } },
});

/** The part of a policy that prefers. */
export const preferring = (...terms: PreferredClusterSelector[]) => ({
  affinity: { clusterAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms } },
});
