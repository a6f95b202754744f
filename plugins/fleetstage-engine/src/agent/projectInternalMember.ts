import {
  condition,
  MEMBER_AGENT,
  mergeConditions,
  toRfc3339,
  type ConditionClaim,
  type Instant,
  type InternalMemberClusterStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KnownProperties } from '../cluster/recordCollection';
import { collectionClaims, providedConditions, withProvided } from '../status/projectMemberCluster';

/** How the API server of the agent's own cluster answered `GET /readyz`. */
export type Readiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unready'; readonly statusCode: number }
  | { readonly kind: 'unreachable'; readonly message: string };

/** What an agent reports of its cluster. */
export interface AgentReport {
  readonly state: 'joined' | 'left';
  /** Why it could not begin to work (C/MC-035). */
  readonly failure?: string;
  /** When the heartbeat began: before the probe (C/MC-036). */
  readonly heartbeatAt: Instant;
  /** Absent: not probed, because the cluster has left. */
  readonly readiness?: Readiness;
  readonly known?: KnownProperties;
  /** When the core properties were read; absent: never. */
  readonly propertiesObservedAt?: Instant;
  /** Of the InternalMemberCluster. */
  readonly generation: number;
  readonly previous?: InternalMemberClusterStatus;
}

/** The status that an agent writes on its InternalMemberCluster (C/MC-035…043, PP-002…015); what others wrote there stays. */
export function projectInternalMember(report: AgentReport, now: Instant): InternalMemberClusterStatus {
  const { previous, known, generation, propertiesObservedAt } = report;
  const statement = { generation, now };
  const others = (previous?.agentStatus ?? []).filter(({ type }) => type !== MEMBER_AGENT);
  const before = previous?.agentStatus?.find(({ type }) => type === MEMBER_AGENT);
  const heartbeatAt = report.state === 'left' ? before?.lastReceivedHeartbeat : toRfc3339(report.heartbeatAt);
  const { collection, namespaces, resourceUsage } = known ?? {};
  const claims = collectionClaims({ collection, propertiesObservedAt });
  const provided = providedConditions(collection, previous?.conditions, statement);
  const properties = known && propertiesObservedAt !== undefined && dated(known, propertiesObservedAt);
  return {
    ...previous,
    ...(claims.length > 0 && {
      conditions: withProvided(mergeConditions(previous?.conditions, claims, statement), provided),
    }),
    ...(properties && { properties }),
    ...(resourceUsage && { resourceUsage }),
    ...(namespaces && { namespaces }),
    agentStatus: [
      {
        type: MEMBER_AGENT,
        conditions: mergeConditions(before?.conditions, agentClaims(report), statement),
        ...(heartbeatAt !== undefined && { lastReceivedHeartbeat: heartbeatAt }),
      },
      ...others,
    ],
  };
}

const dated = ({ properties }: KnownProperties, at: Instant): InternalMemberClusterStatus['properties'] =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, { value, observationTime: toRfc3339(at) }]),
  );

function agentClaims({ state, failure, readiness }: AgentReport): readonly ConditionClaim[] {
  const healthy = readiness === undefined ? [] : [healthyClaim(readiness)];
  if (state === 'left')
    return [condition('Joined', 'False', 'InternalMemberClusterLeft', 'The agent has let go of the cluster')];
  return failure === undefined
    ? [condition('Joined', 'True', 'InternalMemberClusterJoined', 'The agent applies Works'), ...healthy]
    : [condition('Joined', 'Unknown', 'InternalMemberClusterFailedToJoin', failure), ...healthy];
}

function healthyClaim(readiness: Readiness): ConditionClaim {
  switch (readiness.kind) {
    case 'ready':
      return condition(
        'Healthy',
        'True',
        'InternalMemberClusterHealthy',
        'The API server of the cluster is ready',
      );
    case 'unready': {
      const message = `health probe failed with status code ${readiness.statusCode}`;
      return condition('Healthy', 'False', 'InternalMemberClusterUnhealthy', message);
    }
    default: {
      const message = `health probe failed: ${readiness.message}`;
      return condition('Healthy', 'False', 'InternalMemberClusterUnhealthy', message);
    }
  }
}
