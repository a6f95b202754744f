import type {
  Instant,
  MemberClusterTaint,
  MemberClusterResourceUsage,
  UpgradeType,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MembershipRefusal } from './decideMembership';

/** What the member pass has seen of a cluster; kept as a row, published to the MemberCluster at leisure (RUL 45). */
export interface MemberHealth {
  /** We hold a working connection or have held one since it joined. */
  readonly joined: boolean;
  /** Last successful or failed probe that reached an answer of our own (C/MC-036). */
  readonly lastHeartbeatAt?: Instant;
  /** Last probe, answered or not; nothing after it has been checked. Absent in rows of an older release. */
  readonly askedAt?: Instant;
  /** Last heartbeat by the clock of its agent; of a pull member alone. */
  readonly reportedAt?: Instant;
  /** Since when its heartbeats have come without a gap (`heardSince`). */
  readonly heardSince?: Instant;
  readonly healthy: 'True' | 'False' | 'Unknown';
  /** When `healthy` last changed. */
  readonly healthChangedAt?: Instant;
  /** Why it is not healthy, for people. */
  readonly message?: string;
  /** It joins: its agent has yet to report for the first time; of a pull member alone. */
  readonly isAwaited?: true;
  /** The last probe was refused: our credentials do not hold there. */
  readonly isRefused?: true;
  /** It does not join: its credentials lead to a cluster that is not its own. */
  readonly mistaken?: MembershipRefusal;
  /** The cluster does not show its identity, so it cannot be distinguished from another one. */
  readonly isUnidentified?: true;
  /** Why anybody on the way to it could read and change what is said. */
  readonly insecurity?: string;
}

/** An upgrade of Kubernetes that is under way on a cluster, or that was asked for and is not over, whoever wants it. */
export interface ClusterUpgrade {
  readonly upgradeType: UpgradeType;
  /** The version that it is brought to: `1.34.1`. */
  readonly version: string;
  /** The rollout that has asked for it; absent: somebody else upgrades the cluster. */
  readonly rollout?: string;
  readonly since: Instant;
}

/** All a decision may know of one member cluster. */
export interface ClusterFacts {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly MemberClusterTaint[];
  readonly properties: Readonly<Record<string, string>>;
  readonly resourceUsage?: MemberClusterResourceUsage;
  readonly health: MemberHealth | undefined;
  /** `spec.heartbeatPeriodSeconds`; a minute where it is not set (RUL 25). */
  readonly heartbeatPeriodMs?: number;
  /** Namespaces of the member by name, as last collected; absent where none were (A/PL-078). */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** The member says whether it collects its namespaces: a condition `NamespaceCollectionSucceeded` exists (A/SCH-057). */
  readonly collectsNamespaces?: boolean;
  /** The MemberCluster carries a deletion timestamp. */
  readonly isLeaving: boolean;
  /** Workloads of the cluster are not updated meanwhile; absent: none is under way, or workloads are not held for one. */
  readonly upgrade?: ClusterUpgrade;
}
