import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { silenceLimitMs } from './eligibility';
import type { ClusterFacts } from './facts';

/** Why nothing that a member says of itself is of today, and since when. */
export interface Silence {
  readonly message: string;
  readonly since?: Instant;
}

/** `undefined`: it answers. */
export function silenceOf({ health, heartbeatPeriodMs }: ClusterFacts, now: Instant): Silence | undefined {
  if (health === undefined) return undefined;
  const { lastHeartbeatAt, message } = health;
  const isLate = lastHeartbeatAt !== undefined && now - lastHeartbeatAt > silenceLimitMs(heartbeatPeriodMs);
  const isAway = message !== undefined && (health.healthy === 'True' || lastHeartbeatAt === undefined);
  if (!isLate && !isAway && !health.isRefused && !health.mistaken) return undefined;
  return {
    message: message ?? 'no heartbeat was received lately',
    ...(lastHeartbeatAt !== undefined && { since: lastHeartbeatAt }),
  };
}
