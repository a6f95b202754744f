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

/** What one cluster is told to run. */
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

/** How the cluster stands. */
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
  /** What the cluster is told to run. */
  readonly spec: ResourceBindingSpec;
  /** How the cluster stands. */
  readonly status?: ResourceBindingStatus;
}

/** One ResourcePlacement on one cluster; written by Fleetstage. */
export interface ResourceBinding {
  readonly apiVersion: string;
  readonly kind: 'ResourceBinding';
  readonly metadata: ObjectMeta;
  /** What the cluster is told to run. */
  readonly spec: ResourceBindingSpec;
  /** How the cluster stands. */
  readonly status?: ResourceBindingStatus;
}
