import type { Condition, MemberClusterStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { statusEvents } from './statusEvents';

const AT = '2026-11-21T12:00:00Z';
const condition = (type: string, status: Condition['status'], message = ''): Condition => ({
  ...{ type, status, message, reason: 'R', lastTransitionTime: AT },
});
const status = (joined?: Condition['status'], healthy?: Condition['status'], message?: string) =>
  ({
    conditions: joined ? [condition('Joined', joined)] : [],
    agentStatus: [
      { type: 'MemberAgent', conditions: healthy ? [condition('Healthy', healthy, message)] : [] },
    ],
  }) as MemberClusterStatus;
const WELL = status('True', 'True');

describe('statusEvents', () => {
  it.each<[string, MemberClusterStatus | undefined, MemberClusterStatus, object[]]>([
    [
      'C/MC-033: a push member has joined',
      undefined,
      WELL,
      [{ reason: 'MemberClusterJoined', occasion: AT }],
    ],
    ['C/MC-033: it was joined before', WELL, WELL, []],
    ['C/MC-047: what joins is not ill', undefined, status('Unknown', 'Unknown', 'not reached yet'), []],
    [
      'C/MC-037: silent',
      WELL,
      status('True', 'Unknown', 'no answer'),
      [{ reason: 'MemberClusterHeartbeatLost', occasion: AT, message: 'no answer' }],
    ],
    [
      'C/MC-036: ill',
      WELL,
      status('True', 'False', '503'),
      [{ reason: 'MemberClusterUnhealthy', occasion: AT, message: '503' }],
    ],
    [
      'C/MC-036: well again',
      status('True', 'Unknown'),
      status('True', 'True', 'it answers'),
      [{ reason: 'MemberClusterHealthy', occasion: AT }],
    ],
    ['C/MC-036: nobody says how it is any more', WELL, status('True'), []],
  ])('%s', (_, before, after, expected) => {
    expect(statusEvents({ ...(before && { before }), after, isPulled: false })).toEqual(expected);
  });

  it('C/MC-033: of a pull member joining is none of it, and health is', () => {
    expect(statusEvents({ after: WELL, isPulled: true })).toEqual([]);
    expect(statusEvents({ before: WELL, after: status('True', 'Unknown'), isPulled: true })).toHaveLength(1);
  });
});
