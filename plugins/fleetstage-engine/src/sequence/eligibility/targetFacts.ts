import type { AutoUpgradeType, Instant, UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Verdict } from '../../decision';
import type { MaintenanceState } from '../maintenance/maintenanceState';
import type { UpgradeRefusal } from '../observed';
import type { KubeVersion } from '../versions/version';

/** A control plane or a node pool as its provider reports it. */
export interface ObservedUnit {
  /** Lowest version in use: a pool with nodes of two versions is not upgraded. */
  readonly current: KubeVersion;
  /** What it is being brought to; absent: not known. */
  readonly desired?: KubeVersion;
  readonly isUpgrading: boolean;
  readonly isHealthy: boolean;
}

/** What a provider says of an upgrade that nobody has begun (D/PRV-005). */
export type UpgradeCheck =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: UpgradeRefusal;
      /** A sentence of the provider. */
      readonly message: string;
    };

/** What the rollout did with the target before. */
export type TargetPast =
  | { readonly kind: 'Untouched' }
  | {
      readonly kind: 'Started';
      readonly at: Instant;
      /** Last change that was seen. */ readonly progressAt: Instant;
    }
  | {
      readonly kind: 'Failed';
      readonly at: Instant;
      readonly cause: 'UpgradeFailed' | 'RefusedByProvider';
      readonly message: string;
      readonly attempts: number;
      /** When it is tried again; absent: never, the attempts are used up. */
      readonly nextAttemptAt?: Instant;
    }
  | { readonly kind: 'Succeeded' };

/** Everything that is known of one target of a rollout: a control plane, or a node pool. */
export interface TargetFacts {
  readonly cluster: string;
  readonly presence: 'Present' | 'LeftFleet' | 'ClusterDeleted' | 'Ignored';
  /** `Unknown`: the provider has not reported in time (D/CL-005); `NotManaged`: no provider knows the cluster (E/FL-005). */
  readonly provider: 'Known' | 'Unknown' | 'NotManaged';
  readonly nodePool?: string;
  /** Absent: nothing was ever reported. */
  readonly unit?: ObservedUnit;
  /** Of the cluster; for node pools it bounds the version. */
  readonly controlPlane?: Pick<ObservedUnit, 'current' | 'desired'>;
  /** Highest version that a rollout under way is going to bring the control plane to (D/EL-005). */
  readonly controlPlaneComing?: KubeVersion;
  /** Whether anything else keeps the whole cluster busy: another upgrade (D/EL-013), an update of its workloads. */
  readonly readiness:
    | { readonly isReady: true }
    | {
        readonly isReady: false;
        readonly message: string;
        /** When time alone ends that, at the latest. */
        readonly until?: Instant;
      };
  readonly isOptedOut: boolean;
  /** Of `judgePath`. */
  readonly path: Verdict<'ChannelMismatch'>;
  /** Absent: not asked yet, which is asked before the start. */
  readonly check?: UpgradeCheck;
  /** For the step from its version to the target's. */
  readonly maintenance: MaintenanceState;
  readonly past: TargetPast;
  /** `Late`: the cluster joined when its stage was over (D/SG-006). */
  readonly stage: 'Waiting' | 'Open' | 'Late';
  readonly isSkippedByUser: boolean;
}

/** Why the rules of the sequence pause a rollout: its stage took too long (E/RS-015), or too many clusters failed (E/RS-018). */
export type SystemPause = 'Timeout' | 'Failures';

/** The rollout that the targets belong to. */
export interface RolloutFacts {
  readonly upgradeType: UpgradeType;
  readonly version: KubeVersion;
  readonly state: 'Running' | 'Paused' | 'Suspended' | 'Cancelled';
  readonly pausedBy?: SystemPause;
  /** Kinds that it may start; absent: all, as for rollouts of users and enforcement (D/RS-019). */
  readonly upgradeTypes?: readonly AutoUpgradeType[];
  readonly ignoresMaintenance: boolean;
  /** How many minors a control plane may go at once: 1, unless the provider chains upgrades (D/CAPI-043). */
  readonly maxMinorStep: number;
  /** How many minors nodes may be behind the target (D/EL-006). */
  readonly maxNodeSkew: number;
  /** An upgrade without a change for so long is `NoProgress` (E/TR-002). */
  readonly noProgressMs: number;
}

/** Kubernetes lets kubelets be three minors older than their API server. */
export const DEFAULT_NODE_SKEW = 3;
export const DEFAULT_MINOR_STEP = 1;
export const DEFAULT_NO_PROGRESS_MS = 30 * 60_000;
