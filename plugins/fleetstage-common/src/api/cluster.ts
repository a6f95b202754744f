import type { Condition, ObjectMeta, ResourceQuantity, Timestamp } from './meta';

/**
 * Who acts for the member cluster on the hub.
 * @mapType atomic
 */
export interface MemberClusterIdentity {
  /** API group of the subject. */
  readonly apiGroup?: string;
  /** User, Group or ServiceAccount. */
  readonly kind: string;
  /** Name of the subject. */
  readonly name: string;
  /** Namespace of a ServiceAccount. */
  readonly namespace?: string;
}

/** Keeps placements away from a cluster unless they tolerate it. */
export interface MemberClusterTaint {
  /**
   * Key of the taint.
   * @maxLength 317
   * @cel self.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$')
   * @message spec.taints[].key must be a label key such as "gpu-workload" or "example.com/gpu"; correct the key
   */
  readonly key: string;
  /**
   * Value of the taint.
   * @maxLength 63
   * @cel self.matches('^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$')
   * @message spec.taints[].value must be a label value (letters, digits, "-", "_", "."); correct the value
   */
  readonly value?: string;
  /** What the taint does to placements that do not tolerate it. */
  readonly effect: 'NoSchedule';
}

export interface MemberClusterDeleteOptions {
  /**
   * Strict refuses to let the cluster go while others depend on it, Skip does not check.
   * @default "Strict"
   */
  readonly validationMode?: 'Skip' | 'Strict';
}

/** What a user wants of a member cluster. */
export interface MemberClusterSpec {
  /** Who acts for the member cluster on the hub. */
  readonly identity: MemberClusterIdentity;
  /**
   * Seconds between two heartbeats.
   * @default 60
   * @minimum 1
   * @maximum 600
   * @format int32
   */
  readonly heartbeatPeriodSeconds?: number;
  /**
   * Taints of the cluster.
   * @maxItems 100
   * @cel self.all(t, self.exists_one(o, o.key == t.key && o.effect == t.effect && (has(o.value) ? o.value : '') == (has(t.value) ? t.value : '')))
   * @message spec.taints must be unique by key, value and effect; remove the repeated taint
   */
  readonly taints?: readonly MemberClusterTaint[];
  /**
   * What is checked before the cluster may leave.
   * @only v1beta1
   */
  readonly deleteOptions?: MemberClusterDeleteOptions;
}

export interface MemberClusterProperty {
  /** Value of the property. */
  readonly value: string;
  /** When it was seen. */
  readonly observationTime: Timestamp;
}

/** Sums over the nodes of a cluster. */
export interface MemberClusterResourceUsage {
  /** Capacity of all nodes. */
  readonly capacity?: Readonly<Record<string, ResourceQuantity>>;
  /** What workloads may use of it. */
  readonly allocatable?: Readonly<Record<string, ResourceQuantity>>;
  /** What of it is not requested yet. */
  readonly available?: Readonly<Record<string, ResourceQuantity>>;
  /** When it was counted. */
  readonly observationTime?: Timestamp;
}

export interface MemberClusterAgentStatus {
  /** Kind of agent; MemberAgent is the one that places resources. */
  readonly type: string;
  /**
   * Joined and Healthy, as the agent sees them.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
  /** Last sign of life. */
  readonly lastReceivedHeartbeat?: Timestamp;
}

/** What is known of a member cluster. */
export interface MemberClusterStatus {
  /**
   * Conditions of the cluster.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
  /** Properties of the cluster by name. */
  readonly properties?: Readonly<Record<string, MemberClusterProperty>>;
  /** Capacity and use of the cluster. */
  readonly resourceUsage?: MemberClusterResourceUsage;
  /**
   * Namespaces of the cluster, each with the work that owns it, or nothing.
   * @only v1beta1
   */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** What the agents of the cluster report. */
  readonly agentStatus?: readonly MemberClusterAgentStatus[];
}

/**
 * A cluster of the fleet.
 * @cel size(self.metadata.name) < 64
 * @message metadata.name must have at most 63 characters; choose a shorter cluster name
 */
export interface MemberCluster {
  readonly apiVersion: string;
  readonly kind: 'MemberCluster';
  readonly metadata: ObjectMeta;
  /** What a user wants of the cluster. */
  readonly spec: MemberClusterSpec;
  /** What is known of the cluster. */
  readonly status?: MemberClusterStatus;
}
