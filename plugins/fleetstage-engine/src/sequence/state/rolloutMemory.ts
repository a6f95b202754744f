import type {
  AutoUpgradeType,
  Instant,
  MemberLabelSelector,
  RolloutPhase,
  RolloutReason,
  SoakSource,
  TargetReason,
  TargetState,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StagedProgress } from '../../staged/state';
import type { RolloutMembership } from '../assignment/reassign';
import type { UpgradeRefusal } from '../observed';

/** What a rollout did with a target, as it is kept; times are epoch milliseconds. */
export type KeptPast =
  | { readonly kind: 'Untouched' }
  | {
      readonly kind: 'Started';
      /** When the upgrade was asked for; its row has the same time. */
      readonly at: Instant;
      /** Last change of what the provider shows, and what that was. */
      readonly progressAt: Instant;
      readonly sign?: string;
      readonly acceptedAt?: Instant;
    }
  | {
      readonly kind: 'Failed';
      readonly at: Instant;
      readonly cause: 'UpgradeFailed' | 'RefusedByProvider';
      readonly message: string;
      readonly nextAttemptAt?: Instant;
    }
  | { readonly kind: 'Succeeded'; readonly at: Instant };

/** The provider did not begin an upgrade, for a reason of E §4.4; asked again when its time is over or the cluster changed. */
export interface KeptRefusal {
  readonly reason: Exclude<UpgradeRefusal, 'AlreadyAtOrAbove'>;
  readonly message: string;
  readonly at: Instant;
  readonly until: Instant;
  /** How often in a row. */
  readonly count: number;
  /** `generation` of the observed cluster then. */
  readonly generation?: string;
}

/** A control plane or a node pool in one rollout. */
export interface TargetMemory {
  readonly cluster: string;
  readonly nodePool?: string;
  readonly state: TargetState;
  readonly reason: TargetReason;
  readonly message: string;
  /** Since when it has this state and reason. */
  readonly since: Instant;
  /** When time alone changes it. */
  readonly until?: Instant;
  readonly past: KeptPast;
  readonly refusal?: KeptRefusal;
  readonly attempts: number;
  /** Its version before the rollout began with it. */
  readonly from?: string;
  /** The version that was observed last. */
  readonly version?: string;
  readonly startedAt?: Instant;
  readonly endedAt?: Instant;
  /** The provider's name of the upgrade. */
  readonly operation?: string;
}

/** What a rollout remembers of a stage beside its progress, which has the same place in `progress.stages`. */
export interface RolloutStageMemory {
  /** Copies of the sequence's stage, as long as the rollout is active. */
  readonly fleets: readonly string[];
  readonly clusterSelector?: MemberLabelSelector;
  /** The soak time in force, and where it comes from. */
  readonly soakMs: number;
  readonly soakSource: SoakSource;
  /** It was closed before all of its clusters were done: by time, or by a person. */
  readonly forced?: 'Timeout' | 'Person';
  /** It had nothing to upgrade and did not soak (D/ST-110). */
  readonly isSkipped?: true;
}

/** What one rollout remembers; status is projected from it and never read back. */
export interface RolloutMemory {
  readonly phase: RolloutPhase;
  readonly reason?: RolloutReason;
  readonly message: string;
  /** Since when it has this phase and reason. */
  readonly since: Instant;
  readonly createdAt: Instant;
  readonly endedAt?: Instant;
  /** It was seen on the hub: when it is missing there, somebody removed it. */
  readonly isSeen?: true;
  /** Ended, and what it had not begun is not begun any more. */
  readonly isClosed?: true;
  /** Kinds of upgrades that it may start, as the sequence had them when it was created; absent: all (D/MD-005). */
  readonly upgradeTypes?: readonly AutoUpgradeType[];
  /** The rollout that superseded it. */
  readonly supersededBy?: string;
  readonly progress: StagedProgress;
  readonly stages: readonly RolloutStageMemory[];
  readonly members: readonly RolloutMembership[];
  /** By cluster, then by pool. */
  readonly targets: readonly TargetMemory[];
  /** Entries of `forceCompletedStages` that have had their effect, or never will. */
  readonly usedForces: readonly string[];
  /** `requestedAt` of the last retry that was honoured, by cluster. */
  readonly honouredRetries: Readonly<Record<string, Instant>>;
}
