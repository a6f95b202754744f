import type { ConditionStatus } from '../api/meta';

type Reasons = Partial<Record<ConditionStatus, readonly string[]>>;

/** What is stated of a placement as a whole; the type is its kind and this word. */
const wholePlacement = {
  Scheduled: {
    True: ['SchedulingPolicyFulfilled'],
    False: ['SchedulingPolicyUnfulfilled', 'InvalidResourceSelectors'],
    Unknown: ['SchedulePending'],
  },
  RolloutStarted: {
    True: ['RolloutStarted'],
    False: ['RolloutNotStartedYet'],
    Unknown: ['RolloutStartedUnknown'],
  },
  Overridden: {
    True: ['OverriddenSucceeded', 'NoOverrideSpecified'],
    False: ['OverriddenFailed'],
    Unknown: ['OverriddenPending'],
  },
  WorkSynchronized: {
    True: ['WorkSynchronized'],
    False: ['WorkNotSynchronizedYet'],
    Unknown: ['WorkSynchronizedUnknown'],
  },
  Applied: {
    True: ['ApplySucceeded'],
    False: ['ApplyFailed'],
    Unknown: ['ApplyPending'],
  },
  Available: {
    True: ['ResourceAvailable'],
    False: ['ResourceNotAvailableYet'],
    Unknown: ['ResourceAvailableUnknown'],
  },
  DiffReported: {
    True: ['DiffReportingCompleted'],
    False: ['DiffReportingIncompleteOrFailed'],
    Unknown: ['DiffReportingPending'],
  },
} as const satisfies Record<string, Reasons>;

type Prefixed<Kind extends string, Whole> = {
  readonly [Word in keyof Whole & string as `${Kind}${Word}`]: Whole[Word];
};

const typesOf = <Kind extends string, Whole extends object>(kind: Kind, whole: Whole) =>
  Object.fromEntries(Object.entries(whole).map(([word, reasons]) => [`${kind}${word}`, reasons])) as Prefixed<
    Kind,
    Whole
  >;

/** A word that is stated of a placement as a whole, e.g. `Scheduled`. */
export type PlacementWord = keyof typeof wholePlacement;

/**
 * Every condition that we write: type, status, reason. The order is the order in which an object lists them.
 * Strings are KubeFleet's; of runs they are requirement 000's (RUL 2, 28, 29); our own begin with `Fleetstage` (RUL 43).
 * `Approved` of an approval request is absent: people and tools write it, with reasons of their own (C/AP-008).
 */
export const catalogue = {
  // Placements of both kinds (A/PL-171, A/ST-010, ST-041, A/SEL-024)
  ...typesOf('ClusterResourcePlacement', wholePlacement),
  /** Written for `statusReportingScope: NamespaceAccessible` (A/ST-071). */
  ClusterResourcePlacementStatusSynced: {
    True: ['StatusSyncSucceeded'],
    False: ['StatusSyncFailed'],
  },
  ...typesOf('ResourcePlacement', wholePlacement),

  // One cluster of a placement, its binding, a policy snapshot and a manifest (A/ST-021, ST-034, ST-035, A/SCH-099,
  // B/WG-063…067, B/ST-001…003, B/WA-106, WA-107, B/AV-001…004)
  Scheduled: {
    True: ['Scheduled', 'SchedulingPolicyFulfilled'],
    False: ['ScheduleFailed', 'SchedulingPolicyUnfulfilled'],
  },
  RolloutStarted: {
    True: ['RolloutStarted'],
    False: ['RolloutNotStartedYet'],
    Unknown: ['RolloutStartedUnknown'],
  },
  Overridden: {
    True: ['OverriddenSucceeded', 'NoOverrideSpecified'],
    False: ['OverriddenFailed'],
    Unknown: ['OverriddenPending'],
  },
  WorkSynchronized: {
    True: ['AllWorkSynced'],
    False: ['SyncWorkFailed', 'WorkNotSynchronizedYet'],
    Unknown: ['WorkSynchronizedUnknown'],
  },
  Applied: {
    True: ['AllWorkHaveBeenApplied', 'AllManifestsApplied', 'Applied', 'AppliedWithFailedDriftDetection'],
    False: [
      'ApplyInProgress',
      'NotAllWorkHaveBeenApplied',
      'SomeManifestsAreNotApplied',
      'PreparingToProcess',
      'DecodingErred',
      'FoundGenerateName',
      'Duplicated',
      'FleetstageEntryRefused',
      'FailedToFindObjInMemberCluster',
      'FailedToTakeOver',
      'NotTakenOver',
      'FailedToRunDriftDetection',
      'FoundDrifts',
      'FoundDriftsInDegradedMode',
      'ManifestApplyFailed',
    ],
    Unknown: ['ApplyPending'],
  },
  Available: {
    True: [
      'AllWorkAreAvailable',
      'NotAllWorkAreAvailabilityTrackable',
      'AllManifestsAvailable',
      'WorkNotTrackable',
      'Available',
      'NotTrackable',
    ],
    False: ['NotAllWorkAreAvailable', 'SomeManifestsAreNotAvailable', 'ManifestNotAvailableYet', 'Failed'],
    Unknown: ['ResourceAvailableUnknown'],
  },
  DiffReported: {
    True: [
      'AllWorkHaveDiffReported',
      'AllManifestsDiffReported',
      'NoDiffFound',
      'FoundDiff',
      'FoundDiffInDegradedMode',
    ],
    False: [
      'DiffReportInProgress',
      'NotAllWorkHaveDiffReported',
      'SomeManifestsHaveNotReportedDiff',
      'FailedToReportDiff',
    ],
    Unknown: ['DiffReportingPending'],
  },
  // Of a Work alone (B/WA-112)
  StatusTrimmed: {
    True: ['Oversized'],
  },

  // ClusterStagedUpdateRun, its stages, clusters and tasks; approval requests (C/CV-001…029 as RUL 2 has them)
  Initialized: {
    True: ['UpdateRunInitializedSuccessfully'],
    False: ['UpdateRunInitializedFailed'],
    Unknown: ['FleetstageInitializationWaiting'],
  },
  Started: {
    True: ['ClusterUpdatingStarted'],
  },
  Progressing: {
    True: ['UpdateRunStarted', 'StageUpdatingStarted'],
    False: [
      'UpdateRunWaiting',
      'UpdateRunStuck',
      'UpdateRunStopped',
      'UpdateRunFailed',
      'FleetstageWaitingForEarlierRun',
      'FleetstageEnded',
      'StageUpdatingWaiting',
      'StageUpdatingStopped',
      'StageUpdatingFailed',
    ],
    Unknown: ['UpdateRunStopping', 'StageUpdatingStopping'],
  },
  Succeeded: {
    True: ['UpdateRunSucceeded', 'StageUpdatingSucceeded', 'ClusterUpdatingSucceeded'],
    False: ['UpdateRunFailed', 'StageUpdatingFailed', 'ClusterUpdatingFailed', 'FleetstageEnded'],
  },
  ApprovalRequestCreated: {
    True: ['AfterStageTaskApprovalRequestCreated', 'StageTaskApprovalRequestCreated'],
  },
  ApprovalRequestApproved: {
    True: ['AfterStageTaskApprovalRequestApproved', 'StageTaskApprovalRequestApproved'],
  },
  WaitTimeElapsed: {
    True: ['AfterStageTaskWaitTimeElapsed'],
  },
  ApprovalAccepted: {
    True: ['ApprovalRequestApprovalAccepted'],
  },

  // ClusterResourcePlacementEviction (C/EV-019a…026)
  Valid: {
    True: ['ClusterResourcePlacementEvictionValid'],
    False: ['ClusterResourcePlacementEvictionInvalid'],
  },
  Executed: {
    True: ['ClusterResourcePlacementEvictionExecuted'],
    False: ['ClusterResourcePlacementEvictionNotExecuted'],
  },

  // MemberCluster and its agents (A/PL-080…082, C/MC-024…043, C/PP-012, PP-013)
  ReadyToJoin: {
    True: ['MemberClusterReadyToJoin'],
    False: ['MemberClusterNotReadyToJoin'],
  },
  Joined: {
    True: ['MemberClusterJoined', 'InternalMemberClusterJoined'],
    False: [
      'MemberClusterLeft',
      'InternalMemberClusterLeft',
      'FleetstageSameCluster',
      'FleetstageClusterChanged',
      'FleetstageClusterUnidentified',
    ],
    Unknown: [
      'MemberClusterJoinStateUnknown',
      'InternalMemberClusterFailedToJoin',
      'InternalMemberClusterFailedToLeave',
    ],
  },
  Healthy: {
    True: ['InternalMemberClusterHealthy'],
    False: ['InternalMemberClusterUnhealthy'],
    Unknown: ['FleetstageHealthUnknown'],
  },
  ClusterPropertyProviderStarted: {
    True: ['Started'],
    False: ['TimedOut', 'FailedToStart'],
  },
  ClusterPropertyCollectionSucceeded: {
    True: ['PropertiesCollected'],
    False: ['TooManyCalls', 'TimedOut', 'FleetstageCollectionFailed'],
  },
  NamespaceCollectionSucceeded: {
    True: ['Succeeded'],
    False: ['Degraded'],
  },

  // ClusterProfile (C/CPF-006)
  ControlPlaneHealthy: {
    True: ['MemberClusterAPIServerHealthy'],
    False: ['MemberAgentHeartbeatLost', 'MemberClusterAPIServerUnhealthy'],
    Unknown: ['MemberAgentReportedNoStatus', 'MemberAgentReportedNoHealthInfo'],
  },

  // Ours, on any object
  /** Nothing is wrong, but not as its author may think (RUL 10, 15, 21, 44, 54). */
  FleetstageWarning: {
    True: [
      'FleetstageMaxUnavailableRaised',
      'FleetstageNamedResourceMissing',
      'FleetstageLabelsUnusable',
      'FleetstageStatusNotReportedBack',
      'FleetstageConfigMapEnvelopesOff',
      'FleetstagePrivilegedKinds',
      'FleetstageKindNotWatched',
      'FleetstageTooManyOverrides',
      'FleetstageOverridesOverlap',
      'FleetstageRemovalHeld',
      'FleetstageClusterUnidentified',
      'FleetstageInsecureConnection',
      'FleetstageSeveralWarnings',
    ],
  },
  /** A person said no to a stage, which stopped the run; on an approval request. */
  FleetstageRejected: {
    True: ['FleetstageRejectedByPerson'],
    False: ['FleetstageRejectionCleared'],
  },
  /** The status would not fit the store and was cut (RUL 42). */
  FleetstageStatusTrimmed: {
    True: ['FleetstageStatusTooLarge'],
  },
} as const satisfies Record<string, Reasons>;

export type Catalogue = typeof catalogue;
export type ConditionType = keyof Catalogue;
