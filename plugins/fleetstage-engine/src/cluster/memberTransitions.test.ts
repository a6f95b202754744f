import { NOON } from '../testing/builders';
import type { MemberHealth } from './facts';
import { memberTransition } from './memberTransitions';

const health = (healthy: MemberHealth['healthy'], patch: Partial<MemberHealth> = {}): MemberHealth => ({
  ...{ joined: true, healthy, healthChangedAt: NOON },
  ...patch,
});
const YES = health('True');
const LOST = health('Unknown', { message: 'its agent has sent no heartbeat for more than 5 minutes' });
const ILL = health('False');
const JOINING = health('Unknown', { joined: false, message: 'its agent has not reported yet' });

describe('memberTransition', () => {
  it.each<[string, MemberHealth | undefined, MemberHealth, string | undefined]>([
    ['C/MC-021: joined', JOINING, YES, 'clusterJoined'],
    ['C/MC-021: joined, and ill from the start, is one line', JOINING, ILL, 'clusterJoined'],
    ['C/MC-021: joined by the first probe', undefined, YES, 'clusterJoined'],
    ['C/MC-047: awaited is no line', undefined, JOINING, undefined],
    ['C/MC-047: still awaited', JOINING, JOINING, undefined],
    ['C/MC-037: as before', YES, YES, undefined],
    ['C/MC-037: silent', YES, LOST, 'heartbeatLost'],
    ['C/MC-037: heard again', LOST, YES, 'heartbeatBack'],
    ['C/MC-036: it says that it is ill', YES, ILL, 'clusterUnhealthy'],
    ['C/MC-036: heard again, and ill', LOST, ILL, 'clusterUnhealthy'],
    ['C/MC-036: well again', ILL, YES, 'clusterHealthy'],
    ['C/MC-037: ill, then silent', ILL, LOST, 'heartbeatLost'],
    [
      'another cluster answers: it is heard, and not well',
      YES,
      health('Unknown', { joined: false, mistaken: 'FleetstageSameCluster' }),
      'clusterUnhealthy',
    ],
  ])('%s', (_, before, after, expected) => {
    expect(memberTransition(before, after)).toBe(expected);
  });
});
