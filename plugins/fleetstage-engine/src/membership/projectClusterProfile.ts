import {
  apiVersionOf,
  CLUSTER_PROFILE,
  CLUSTER_PROFILE_NAMESPACE,
  condition,
  mergeConditions,
  type ClusterProfile,
  type ClusterProfileStatus,
  type ConditionClaim,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { silenceLimitMs } from '../cluster/eligibility';
import type { ClusterFacts } from '../cluster/facts';

/** What of a member the inventory API shows. */
export interface ProfileView {
  readonly cluster: ClusterFacts;
  /** Of its MemberCluster. */
  readonly uid: string;
  /** Its core properties have been read, so what they say holds. */
  readonly isCollected: boolean;
}

/** Consumers select profiles by the name of the fleet manager, so it is KubeFleet's (C/CPF-004). */
const MANAGER = 'KubeFleet';
const MANAGER_LABEL = 'x-k8s.io/cluster-manager';

/** C/PP-002…004. */
const VERSION = 'k8s.io/k8s-version';
const ENTRYPOINT = 'k8s.io/cluster-entrypoint';
const CERTIFICATE_AUTHORITY = 'k8s.io/cluster-certificate-authority-data';

/**
 * Whether a member is exported (C/CPF-002, CPF-003):
 *
 *     leaves                            → no: the profile goes as soon as the MemberCluster is marked for deletion
 *     has never joined, has no profile  → no
 *     anything else                     → yes
 */
export const isExported = ({ health, isLeaving }: ClusterFacts, hasProfile: boolean): boolean =>
  !isLeaving && (hasProfile || health?.joined === true);

/**
 * The ClusterProfile of a member, with `ControlPlaneHealthy`, and the version once it was read (C/CPF-001…007).
 *
 * `live`: the profile on the hub, for its generation, its times, and conditions of others.
 */
export function projectClusterProfile(
  { cluster, uid, isCollected }: ProfileView,
  live: Pick<ClusterProfile, 'metadata' | 'status'> | undefined,
  now: Instant,
): ClusterProfile {
  const { name } = cluster;
  const claims = [healthClaim(cluster, now)];
  const generation = live?.metadata.generation ?? 1;
  const owner = { apiVersion: apiVersionOf('MemberCluster'), kind: 'MemberCluster', name, uid };
  return {
    apiVersion: `${CLUSTER_PROFILE.group}/${CLUSTER_PROFILE.version}`,
    kind: 'ClusterProfile',
    metadata: {
      name,
      namespace: CLUSTER_PROFILE_NAMESPACE,
      labels: { [MANAGER_LABEL]: MANAGER },
      // Where nobody of us is there when the member goes, the hub collects it.
      ownerReferences: [owner],
    },
    spec: { displayName: name, clusterManager: { name: MANAGER } },
    status: {
      conditions: mergeConditions(live?.status?.conditions, claims, { generation, now }),
      ...(isCollected ? access(cluster) : known(live?.status)),
    },
  };
}

/** C/CPF-005. */
function access({ properties }: ClusterFacts): Pick<ClusterProfileStatus, 'version' | 'accessProviders'> {
  const { [VERSION]: kubernetes, [ENTRYPOINT]: server, [CERTIFICATE_AUTHORITY]: authority } = properties;
  const cluster = {
    ...(server !== undefined && { server }),
    ...(authority !== undefined && { 'certificate-authority-data': authority }),
  };
  return {
    ...(kubernetes !== undefined && { version: { kubernetes } }),
    accessProviders: [{ name: MANAGER, cluster }],
  };
}

/** What could not be read now stays as it was. */
const known = ({ version, accessProviders }: ClusterProfileStatus = {}) => ({
  ...(version && { version }),
  ...(accessProviders && { accessProviders }),
});

/** C/CPF-006, the first that holds. Of a push member we are the agent (RUL 48). */
function healthClaim({ health, heartbeatPeriodMs }: ClusterFacts, now: Instant): ConditionClaim {
  const type = 'ControlPlaneHealthy';
  if (health?.lastHeartbeatAt === undefined) {
    const message = 'The Fleet member agent has not reported its status yet';
    return condition(type, 'Unknown', 'MemberAgentReportedNoStatus', message);
  }
  const { healthy, healthChangedAt, lastHeartbeatAt, askedAt } = health;
  if (healthy === 'Unknown' && healthChangedAt === undefined) {
    const message = 'The Fleet member agent has reported its status, but the health condition is missing';
    return condition(type, 'Unknown', 'MemberAgentReportedNoHealthInfo', message);
  }
  // Time counts as far as somebody has asked: the member is not silent because we were away (RUL 25).
  const heardUntil = Math.min(now, askedAt ?? now);
  if (heardUntil - lastHeartbeatAt > silenceLimitMs(heartbeatPeriodMs)) {
    const message = 'The Fleet member agent has lost its heartbeat connection to the Fleet hub cluster';
    return condition(type, 'False', 'MemberAgentHeartbeatLost', message);
  }
  switch (healthy) {
    case 'True': {
      const message = 'The Fleet member agent reports that the API server is healthy';
      return condition(type, 'True', 'MemberClusterAPIServerHealthy', message);
    }
    case 'False': {
      const message = 'The Fleet member agent reports that the API server is unhealthy';
      return condition(type, 'False', 'MemberClusterAPIServerUnhealthy', message);
    }
    default: {
      const message = 'The Fleet member agent health check result is out of date or unknown';
      return condition(type, 'Unknown', 'MemberAgentReportedNoHealthInfo', message);
    }
  }
}
