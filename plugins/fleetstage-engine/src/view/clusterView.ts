import { toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { silenceLimitMs } from '../cluster/eligibility';
import type { ClusterFacts } from '../cluster/facts';
import { sentence } from '../words';
import type { ClusterStateCode } from './stateCodes';

export interface MemberStatus {
  readonly state: ClusterStateCode;
  readonly message?: string;
  readonly since?: Instant;
  /** What the last probe met, of a member whose message also says when it was heard last. */
  readonly met?: string;
}

/** States in which nothing that a member says of itself is of today. */
const silent: ReadonlySet<ClusterStateCode> = new Set([
  'notJoined',
  'noHeartbeat',
  'unreachable',
  'credentialsRefused',
]);

export const isSilent = (state: ClusterStateCode) => silent.has(state);

/** Members of which everything that is known is their last report. */
export const silentClusters = (clusters: readonly ClusterFacts[], now: Instant): ReadonlySet<string> =>
  new Set(clusters.filter(one => isSilent(memberStatus(one, now).state)).map(({ name }) => name));

/**
 * One state per member cluster (ui §2).
 *
 *   being deleted                           → leaving
 *   another cluster answers in its place    → notJoined
 *   the last probe met 401 or 403           → credentialsRefused
 *   silent for longer than the limit        → noHeartbeat, since it was heard last
 *   the last probe got no answer            → unreachable
 *   its agent has yet to report             → joining
 *   never joined                            → joining
 *   the last answer was not 200             → unhealthy
 */
export function memberStatus(cluster: ClusterFacts, now: Instant): MemberStatus {
  const { health, isLeaving } = cluster;
  if (isLeaving) return { state: 'leaving' };
  if (health === undefined)
    return { state: 'joining', message: 'Nobody has asked it for a sign of life yet.' };
  const { lastHeartbeatAt, healthChangedAt: since, message } = health;
  const why = message === undefined ? {} : { message: sentence(message) };
  if (health.mistaken) return { state: 'notJoined', ...why, since };
  if (health.isRefused) return { state: 'credentialsRefused', ...why, since: lastHeartbeatAt ?? since };
  if (lastHeartbeatAt === undefined)
    return { state: message && !health.isAwaited ? 'unreachable' : 'joining', ...why, since };
  const limitMs = silenceLimitMs(cluster.heartbeatPeriodMs);
  if (now - lastHeartbeatAt > limitMs) {
    const last = `Last received ${toRfc3339(lastHeartbeatAt)}, limit ${Math.round(limitMs / 60_000)} min.`;
    return {
      state: 'noHeartbeat',
      message: [last, why.message].filter(Boolean).join(' '),
      ...(why.message !== undefined && { met: why.message }),
      since: lastHeartbeatAt,
    };
  }
  if (health.healthy === 'True') {
    return message === undefined
      ? { state: 'healthy', since }
      : { state: 'unreachable', ...why, since: lastHeartbeatAt };
  }
  if (!health.joined) return { state: 'joining', ...why, since };
  return { state: 'unhealthy', ...why, since };
}
