import { aCluster, aHealthyMember, minutesBefore, NOON, secondsAfter } from '../testing/builders';
import { decideEligibility, silenceLimitMs } from './eligibility';
import type { ClusterFacts, MemberHealth } from './facts';

const NOT_CONNECTED = 'cluster is not connected to the fleet';

const explain = (patch: Partial<ClusterFacts>) => {
  const verdict = decideEligibility(aCluster('c1', patch), NOON);
  return verdict.ok ? 'eligible' : verdict.message;
};
const withHealth = (patch: Partial<MemberHealth>) => ({ health: aHealthyMember(patch) });

describe('decideEligibility (C/MC-047, A/SCH-020)', () => {
  it.each<{ rule: string; cluster: Partial<ClusterFacts>; says: string }>([
    { rule: 'row 1: healthy', cluster: {}, says: 'eligible' },
    {
      rule: 'another cluster answers for it',
      cluster: withHealth({ joined: false, mistaken: 'FleetstageSameCluster', message: 'it is the hub' }),
      says: `${NOT_CONNECTED}: it is the hub`,
    },
    {
      rule: 'row 2: heartbeat of exactly five minutes',
      cluster: withHealth({ lastHeartbeatAt: minutesBefore(5) }),
      says: 'eligible',
    },
    {
      rule: 'row 3, MC-047c: heartbeat of six minutes',
      cluster: withHealth({ lastHeartbeatAt: minutesBefore(6) }),
      says: `${NOT_CONNECTED}: no recent heartbeat signals (last received 6.00 minutes ago)`,
    },
    {
      rule: 'row 4, MC-047d: not joined',
      cluster: withHealth({ joined: false }),
      says: `${NOT_CONNECTED}: member agent not joined yet`,
    },
    {
      rule: 'row 5, MC-047e: no health condition',
      cluster: withHealth({ healthy: 'Unknown', healthChangedAt: undefined }),
      says: `${NOT_CONNECTED}: health condition from member agent is not available`,
    },
    {
      rule: 'row 6: unhealthy for a minute is tolerated',
      cluster: withHealth({ healthy: 'False', healthChangedAt: minutesBefore(1) }),
      says: 'eligible',
    },
    {
      rule: 'row 7, MC-047f: unknown for six minutes',
      cluster: withHealth({ healthy: 'Unknown', healthChangedAt: minutesBefore(6) }),
      says: `${NOT_CONNECTED}: unhealthy for a prolonged period of time (last transitioned 6.00 minutes ago)`,
    },
    {
      rule: 'row 8, MC-047a: leaving beats all',
      cluster: { isLeaving: true },
      says: 'cluster has left the fleet',
    },
    {
      rule: 'MC-047b: never heard of',
      cluster: { health: undefined },
      says: `${NOT_CONNECTED}: member agent not online yet`,
    },
    {
      rule: 'RUL 25: a slow heartbeat has three periods',
      cluster: { ...withHealth({ lastHeartbeatAt: minutesBefore(29) }), heartbeatPeriodMs: 600_000 },
      says: 'eligible',
    },
    {
      rule: 'RUL 25: a slow heartbeat is missed after three periods',
      cluster: { ...withHealth({ lastHeartbeatAt: minutesBefore(31) }), heartbeatPeriodMs: 600_000 },
      says: `${NOT_CONNECTED}: no recent heartbeat signals (last received 31.00 minutes ago)`,
    },
    {
      rule: 'A/SCH-020, RUL 25: nobody has asked it since it was heard, an hour ago',
      cluster: withHealth({ lastHeartbeatAt: minutesBefore(60), askedAt: minutesBefore(60) }),
      says: 'eligible',
    },
    {
      rule: 'A/SCH-020, RUL 25: asked for five minutes, then nobody asked',
      cluster: withHealth({ lastHeartbeatAt: minutesBefore(60), askedAt: minutesBefore(55) }),
      says: 'eligible',
    },
    {
      rule: 'A/SCH-020, RUL 25: asked for six minutes without an answer',
      cluster: withHealth({ lastHeartbeatAt: minutesBefore(60), askedAt: minutesBefore(54) }),
      says: `${NOT_CONNECTED}: no recent heartbeat signals (last received 60.00 minutes ago)`,
    },
    {
      rule: 'RUL 25: unhealthy for a minute when it was last seen',
      cluster: withHealth({
        healthy: 'False',
        healthChangedAt: minutesBefore(60),
        lastHeartbeatAt: minutesBefore(59),
        askedAt: minutesBefore(59),
      }),
      says: 'eligible',
    },
    {
      rule: 'a clock that ran ahead',
      cluster: withHealth({ lastHeartbeatAt: minutesBefore(6), askedAt: secondsAfter(600) }),
      says: `${NOT_CONNECTED}: no recent heartbeat signals (last received 6.00 minutes ago)`,
    },
  ])('$rule', ({ cluster, says }) => {
    expect(explain(cluster)).toBe(says);
  });

  it.each([
    [1000, 300_000],
    [60_000, 300_000],
    [100_000, 300_000],
    [600_000, 1_800_000],
  ])('RUL 25: a period of %d ms may be silent for %d ms', (periodMs, limitMs) => {
    expect(silenceLimitMs(periodMs)).toBe(limitMs);
  });
});
