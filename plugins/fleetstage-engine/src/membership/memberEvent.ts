import {
  apiVersionOf,
  contentHash,
  derivedName,
  toRfc3339,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * Events on a MemberCluster, with KubeFleet's reasons (C/MC-021); `MemberClusterLeft` is ours, since C/MC-022 calls it joined, and so
 * are those of health and of drains.
 */
export const MEMBER_EVENTS = {
  NamespaceCreated: 'Created the namespace of the member cluster',
  NamespacePatched: 'Labelled the namespace of the member cluster',
  RoleCreated: 'Created the role of the member agent',
  RoleUpdated: 'Corrected the role of the member agent',
  RoleBindingCreated: 'Created the role binding of the member agent',
  RoleBindingUpdated: 'Corrected the role binding of the member agent',
  InternalMemberClusterCreated: 'Created the InternalMemberCluster',
  InternalMemberClusterSpecUpdated: 'Updated the spec of the InternalMemberCluster',
  MemberClusterReadyToJoin: 'Member cluster is ready to join the fleet',
  MemberClusterJoined: 'Member cluster has successfully joined the fleet',
  MemberClusterLeft: 'Member cluster has left the fleet',
  MemberClusterJoinStateUnknown: 'It is unknown whether the member cluster has joined',
  MemberClusterHealthy: 'Member cluster is healthy again',
  MemberClusterUnhealthy: 'Member cluster is not healthy',
  MemberClusterHeartbeatLost: 'Member cluster sends no heartbeat',
  MemberClusterDrainStarted: 'Evicting placements from the member cluster',
  MemberClusterDrainBlocked: 'Evictions from the member cluster are blocked',
  MemberClusterDrained: 'Member cluster is drained',
  MemberClusterDrainEnded: 'The drain of the member cluster has ended',
} as const;

export type MemberEventReason = keyof typeof MEMBER_EVENTS;

const WARNINGS: ReadonlySet<MemberEventReason> = new Set([
  'MemberClusterJoinStateUnknown',
  'MemberClusterUnhealthy',
  'MemberClusterHeartbeatLost',
  'MemberClusterDrainBlocked',
]);
const REPORTER = 'membercluster-controller';
/** Where Kubernetes keeps the Events of objects without a namespace. */
const CLUSTER_SCOPED = 'default';

export interface MemberEventSubject {
  readonly name: string;
  readonly uid: string;
}

export interface MemberEventWords {
  readonly reason: MemberEventReason;
  /** Distinguishes two of one reason, so that a repeated create finds the first one. */
  readonly occasion: string;
  /** Absent: that of the reason. */
  readonly message?: string;
}

/**
 * One Event, as `kubectl describe membercluster` shows it.
 */
export function projectMemberEvent(
  { name, uid }: MemberEventSubject,
  { reason, occasion, message = MEMBER_EVENTS[reason] }: MemberEventWords,
  now: Instant,
): KubeObject {
  const at = toRfc3339(now);
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: derivedName([name, reason], contentHash([uid, reason, occasion])),
      namespace: CLUSTER_SCOPED,
    },
    involvedObject: { apiVersion: apiVersionOf('MemberCluster'), kind: 'MemberCluster', name, uid },
    type: WARNINGS.has(reason) ? 'Warning' : 'Normal',
    ...{ reason, message },
    source: { component: REPORTER },
    reportingComponent: REPORTER,
    count: 1,
    firstTimestamp: at,
    lastTimestamp: at,
  };
}
