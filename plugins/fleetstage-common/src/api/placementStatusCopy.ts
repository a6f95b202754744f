import type { ObjectMeta, Timestamp } from './meta';
import type { PlacementStatus } from './placement';

/**
 * Copy of the status of a ClusterResourcePlacement in the namespace that it places, for people without access to
 * cluster-scoped objects; has the name of the placement (A/PL-066, PL-180). Written by Fleetstage.
 */
export interface ClusterResourcePlacementStatus {
  readonly apiVersion: string;
  readonly kind: 'ClusterResourcePlacementStatus';
  readonly metadata: ObjectMeta;
  /** Observed state of the placement. */
  readonly sourceStatus: PlacementStatus;
  /** When the copy was written. */
  readonly lastUpdatedTime: Timestamp;
}
