import type { ObjectMeta } from './meta';
import type { PlacementSpec, PlacementStatus } from './placement';

/**
 * Places resources of one namespace of the hub on member clusters.
 * @cel size(self.metadata.name) < 64
 * @message metadata.name must have at most 63 characters; choose a shorter placement name
 */
export interface ResourcePlacement {
  readonly apiVersion: string;
  readonly kind: 'ResourcePlacement';
  readonly metadata: ObjectMeta;
  /**
   * What is placed, where, and how it is rolled out.
   * @cel !self.resourceSelectors.exists(s, s.group == '' && s.version == 'v1' && s.kind == 'Namespace')
   * @message spec.resourceSelectors of a ResourcePlacement select objects of its own namespace and no Namespace; remove it or use a ClusterResourcePlacement
   */
  readonly spec: PlacementSpec;
  /** Observed state of the placement. */
  readonly status?: PlacementStatus;
}
