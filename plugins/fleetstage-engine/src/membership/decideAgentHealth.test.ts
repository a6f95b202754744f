import {
  plus,
  toRfc3339,
  type MemberClusterAgentStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideEligibility } from '../cluster/eligibility';
import type { MemberHealth } from '../cluster/facts';
import { aCluster, aHealthyMember, minutesBefore, NOON, secondsAfter } from '../testing/builders';
import { decideAgentHealth } from './decideAgentHealth';
import { aCondition, aJoinedAgent, anAgent } from './membership.testing';

const decide = (
  agents: readonly MemberClusterAgentStatus[],
  previous?: MemberHealth,
  now = NOON,
  heartbeatPeriodMs?: number,
) => decideAgentHealth({ agents, previous, ...(heartbeatPeriodMs && { heartbeatPeriodMs }) }, now);
const eligibilityOf = (health: MemberHealth, now = NOON) => {
  const verdict = decideEligibility(aCluster('edge', { health }), now);
  return verdict.ok ? 'eligible' : verdict.reason;
};
/** As it was when its agent reported a minute ago. */
const aMinuteAgo = (patch: Partial<MemberHealth> = {}) =>
  aHealthyMember({
    lastHeartbeatAt: minutesBefore(1),
    reportedAt: minutesBefore(1),
    askedAt: minutesBefore(1),
    ...patch,
  });

describe('decideAgentHealth (C/GX-006)', () => {
  it('C/MC-026, MC-037, MC-039: an agent that has joined and is healthy', () => {
    const { health } = decide([aJoinedAgent()], aMinuteAgo());
    expect(health).toEqual(aHealthyMember({ askedAt: NOON, reportedAt: NOON }));
    expect(eligibilityOf(health)).toBe('eligible');
  });

  it('RUL 25, C/MC-046: asks again when time alone may have made it silent', () => {
    expect(decide([aJoinedAgent()]).nextCheckAt).toBe(secondsAfter(301));
    expect(decide([aJoinedAgent()], undefined, NOON, 600_000).nextCheckAt).toBe(secondsAfter(1801));
    expect(decide([]).nextCheckAt).toBe(secondsAfter(300));
  });

  it.each<{
    rule: string;
    agents: MemberClusterAgentStatus[];
    expected: Partial<MemberHealth>;
    says: string;
  }>([
    {
      rule: 'C/MC-047b: no agent has reported',
      agents: [],
      expected: { joined: false, healthy: 'Unknown', message: 'its agent has not reported yet' },
      says: 'NoAgent',
    },
    {
      rule: 'C/MC-031: another agent is not the member agent',
      agents: [aJoinedAgent({ type: 'MultiClusterServiceAgent' })],
      expected: { joined: false, healthy: 'Unknown' },
      says: 'NoAgent',
    },
    {
      rule: 'C/MC-047d: it has not joined',
      agents: [anAgent({ joined: 'Unknown', healthy: 'True' })],
      expected: { joined: false, healthy: 'True' },
      says: 'NotJoined',
    },
    {
      rule: 'C/MC-047e: it does not say whether it is healthy',
      agents: [anAgent({ joined: 'True' })],
      expected: {
        joined: true,
        healthy: 'Unknown',
        message: 'its agent has not reported whether it is healthy',
      },
      says: 'HealthUnknown',
    },
    {
      rule: 'C/MC-037, MC-047f: unhealthy for an hour',
      agents: [
        {
          ...anAgent({ joined: 'True' }),
          conditions: [
            aCondition('Joined', 'True'),
            aCondition('Healthy', 'False', { message: 'health probe failed with status code 503' }),
          ],
        },
      ],
      expected: {
        joined: true,
        healthy: 'False',
        healthChangedAt: minutesBefore(60),
        message: 'health probe failed with status code 503',
      },
      says: 'Unhealthy',
    },
    {
      rule: 'C/MC-047c, RUL 25: its last heartbeat is too old',
      agents: [aJoinedAgent({ at: minutesBefore(6) })],
      expected: {
        joined: true,
        healthy: 'Unknown',
        healthChangedAt: NOON,
        message: 'its agent has sent no heartbeat for more than 5 minutes',
      },
      says: 'NoRecentHeartbeat',
    },
    {
      rule: 'a heartbeat that is no time is none',
      agents: [{ ...aJoinedAgent(), lastReceivedHeartbeat: 'yesterday' }],
      expected: { joined: true, healthy: 'Unknown' },
      says: 'NoAgent',
    },
  ])('$rule', ({ agents, expected, says }) => {
    const { health } = decide(agents);
    expect(health).toMatchObject(expected);
    expect(eligibilityOf(health)).toBe(says);
  });

  it('RUL 25: a heartbeat that is as old as the limit is not too old', () => {
    expect(decide([aJoinedAgent({ at: minutesBefore(5) })]).health.healthy).toBe('True');
  });

  it('C/MC-047d, MC-047e: says no more of an agent than it has reported', () => {
    const never: MemberClusterAgentStatus = { type: 'MemberAgent' };
    expect(decide([never]).health).toStrictEqual({
      joined: false,
      askedAt: NOON,
      healthy: 'Unknown',
      healthChangedAt: NOON,
      message: 'its agent has sent no heartbeat for more than 5 minutes',
    });
    expect(decide([{ ...never, lastReceivedHeartbeat: toRfc3339(NOON) }]).health).toMatchObject({
      joined: false,
      message: 'its agent has not reported whether it is healthy',
    });
  });

  it('a heartbeat that is no time changes nothing of since when it was heard', () => {
    const agents = [{ ...aJoinedAgent(), lastReceivedHeartbeat: 'yesterday' }];
    expect(decide(agents, aMinuteAgo()).health.heardSince).toBe(minutesBefore(60));
  });

  it('C/MC-047f: Unknown without a time is Unknown since now', () => {
    const previous = aMinuteAgo({ healthy: 'Unknown', healthChangedAt: undefined });
    expect(decide([], previous).health.healthChangedAt).toBe(NOON);
    const unknown = { ...aJoinedAgent(), conditions: [aCondition('Healthy', 'Unknown')] };
    expect(decide([unknown], previous).health).toMatchObject({
      healthChangedAt: minutesBefore(60),
      message: 'its agent reports Healthy Unknown',
    });
  });

  it('C/TR-103, MC-049: a member that falls silent has joined still, and is Unknown since then', () => {
    const silent = decide([aJoinedAgent({ at: minutesBefore(6) })], aMinuteAgo()).health;
    expect(silent).toMatchObject({ joined: true, healthy: 'Unknown', healthChangedAt: NOON });
    const later = decide([aJoinedAgent({ at: minutesBefore(6) })], silent, secondsAfter(300)).health;
    expect(later.healthChangedAt).toBe(NOON);
    expect(later.lastHeartbeatAt).toBe(minutesBefore(6));
  });

  it('C/MC-048, RUL 25: the limit follows a long heartbeat period', () => {
    const agents = [aJoinedAgent({ at: minutesBefore(20) })];
    expect(decide(agents, undefined, NOON, 600_000).health.healthy).toBe('True');
    expect(decide(agents, undefined, NOON, 60_000).health.healthy).toBe('Unknown');
  });

  it('C/TR-102: an agent that disappears takes the heartbeat with it', () => {
    const { health } = decide([], aMinuteAgo());
    expect(health).toEqual({
      joined: false,
      askedAt: NOON,
      healthy: 'Unknown',
      healthChangedAt: NOON,
      message: 'its agent has not reported yet',
    });
    expect(decide([], health, secondsAfter(60)).health.healthChangedAt).toBe(NOON);
    expect(decide([], health, secondsAfter(60)).health.isAwaited).toBeUndefined();
  });

  it('C/MC-047b: one that has never reported is awaited until it does', () => {
    const { health: first } = decide([]);
    const { health: second } = decide([], first, secondsAfter(60));
    expect([first, second]).toMatchObject([{ isAwaited: true }, { isAwaited: true }]);
    expect(decide([aJoinedAgent()], second, secondsAfter(61)).health.isAwaited).toBeUndefined();
  });

  it.each([
    ['ahead: a heartbeat is of now at the latest', plus(NOON, 600_000), NOON],
    ['behind: a new heartbeat came after we asked last', minutesBefore(20), minutesBefore(1)],
    ['right', minutesBefore(0.5), minutesBefore(0.5)],
  ])('a clock that is %s', (_, at, expected) => {
    const previous = aMinuteAgo({ reportedAt: minutesBefore(40) });
    expect(decide([aJoinedAgent({ at })], previous).health.lastHeartbeatAt).toBe(expected);
  });

  it('a clock that is ahead makes no old heartbeat a new one', () => {
    const agents = [aJoinedAgent({ at: plus(NOON, 600_000) })];
    const first = decide(agents).health;
    const { health } = decide(agents, first, secondsAfter(360));
    expect(health).toMatchObject({ lastHeartbeatAt: NOON, healthy: 'Unknown' });
  });

  it('a heartbeat that is older than the one before counts as of when it was', () => {
    const agents = [aJoinedAgent({ at: minutesBefore(5) })];
    expect(decide(agents, aMinuteAgo()).health.lastHeartbeatAt).toBe(minutesBefore(5));
  });

  it('heartbeats without a gap keep since when; a gap begins anew', () => {
    expect(decide([aJoinedAgent()], aMinuteAgo()).health.heardSince).toBe(minutesBefore(60));
    const away = aMinuteAgo({ lastHeartbeatAt: minutesBefore(10), reportedAt: minutesBefore(10) });
    expect(decide([aJoinedAgent()], away).health.heardSince).toBe(NOON);
    expect(decide([aJoinedAgent({ at: minutesBefore(1) })], aMinuteAgo()).health.heardSince).toBe(
      minutesBefore(60),
    );
  });

  it('C/MC-047f: unhealthy since when the agent says, and no later than now', () => {
    const unhealthy = (lastTransitionTime: string) => [
      {
        ...aJoinedAgent(),
        conditions: [aCondition('Joined', 'True'), aCondition('Healthy', 'False', { lastTransitionTime })],
      },
    ];
    expect(decide(unhealthy('2026-11-21T13:00:00Z'), aMinuteAgo()).health.healthChangedAt).toBe(NOON);
    const known = aMinuteAgo({ healthy: 'False', healthChangedAt: minutesBefore(3) });
    expect(decide(unhealthy('2026-11-21T11:00:00Z'), known).health.healthChangedAt).toBe(minutesBefore(3));
  });

  it('what was found of its credentials does not concern a member that is not pushed to', () => {
    const pushed = aMinuteAgo({ mistaken: 'FleetstageSameCluster', isRefused: true, insecurity: 'in clear' });
    const { health } = decide([aJoinedAgent()], pushed);
    expect(health).toEqual(aHealthyMember({ askedAt: NOON, reportedAt: NOON }));
  });
});
