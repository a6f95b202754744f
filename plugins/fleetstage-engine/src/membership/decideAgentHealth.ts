import {
  fromRfc3339,
  instant,
  MEMBER_AGENT,
  plus,
  type Condition,
  type Instant,
  type MemberClusterAgentStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { DEFAULT_HEARTBEAT_PERIOD_MS, silenceLimitMs } from '../cluster/eligibility';
import type { MemberHealth } from '../cluster/facts';
import { heardSince } from '../cluster/hearing';
import { joinedOf } from './joinState';

export interface AgentHealthInput {
  readonly previous: MemberHealth | undefined;
  /** `status.agentStatus` of the InternalMemberCluster, read just now. */
  readonly agents: readonly MemberClusterAgentStatus[];
  /** `spec.heartbeatPeriodSeconds` in milliseconds. */
  readonly heartbeatPeriodMs?: number;
}

export interface AgentHealthDecision {
  readonly health: MemberHealth;
  /** When time alone may make the member silent; each report asks sooner. */
  readonly nextCheckAt: Instant;
}

/** Past the limit, not at it. */
const MARGIN_MS = 1_000;

/**
 * Health of a pull member, by what its agent has reported (C/MC-032, MC-036…039, MC-045, MC-046). A heartbeat proves that
 * the agent reaches the hub; the API server of the member is what `Healthy` speaks of. That heartbeats have stopped nobody
 * reports: the check at `nextCheckAt` finds it (RUL 25).
 *
 *     heartbeat now, Healthy True              → True
 *     heartbeat now, Healthy False             → False, since when the agent says
 *     heartbeat now, no Healthy                → Unknown, of no known time (C/MC-047e)
 *     last heartbeat 6 min ago                 → Unknown, since now; it has joined still (C/TR-103)
 *     no agent in the status                   → Unknown, and it has not joined (C/MC-047b, TR-102)
 */
export function decideAgentHealth(input: AgentHealthInput, now: Instant): AgentHealthDecision {
  const { previous, agents, heartbeatPeriodMs = DEFAULT_HEARTBEAT_PERIOD_MS } = input;
  const limitMs = silenceLimitMs(heartbeatPeriodMs);
  const agent = agents.find(({ type }) => type === MEMBER_AGENT);
  if (agent === undefined) return { health: unheard(previous, now), nextCheckAt: plus(now, limitMs) };
  const reportedAt = fromRfc3339(agent.lastReceivedHeartbeat);
  const lastHeartbeatAt = heartbeatAt(previous, reportedAt, now);
  const isSilent = lastHeartbeatAt === undefined || now - lastHeartbeatAt > limitMs;
  const since =
    lastHeartbeatAt === undefined || reportedAt === previous?.reportedAt
      ? previous?.heardSince
      : heardSince(previous, lastHeartbeatAt, heartbeatPeriodMs);
  const health: MemberHealth = {
    joined: joinedOf(agent)?.status === 'True',
    ...(lastHeartbeatAt !== undefined && { lastHeartbeatAt }),
    askedAt: now,
    ...(since !== undefined && { heardSince: since }),
    ...(reportedAt !== undefined && { reportedAt }),
    ...(isSilent ? silent(previous, limitMs, now) : judge(previous, agent, now)),
  };
  const nextCheckAt = isSilent ? plus(now, limitMs) : plus(lastHeartbeatAt, limitMs + MARGIN_MS);
  return { health, nextCheckAt };
}

/**
 * When the last heartbeat came, by our clock as far as possible: one that is new came after we asked last, and not after
 * now, whatever the clock of the agent shows.
 */
function heartbeatAt(
  previous: MemberHealth | undefined,
  reportedAt: Instant | undefined,
  now: Instant,
): Instant | undefined {
  if (reportedAt === undefined) return undefined;
  const before = previous?.reportedAt;
  if (before === reportedAt && previous?.lastHeartbeatAt !== undefined) return previous.lastHeartbeatAt;
  const isNewer = before !== undefined && reportedAt > before;
  const earliest = isNewer ? (previous?.askedAt ?? reportedAt) : reportedAt;
  return instant(Math.min(now, Math.max(earliest, reportedAt)));
}

const unheard = (previous: MemberHealth | undefined, now: Instant): MemberHealth => ({
  joined: false,
  askedAt: now,
  healthy: 'Unknown',
  ...(previous?.healthy === 'Unknown' && previous.healthChangedAt !== undefined
    ? { healthChangedAt: previous.healthChangedAt }
    : { healthChangedAt: now }),
  message: 'its agent has not reported yet',
  ...((previous === undefined || previous.isAwaited) && { isAwaited: true }),
});

type Judgement = Pick<MemberHealth, 'healthy' | 'healthChangedAt' | 'message'>;

function silent(previous: MemberHealth | undefined, limitMs: number, now: Instant): Judgement {
  const since = previous?.healthy === 'Unknown' ? previous.healthChangedAt : undefined;
  return {
    healthy: 'Unknown',
    healthChangedAt: since ?? now,
    message: `its agent has sent no heartbeat for more than ${limitMs / 60_000} minutes`,
  };
}

function judge(
  previous: MemberHealth | undefined,
  { conditions = [] }: MemberClusterAgentStatus,
  now: Instant,
): Judgement {
  const reported = conditions.find(({ type }) => type === 'Healthy');
  if (reported === undefined)
    return { healthy: 'Unknown', message: 'its agent has not reported whether it is healthy' };
  const { status: healthy, message } = reported;
  return {
    healthy,
    healthChangedAt: changedAt(previous, reported, now),
    ...(healthy !== 'True' && { message: message || `its agent reports Healthy ${healthy}` }),
  };
}

/** The agent says since when (C/MC-047f); a clock that is ahead does not make it later than now. */
function changedAt(previous: MemberHealth | undefined, reported: Condition, now: Instant): Instant {
  if (previous?.healthy === reported.status && previous.healthChangedAt !== undefined)
    return previous.healthChangedAt;
  return instant(Math.min(now, fromRfc3339(reported.lastTransitionTime) ?? now));
}
