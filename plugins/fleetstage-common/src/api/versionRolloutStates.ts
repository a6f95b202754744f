/** States and reasons of a rollout of a version and of its targets; all lists are closed (E §4.3, §4.4). */

/** E/ST-001. */
export const ROLLOUT_PHASES = ['Running', 'Paused', 'Completed', 'Cancelled'] as const;
export type RolloutPhase = (typeof ROLLOUT_PHASES)[number];

/** Why a rollout is paused (E/ST-002). */
export const PAUSED_REASONS = ['PausedByUser', 'PausedBySystem', 'WaitingForNextStage'] as const;
export type PausedReason = (typeof PAUSED_REASONS)[number];

/** Why a rollout is cancelled (E/ST-002). */
export const CANCELLED_REASONS = [
  'CancelledByUser',
  'PausedTooLong',
  'Superseded',
  'SupersededByUser',
  'IncompatibleSequence',
  'SequenceDeleted',
  'TimedOut',
] as const;
export type CancelledReason = (typeof CANCELLED_REASONS)[number];

/** E/ST-002. */
export const ROLLOUT_REASONS = [
  'PausedByUser',
  'PausedBySystem',
  'WaitingForNextStage',
  'CancelledByUser',
  'PausedTooLong',
  'Superseded',
  'SupersededByUser',
  'IncompatibleSequence',
  'SequenceDeleted',
  'TimedOut',
] as const satisfies readonly (PausedReason | CancelledReason)[];
export type RolloutReason = (typeof ROLLOUT_REASONS)[number];

/** E/ST-007. */
export const STAGE_PHASES = [
  'Pending',
  'Running',
  'Soaking',
  'ForcedSoaking',
  'Paused',
  'Completed',
  'Skipped',
  'Cancelled',
] as const;
export type StagePhase = (typeof STAGE_PHASES)[number];

/** Where the soak time of a stage comes from (E/ST-006). */
export const SOAK_SOURCES = ['Sequence', 'Override'] as const;
export type SoakSource = (typeof SOAK_SOURCES)[number];

/** States of a target, a control plane or a node pool (E/TR-001…008). */
export const TARGET_STATES = [
  'Pending',
  'Running',
  'Paused',
  'Failed',
  'Succeeded',
  'Skipped',
  'Ineligible',
  'Removed',
] as const;
export type TargetState = (typeof TARGET_STATES)[number];

/** The reasons of each state (E/TR-001…008). */
export const TARGET_REASONS = {
  Pending: [
    'WaitingForStage',
    'WaitingForSlot',
    'OutsideMaintenanceWindow',
    'ClusterNotReady',
    'WaitingForControlPlane',
    'WaitingForRetry',
  ],
  Running: ['UpgradeStarted', 'UpgradeInProgress', 'NoProgress'],
  Paused: ['MaintenanceExclusion', 'DeprecatedAPIUsage', 'RolloutPaused', 'ProviderPaused'],
  Failed: ['UpgradeFailed', 'RefusedByProvider', 'AttemptsExhausted'],
  Succeeded: ['Upgraded'],
  Skipped: ['AlreadyAtOrAbove', 'SkippedByUser', 'RolloutCancelled'],
  Ineligible: [
    'MinorSkew',
    'AboveControlPlane',
    'NodeSkew',
    'VersionNotAvailable',
    'ChannelMismatch',
    'AutoUpgradeDisabled',
    'UpgradeTypeDisabled',
    'NotManaged',
    'CatchUpNextRollout',
  ],
  Removed: ['LeftFleet', 'ClusterDeleted'],
} as const satisfies Record<TargetState, readonly string[]>;
export type TargetReason<State extends TargetState = TargetState> = (typeof TARGET_REASONS)[State][number];

/** States of targets that hold their stage open until its forced soak (E/TR-001…004). */
export const OPEN_TARGET_STATES = ['Pending', 'Running', 'Paused', 'Failed'] as const satisfies TargetState[];

/** Reasons of the condition Accepted (E/CO-001). */
export const ROLLOUT_ACCEPTED_REASONS = [
  'RolloutAccepted',
  'SequenceNotFound',
  'NotCreatedByEngine',
] as const;
export type RolloutAcceptedReason = (typeof ROLLOUT_ACCEPTED_REASONS)[number];

/** Reasons of the condition Progressing (E/CO-002). */
export const ROLLOUT_PROGRESSING_REASONS = [
  'StageRunning',
  'StageSoaking',
  'StageForcedSoaking',
  'StageWaiting',
  'StageStuck',
  'RolloutPaused',
  'RolloutCompleted',
  'RolloutCancelled',
] as const;
export type RolloutProgressingReason = (typeof ROLLOUT_PROGRESSING_REASONS)[number];

/** Reasons of the condition Succeeded (E/CO-003). */
export const ROLLOUT_SUCCEEDED_REASONS = [
  'RolloutCompleted',
  'RolloutCancelled',
  'RolloutInProgress',
] as const;
export type RolloutSucceededReason = (typeof ROLLOUT_SUCCEEDED_REASONS)[number];
