import type { Instant, InternalMemberCluster } from '@fleetstage/backstage-plugin-fleetstage-common';

/** `unknown`: the hub has not asked the cluster to join, as far as the agent knows. */
export type AgentMembership = 'joined' | 'left' | 'unknown';

/** What the agent last saw of its InternalMemberCluster; kept over restarts. */
export interface SeenMembership {
  /** Absent: there is none on the hub (C/MC-064). */
  readonly state?: string;
  readonly heartbeatPeriodSeconds?: number;
  /** Since when the hub answers that the agent may not read it; absent: it may, or the hub does not answer. */
  readonly forbiddenSince?: Instant;
}

/** A hub that has removed the cluster by force has removed the agent's rights with it; a slip of rights is mended in this time. */
const FORBIDDEN_FOR_MS = 15 * 60_000;

/**
 * Whether the agent works on its cluster (C/MC-035, MC-042, MC-044, MC-064). `seen` absent: it never saw the hub.
 *
 *   Join                                   → joined, also while the hub is away
 *   Leave                                  → left
 *   another word                           → as it was (only logged)
 *   no InternalMemberCluster, never seen   → unknown
 *   the hub refuses it for 15 minutes      → left: nobody asks for what is on the cluster any more
 */
export function decideJoin(
  seen: SeenMembership | undefined,
  before: AgentMembership,
  now: Instant,
): AgentMembership {
  if (seen === undefined) return before;
  const { state, forbiddenSince } = seen;
  if (forbiddenSince !== undefined && now - forbiddenSince >= FORBIDDEN_FOR_MS)
    return before === 'joined' ? 'left' : before;
  if (state === undefined) return before === 'joined' ? 'left' : before;
  if (state === 'Join') return 'joined';
  return state === 'Leave' ? 'left' : before;
}

/** What is kept of the object. */
export const toSeen = ({ spec }: InternalMemberCluster): SeenMembership => ({
  state: spec.state,
  ...(spec.heartbeatPeriodSeconds !== undefined && { heartbeatPeriodSeconds: spec.heartbeatPeriodSeconds }),
});

const DEFAULT_PERIOD_S = 60;
/** A probe that failed is repeated sooner than the period (C/MC-040). */
const RETRY_MS = { first: 1_000, base: 2 };

/** Milliseconds between two heartbeats. */
export const heartbeatPeriodMs = ({
  heartbeatPeriodSeconds,
}: Pick<SeenMembership, 'heartbeatPeriodSeconds'>) => 1000 * (heartbeatPeriodSeconds ?? DEFAULT_PERIOD_S);

/**
 * Milliseconds until the next heartbeat: the period ±5 % (C/MC-041), or less after `failures` probes or collections that failed in a
 * row (C/MC-040). `random`: in [0, 1).
 */
export function nextHeartbeatMs(
  seen: Pick<SeenMembership, 'heartbeatPeriodSeconds'>,
  { failures, random }: { readonly failures: number; readonly random: number },
): number {
  const period = heartbeatPeriodMs(seen) * (0.95 + 0.1 * random);
  if (failures === 0) return Math.round(period);
  return Math.round(Math.min(period, RETRY_MS.first * RETRY_MS.base ** (failures - 1)));
}
