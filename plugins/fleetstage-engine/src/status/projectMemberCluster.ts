import {
  MEMBER_AGENT,
  condition,
  mergeConditions,
  toRfc3339,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ConditionClaim,
  Instant,
  MemberClusterAgentStatus,
  MemberClusterStatus,
  Statement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts, MemberHealth } from '../cluster/facts';

export interface MemberClusterView {
  readonly cluster: ClusterFacts;
  /** When `properties` were read. */
  readonly propertiesObservedAt?: Instant;
  /** Why the last collection of properties failed, if it did. */
  readonly collectionError?: string;
  /** The status as it stands on the hub: transition times and foreign conditions are taken from it. */
  readonly previous?: MemberClusterStatus;
}

/** Status of a MemberCluster (C/MC-024…030, MC-036…043, PP-013); we are the member agent that it speaks of. */
export function projectMemberCluster(view: MemberClusterView, statement: Statement): MemberClusterStatus {
  const { cluster, previous, propertiesObservedAt } = view;
  const observationTime = propertiesObservedAt === undefined ? undefined : toRfc3339(propertiesObservedAt);
  const claims = [...membershipClaims(cluster), ...collectionClaims(view)];
  return {
    ...(previous?.namespaces ? { namespaces: previous.namespaces } : {}),
    conditions: mergeConditions(previous?.conditions, claims, statement),
    agentStatus: projectAgents(view, statement),
    ...(observationTime
      ? {
          properties: Object.fromEntries(
            Object.entries(cluster.properties).map(([name, value]) => [name, { value, observationTime }]),
          ),
        }
      : {}),
    ...(cluster.resourceUsage ? { resourceUsage: cluster.resourceUsage } : {}),
  };
}

function membershipClaims({ name, health, isLeaving }: ClusterFacts): ConditionClaim[] {
  if (isLeaving && health?.joined === false) {
    return [
      condition(
        'ReadyToJoin',
        'False',
        'MemberClusterNotReadyToJoin',
        'Member cluster is not ready to join the fleet',
      ),
      condition('Joined', 'False', 'MemberClusterLeft', 'Member cluster has left the fleet'),
    ];
  }
  return [
    condition('ReadyToJoin', 'True', 'MemberClusterReadyToJoin', 'Member cluster is ready to join the fleet'),
    health?.joined
      ? condition('Joined', 'True', 'MemberClusterJoined', 'Member cluster has successfully joined the fleet')
      : condition('Joined', 'Unknown', 'MemberClusterJoinStateUnknown', explainMissing(name, health)),
  ];
}

const explainMissing = (name: string, health: MemberHealth | undefined) =>
  health?.message
    ? `Member cluster ${name} has not been reached: ${health.message}`
    : `Member cluster ${name} has not reported all the expected agents, expected 1, got 0`;

function collectionClaims({ propertiesObservedAt, collectionError }: MemberClusterView): ConditionClaim[] {
  const type = 'ClusterPropertyCollectionSucceeded';
  if (collectionError !== undefined)
    return [condition(type, 'False', 'FleetstageCollectionFailed', collectionError)];
  if (propertiesObservedAt === undefined) return [];
  const message = 'The property provider has returned the latest cluster properties';
  return [condition(type, 'True', 'PropertiesCollected', message)];
}

/** Agents of others stay as they are; ours appears with the first probe. */
function projectAgents(
  { cluster, previous }: MemberClusterView,
  statement: Statement,
): MemberClusterAgentStatus[] {
  const others = (previous?.agentStatus ?? []).filter(agent => agent.type !== MEMBER_AGENT);
  if (!cluster.health) return others;
  const before = previous?.agentStatus?.find(agent => agent.type === MEMBER_AGENT);
  const { lastHeartbeatAt } = cluster.health;
  return [
    {
      type: MEMBER_AGENT,
      conditions: mergeConditions(
        before?.conditions,
        agentClaims(cluster.health, cluster.isLeaving),
        statement,
      ),
      ...(lastHeartbeatAt === undefined ? {} : { lastReceivedHeartbeat: toRfc3339(lastHeartbeatAt) }),
    },
    ...others,
  ];
}

function agentClaims(health: MemberHealth, isLeaving: boolean): ConditionClaim[] {
  if (!health.joined && isLeaving) return [condition('Joined', 'False', 'InternalMemberClusterLeft', '')];
  const joined = health.joined
    ? condition('Joined', 'True', 'InternalMemberClusterJoined', '')
    : condition('Joined', 'Unknown', 'InternalMemberClusterFailedToJoin', health.message ?? '');
  return [joined, healthClaim(health)];
}

function healthClaim({ healthy, healthChangedAt, message = '' }: MemberHealth): ConditionClaim {
  switch (healthy) {
    case 'True':
      return condition('Healthy', 'True', 'InternalMemberClusterHealthy', message, healthChangedAt);
    case 'False':
      return condition('Healthy', 'False', 'InternalMemberClusterUnhealthy', message, healthChangedAt);
    default:
      return condition('Healthy', 'Unknown', 'FleetstageHealthUnknown', message, healthChangedAt);
  }
}
