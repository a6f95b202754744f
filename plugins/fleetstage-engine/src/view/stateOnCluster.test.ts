import { plus, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding, PlacementState } from '../state/placement';
import { threeReady } from '../status/projectPlacement.testing';
import {
  NOON,
  aBoundBinding,
  aCluster,
  aFailedDeployment,
  aHealthyMember,
  aPlacement,
  aPlacementSpec,
  aResourceSnapshot,
  aScheduledBinding,
  anAvailableReport,
  anUnavailableReport,
  minutesBefore,
} from '../testing/builders';
import type { WorkReport } from '../work/report';
import { placementClusters } from './placementView';
import { viewHolding } from './viewHolding';

const IMAGE = 'ImagePullBackOff: image web:bad not found (2 pods)';
const external = aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) });
const started = { status: 'True', reason: 'RolloutStarted', message: 'by a run', at: NOON } as const;
const byRun = (cluster: string, resourceIndex: number, run: string) =>
  aBoundBinding(cluster, { resourceIndex, rollout: { ...started, run } });
const failing = (cluster: string, revision: string) =>
  anUnavailableReport(cluster, { revision, failed: [aFailedDeployment('web', IMAGE)] }, minutesBefore(4));

/** Cluster c, while the newest run is about to bring a snapshot to a first. */
const moving = (resourceIndex: number, binding: Binding, report?: WorkReport): PlacementState =>
  threeReady({
    placement: external,
    resourceSnapshots: [0, 1].map(index => aResourceSnapshot({ index })),
    newestRun: { name: 'run-2', resourceIndex },
    activeRuns: ['run-2'],
    bindings: [aBoundBinding('a'), aBoundBinding('b'), binding],
    reports: [anAvailableReport('a'), anAvailableReport('b'), ...(report ? [report] : [])],
  });

const CAUSE = `Deployment shop/web: 0 of 2 replicas are available; ${IMAGE}.`;

describe('a cluster that the newest run has not reached (RUL 29, ui §5.4)', () => {
  it.each<[string, PlacementState, string, string | undefined, string]>([
    [
      'is available on the snapshot that it runs',
      moving(1, byRun('c', 0, 'run-1'), anAvailableReport('c')),
      'available 0',
      undefined,
      toRfc3339(minutesBefore(20)),
    ],
    [
      'is unavailable on the snapshot that it runs, with cause and age, while the newest run goes back',
      moving(0, byRun('c', 1, 'run-1'), failing('c', 'r1')),
      'notAvailable 1',
      CAUSE,
      toRfc3339(minutesBefore(4)),
    ],
    [
      'waits for its first run where it runs nothing',
      moving(1, aScheduledBinding('c')),
      'held undefined',
      'In the process of deciding whether to roll out the latest resources or not.',
      '',
    ],
    [
      'is being given a snapshot of which it has reported nothing',
      moving(1, byRun('c', 1, 'run-2'), anAvailableReport('c')),
      'working undefined',
      'In the process of overriding the selected resources if there is any override defined.',
      '',
    ],
  ])('%s: on the page of the placement as on that of the cluster', (_, state, expected, message, since) => {
    const row = placementClusters(state, NOON).find(({ cluster }) => cluster === 'c');
    const [, , binding] = state.bindings;
    const result = viewHolding(state.placement, binding, { report: state.reports.at(2) });
    const holding = { ...result, since: result.since === undefined ? undefined : toRfc3339(result.since) };
    for (const { state: shown, snapshot, ...one } of [{ ...row }, holding]) {
      expect([
        `${shown} ${shown === 'working' ? undefined : snapshot}`,
        one.message,
        one.since ?? '',
      ]).toEqual([expected, message, since]);
    }
    expect(row?.conditions).toEqual(holding.conditions);
  });

  it('is trouble at once where its cause is final', () => {
    const [row] = placementClusters(moving(0, byRun('c', 1, 'run-1'), failing('c', 'r1')), NOON);
    expect(row).toMatchObject({ cluster: 'c', trouble: { state: 'stuck', actor: 'appOwner' } });
  });
});

describe('the order of the clusters of a placement', () => {
  const silent = aHealthyMember({ lastHeartbeatAt: plus(NOON, -60_000), message: 'connection refused' });

  it('has the ones that hold the rollout before the ones that wait for them', () => {
    const held = { ...started, status: 'False' } as const;
    const rows = placementClusters(
      threeReady({
        resourceSnapshots: [0, 1].map(index => aResourceSnapshot({ index })),
        bindings: [
          aBoundBinding('a', { rollout: held }),
          aBoundBinding('b', { rollout: held }),
          aBoundBinding('c', { resourceIndex: 1 }),
        ],
        reports: [anAvailableReport('a'), anAvailableReport('b'), failing('c', 'r1')],
      }),
      NOON,
    );
    expect(rows.map(({ cluster, state }) => `${cluster} ${state}`)).toEqual([
      'c notAvailable',
      'a held',
      'b held',
    ]);
  });

  it('has one that does not answer before the ones that are well, with its last known state', () => {
    const members = [aCluster('a'), aCluster('b'), aCluster('c', { health: silent })];
    const rows = placementClusters(threeReady({ clusters: members }), NOON);
    expect(rows.map(({ cluster, state }) => `${cluster} ${state}`)).toEqual([
      'c available',
      'a available',
      'b available',
    ]);
  });
});

it('a cluster that has not let go of a deleted placement is being left, however well its objects are', () => {
  const state = threeReady({
    placement: aPlacement({ deletedAt: minutesBefore(12) }),
    resourceSnapshots: [aResourceSnapshot({ index: 0 })],
    bindings: [aBoundBinding('a'), aBoundBinding('b')],
    reports: [anAvailableReport('a'), anAvailableReport('b')],
  });
  const stand = placementClusters(state, NOON).map(({ cluster, isPicked, cause, since, ...one }) => [
    ...[cluster, isPicked, cause],
    ...[one.state, since],
  ]);
  // The third has nothing of it, and nothing is picked any more.
  expect(stand).toEqual([
    ['a', false, 'Leaving', 'deleting', toRfc3339(minutesBefore(12))],
    ['b', false, 'Leaving', 'deleting', toRfc3339(minutesBefore(12))],
  ]);
});
