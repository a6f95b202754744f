import type { Condition, IntOrString, ObjectMeta } from './meta';

/** Which placement leaves which cluster; nothing of it can change. */
export interface EvictionSpec {
  /**
   * The ClusterResourcePlacement.
   * @maxLength 255
   * @cel self == oldSelf
   * @message spec.placementName is immutable; create another eviction instead
   */
  readonly placementName: string;
  /**
   * The member cluster that it is removed from.
   * @maxLength 255
   * @cel self == oldSelf
   * @message spec.clusterName is immutable; create another eviction instead
   */
  readonly clusterName: string;
}

export interface EvictionStatus {
  /** Valid: it could be decided. Executed: the resources leave the cluster, or why they do not. */
  readonly conditions?: readonly Condition[];
}

/**
 * Removes the resources of a placement from one cluster, once. The scheduler may pick the cluster again: taint it before, if it
 * shall not.
 */
export interface ClusterResourcePlacementEviction {
  readonly apiVersion: string;
  readonly kind: 'ClusterResourcePlacementEviction';
  readonly metadata: ObjectMeta;
  /** What is evicted, and from where. */
  readonly spec: EvictionSpec;
  /** What became of it; never changed again once Executed is there or Valid is False. */
  readonly status?: EvictionStatus;
}

/**
 * How many clusters of a placement evictions must leave available.
 * @cel !(has(self.maxUnavailable) && has(self.minAvailable))
 * @message spec: maxUnavailable and minAvailable cannot both be set; remove one of them
 * @cel has(self.maxUnavailable) || has(self.minAvailable)
 * @message spec: one of maxUnavailable and minAvailable must be set, or every eviction would be blocked; set one of them
 */
export interface DisruptionBudgetSpec {
  /**
   * How many clusters of the placement may be unavailable, as a number or a share of numberOfClusters; not for PickAll.
   * @cel type(self) == int ? self >= 0 && self <= 999999999 : self.matches('^(100|[0-9]{1,2})%$')
   * @message spec.maxUnavailable must be a number from 0 to 999999999, or a share such as "25%"; correct it
   */
  readonly maxUnavailable?: IntOrString;
  /**
   * How many clusters of the placement must be available, as a number, or for PickN a share of numberOfClusters.
   * @cel type(self) == int ? self >= 0 && self <= 999999999 : self.matches('^(100|[0-9]{1,2})%$')
   * @message spec.minAvailable must be a number from 0 to 999999999, or a share such as "25%"; correct it
   */
  readonly minAvailable?: IntOrString;
}

/** Protects the ClusterResourcePlacement of its name from evictions; nothing else reads it. */
export interface ClusterResourcePlacementDisruptionBudget {
  readonly apiVersion: string;
  readonly kind: 'ClusterResourcePlacementDisruptionBudget';
  readonly metadata: ObjectMeta;
  /** The limit. */
  readonly spec: DisruptionBudgetSpec;
}
