import type { MemberClusterAgentStatus, MemberClusterProperty, MemberClusterResourceUsage } from './cluster';
import type { Condition, ObjectMeta } from './meta';

/** What the agent of a member cluster is asked to do. */
export interface InternalMemberClusterSpec {
  /** Join or Leave. */
  readonly state: string;
  /**
   * Seconds between two heartbeats.
   * @default 60
   * @minimum 1
   * @maximum 600
   * @format int32
   */
  readonly heartbeatPeriodSeconds?: number;
}

/** What the agent of a member cluster reports. */
export interface InternalMemberClusterStatus {
  /** Conditions of the cluster. */
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

/** What hub and agent of a member cluster report to each other; only for members with an agent that pulls (RUL 39). */
export interface InternalMemberCluster {
  readonly apiVersion: string;
  readonly kind: 'InternalMemberCluster';
  readonly metadata: ObjectMeta;
  /** What the agent is asked to do. */
  readonly spec: InternalMemberClusterSpec;
  /** What the agent reports. */
  readonly status?: InternalMemberClusterStatus;
}
