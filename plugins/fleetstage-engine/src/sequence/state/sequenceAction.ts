import type { Instant, VersionRolloutSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RolloutMemory } from './rolloutMemory';
import type { SequenceMemory } from './sequenceMemory';
import type { DesiredUpgrade } from './sequenceState';

/** Names of E §8; also the reasons of Kubernetes Events. */
export type SequenceEventName =
  | 'VersionDesignated'
  | 'RolloutCreated'
  | 'ClusterUpgradeStarted'
  | 'ClusterUpgradeSucceeded'
  | 'ClusterUpgradeFailed'
  | 'ClusterIneligible'
  | 'ClusterBlocked'
  | 'StageStarted'
  | 'StageSoaking'
  | 'StageForcedSoaking'
  | 'SoakChanged'
  | 'StageCompleted'
  | 'StageForceCompleted'
  | 'StageSkipped'
  | 'RolloutWaiting'
  | 'RolloutPaused'
  | 'RolloutResumed'
  | 'RolloutSuperseded'
  | 'RolloutCancelled'
  | 'RolloutCompleted'
  | 'SequenceChanged';

/** One line of the timeline of a rollout or of its sequence. */
export interface SequenceEvent {
  readonly at: Instant;
  readonly event: SequenceEventName;
  readonly stage?: string;
  readonly cluster?: string;
  readonly nodePool?: string;
  readonly message: string;
  /** Published as a Warning. */
  readonly isWarning?: true;
}

/** What a pass asks for; all actions of a decision are committed together, and each may be asked for again. */
export type SequenceAction =
  /** Write the object to the hub, with its finalizer and the owner of E/RO-004, and keep the memory from the start. */
  | {
      readonly kind: 'createRollout';
      readonly name: string;
      readonly spec: VersionRolloutSpec;
      readonly memory: RolloutMemory;
      readonly events: readonly SequenceEvent[];
    }
  | {
      readonly kind: 'saveRollout';
      readonly name: string;
      readonly memory: RolloutMemory;
      readonly events: readonly SequenceEvent[];
    }
  | {
      readonly kind: 'saveSequence';
      readonly memory: SequenceMemory;
      readonly events: readonly SequenceEvent[];
    }
  /** Replaces what was desired for the cluster and type, with its answer. */
  | ({ readonly kind: 'requestUpgrade' } & Omit<DesiredUpgrade, 'answer'>)
  /** Nothing is desired any more: the upgrade is done, or is not to be asked for. It does not stop the provider. */
  | ({ readonly kind: 'clearUpgrade' } & Pick<DesiredUpgrade, 'cluster' | 'upgradeType' | 'rollout'>)
  | { readonly kind: 'ensureFinalizer'; readonly rollout: string }
  | { readonly kind: 'removeFinalizer'; readonly rollout: string }
  /** Delete the object from the hub. */
  | { readonly kind: 'deleteRollout'; readonly rollout: string }
  /** The object is gone from the hub: its row may go, its history stays. */
  | { readonly kind: 'forgetRollout'; readonly rollout: string }
  /** The sequence and all of its rollouts are gone. */
  | { readonly kind: 'forgetSequence' };
