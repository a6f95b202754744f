import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideJoin, nextHeartbeatMs, toSeen } from './decideJoin';

const NOON = instant(1_795_262_400_000);
const ago = (minutes: number) => instant(NOON - minutes * 60_000);

describe('whether the agent works on its cluster', () => {
  it.each([
    ['C/MC-035: Join', { state: 'Join' }, 'unknown', 'joined'],
    ['C/MC-035: Join again after a leave', { state: 'Join' }, 'left', 'joined'],
    ['C/MC-042: Leave', { state: 'Leave' }, 'joined', 'left'],
    ['C/MC-044: another word changes nothing', { state: 'Pause' }, 'joined', 'joined'],
    ['the hub was never seen', undefined, 'unknown', 'unknown'],
    ['the hub is away, and the cluster had joined', undefined, 'joined', 'joined'],
    ['C/MC-064: the object is gone', {}, 'joined', 'left'],
    ['no object yet', {}, 'unknown', 'unknown'],
    ['C/MC-064: gone after a leave', {}, 'left', 'left'],
    ['refused for a moment', { state: 'Join', forbiddenSince: ago(14) }, 'joined', 'joined'],
    ['C/MC-057: refused for good', { state: 'Join', forbiddenSince: ago(15) }, 'joined', 'left'],
    ['refused, and never joined', { forbiddenSince: ago(60) }, 'unknown', 'unknown'],
  ] as const)('%s', (_, seen, before, expected) => {
    expect(decideJoin(seen, before, NOON)).toBe(expected);
  });

  it('keeps of the object what it asks for', () => {
    const metadata = { name: 'c1', namespace: 'fleet-member-c1' };
    const object = {
      apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
      kind: 'InternalMemberCluster',
      metadata,
    };
    expect(toSeen({ ...object, kind: 'InternalMemberCluster', spec: { state: 'Join' } })).toEqual({
      state: 'Join',
    });
    const spec = { state: 'Leave', heartbeatPeriodSeconds: 5 };
    expect(toSeen({ ...object, kind: 'InternalMemberCluster', spec })).toEqual(spec);
  });
});

describe('C/MC-041: the next heartbeat', () => {
  it.each([
    ['at the earliest', { heartbeatPeriodSeconds: 60 }, { failures: 0, random: 0 }, 57_000],
    ['in the middle', { heartbeatPeriodSeconds: 60 }, { failures: 0, random: 0.5 }, 60_000],
    ['at the latest', { heartbeatPeriodSeconds: 60 }, { failures: 0, random: 0.999_999 }, 63_000],
    ['RUL 25: a minute by default', {}, { failures: 0, random: 0.5 }, 60_000],
    ['C/MC-040: a failed probe', {}, { failures: 1, random: 0.5 }, 1_000],
    ['C/MC-040: and again', {}, { failures: 4, random: 0.5 }, 8_000],
    ['C/MC-040: never later than the period', {}, { failures: 20, random: 0.5 }, 60_000],
    ['C/MC-040: a short period', { heartbeatPeriodSeconds: 1 }, { failures: 9, random: 0 }, 950],
  ] as const)('%s', (_, seen, chance, expected) => {
    expect(nextHeartbeatMs(seen, chance)).toBe(expected);
  });
});
