import {
  NOON,
  aBoundBinding,
  aCluster,
  aHealthyMember,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { instant, type Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import { leavingOf, memberOf, statusCopyOf } from './placementParts';

const clock = { now: () => NOON };
const WEB = { group: '', version: 'v1', kind: 'Namespace', name: 'web' };

describe('what a deletion waits for', () => {
  const silent = aHealthyMember({ lastHeartbeatAt: instant(NOON - 3_600_000) });
  const stateOf = (spec: Parameters<typeof aPlacementSpec>[0] = {}) =>
    aPlacementState({
      placement: aPlacement({ deletedAt: instant(NOON - 60_000), spec: aPlacementSpec(spec) }),
      clusters: [aCluster('a'), aCluster('b'), aCluster('c', { health: silent })],
      bindings: ['b', 'a', 'gone', 'c'].map(name => aBoundBinding(name)),
    });

  it('A/ST-080: is every cluster that has not let go, those that do not answer first', () => {
    expect(leavingOf(stateOf(), clock)).toMatchObject({
      askedAt: '2026-11-21T11:59:00Z',
      keepsObjects: false,
      clusters: [
        { cluster: 'c', memberState: 'noHeartbeat', message: expect.stringContaining('Last received') },
        { cluster: 'a', memberState: 'healthy' },
        { cluster: 'b', memberState: 'healthy' },
        { cluster: 'gone' },
      ],
    });
  });

  it('A/PL-125: says that the objects stay', () => {
    const strategy = { deleteStrategy: { propagationPolicy: 'Abandon' as const } };
    expect(leavingOf(stateOf({ strategy }), clock)).toMatchObject({ keepsObjects: true });
  });

  it('is nothing before somebody asks', () => {
    expect(leavingOf(aPlacementState({}), clock)).toBeUndefined();
  });
});

describe('the member of a row', () => {
  const minuteAgo = instant(NOON - 60_000);
  const dayAgo = instant(NOON - 86_400_000);
  it.each([
    ['answers', {}, { memberState: 'healthy' }],
    [
      'does not answer: its row is of when it was heard last',
      { lastHeartbeatAt: minuteAgo, message: 'connection refused' },
      { memberState: 'unreachable', silentSince: '2026-11-21T11:59:00Z' },
    ],
    [
      'is silent beyond the limit',
      { lastHeartbeatAt: dayAgo },
      { memberState: 'noHeartbeat', silentSince: '2026-11-20T12:00:00Z' },
    ],
    [
      'refuses the credentials',
      { lastHeartbeatAt: minuteAgo, isRefused: true },
      { memberState: 'credentialsRefused', silentSince: '2026-11-21T11:59:00Z' },
    ],
    ['answers that it is not well: its row is of today', { healthy: 'False' }, { memberState: 'unhealthy' }],
  ] as const)('%s', (_, health, expected) => {
    expect(memberOf(aCluster('a', { health: aHealthyMember(health) }), NOON)).toEqual(expected);
  });
});

describe('the copy of the status', () => {
  const condition = (status: Condition['status'], message: string): Condition => ({
    type: 'ClusterResourcePlacementStatusSynced',
    status,
    reason: 'Some',
    message,
    lastTransitionTime: '2026-11-21T12:00:00Z',
  });
  const asked = (selectors = [WEB]) =>
    aPlacementState({
      placement: aPlacement({
        name: 'web',
        spec: aPlacementSpec({ resourceSelectors: selectors, statusReportingScope: 'NamespaceAccessible' }),
      }),
      resourceSnapshots: [],
    });

  it.each([
    ['A/ST-071 is there', { namespace: 'web', condition: condition('True', '') }, { state: 'synced' }],
    [
      'A/ST-071 could not be written',
      { namespace: 'web', condition: condition('False', 'not allowed') },
      { state: 'failed', message: 'not allowed' },
    ],
    ['is being made where nothing is reported', undefined, { state: 'working' }],
    [
      'is being made where only another namespace had one',
      { namespace: 'shop', condition: condition('True', '') },
      { state: 'working' },
    ],
  ])('%s', (_, record, expected) => {
    expect(statusCopyOf(asked(), record)).toEqual({ name: 'web', namespace: 'web', ...expected });
  });

  it('A/ST-073: has no place where no namespace is named', () => {
    const { name: _, ...all } = WEB;
    expect(statusCopyOf(asked([all as typeof WEB]), undefined)).toEqual({
      name: 'web',
      state: 'working',
      message: expect.stringContaining('spec.resourceSelectors'),
    });
  });

  it('A/PL-180: is none where nobody asks for it', () => {
    expect(statusCopyOf(aPlacementState({}), undefined)).toBeUndefined();
  });
});
