import type {
  Instant,
  Labels,
  Result,
  RolloutSequenceSpec,
  SequenceReadyReason,
  UpgradeType,
  VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { FleetClaim } from '../assignment/fleetOwners';
import type { ResolvedCatalog } from '../catalog/catalog';
import type { MaintenanceRules } from '../maintenance/policyRules';
import type { ObservedCluster, UpgradeRefusal } from '../observed';
import type { RolloutMemory } from './rolloutMemory';
import type { SequenceMemory } from './sequenceMemory';

/** A RolloutSequence as the hub has it. */
export interface SequenceFacts {
  readonly name: string;
  readonly generation: number;
  readonly createdAt: Instant;
  /** It is being deleted, or gone. */
  readonly deletedAt?: Instant;
  readonly spec: RolloutSequenceSpec;
  readonly memory?: SequenceMemory;
}

/** What is known of the versions of a cluster. */
export type ClusterVersions =
  /** No provider knows the cluster, or several do (E/FL-005). */
  | { readonly kind: 'NotManaged' }
  | {
      readonly kind: 'Managed';
      /** The last answer; absent: there was none yet. */
      readonly observed?: ObservedCluster;
      /** Since when the provider does not answer; absent: it does. */
      readonly silentSince?: Instant;
    };

/** An update of workloads that a cluster is in the middle of, moved there and neither available nor failed yet. */
export interface WorkloadUpdate {
  /** Key of the placement. */
  readonly placement: string;
  /** The update run that moved it. */
  readonly run?: string;
  readonly since: Instant;
}

/** A MemberCluster. */
export interface SequenceCluster {
  readonly name: string;
  readonly labels: Labels;
  readonly annotations: Readonly<Record<string, string>>;
  readonly versions: ClusterVersions;
  /** Those that match it (E/MP-001). */
  readonly policies: readonly MaintenanceRules[];
  /** The one that began last; absent: there is none, or upgrades do not wait for any. */
  readonly workload?: WorkloadUpdate;
}

/** A Rollout, with what the engine remembers of it. */
export interface SequenceRollout {
  readonly name: string;
  readonly generation: number;
  readonly spec: VersionRolloutSpec;
  /** Absent: the engine did not create it, and never executes it (E/RO-005). */
  readonly memory?: RolloutMemory;
  /** The object; absent: it is not there yet, or not any more. */
  readonly hub?: { readonly hasFinalizer: boolean; readonly deletedAt?: Instant };
}

/** What became of asking the provider. Calls that are to be repeated have no answer yet. */
export type UpgradeAnswer =
  | { readonly kind: 'Accepted'; readonly at: Instant; readonly operation?: string }
  /** The state of the cluster forbids it. */
  | {
      readonly kind: 'Refused';
      readonly at: Instant;
      readonly reason: UpgradeRefusal;
      readonly message: string;
    }
  /** The call fails for good: a right is missing, or the request is wrong. */
  | { readonly kind: 'Failed'; readonly at: Instant; readonly message: string };

/** An upgrade that the provider is to be asked for: at most one for a cluster and type. */
export interface DesiredUpgrade {
  readonly cluster: string;
  readonly upgradeType: UpgradeType;
  readonly version: string;
  /** Of `Node`: the pools. */
  readonly pools?: readonly string[];
  readonly rollout: string;
  readonly requestedAt: Instant;
  readonly answer?: UpgradeAnswer;
}

export interface SequenceSettings {
  /** An upgrade without a change for so long is `NoProgress` (E/TR-002). */
  readonly noProgressMs: number;
  /** A provider that does not answer for so long leaves its clusters unknown (D/CL-005). */
  readonly unknownAfterMs: number;
  /** A pause that lasts so long ends the rollout (D/OQ-007). */
  readonly pausedTooLongMs: number;
  /** Finished rollouts that stay on the hub, per type (E/RO-006). */
  readonly keptFinished: number;
  /** Wait before the second attempt; it doubles up to `retryMostMs`. */
  readonly retryFirstMs: number;
  readonly retryMostMs: number;
  readonly maxAttempts: number;
  /** Minors that a control plane may go at once (D/RO-043, CAPI-043). */
  readonly maxMinorStep: number;
  /** Minors that nodes may be behind (D/EL-006). */
  readonly maxNodeSkew: number;
}

/** Everything that one pass may know. */
export interface SequenceState {
  readonly sequence: SequenceFacts;
  /** The other sequences. */
  readonly siblings: readonly FleetClaim[];
  readonly catalog: Result<
    ResolvedCatalog,
    { readonly reason: Extract<SequenceReadyReason, 'CatalogNotFound'>; readonly message: string }
  >;
  /** All MemberClusters of the hub: which of them are in the sequence is decided here. */
  readonly clusters: readonly SequenceCluster[];
  readonly rollouts: readonly SequenceRollout[];
  readonly upgrades: readonly DesiredUpgrade[];
  readonly settings: SequenceSettings;
}
