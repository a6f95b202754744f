import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { useClusters } from '../../../api/placementQueries';
import { areTooMany, groupLabels } from '../../../model/placement/groupLabels';
import type { Placement } from '../../../model/placement/now';
import { readPolicyLabels } from '../../../model/placement/requirements';

/** Keys of labels that clusters can be counted by. What is configured is asked only where some have to be left out. */
export function useGroupLabels(
  { manifest }: Placement,
  rows: readonly Schemas['PlacementCluster'][] = [],
): readonly string[] {
  const ofPolicy = useMemo(() => readPolicyLabels(manifest), [manifest]);
  const seen = new Set(rows.flatMap(({ labels = {} }) => Object.keys(labels)));
  const clusters = useClusters({ limit: 1 }, areTooMany(seen));
  return groupLabels(seen, { ofPolicy, configured: clusters.data?.pages[0].labelKeys });
}
