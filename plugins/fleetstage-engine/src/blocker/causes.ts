/** How loud a blocker is, the loudest first. */
export type BlockerTone = 'failing' | 'stuck' | 'waiting' | 'info';

/** Who can act. */
export type BlockerActor = 'engine' | 'approver' | 'appOwner' | 'clusterOwner' | 'operator';

interface CauseKind {
  /** How loud it is. */
  readonly tone: BlockerTone;
  /** Who can act, where the blocker itself does not name somebody else. */
  readonly actor: BlockerActor;
  /** A cluster that others wait for: it holds something only beside a cause that `isLimit`. */
  readonly isHolder?: true;
  /** A limit of the rolling update that clusters wait behind. */
  readonly isLimit?: true;
  /** A gate of a stage waits. */
  readonly isGate?: true;
}

/**
 * Every cause for which a placement or a run waits, by the word that rows, metrics, the API and pages have for it. Those that a
 * page finds out beside the decision are never kept as a row.
 */
export const blockerCauses = {
  // Selection and schedule of a placement
  InvalidResourceSelectors: { tone: 'failing', actor: 'appOwner' },
  PolicyHeld: { tone: 'waiting', actor: 'engine' },
  ResourcesNotCaptured: { tone: 'waiting', actor: 'engine' },
  SchedulingHeld: { tone: 'waiting', actor: 'operator' },
  SchedulingPolicyUnfulfilled: { tone: 'stuck', actor: 'appOwner' },
  /** Which overrides concern it is not known, so nothing is decided: of a placement, and of a run that is to be planned. */
  OverridesUnreadable: { tone: 'stuck', actor: 'operator' },
  ReleaseInProgress: { tone: 'waiting', actor: 'engine' },

  // Rolling update
  MaxUnavailable: { tone: 'waiting', actor: 'engine', isLimit: true },
  MaxSurge: { tone: 'waiting', actor: 'engine', isLimit: true },
  ClusterFailed: { tone: 'failing', actor: 'appOwner', isHolder: true },
  ClusterUnreachable: { tone: 'stuck', actor: 'clusterOwner', isHolder: true },
  ClusterUnavailable: { tone: 'stuck', actor: 'clusterOwner', isHolder: true },
  ClusterSettling: { tone: 'waiting', actor: 'engine', isHolder: true },
  ClusterProgressing: { tone: 'waiting', actor: 'engine', isHolder: true },
  ClusterLeaving: { tone: 'info', actor: 'engine', isHolder: true },
  /** Its workloads wait for the upgrade of the cluster, of a placement and of a run; the subject is the rollout, if it is one. */
  ClusterUpgrading: { tone: 'waiting', actor: 'engine' },
  WaitsForUpdateRun: { tone: 'waiting', actor: 'operator' },

  // Removal of a placement
  RemovalRequested: { tone: 'waiting', actor: 'engine' },
  TooManyRemovals: { tone: 'waiting', actor: 'operator' },
  DefinitionDeleted: { tone: 'waiting', actor: 'operator' },
  /** Nothing but its clusters keeps the placement: they hold it without a limit. */
  PlacementLeaving: { tone: 'info', actor: 'engine' },

  // Preparation of a run
  FinalizerMissing: { tone: 'info', actor: 'engine' },
  DeletingApprovals: { tone: 'info', actor: 'engine' },
  NotFoundYet: { tone: 'waiting', actor: 'operator' },
  NotScheduledYet: { tone: 'waiting', actor: 'engine' },
  EarlierRun: { tone: 'waiting', actor: 'engine' },
  NotStarted: { tone: 'waiting', actor: 'operator' },
  /** That run does not get on by itself; `EarlierRunStuck` is also one that fails. The subject is its name. */
  EarlierRunStopped: { tone: 'waiting', actor: 'operator' },
  EarlierRunStuck: { tone: 'waiting', actor: 'operator' },

  // Stages of a run
  ClusterUpdating: { tone: 'info', actor: 'engine' },
  ClusterFailing: { tone: 'failing', actor: 'clusterOwner' },
  ClusterStuck: { tone: 'stuck', actor: 'clusterOwner' },
  ConcurrencyLimit: { tone: 'info', actor: 'engine' },
  ReleasePending: { tone: 'info', actor: 'engine' },
  Stopping: { tone: 'waiting', actor: 'engine' },
  Stopped: { tone: 'waiting', actor: 'operator' },

  // Sequences of versions; the subject is the rollout
  FleetInOtherSequence: { tone: 'stuck', actor: 'operator' },
  SequenceInvalid: { tone: 'failing', actor: 'operator' },
  CatalogNotFound: { tone: 'stuck', actor: 'operator' },
  ChannelNotFound: { tone: 'stuck', actor: 'operator' },
  NoClustersInSequence: { tone: 'waiting', actor: 'operator' },
  /** Nobody reports any of its clusters. */
  ProviderUnavailable: { tone: 'stuck', actor: 'operator' },
  SequenceSuspended: { tone: 'waiting', actor: 'operator' },
  RolloutPaused: { tone: 'waiting', actor: 'operator' },
  /** A stage took longer than the sequence lets it. */
  StageTimedOut: { tone: 'stuck', actor: 'operator' },
  /** As many clusters of a stage failed as the sequence lets. */
  TooManyFailedClusters: { tone: 'failing', actor: 'operator' },
  StageOccupied: { tone: 'waiting', actor: 'engine' },
  /** Clusters of the stage are too far behind for the version. */
  ClustersBehind: { tone: 'stuck', actor: 'clusterOwner' },
  VersionNotNext: { tone: 'waiting', actor: 'engine' },
  /** Upgrades that run keep a rollout that is being deleted. */
  UpgradesRunning: { tone: 'waiting', actor: 'engine' },

  // Targets of a rollout, by their reasons (E §4.4)
  WaitingForSlot: { tone: 'info', actor: 'engine' },
  OutsideMaintenanceWindow: { tone: 'waiting', actor: 'engine' },
  MaintenanceExclusion: { tone: 'waiting', actor: 'clusterOwner' },
  ClusterNotReady: { tone: 'stuck', actor: 'clusterOwner' },
  WaitingForControlPlane: { tone: 'waiting', actor: 'engine' },
  WaitingForRetry: { tone: 'failing', actor: 'engine' },
  UpgradeStarted: { tone: 'info', actor: 'engine' },
  UpgradeInProgress: { tone: 'info', actor: 'engine' },
  NoProgress: { tone: 'stuck', actor: 'clusterOwner' },
  DeprecatedAPIUsage: { tone: 'stuck', actor: 'appOwner' },
  ProviderPaused: { tone: 'waiting', actor: 'clusterOwner' },
  UpgradeFailed: { tone: 'failing', actor: 'clusterOwner' },
  RefusedByProvider: { tone: 'failing', actor: 'operator' },
  AttemptsExhausted: { tone: 'failing', actor: 'clusterOwner' },

  // Gates
  /** Of a kind that a module has added; it says who can act. */
  GateWaiting: { tone: 'waiting', actor: 'engine', isGate: true },
  WaitTime: { tone: 'waiting', actor: 'engine', isGate: true },
  ApprovalPending: { tone: 'waiting', actor: 'approver', isGate: true },
  ApprovalEarly: { tone: 'waiting', actor: 'engine', isGate: true },
  ApprovalStale: { tone: 'waiting', actor: 'approver', isGate: true },
  ApprovalRevoked: { tone: 'waiting', actor: 'approver', isGate: true },
  /** On pages and in the API: decided by a person, and not counted yet. */
  ApprovalGiven: { tone: 'waiting', actor: 'engine', isGate: true },
  ApprovalRejected: { tone: 'waiting', actor: 'operator', isGate: true },
} as const satisfies Readonly<Record<string, CauseKind>>;

export type BlockerCause = keyof typeof blockerCauses;

export const isBlockerCause = (cause: string): cause is BlockerCause => Object.hasOwn(blockerCauses, cause);

/** An earlier run of the placement is waited for. */
export const isEarlierRun = ({ cause }: { readonly cause: string }): boolean =>
  cause === 'EarlierRun' || cause === 'EarlierRunStopped' || cause === 'EarlierRunStuck';

const TONES: readonly BlockerTone[] = ['failing', 'stuck', 'waiting', 'info'];

/** For sorting: the louder, the smaller. */
export const rankOfTone = (tone: BlockerTone): number => TONES.indexOf(tone);

/** Who can act on a blocker, by its own word or by its cause. */
export const actorOf = ({
  cause,
  actor,
}: {
  readonly cause: string;
  readonly actor?: BlockerActor | undefined;
}): BlockerActor => actor ?? kindOfCause(cause).actor;

/** A row of a later version may have a cause that this one does not know: it is shown, and nobody in particular can act. */
export const kindOfCause = (cause: string): CauseKind =>
  isBlockerCause(cause) ? blockerCauses[cause] : { tone: 'info', actor: 'engine' };
