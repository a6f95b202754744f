import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { pass, refuse, type Verdict } from '../decision';
import type { ClusterFacts, MemberHealth } from './facts';

export type Ineligibility =
  'Leaving' | 'NoAgent' | 'NoRecentHeartbeat' | 'NotJoined' | 'HealthUnknown' | 'Unhealthy';

export const DEFAULT_HEARTBEAT_PERIOD_MS = 60_000;
const MIN_SILENCE_MS = 5 * 60_000;
/** Two heartbeats may be lost on the way; the third is a silence. */
const SILENT_PERIODS = 3;
const NOT_CONNECTED = 'cluster is not connected to the fleet';

/**
 * How long a member may be silent, or unhealthy, before it gets nothing new: five minutes, or three of its periods
 * where that is longer, so that a slow heartbeat does not make it flap (RUL 25, C/MC-048).
 */
export const silenceLimitMs = (heartbeatPeriodMs = DEFAULT_HEARTBEAT_PERIOD_MS) =>
  Math.max(MIN_SILENCE_MS, SILENT_PERIODS * heartbeatPeriodMs);

/** Time counts against a member only as far as somebody has asked it: it is not silent because we were away (RUL 25). */
const lastLookAt = ({ askedAt }: MemberHealth, now: Instant) =>
  askedAt !== undefined && askedAt < now ? askedAt : now;

/**
 * May this cluster be picked for something new (C/MC-047)? It never says anything about what already runs there: an
 * ineligible cluster keeps its bindings (C/MC-049).
 */
export function decideEligibility(cluster: ClusterFacts, now: Instant): Verdict<Ineligibility> {
  const { health } = cluster;
  const limitMs = silenceLimitMs(cluster.heartbeatPeriodMs);
  if (cluster.isLeaving) return refuse('Leaving', 'cluster has left the fleet');
  if (health?.mistaken) return refuse('NotJoined', `${NOT_CONNECTED}: ${health.message ?? health.mistaken}`);
  if (health?.lastHeartbeatAt === undefined) {
    return refuse('NoAgent', `${NOT_CONNECTED}: member agent not online yet`);
  }
  const seenAt = lastLookAt(health, now);
  if (seenAt - health.lastHeartbeatAt > limitMs) {
    const ago = minutes(now - health.lastHeartbeatAt);
    return refuse(
      'NoRecentHeartbeat',
      `${NOT_CONNECTED}: no recent heartbeat signals (last received ${ago} minutes ago)`,
    );
  }
  if (!health.joined) return refuse('NotJoined', `${NOT_CONNECTED}: member agent not joined yet`);
  if (health.healthy === 'True') return pass;
  if (health.healthChangedAt === undefined) {
    return refuse('HealthUnknown', `${NOT_CONNECTED}: health condition from member agent is not available`);
  }
  const unhealthyMs = seenAt - health.healthChangedAt;
  if (unhealthyMs <= limitMs) return pass;
  return refuse(
    'Unhealthy',
    `${NOT_CONNECTED}: unhealthy for a prolonged period of time (last transitioned ${minutes(unhealthyMs)} minutes ago)`,
  );
}

const minutes = (ms: number) => (ms / 60_000).toFixed(2);
