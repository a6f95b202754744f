import type { ApplyStrategy } from './apply';
import type { Condition, ObjectMeta, Timestamp } from './meta';
import type { NamespacedName } from './placement';
import type { StageTaskType, UpdateStrategySpec } from './updateStrategy';

export type UpdateRunState = 'Initialize' | 'Run' | 'Stop';

/**
 * What is rolled out by which strategy; only `state` can change.
 * @cel (has(self.resourceSnapshotIndex) ? self.resourceSnapshotIndex : '') == (has(oldSelf.resourceSnapshotIndex) ? oldSelf.resourceSnapshotIndex : '')
 * @message spec.resourceSnapshotIndex is immutable; create another run instead
 * @cel !has(self.state) || self.state != 'Initialize' || (has(oldSelf.state) && oldSelf.state == 'Initialize')
 * @message spec.state cannot go back to Initialize; set Run or Stop
 */
export interface UpdateRunSpec {
  /**
   * The placement; its strategy type must be External.
   * @maxLength 255
   * @cel self == oldSelf
   * @message spec.placementName is immutable; create another run instead
   */
  readonly placementName: string;
  /**
   * Revision of the resources to roll out; absent or empty means the resources as they are now.
   * @required[v1alpha1]
   * @maxLength 10
   * @cel self.matches('^[0-9]*$')
   * @message spec.resourceSnapshotIndex must be a whole number in quotes, e.g. "0"; correct it, or leave it out to roll out the newest resources
   */
  readonly resourceSnapshotIndex?: string;
  /**
   * The strategy.
   * @maxLength 253
   * @cel self == oldSelf
   * @message spec.stagedRolloutStrategyName is immutable; create another run instead
   */
  readonly stagedRolloutStrategyName: string;
  /**
   * Only plan the run, run it, or stop it; a stopped run goes on when it is set to Run again. A run that never had one
   * runs; one whose state a write leaves out stays as it was.
   * @cel !(oldSelf == 'Initialize' && self == 'Stop')
   * @message spec.state cannot change from Initialize to Stop, nothing is running yet; leave it at Initialize or set Run
   */
  readonly state?: UpdateRunState;
}

/** Observed state of one task of a stage. */
export interface StageTaskStatus {
  /** Wait for a time, or for a person. */
  readonly type: StageTaskType;
  /** The approval request of an Approval task. */
  readonly approvalRequestName?: string;
  /**
   * Conditions of the task.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/** Observed state of one cluster of a stage. */
export interface ClusterUpdatingStatus {
  /** The cluster. */
  readonly clusterName: string;
  /** Snapshots of the overrides of namespaced resources. */
  readonly resourceOverrideSnapshots?: readonly NamespacedName[];
  /** Snapshots of the overrides of cluster-scoped resources. */
  readonly clusterResourceOverrideSnapshots?: readonly string[];
  /**
   * Conditions of the update of this cluster.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/** Observed state of one stage. */
export interface StageUpdatingStatus {
  /** The stage. */
  readonly stageName: string;
  /** Its clusters, in the order in which they are updated. */
  readonly clusters: readonly ClusterUpdatingStatus[];
  /**
   * Tasks after the clusters are updated.
   * @maxItems 2
   */
  readonly afterStageTaskStatus?: readonly StageTaskStatus[];
  /**
   * Tasks before the clusters are updated.
   * @only v1beta1 v1
   * @maxItems 1
   */
  readonly beforeStageTaskStatus?: readonly StageTaskStatus[];
  /** When the first cluster was begun. */
  readonly startTime?: Timestamp;
  /** When the stage was over. */
  readonly endTime?: Timestamp;
  /**
   * Conditions of the stage.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/** Observed state of the run. */
export interface UpdateRunStatus {
  /** Revision of the placement's policy that the run is bound to. */
  readonly policySnapshotIndexUsed?: string;
  /** How many clusters the policy wants. */
  readonly policyObservedClusterCount?: number;
  /**
   * Revision of the resources that is rolled out.
   * @only v1beta1 v1
   */
  readonly resourceSnapshotIndexUsed?: string;
  /**
   * How resources are applied on the clusters.
   * @noCel
   */
  readonly appliedStrategy?: ApplyStrategy;
  /**
   * Copy of the strategy.
   * @noCel
   */
  readonly stagedUpdateStrategySnapshot?: UpdateStrategySpec;
  /** State of the stages, in order. */
  readonly stagesStatus?: readonly StageUpdatingStatus[];
  /** State of the clusters that leave the placement. */
  readonly deletionStageStatus?: StageUpdatingStatus;
  /**
   * Conditions of the run.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/**
 * Brings one revision of a placement to its clusters, stage by stage.
 * @cel size(self.metadata.name) < 64
 * @message metadata.name must have at most 63 characters; choose a shorter run name
 */
export interface ClusterStagedUpdateRun {
  readonly apiVersion: string;
  readonly kind: 'ClusterStagedUpdateRun';
  readonly metadata: ObjectMeta;
  /** What is rolled out by which strategy. */
  readonly spec: UpdateRunSpec;
  /** Observed state of the run. */
  readonly status?: UpdateRunStatus;
}

/**
 * Brings one revision of a ResourcePlacement to its clusters, stage by stage; all that it names is in its namespace.
 * @cel size(self.metadata.name) < 64
 * @message metadata.name must have at most 63 characters; choose a shorter run name
 */
export interface StagedUpdateRun {
  readonly apiVersion: string;
  readonly kind: 'StagedUpdateRun';
  readonly metadata: ObjectMeta;
  /** What is rolled out by which strategy. */
  readonly spec: UpdateRunSpec;
  /** Observed state of the run. */
  readonly status?: UpdateRunStatus;
}
