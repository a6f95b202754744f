import { aHealthyMember, minutesBefore, NOON } from '../testing/builders';
import { decideClusterHealth, type ProbeResult } from './decideClusterHealth';
import type { ClusterFacts, MemberHealth } from './facts';
import { hasSilenceChanged } from './hasSilenceChanged';

const UNREACHABLE: ProbeResult = { kind: 'unreachable', message: 'no answer' };
const UNREADY: ProbeResult = { kind: 'unready', statusCode: 503 };
const READY: ProbeResult = { kind: 'ready' };

const factsOf = (health: MemberHealth): ClusterFacts => ({
  name: 'c1',
  labels: {},
  taints: [],
  properties: {},
  health,
  isLeaving: false,
});

const heard = (minutes: number, patch: Partial<MemberHealth> = {}) =>
  aHealthyMember({ lastHeartbeatAt: minutesBefore(minutes), askedAt: minutesBefore(1), ...patch });
const unready = (minutes: number) => heard(minutes, { healthy: 'False', message: 'health probe failed' });

describe('B/RO-086 the silence of a member', () => {
  it.each<[string, MemberHealth, ProbeResult, boolean]>([
    ['goes on being none', heard(1), READY, false],
    ['goes on being none while it is unready', unready(1), UNREADY, false],
    ['begins with the first answer that is missed', heard(1), UNREACHABLE, true],
    ['goes on, in other words', heard(2, { message: 'connection refused' }), UNREACHABLE, false],
    ['goes on past the limit', heard(5.5, { message: 'no answer' }), UNREACHABLE, false],
    ['begins by time alone where it was unready before', unready(5.5), UNREACHABLE, true],
    ['ends with an answer', heard(2, { message: 'no answer' }), READY, true],
    ['ends with a bad answer', heard(9, { healthy: 'Unknown', message: 'no answer' }), UNREADY, true],
    ['ends where nobody has asked for long', heard(9, { askedAt: minutesBefore(9) }), READY, true],
  ])('%s', (_, previous, probe, expected) => {
    const { health } = decideClusterHealth({ cluster: 'c1', previous, probe }, NOON);
    expect(hasSilenceChanged(factsOf(previous), factsOf(health), NOON)).toBe(expected);
  });
});
