import type { Condition, KubeObject, ObjectMeta } from './meta';
import type { PlacementPolicy } from './policy';

/** Scores of a cluster in one scheduling decision. */
export interface ClusterScore {
  /**
   * How well it matches the preferences.
   * @format int32
   */
  readonly affinityScore?: number;
  /**
   * How well it serves an even spread.
   * @format int32
   */
  readonly priorityScore?: number;
}

/** What was decided about one cluster, and why. */
export interface ClusterDecision {
  /** The cluster. */
  readonly clusterName: string;
  /** Whether it was picked. */
  readonly selected: boolean;
  /** Its scores, where it was scored. */
  readonly clusterScore?: ClusterScore;
  /** Why it was picked or not. */
  readonly reason: string;
}

/** One revision of a placement's policy. */
export interface SchedulingPolicySnapshotSpec {
  /**
   * Copy of the policy.
   * @noCel
   */
  readonly policy?: PlacementPolicy;
  /**
   * Hash of the policy.
   * @format byte
   */
  readonly policyHash: string;
}

/** What the scheduler decided. */
export interface SchedulingPolicySnapshotStatus {
  /**
   * Generation of the placement that the decision was made for.
   * @format int64
   */
  readonly observedCRPGeneration: number;
  /**
   * Conditions of the decision.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
  /**
   * The decision per cluster.
   * @maxItems 1000
   */
  readonly targetClusters?: readonly ClusterDecision[];
}

/** One revision of a placement's policy and the clusters it led to; written by Fleetstage. */
export interface ClusterSchedulingPolicySnapshot {
  readonly apiVersion: string;
  readonly kind: 'ClusterSchedulingPolicySnapshot';
  readonly metadata: ObjectMeta;
  /** The policy. */
  readonly spec: SchedulingPolicySnapshotSpec;
  /** What the scheduler decided. */
  readonly status?: SchedulingPolicySnapshotStatus;
}

/** One revision of the resources of a placement. */
export interface ResourceSnapshotSpec {
  /**
   * The resources as they were.
   * @items embeddedResource
   * @items preserveUnknown
   */
  readonly selectedResources: readonly KubeObject[];
}

export interface ResourceSnapshotStatus {
  /**
   * Conditions of the snapshot.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/** One revision of the resources of a placement; written by Fleetstage. */
export interface ClusterResourceSnapshot {
  readonly apiVersion: string;
  readonly kind: 'ClusterResourceSnapshot';
  readonly metadata: ObjectMeta;
  /** The resources. */
  readonly spec: ResourceSnapshotSpec;
  /** Conditions of the snapshot. */
  readonly status?: ResourceSnapshotStatus;
}

/** One revision of the policy of a ResourcePlacement and the clusters it led to; written by Fleetstage. */
export interface SchedulingPolicySnapshot {
  readonly apiVersion: string;
  readonly kind: 'SchedulingPolicySnapshot';
  readonly metadata: ObjectMeta;
  /** The policy. */
  readonly spec: SchedulingPolicySnapshotSpec;
  /** What the scheduler decided. */
  readonly status?: SchedulingPolicySnapshotStatus;
}

/** One revision of the resources of a ResourcePlacement; written by Fleetstage. */
export interface ResourceSnapshot {
  readonly apiVersion: string;
  readonly kind: 'ResourceSnapshot';
  readonly metadata: ObjectMeta;
  /** The resources. */
  readonly spec: ResourceSnapshotSpec;
  /** Conditions of the snapshot. */
  readonly status?: ResourceSnapshotStatus;
}
