import type { Condition, ObjectMeta, Timestamp } from './meta';
import type {
  ClusterVersion,
  MemberLabelSelector,
  MemberName,
  SoakDuration,
  StageName,
  UpgradeType,
} from './sequenceShapes';
import type {
  RolloutPhase,
  RolloutReason,
  SoakSource,
  StagePhase,
  TargetState,
} from './versionRolloutStates';

/** What a person lets a rollout do (E/AC-001). */
export const ROLLOUT_STATES = ['Run', 'Pause', 'Cancel'] as const;
export type RolloutDesiredState = (typeof ROLLOUT_STATES)[number];

/** Who started a rollout (E/RO-003). */
export const ROLLOUT_TRIGGERS = ['System', 'User'] as const;
export type RolloutTrigger = (typeof ROLLOUT_TRIGGERS)[number];

/** E/RO-003. */
export const ROLLOUT_INTENTS = ['Regular', 'PatchEnforcement', 'EndOfSupportEnforcement'] as const;
export type RolloutIntent = (typeof ROLLOUT_INTENTS)[number];

/** Another soak time of one stage, for this rollout alone. */
export interface SoakOverride {
  /** The stage. */
  readonly stage: StageName;
  /** How long it soaks, at most 720h. */
  readonly soakDuration: SoakDuration;
}

/** That a cluster whose upgrade failed is to be tried again. */
export interface ClusterRetry {
  /** The cluster. */
  readonly cluster: MemberName;
  /** When it was asked for; it counts once, if that is after the last failure. */
  readonly requestedAt: Timestamp;
}

/** What is rolled out, which never changes, and what people let the rollout do. */
export interface VersionRolloutSpec {
  /**
   * The sequence.
   * @maxLength 40
   * @cel self == oldSelf
   * @message spec.sequence is immutable, it is the rollout's identity; start another rollout instead
   */
  readonly sequence: string;
  /**
   * What is upgraded.
   * @cel self == oldSelf
   * @message spec.upgradeType is immutable, it is the rollout's identity; start another rollout instead
   */
  readonly upgradeType: UpgradeType;
  /**
   * To which version.
   * @cel self == oldSelf
   * @message spec.version is immutable, it is the rollout's identity; start another rollout instead
   */
  readonly version: ClusterVersion;
  /**
   * Who started it.
   * @cel self == oldSelf
   * @message spec.trigger is immutable, it is the rollout's identity; start another rollout instead
   */
  readonly trigger: RolloutTrigger;
  /**
   * What it is for.
   * @cel self == oldSelf
   * @message spec.intent is immutable, it is the rollout's identity; start another rollout instead
   */
  readonly intent: RolloutIntent;
  /**
   * Run, pause, or cancel for good; upgrades that run are finished in any case.
   * @default "Run"
   * @cel oldSelf != 'Cancel' || self == 'Cancel'
   * @message spec.state: Cancel is final; leave it, and start another rollout instead
   */
  readonly state?: RolloutDesiredState;
  /**
   * Stages that a person completed by force, each while it was the current one.
   * @maxItems 31
   * @listType set
   */
  readonly forceCompletedStages?: readonly StageName[];
  /**
   * Soak times for this rollout alone; they win over those of the sequence.
   * @maxItems 31
   * @listType map
   * @listMapKey stage
   */
  readonly soakOverrides?: readonly SoakOverride[];
  /**
   * Clusters that are not to be upgraded; taken out, a cluster gets its turn again while its stage is open.
   * @maxItems 1000
   * @listType set
   */
  readonly skippedClusters?: readonly MemberName[];
  /**
   * Clusters to try again.
   * @maxItems 1000
   * @listType map
   * @listMapKey cluster
   */
  readonly retries?: readonly ClusterRetry[];
  /**
   * Upgrade outside of maintenance windows and within exclusions.
   * @default false
   */
  readonly ignoreMaintenance?: boolean;
}

/** How many targets are in which state. */
export interface TargetCounts {
  /** All of them. */
  readonly total: number;
  /** Upgraded. */
  readonly succeeded: number;
  /** Being upgraded. */
  readonly running: number;
  /** Waiting. */
  readonly pending: number;
  /** Held. */
  readonly paused: number;
  /** Failed. */
  readonly failed: number;
  /** Skipped. */
  readonly skipped: number;
  /** Unable to take the version. */
  readonly ineligible: number;
  /** Gone. */
  readonly removed: number;
}

/** The counts of a rollout. */
export interface RolloutSummary extends TargetCounts {
  /** Those that are done and all of them, e.g. 12/40. */
  readonly text: string;
}

/** A cause that holds a stage open. */
export interface StageBlocker {
  /** Reason of the targets. */
  readonly reason: string;
  /** How many clusters it holds. */
  readonly clusters: number;
  /** Since when. */
  readonly since?: Timestamp;
  /** Until when, where that is known. */
  readonly until?: Timestamp;
}

/** Observed state of one stage of a rollout. */
export interface RolloutStageStatus {
  /** Its place in the sequence, from 1. */
  readonly number: number;
  /** The stage. */
  readonly name: string;
  /** Where it is. */
  readonly phase: StagePhase;
  /** Its fleets. */
  readonly fleets?: readonly string[];
  /**
   * Its selector.
   * @noCel
   */
  readonly clusterSelector?: MemberLabelSelector;
  /** When its upgrades began. */
  readonly startTime?: Timestamp;
  /** When its soak began. */
  readonly soakStartTime?: Timestamp;
  /** When its soak ends. */
  readonly soakEndTime?: Timestamp;
  /** When the stage was over. */
  readonly endTime?: Timestamp;
  /** The soak time in force. */
  readonly soakDuration?: string;
  /** Where the soak time comes from. */
  readonly soakSource?: SoakSource;
  /** It soaked before all clusters were upgraded, or a person completed it. */
  readonly forced?: boolean;
  /** How many targets are in which state. */
  readonly counts?: TargetCounts;
  /**
   * What holds it open.
   * @listType map
   * @listMapKey reason
   */
  readonly blockers?: readonly StageBlocker[];
}

/** Observed state of a control plane or a node pool. */
export interface RolloutTargetStatus {
  /** The node pool, in rollouts of nodes. */
  readonly nodePool?: string;
  /** Where it is. */
  readonly state: TargetState;
  /** Why, one word for machines. */
  readonly reason?: string;
  /** Why, for people. */
  readonly message?: string;
  /** Its version before. */
  readonly fromVersion?: string;
  /** The version that was observed last. */
  readonly version?: string;
  /** When its upgrade began. */
  readonly startTime?: Timestamp;
  /** When its upgrade was over. */
  readonly endTime?: Timestamp;
  /** How often it was tried. */
  readonly attempts?: number;
  /** When it is tried again. */
  readonly nextAttemptTime?: Timestamp;
  /** The provider's name of the upgrade. */
  readonly operation?: string;
}

/** Observed state of one cluster. */
export interface RolloutClusterStatus {
  /** The cluster. */
  readonly name: string;
  /** Its stage. */
  readonly stage: string;
  /** When it changed last. */
  readonly lastUpdateTime?: Timestamp;
  /** Its control plane, or its node pools. */
  readonly targets?: readonly RolloutTargetStatus[];
}

/** Observed state of the rollout. */
export interface VersionRolloutStatus {
  /** Where it is. */
  readonly phase?: RolloutPhase;
  /** Why it is paused or cancelled. */
  readonly reason?: RolloutReason;
  /** What it does or waits for. */
  readonly message?: string;
  /**
   * The generation that was observed.
   * @format int64
   */
  readonly observedGeneration?: number;
  /** When it began. */
  readonly startTime?: Timestamp;
  /** When it was over. */
  readonly completionTime?: Timestamp;
  /**
   * The earliest stage that is not completed.
   * @maxLength 63
   */
  readonly currentStage?: string;
  /** Its place in the sequence, from 1. */
  readonly currentStageNumber?: number;
  /** Where that stage is. */
  readonly currentStagePhase?: StagePhase;
  /** How many targets are in which state. */
  readonly summary?: RolloutSummary;
  /**
   * The stages, in order.
   * @listType atomic
   */
  readonly stages?: readonly RolloutStageStatus[];
  /**
   * The clusters; of a rollout that is too large, those that are not over come first.
   * @listType map
   * @listMapKey name
   */
  readonly clusters?: readonly RolloutClusterStatus[];
  /**
   * Accepted, Progressing and Succeeded.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/**
 * One Kubernetes version on its way through the stages of a sequence, for control planes or for nodes.
 * @cel !has(oldSelf.status) || !has(oldSelf.status.phase) || !(oldSelf.status.phase in ['Completed', 'Cancelled']) || self.spec == oldSelf.spec
 * @message ROLLOUT_FINAL: the rollout is over, so that its spec no longer changes; start another rollout instead
 * @cel !has(self.spec.forceCompletedStages) || self.spec.forceCompletedStages.all(s, (has(oldSelf.spec.forceCompletedStages) && s in oldSelf.spec.forceCompletedStages) || (has(self.status) && has(self.status.currentStage) && s == self.status.currentStage))
 * @message STAGE_NOT_CURRENT: only the stage in status.currentStage can be added to spec.forceCompletedStages; add that one, or none
 * @cel !has(oldSelf.spec.forceCompletedStages) || (has(self.spec.forceCompletedStages) && oldSelf.spec.forceCompletedStages.all(s, s in self.spec.forceCompletedStages))
 * @message spec.forceCompletedStages can only be added to; put the earlier entries back
 */
export interface VersionRollout {
  readonly apiVersion: string;
  readonly kind: 'Rollout';
  readonly metadata: ObjectMeta;
  /** What is rolled out, and what people let the rollout do. */
  readonly spec: VersionRolloutSpec;
  /** Observed state of the rollout. */
  readonly status?: VersionRolloutStatus;
}
