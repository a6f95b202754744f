import type { ApplyStrategy } from './apply';
import type { Condition, ObjectMeta } from './meta';
import type {
  DiffedResourcePlacement,
  DriftedResourcePlacement,
  FailedResourcePlacement,
  NamespacedName,
} from './placement';
import type { ClusterDecision } from './snapshot';

/** Scheduled, Bound or Unscheduled (A/PL-196). */
export type BindingState = string;

/** The desired state of one cluster. */
export interface ResourceBindingSpec {
  /** Scheduled, Bound or Unscheduled. */
  readonly state: BindingState;
  /** Resource snapshot that the cluster shall run; empty until it is bound. */
  readonly resourceSnapshotName: string;
  /** Snapshots of the overrides of namespaced resources. */
  readonly resourceOverrideSnapshots?: readonly NamespacedName[];
  /** Snapshots of the overrides of cluster-scoped resources. */
  readonly clusterResourceOverrideSnapshots?: readonly string[];
  /** Policy snapshot that the decision came from. */
  readonly schedulingPolicySnapshotName: string;
  /** The cluster. */
  readonly targetCluster: string;
  /** The decision. */
  readonly clusterDecision: ClusterDecision;
  /**
   * How the resources are applied.
   * @noCel
   */
  readonly applyStrategy?: ApplyStrategy;
}

/** Observed state of the cluster. */
export interface ResourceBindingStatus {
  /**
   * Resources that failed.
   * @maxItems 100
   */
  readonly failedPlacements?: readonly FailedResourcePlacement[];
  /**
   * Resources that were changed on the cluster.
   * @maxItems 100
   */
  readonly driftedPlacements?: readonly DriftedResourcePlacement[];
  /**
   * Resources that differ from the hub.
   * @maxItems 100
   */
  readonly diffedPlacements?: readonly DiffedResourcePlacement[];
  /**
   * Conditions of the binding.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/** One placement on one cluster; written by Fleetstage. */
export interface ClusterResourceBinding {
  readonly apiVersion: string;
  readonly kind: 'ClusterResourceBinding';
  readonly metadata: ObjectMeta;
  /** The desired state of the cluster. */
  readonly spec: ResourceBindingSpec;
  /** Observed state of the cluster. */
  readonly status?: ResourceBindingStatus;
}

/** One ResourcePlacement on one cluster; written by Fleetstage. */
export interface ResourceBinding {
  readonly apiVersion: string;
  readonly kind: 'ResourceBinding';
  readonly metadata: ObjectMeta;
  /** The desired state of the cluster. */
  readonly spec: ResourceBindingSpec;
  /** Observed state of the cluster. */
  readonly status?: ResourceBindingStatus;
}
