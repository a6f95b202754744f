import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts, MemberHealth } from './facts';
import { DEFAULT_HEARTBEAT_PERIOD_MS, silenceLimitMs } from './eligibility';

/** A question may be late by a whole period, as the one after a restart is. */
const LATE_PERIODS = 2;

/** How long a member may go without an answer and still count as heard all the time. */
export const hearingGapMs = (heartbeatPeriodMs = DEFAULT_HEARTBEAT_PERIOD_MS) =>
  LATE_PERIODS * Math.max(DEFAULT_HEARTBEAT_PERIOD_MS, heartbeatPeriodMs);

/**
 * Since when a member that answers `now` has been heard without a gap. A gap is the member's or ours: whoever was away,
 * nothing is known of the time between.
 *
 *     last heard 1 min ago   → since when it was
 *     last heard 10 min ago  → now
 */
export function heardSince(
  previous: MemberHealth | undefined,
  now: Instant,
  heartbeatPeriodMs?: number,
): Instant {
  const { lastHeartbeatAt, heardSince: since } = previous ?? {};
  const isUnbroken =
    lastHeartbeatAt !== undefined && now - lastHeartbeatAt <= hearingGapMs(heartbeatPeriodMs);
  return isUnbroken && since !== undefined ? since : now;
}

/**
 * Is the silence of a member its own? Only somebody who was heard all that time proves that we could hear: after an
 * outage of ours, or of our line, everybody was silent (RUL 25). Where nobody is heard nothing is proven, however long.
 *
 *     c1 silent for 6 min, c2 heard for an hour          → yes
 *     c1 silent for 6 min, c2 heard anew since a minute  → no: our line was broken
 *     c1 is the only member                              → no
 *
 * The fleet is searched once for each limit, not for each silent member: in an outage that is all of them.
 */
export function silenceJudge(
  fleet: readonly ClusterFacts[],
  now: Instant,
): (silent: ClusterFacts) => boolean {
  const witnessed = new Map<number, boolean>();
  return ({ health, heartbeatPeriodMs }) => {
    if (health === undefined) return false;
    const limitMs = silenceLimitMs(heartbeatPeriodMs);
    const isProven = witnessed.get(limitMs) ?? isAnyHeardFor(limitMs, fleet, now);
    witnessed.set(limitMs, isProven);
    return isProven;
  };
}

function isAnyHeardFor(limitMs: number, fleet: readonly ClusterFacts[], now: Instant): boolean {
  return fleet.some(({ health, heartbeatPeriodMs }) => {
    const gapMs = hearingGapMs(heartbeatPeriodMs);
    // A cluster that is asked less often than the silence may last proves nothing.
    if (health?.lastHeartbeatAt === undefined || health.heardSince === undefined || gapMs >= limitMs)
      return false;
    return now - health.lastHeartbeatAt <= gapMs && now - health.heardSince >= limitMs;
  });
}

/**
 * Members whose rows say nothing that a first decision may rely on: never asked, or last asked while nobody was heard.
 * Ordered as the fleet is.
 */
export function membersToAsk(fleet: readonly ClusterFacts[]): string[] {
  const lastHeard = Math.max(...fleet.map(({ health }) => health?.lastHeartbeatAt ?? -Infinity));
  const isUnknown = ({ health, isLeaving, heartbeatPeriodMs }: ClusterFacts) => {
    if (isLeaving) return false;
    const askedAt = health?.askedAt;
    return askedAt === undefined || askedAt - lastHeard > hearingGapMs(heartbeatPeriodMs);
  };
  return fleet.filter(isUnknown).map(({ name }) => name);
}
