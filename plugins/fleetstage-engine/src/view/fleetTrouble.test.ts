import { plus, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  NOON,
  aFailedDeployment,
  aPlacement,
  aPlacementSpec,
  aRun,
  anAvailableReport,
  anOutcome,
  anUnavailableReport,
  minutesBefore,
} from '../testing/builders';
import { threeReady } from '../status/projectPlacement.testing';
import { clusterTrouble, foreignTrouble, placementTrouble, runTrouble } from './fleetTrouble';
import { summarizePlacement, toPlacementObservation, type PlacementSummaryView } from './placementView';
import { findTrouble, type TroubleInput } from './findTrouble';
import {
  aBusyStage,
  aStageProgress,
  anUpdatedStage,
  askedTask,
  at,
  buildRun,
  remembering,
} from './runView.testing';

const aSummary = (seconds: number, patch: Partial<PlacementSummaryView> = {}): PlacementSummaryView => ({
  scope: '_',
  name: 'web',
  uid: 'uid-web',
  state: 'available',
  message: 'As the hub says it.',
  policy: 'Any 5 clusters',
  wanted: 5,
  picked: 5,
  available: 5,
  snapshots: [],
  withSnapshot: 0,
  moves: 'rolling',
  createdAt: toRfc3339(plus(NOON, -3_600_000)),
  since: toRfc3339(plus(NOON, -seconds * 1000)),
  conditions: [],
  ...patch,
});

const BAD_IMAGE = '0 of 2 replicas are available; ImagePullBackOff: image x:bad not found (2 pods)';

type Row = [string, number, Partial<PlacementSummaryView & TroubleInput>, string | undefined];

describe('what on a fleet is trouble (ui §5.1)', () => {
  it.each<Row>([
    ['as wanted', 9999, {}, undefined],
    ['compared', 9999, { state: 'diffReported' }, undefined],
    ['apply failed, at once', 0, { state: 'applyFailed' }, 'failing As the hub says it.'],
    ['diff failed, at once', 0, { state: 'diffFailed' }, 'failing As the hub says it.'],
    ['invalid, at once', 0, { state: 'invalid' }, 'failing As the hub says it.'],
    [
      'short of clusters while a run moves it',
      60,
      { state: 'notEnoughClusters', picked: 3, run: 'r1' },
      undefined,
    ],
    [
      'short of clusters, at once',
      0,
      { state: 'notEnoughClusters', picked: 3, message: 'Found 3 of 5 clusters: 2 tainted.' },
      'stuck Found 3 of 5 clusters: 2 tainted.',
    ],
    ['unavailable for 20 s', 20, { state: 'notAvailable', available: 0 }, undefined],
    [
      'unavailable for half a minute, no cause known',
      30,
      { state: 'notAvailable', available: 0 },
      'stuck Available on 0 of 5 clusters. As the hub says it.',
    ],
    [
      'unavailable for a cause that is final, at once',
      0,
      {
        state: 'notAvailable',
        available: 4,
        mender: 'appOwner',
        message: `c: Deployment shop/web: ${BAD_IMAGE}.`,
      },
      `stuck Available on 4 of 5 clusters. c: Deployment shop/web: ${BAD_IMAGE}.`,
    ],
    [
      'the same while a run moves it, at once',
      0,
      {
        state: 'notAvailable',
        available: 4,
        run: 'r1',
        mender: 'appOwner',
        message: `c: Deployment shop/web: ${BAD_IMAGE}.`,
      },
      `stuck Available on 4 of 5 clusters. c: Deployment shop/web: ${BAD_IMAGE}.`,
    ],
    ['unavailable for 2 min while a run moves it', 120, { state: 'notAvailable', run: 'r1' }, undefined],
    [
      'unavailable for 6 min while a run moves it',
      360,
      { state: 'notAvailable', run: 'r1', available: 4 },
      'stuck Available on 4 of 5 clusters. As the hub says it.',
    ],
    ['held by its own limits for a minute', 60, { state: 'held' }, undefined],
    ['held by its own limits for 6 min', 360, { state: 'held' }, 'stuck As the hub says it.'],
    ['no run was made yet', 9999, { state: 'held', moves: 'runs' }, undefined],
    ['working for a minute', 60, { state: 'working' }, undefined],
    ['working for 6 min', 360, { state: 'working' }, 'stuck As the hub says it.'],
    ['does not go', 360, { state: 'deleting' }, 'stuck Does not leave its clusters.'],
  ])('%s', (_, seconds, patch, expected) => {
    const summary = aSummary(seconds, patch);
    const trouble = findTrouble({ mender: patch.mender, ...summary }, NOON);
    const line = placementTrouble({ ...summary, ...(trouble && { trouble }) });
    expect(line && `${line.state} ${line.message}`).toBe(expected);
  });

  it('a placement by cluster, object and the cause that the member was asked for', () => {
    const failed = {
      ...{ group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'web' },
      condition: {
        type: 'Available',
        status: 'False',
        reason: 'ManifestNotAvailableYet',
        message:
          'Manifest is not yet available: 0 of 2 replicas are available; ImagePullBackOff: image x:bad',
        lastTransitionTime: toRfc3339(NOON),
        observedGeneration: 1,
      },
    } as const;
    const reports = [
      anAvailableReport('a'),
      anAvailableReport('b'),
      anUnavailableReport('c', { failed: [failed] }),
    ];
    const summary = summarizePlacement(
      toPlacementObservation(threeReady({ reports }), NOON),
      plus(NOON, 3_600_000),
    );
    expect(placementTrouble(summary)?.message).toBe(
      'Available on 2 of 3 clusters. c: Deployment shop/web: 0 of 2 replicas are available; ImagePullBackOff: image x:bad.',
    );
  });

  const short = (patch: Parameters<typeof threeReady>[0] = {}) =>
    summarizePlacement(
      toPlacementObservation(
        threeReady({
          placement: aPlacement({
            spec: aPlacementSpec({ policy: { placementType: 'PickN', numberOfClusters: 5 } }),
          }),
          schedule: anOutcome({
            fulfilled: false,
            message:
              'could not find all clusters needed as specified by the scheduling policy, found 3 cluster(s) instead; 3/4 clusters are picked: 1 are tainted',
          }),
          ...patch,
        }),
        NOON,
      ),
      plus(NOON, 3_600_000),
    );

  it.each([
    ['alone', {}, 'Found 3 of 5 clusters: 1 tainted.', 'stuck'],
    [
      'and not available on some',
      { reports: [anAvailableReport('a'), anAvailableReport('b'), anUnavailableReport('c')] },
      'Found 3 of 5 clusters: 1 tainted. Available on 2 of 3 clusters. The selected resources in 1 cluster(s) are still not available yet.',
      'stuck',
    ],
  ])(
    'short of clusters, %s: in words of our own; the condition keeps those of KubeFleet',
    (_, patch, message, state) => {
      const summary = short(patch);
      expect(summary.conditions[0].message).toContain('could not find all clusters needed');
      expect(placementTrouble(summary)).toMatchObject({
        cause: 'notEnoughClusters',
        actor: 'appOwner',
        message,
        state,
      });
    },
  );

  it('clusters in one line for each state, oldest first; joining is no trouble', () => {
    const lines = clusterTrouble([
      { name: 'a', status: { state: 'healthy' } },
      { name: 'b', status: { state: 'joining' } },
      { name: 'c', status: { state: 'noHeartbeat', since: plus(NOON, -1000) } },
      {
        name: 'd',
        status: {
          ...{ state: 'noHeartbeat', since: plus(NOON, -9000) },
          ...{ message: 'Last received 9 s ago. Connecting timed out.', met: 'Connecting timed out.' },
        },
      },
      { name: 'e', status: { state: 'unhealthy', message: 'It answers 500.' } },
    ]);
    expect(lines.map(({ message, clusterCount, subject }) => [message, clusterCount, subject?.name])).toEqual(
      [
        ['No heartbeat. Connecting timed out. The same on c.', 2, 'd'],
        ['Unhealthy. It answers 500.', 1, 'e'],
      ],
    );
  });

  it.each([
    ['notJoined', 'operator'],
    ['credentialsRefused', 'operator'],
    ['noHeartbeat', 'clusterOwner'],
    ['unreachable', 'clusterOwner'],
    ['unhealthy', 'clusterOwner'],
  ] as const)('of a cluster that is %s, the %s can act', (state, actor) => {
    expect(clusterTrouble([{ name: 'a', status: { state } }])).toMatchObject([{ cause: state, actor }]);
  });

  it('RUL 4: a stopped run is trouble where another one waits behind it', () => {
    const stages = [anUpdatedStage('canary', { after: [askedTask('canary')] }), aStageProgress('production')];
    const going = at(stages);
    const stopped = remembering(
      { ...going, run: aRun({ name: 'run-1', spec: { ...aRun().spec, state: 'Stop' } }) },
      { phase: { kind: 'Stopped', since: plus(NOON, -60_000) } },
    );
    const behind = {
      ...at([aStageProgress('canary'), aStageProgress('production')], {
        run: aRun({ name: 'run-2', uid: 'uid-2' }),
        siblings: [{ name: 'run-1', createdAt: NOON, progress: stopped.progress }],
      }),
    };
    const second = remembering(behind, { turn: 2 });
    expect(runTrouble([buildRun(stopped)])).toEqual([]);
    expect(runTrouble([buildRun(stopped), buildRun(second)])).toMatchObject([
      {
        cause: 'HoldsRuns',
        message: 'Stopped, and holds run-2. Resume it or end it.',
        subject: { name: 'run-1' },
      },
    ]);
  });

  it('RUL 4: one that is stopped with a stuck cluster, and holds another, is one line with both', () => {
    const web = aFailedDeployment('web', 'ImagePullBackOff: no x');
    const busy = aBusyStage('canary', { clusters: [{ cluster: 'c1', startedAt: minutesBefore(9) }] });
    const stopped = remembering(
      at([busy], {
        run: aRun({ name: 'run-1', spec: { ...aRun().spec, state: 'Stop' } }),
        reports: [anUnavailableReport('c1', { failed: [web] }, NOON)],
      }),
      { phase: { kind: 'Stopped', since: minutesBefore(7) } },
    );
    const behind = at([aStageProgress('canary')], {
      run: aRun({ name: 'run-2', uid: 'uid-2' }),
      siblings: [{ name: 'run-1', createdAt: NOON, progress: stopped.progress }],
    });
    expect(runTrouble([buildRun(stopped)])).toMatchObject([{ cause: 'ClusterStuck', clusters: ['c1'] }]);
    expect(runTrouble([buildRun(stopped), buildRun(remembering(behind, { turn: 2 }))])).toMatchObject([
      {
        cause: 'HoldsRuns',
        state: 'stuck',
        message: expect.stringMatching(
          /^Stopped, and holds run-2\. Resume it or end it\. Deployment shop\/web: .*ImagePullBackOff/,
        ),
        clusters: ['c1'],
        clusterCount: 1,
        placement: 'web',
      },
    ]);
  });
});

it.each([
  ['MemberCluster', undefined, { kind: 'cluster', scope: '_', name: 'x' }],
  ['ClusterResourcePlacement', undefined, { kind: 'placement', scope: '_', name: 'x' }],
  ['ResourcePlacement', 'web', { kind: 'placement', scope: 'web', name: 'x' }],
  ['ClusterStagedUpdateRun', undefined, { kind: 'run', scope: '_', name: 'x' }],
  ['ClusterStagedUpdateStrategy', undefined, { kind: 'strategy', scope: '_', name: 'x' }],
  ['ResourceOverride', 'web', undefined],
])(
  'RUL 37: KubeFleet that writes a %s is trouble of the operator, where it writes',
  (kind, namespace, subject) => {
    const write = { kind, name: 'x', manager: 'hubagent', since: NOON };
    const line = foreignTrouble(namespace === undefined ? write : { ...write, namespace });
    expect(line).toMatchObject({ state: 'failing', actor: 'operator', since: toRfc3339(NOON) });
    expect(line.message).toMatch(
      new RegExp(`scale it to 0. It wrote ${kind} ${namespace ? 'web/x' : 'x'} as hubagent.$`),
    );
    expect(line.subject).toEqual(subject);
  },
);
