import { contentHash, plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { DEFAULT_HEARTBEAT_PERIOD_MS, silenceLimitMs } from './eligibility';
import type { MembershipRefusal } from './decideMembership';
import type { MemberHealth } from './facts';
import { heardSince } from './hearing';

/** What one probe of a member showed. */
export type ProbeResult =
  /** `/readyz` said 200. */
  | { readonly kind: 'ready'; readonly isUnidentified?: true; readonly insecurity?: string }
  /** The API server answered something else. */
  | { readonly kind: 'unready'; readonly statusCode: number }
  /** No answer of its own: refused, timed out, no credentials, no connection configured. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly isRefused?: true }
  /** A cluster answers that is not this member. */
  | { readonly kind: 'mistaken'; readonly reason: MembershipRefusal; readonly message: string };

export interface ClusterHealthInput {
  readonly cluster: string;
  readonly previous: MemberHealth | undefined;
  /** Absent when the timer fires while a probe is still out. */
  readonly probe?: ProbeResult;
  /** `spec.heartbeatPeriodSeconds` in milliseconds. */
  readonly heartbeatPeriodMs?: number;
}

export interface ClusterHealthDecision {
  readonly health: MemberHealth;
  readonly nextProbeAt: Instant;
}

/** While something is wrong, the next probe comes sooner than the heartbeat (C/MC-040). */
const TROUBLED_PROBE_MS = 15_000;
/** Of the period, so that a thousand members do not answer in one second (C/MC-041). */
const SPREAD = 0.05;
/** What was not heard for so many periods, or never, is asked in a crowd: with all others that joined, or after our start. */
const CROWDED_PERIODS = 2;

/**
 * Health of a member after a probe (C/MC-036, MC-037). An answer, good or bad, is a heartbeat; without an answer the
 * member keeps its health until it has been silent for too long, so that one lost packet is no incident (RUL 25).
 *
 *     ready                                → True
 *     503                                  → False at once, `health probe failed with status code 503`
 *     unreachable, last heard 1 min ago    → as before
 *     unreachable, last heard 6 min ago    → Unknown
 *     another cluster answers              → Unknown at once, and it has not joined
 *
 * A member joins when it is ready for the first time, for only then it is known to be no other cluster.
 */
export function decideClusterHealth(input: ClusterHealthInput, now: Instant): ClusterHealthDecision {
  const { previous, probe, heartbeatPeriodMs = DEFAULT_HEARTBEAT_PERIOD_MS } = input;
  const seen = judge(input, now);
  const isHeard = probe?.kind === 'ready' || probe?.kind === 'unready';
  const mistaken = mistakenAs(input);
  const joined = mistaken === undefined && (previous?.joined === true || probe?.kind === 'ready');
  const hasFlipped = previous?.healthy !== seen.healthy;
  const health: MemberHealth = {
    joined,
    lastHeartbeatAt: isHeard ? now : previous?.lastHeartbeatAt,
    askedAt: probe ? now : previous?.askedAt,
    heardSince: isHeard ? heardSince(previous, now, heartbeatPeriodMs) : previous?.heardSince,
    healthy: seen.healthy,
    healthChangedAt: hasFlipped ? now : previous?.healthChangedAt,
    ...(seen.message ? { message: seen.message } : {}),
    ...(isRefused({ previous, probe }) ? { isRefused: true } : {}),
    ...(mistaken ? { mistaken } : {}),
    ...misgivings(probe?.kind === 'ready' ? probe : previous),
  };
  const isTroubled = probe?.kind !== 'ready';
  const waitMs = isTroubled ? Math.min(TROUBLED_PROBE_MS, heartbeatPeriodMs) : heartbeatPeriodMs;
  return {
    health,
    nextProbeAt: atTick(now, waitMs * partOfPeriod(input, now)),
  };
}

/** With a thousand members some ten are due at each tick: they are claimed, read and written together. */
const TICK_MS = 500;

function atTick(now: Instant, waitMs: number): Instant {
  const tick = Math.floor((now + waitMs) / TICK_MS) * TICK_MS;
  return plus(now, Math.max(TICK_MS, tick - now));
}

/**
 * Once a member of a crowd was heard, its next heartbeat comes anywhere within the period, always at the same place for
 * one cluster: else all of them would be asked within a few seconds of each minute for as long as it takes five per cent
 * to pull them apart.
 */
function partOfPeriod(
  { cluster, previous, probe, heartbeatPeriodMs }: ClusterHealthInput,
  now: Instant,
): number {
  const place = parseInt(contentHash(cluster).slice(0, 4), 16) / 0xffff;
  const lastAt = previous?.lastHeartbeatAt;
  const periodMs = heartbeatPeriodMs ?? DEFAULT_HEARTBEAT_PERIOD_MS;
  const isCrowded = lastAt === undefined || now - lastAt > CROWDED_PERIODS * periodMs;
  if (probe?.kind === 'ready' && isCrowded) return 2 * SPREAD + (1 - 2 * SPREAD) * place;
  return 1 - SPREAD + 2 * SPREAD * place;
}

/** Known until a probe reports otherwise. */
const isRefused = ({ previous, probe }: Pick<ClusterHealthInput, 'previous' | 'probe'>) =>
  probe === undefined
    ? previous?.isRefused === true
    : probe.kind === 'unreachable' && probe.isRefused === true;

/** Until it is ready as itself. */
function mistakenAs({ previous, probe }: ClusterHealthInput): MembershipRefusal | undefined {
  if (probe?.kind === 'mistaken') return probe.reason;
  return probe?.kind === 'ready' ? undefined : previous?.mistaken;
}

/** As the last answer of the member itself left them. */
const misgivings = ({
  isUnidentified,
  insecurity,
}: Pick<MemberHealth, 'isUnidentified' | 'insecurity'> = {}) => ({
  ...(isUnidentified ? { isUnidentified } : {}),
  ...(insecurity ? { insecurity } : {}),
});

function judge(
  { previous, probe, heartbeatPeriodMs }: ClusterHealthInput,
  now: Instant,
): Pick<MemberHealth, 'healthy' | 'message'> {
  if (probe?.kind === 'ready') return { healthy: 'True' };
  if (probe?.kind === 'unready') {
    return { healthy: 'False', message: `health probe failed with status code ${probe.statusCode}` };
  }
  if (probe?.kind === 'mistaken') return { healthy: 'Unknown', message: probe.message };
  const why = probe?.message ?? previous?.message;
  if (previous?.lastHeartbeatAt === undefined)
    return { healthy: 'Unknown', message: why ?? 'not reached yet' };
  if (now - previous.lastHeartbeatAt <= silenceLimitMs(heartbeatPeriodMs)) {
    return { healthy: previous.healthy, message: why };
  }
  return { healthy: 'Unknown', message: why ?? 'the member has not answered for too long' };
}
