import type { Condition, ObjectMeta, Timestamp } from './meta';
import type { VersionByType } from './rolloutSequence';
import type { TargetState } from './versionRolloutStates';

/** Reasons of the condition Known (E §6). */
export const MEMBER_KNOWN_REASONS = ['Observed', 'ProviderUnavailable', 'NotManaged'] as const;
export type MemberKnownReason = (typeof MEMBER_KNOWN_REASONS)[number];

/** Observed version of a control plane. */
export interface ControlPlaneVersion {
  /** The version that it runs. */
  readonly version?: string;
  /** The version that it is to run. */
  readonly desired?: string;
  /** Whether it is being upgraded. */
  readonly upgrading?: boolean;
  /** Whether it is healthy. */
  readonly healthy?: boolean;
}

/** How many nodes run a version. */
export interface NodeVersionCount {
  /** The version. */
  readonly version: string;
  /** How many nodes run it. */
  readonly nodes: number;
}

/** Observed versions of a node pool. */
export interface NodePoolVersion {
  /** The node pool. */
  readonly name: string;
  /** The versions of its nodes, the lowest first. */
  readonly versions?: readonly NodeVersionCount[];
  /** The version that it is to run. */
  readonly desired?: string;
  /** Whether it is being upgraded. */
  readonly upgrading?: boolean;
  /** Whether it is healthy. */
  readonly healthy?: boolean;
}

/** What the maintenance policies of a cluster say together. */
export interface MemberMaintenance {
  /** Whether an upgrade may start now. */
  readonly open?: boolean;
  /** When it may next, if not now. */
  readonly nextOpen?: Timestamp;
  /** When it may no longer. */
  readonly nextClose?: Timestamp;
  /** The policies. */
  readonly policies?: readonly string[];
  /** The exclusions that hold now, as policy/exclusion. */
  readonly exclusions?: readonly string[];
}

/** Where a cluster is in one rollout. */
export interface MemberRollout {
  /** The rollout. */
  readonly name: string;
  /** The cluster's stage. */
  readonly stage?: string;
  /** Where the cluster is. */
  readonly state: TargetState;
  /** Why, one word for machines. */
  readonly reason?: string;
  /** Why, for people. */
  readonly message?: string;
}

/** Observed state of the versions of a cluster. */
export interface MemberVersionStatus {
  /** Its fleet. */
  readonly fleet?: string;
  /** Its channel. */
  readonly channel?: string;
  /** The provider that upgrades it. */
  readonly provider?: string;
  /** The provider's name of it: provider/namespace/name. */
  readonly providerRef?: string;
  /** Its control plane. */
  readonly controlPlane?: ControlPlaneVersion;
  /**
   * Its node pools.
   * @listType map
   * @listMapKey name
   */
  readonly nodePools?: readonly NodePoolVersion[];
  /** The versions that are designated for it. */
  readonly target?: VersionByType;
  /** When the support of its minor ends. */
  readonly endOfSupport?: Timestamp;
  /** When its upgrades may start. */
  readonly maintenance?: MemberMaintenance;
  /**
   * The rollouts that it is in, the newest first.
   * @listType atomic
   */
  readonly rollouts?: readonly MemberRollout[];
  /** When the provider answered last. */
  readonly observedAt?: Timestamp;
  /**
   * Known.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/** The versions of one cluster, where they are to go, and what they wait for; it has the name of the MemberCluster. */
export interface MemberVersion {
  readonly apiVersion: string;
  readonly kind: 'MemberVersion';
  readonly metadata: ObjectMeta;
  /** Observed state of the versions. */
  readonly status?: MemberVersionStatus;
}
