import {
  annotationKeys,
  apiVersionOf,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { drainRequestOf } from './cordon';
import type { PlannedEviction } from './planDrain';

const KIND = 'ClusterResourcePlacementEviction';

/** The eviction to create on the hub, which says why and by which drain of the member it came. */
export function drainEviction(
  { name, annotations = {} }: Pick<KubeObject['metadata'], 'name' | 'annotations'>,
  planned: PlannedEviction,
): KubeObject {
  const { [annotationKeys.drainAt]: drainAt } = annotations;
  const reason = drainRequestOf(annotations)?.reason;
  return {
    apiVersion: apiVersionOf(KIND),
    kind: KIND,
    metadata: {
      name: planned.name,
      annotations: {
        [annotationKeys.evictionReason]: ['drain of the cluster', reason].filter(Boolean).join(': '),
        ...(drainAt !== undefined && { [annotationKeys.drainAt]: drainAt }),
      },
    },
    spec: { placementName: planned.placement, clusterName: name },
  };
}
