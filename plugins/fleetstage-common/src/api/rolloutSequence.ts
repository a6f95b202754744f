import type { Condition, IntOrString, ObjectMeta, Timestamp } from './meta';
import type {
  ClusterVersion,
  FleetName,
  MemberLabelSelector,
  SequenceDuration,
  SoakDuration,
  StageName,
} from './sequenceShapes';

/** Upgrades that the engine may start by itself (E/RS-010). */
export const AUTO_UPGRADE_TYPES = [
  'ControlPlaneMinor',
  'ControlPlanePatch',
  'NodeMinor',
  'NodePatch',
] as const;
export type AutoUpgradeType = (typeof AUTO_UPGRADE_TYPES)[number];

/** What follows when a stage is not upgraded within `maxUpgradeTime` (E/RS-015). */
export const TIMEOUT_ACTIONS = ['ForceSoak', 'Pause', 'Cancel'] as const;
export type TimeoutAction = (typeof TIMEOUT_ACTIONS)[number];

/** What a stage without an eligible cluster does (E/RS-016). */
export const EMPTY_STAGE_ACTIONS = ['Soak', 'Skip'] as const;
export type EmptyStageAction = (typeof EMPTY_STAGE_ACTIONS)[number];

/** E/RS-035. */
export const OPERATIONAL_STATES = ['Active', 'Warning', 'Error', 'Initializing'] as const;
export type OperationalState = (typeof OPERATIONAL_STATES)[number];

/** What an edit of a sequence does to its rollouts: Participants alone cancels them (E/MO-001…004). */
export const CHANGE_CLASSES = ['Benign', 'Live', 'Participants'] as const;
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** Reasons of the condition Ready (E/RC-001). */
export const SEQUENCE_READY_REASONS = [
  'SequenceActive',
  'SequenceSuspended',
  'FleetInOtherSequence',
  'NoClustersInSequence',
  'CatalogNotFound',
  'ChannelNotFound',
  'ProviderUnavailable',
  'InternalError',
  'Initializing',
] as const;
export type SequenceReadyReason = (typeof SEQUENCE_READY_REASONS)[number];

/** Warnings, the most important first: of several it is the reason of the condition Degraded (E/RC-002). */
export const SEQUENCE_WARNINGS = [
  'EmptyStage',
  'MixedChannels',
  'FleetNotFound',
  'ClustersBehindSupport',
  'NativeAutoUpgradeOn',
  'MaintenanceNeverOpens',
] as const;
export type SequenceWarning = (typeof SEQUENCE_WARNINGS)[number];

/** Reasons of the condition Degraded (E/RC-002). */
export const SEQUENCE_DEGRADED_REASONS = [...SEQUENCE_WARNINGS, 'NoWarnings'] as const;
export type SequenceDegradedReason = (typeof SEQUENCE_DEGRADED_REASONS)[number];

/** Clusters that are upgraded together, and how long the version then soaks. */
export interface SequenceStage {
  /** Name of the stage, unique in the sequence; renaming a stage cancels nothing. */
  readonly name: StageName;
  /**
   * The fleets whose clusters the stage takes.
   * @minItems 1
   * @maxItems 10
   * @listType set
   */
  readonly fleets: readonly FleetName[];
  /** Narrows the fleets down; absent takes all clusters that earlier stages left. */
  readonly clusterSelector?: MemberLabelSelector;
  /**
   * How long the version soaks after the last cluster, at most 720h.
   * @default "0s"
   */
  readonly soakDuration?: SoakDuration;
  /**
   * How many clusters are upgraded at a time, as a number or as a share of the stage, rounded down and at least 1.
   * @default "100%"
   * @pattern ^(100|[1-9][0-9]?)%$
   * @cel type(self) == int ? self >= 1 : true
   * @message maxConcurrency must be at least 1 (or "1%"); raise it
   * @cel type(self) == int ? self <= 999999999 : true
   * @message maxConcurrency must be at most 999999999 (or "100%"); lower it
   */
  readonly maxConcurrency?: IntOrString;
}

/** A version that is to be rolled out beside the catalogue's. */
export interface SequenceTarget {
  /** The version. */
  readonly version: ClusterVersion;
  /**
   * Supersede a rollout that is still in the first stage.
   * @default false
   */
  readonly force?: boolean;
}

/** When failures pause a rollout. */
export interface SequenceFailurePolicy {
  /**
   * How many failed clusters of a stage pause the rollout, as a number or as a share of the stage, rounded down and at least 1;
   * retry or skip them to go on.
   * @pattern ^(100|[1-9][0-9]?)%$
   * @cel type(self) == int ? self >= 1 : true
   * @message maxFailedClusters must be at least 1 (or "1%"); raise it, or leave failurePolicy out
   * @cel type(self) == int ? self <= 999999999 : true
   * @message maxFailedClusters must be at most 999999999 (or "100%"); lower it
   */
  readonly maxFailedClusters: IntOrString;
}

/** Stages over fleets, in order, and how versions go through them. */
export interface RolloutSequenceSpec {
  /**
   * Name for people.
   * @maxLength 63
   */
  readonly displayName?: string;
  /**
   * The stages, in order.
   * @minItems 1
   * @maxItems 31
   * @listType atomic
   * @cel self.all(s, self.exists_one(t, t.name == s.name))
   * @message STAGE_NAME_DUPLICATE: spec.stages[].name must be unique in the sequence; rename one of the stages that share a name
   * @cel self.all(s, !has(s.clusterSelector) || s.fleets.all(f, self.exists(t, !has(t.clusterSelector) && f in t.fleets)))
   * @message CATCH_ALL_MISSING: a fleet of a stage with a clusterSelector needs a last stage without one, for its other clusters; add that stage
   * @cel self.all(s, has(s.clusterSelector) || self.filter(t, !has(t.clusterSelector) && sets.intersects(s.fleets, t.fleets)).size() < 2)
   * @message CATCH_ALL_DUPLICATE: a fleet can be in one stage without a clusterSelector only; add a selector to the earlier stage, or take the fleet out of one
   * @cel self.all(s, has(s.clusterSelector) || self.map(t, has(t.clusterSelector) && sets.intersects(s.fleets, t.fleets)).lastIndexOf(true) < self.map(t, t.name == s.name).lastIndexOf(true))
   * @message STAGE_UNREACHABLE: the stage without a clusterSelector takes all clusters that its fleet has left, so it must be the last stage of that fleet; move it to the end
   */
  readonly stages: readonly SequenceStage[];
  /** Clusters that the sequence never touches. */
  readonly ignoredClustersSelector?: MemberLabelSelector;
  /**
   * Upgrades that start by themselves; absent means all, empty none but enforcement.
   * @maxItems 4
   * @listType set
   */
  readonly upgradeTypes?: readonly AutoUpgradeType[];
  /**
   * The VersionCatalog that designates versions.
   * @maxLength 253
   * @default "default"
   */
  readonly catalog?: string;
  /**
   * Channel of the catalogue; absent, the most conservative channel among the clusters counts.
   * @maxLength 63
   */
  readonly channel?: string;
  /** One version to roll out, beside those of the catalogue; removing it cancels nothing. */
  readonly target?: SequenceTarget;
  /**
   * How long the upgrades of a stage may take.
   * @default "720h"
   */
  readonly maxUpgradeTime?: SequenceDuration;
  /**
   * What follows then.
   * @default "ForceSoak"
   */
  readonly onTimeout?: TimeoutAction;
  /** Pauses a rollout when clusters of a stage fail; absent, a failed cluster only keeps its stage open. */
  readonly failurePolicy?: SequenceFailurePolicy;
  /**
   * What a stage does that has no eligible cluster.
   * @default "Soak"
   */
  readonly emptyStages?: EmptyStageAction;
  /**
   * Start no rollout and no upgrade; soak times run on.
   * @default false
   */
  readonly suspend?: boolean;
}

/** A version for each upgrade type. */
export interface VersionByType {
  /** Of control planes. */
  readonly controlPlane?: string;
  /** Of nodes. */
  readonly node?: string;
}

/** Names of rollouts for each upgrade type. */
export interface RolloutByType {
  /** Of control planes. */
  readonly controlPlane?: string;
  /** Of nodes. */
  readonly node?: string;
}

/** Names of several rollouts for each upgrade type. */
export interface RolloutsByType {
  /** Of control planes. */
  readonly controlPlane?: readonly string[];
  /** Of nodes. */
  readonly node?: readonly string[];
}

/** Observed state of one stage of a sequence. */
export interface SequenceStageStatus {
  /** The stage. */
  readonly name: string;
  /** Its place in the sequence, from 1. */
  readonly number: number;
  /** How many clusters it has now. */
  readonly clusters: number;
  /** The newest version that went through it, with its soak. */
  readonly qualified?: VersionByType;
  /** The rollout that is in it. */
  readonly occupiedBy?: RolloutByType;
  /** Rollouts that wait for it. */
  readonly waiting?: RolloutsByType;
}

/** Whether the sequence works, in one word. */
export interface SequenceOperationalState {
  /** The word. */
  readonly state: OperationalState;
  /** Reasons of the conditions that made it so, the most important first. */
  readonly reasons?: readonly string[];
  /** When the word changed last. */
  readonly stateChangeTime?: Timestamp;
}

/** The last edit of the sequence. */
export interface SequenceChange {
  /** When the engine saw it. */
  readonly time: Timestamp;
  /** What it did to rollouts. */
  readonly class: ChangeClass;
  /** The rollouts that it cancelled. */
  readonly cancelled?: readonly string[];
}

/** Observed state of the sequence. */
export interface RolloutSequenceStatus {
  /**
   * The generation that was observed.
   * @format int64
   */
  readonly observedGeneration?: number;
  /** How many stages there are. */
  readonly stageCount?: number;
  /** Rollouts that are not over. */
  readonly activeRollouts?: readonly string[];
  /** How many they are. */
  readonly activeCount?: number;
  /** The channel in force. */
  readonly channel?: string;
  /** The highest version that is designated now, for which a cluster is eligible. */
  readonly target?: VersionByType;
  /**
   * The stages, in order.
   * @listType atomic
   */
  readonly stages?: readonly SequenceStageStatus[];
  /** Whether the sequence works. */
  readonly operationalState?: SequenceOperationalState;
  /** Hash of the clusters of the stages, by which a change of the participants is known. */
  readonly assignmentHash?: string;
  /** The last edit. */
  readonly lastChange?: SequenceChange;
  /**
   * Ready and Degraded.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/**
 * Stages over fleets of clusters, through which new Kubernetes versions go one after the other.
 * @cel size(self.metadata.name) <= 40
 * @message metadata.name must have at most 40 characters, as names of rollouts begin with it; choose a shorter name
 */
export interface RolloutSequence {
  readonly apiVersion: string;
  readonly kind: 'RolloutSequence';
  readonly metadata: ObjectMeta;
  /** The stages, and how versions go through them. */
  readonly spec: RolloutSequenceSpec;
  /** Observed state of the sequence. */
  readonly status?: RolloutSequenceStatus;
}
