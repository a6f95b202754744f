import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { planBlockers } from '../blocker/planBlockers';
import { upgradeBlocker } from '../blocker/upgradeBlocker';
import { threeReady } from '../status/projectPlacement.testing';
import {
  NOON,
  aBoundBinding,
  aFailedDeployment,
  aPlacement,
  aResourceSnapshot,
  anAvailableReport,
  anUnavailableReport,
  minutesBefore,
} from '../testing/builders';
import { placementTrouble } from './fleetTrouble';
import { placementClusters, summarizePlacement, toPlacementObservation } from './placementView';
import { findTrouble } from './findTrouble';
import { viewHolding } from './viewHolding';
import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';

const IMAGE = 'ImagePullBackOff: image x:bad not found (2 pods)';
const ROOM = 'Unschedulable: 0/3 nodes are available: 3 Insufficient cpu';

describe('who can act on what is not available: one answer for all that show it (ui §2)', () => {
  const failing = (...causes: readonly (string | undefined)[]) =>
    anUnavailableReport(
      'c',
      { failed: causes.map((cause, i) => aFailedDeployment(`web-${i}`, cause ?? 'nothing')) },
      plus(NOON, -10_000),
    );

  it.each([
    ['an image that cannot be pulled', [IMAGE], 'stuck appOwner'],
    ['no room', [ROOM], 'stuck clusterOwner'],
    ['both', [ROOM, IMAGE], 'stuck appOwner'],
    ['no cause for 10 s', [], undefined],
  ])('%s', (_, causes, expected) => {
    const report = failing(...causes);
    const state = threeReady({ reports: [anAvailableReport('a'), anAvailableReport('b'), report] });
    const summary = summarizePlacement(toPlacementObservation(state, NOON), NOON);
    const { since, ...held } = viewHolding(aPlacement(), aBoundBinding('c'), { report });
    const holding = findTrouble({ ...held, since: since && toRfc3339(since) }, NOON);
    const line = placementTrouble(summary);
    const answers = [
      summary.trouble,
      placementClusters(state, NOON).find(({ cluster }) => cluster === 'c')?.trouble,
      holding,
      line && { state: line.state, actor: line.actor },
    ];
    expect(answers.map(one => one && `${one.state} ${one.actor}`)).toEqual(
      Array.from({ length: 4 }).fill(expected),
    );
  });

  it.each([
    ['whose the cluster is that holds it', 'clusterOwner', 'clusterOwner'],
    ['whose the placement is, where nothing is known that holds it', undefined, 'appOwner'],
  ] as const)('names for a rolling update that is held for 6 minutes: %s', (_, holder, actor) => {
    const since = toRfc3339(minutesBefore(6));
    expect(findTrouble({ state: 'held', moves: 'rolling', since, holder }, NOON)).toEqual({
      state: 'stuck',
      actor,
    });
  });

  it('a row of a cluster that waits for the rolling update names who can act on what holds it, as the placement does', () => {
    const since = minutesBefore(6);
    const rollout = { status: 'False', reason: 'RolloutNotStartedYet', message: '', at: since } as const;
    const limit = { cause: 'MaxUnavailable', message: 'at most 1', clusters: ['a', 'b'], since } as const;
    const holds = { cause: 'ClusterFailed', message: 'c: refused', clusters: ['c'], since } as const;
    const blockers = planBlockers([], [limit, { ...holds, actor: 'clusterOwner' }], since).save;
    const waiting = ['a', 'b'].map(name => aBoundBinding(name, { rollout }));
    const state = {
      ...threeReady({
        resourceSnapshots: [0, 1].map(index => aResourceSnapshot({ index })),
        bindings: [...waiting, aBoundBinding('c', { resourceIndex: 1 })],
        reports: [anAvailableReport('a'), anAvailableReport('b')],
      }),
      blockers,
    };
    const row = placementClusters(state, NOON).find(({ cluster }) => cluster === 'a');
    const { since: at, ...holding } = viewHolding(aPlacement(), waiting[0], { blockers });
    const expected = { state: 'stuck', actor: 'clusterOwner' };
    expect(row).toMatchObject({ state: 'held', trouble: expected });
    expect(findTrouble({ ...holding, since: at && toRfc3339(at) }, NOON)).toEqual(expected);
    expect(holding.message).toContain('held by c: refused');
  });

  it('is none while nothing but the upgrade of its cluster holds it: its rollout says how that gets on (holdWorkloads)', () => {
    const since = minutesBefore(600);
    const upgrade = {
      upgradeType: 'ControlPlane',
      version: '1.34.1',
      rollout: 'shop-cp-1-34-1',
      since,
    } as const;
    const blockers = planBlockers([], [upgradeBlocker('a', upgrade)], since).save;
    const rollout = { status: 'False', reason: 'RolloutNotStartedYet', message: '', at: since } as const;
    const state = {
      ...threeReady({
        resourceSnapshots: [0, 1].map(index => aResourceSnapshot({ index })),
        bindings: [
          aBoundBinding('a', { rollout }),
          ...['b', 'c'].map(name => aBoundBinding(name, { resourceIndex: 1 })),
        ],
        reports: [
          anAvailableReport('a'),
          ...['b', 'c'].map(name => anAvailableReport(name, { revision: 'r1' })),
        ],
      }),
      blockers,
    };
    const message = /^a is being upgraded to v1\.34\.1 \(rollout "shop-cp-1-34-1"\)/;
    const summary = summarizePlacement(toPlacementObservation(state, NOON), NOON);
    expect(summary).toMatchObject({ state: 'held', message: expect.stringMatching(message) });
    expect(summary.trouble).toBeUndefined();
    const row = placementClusters(state, NOON).find(({ cluster }) => cluster === 'a');
    expect(row).toMatchObject({ state: 'held', message: expect.stringMatching(message) });
    expect(row?.trouble).toBeUndefined();
    const { since: at, ...holding } = viewHolding(aPlacement(), state.bindings[0], { blockers });
    expect(findTrouble({ ...holding, since: at && toRfc3339(at) }, NOON)).toBeUndefined();
  });

  it('is for the cluster to find out once no cause is known for half a minute', () => {
    const state = threeReady({
      reports: [anAvailableReport('a'), anAvailableReport('b'), failing()],
    });
    expect(summarizePlacement(toPlacementObservation(state, NOON), plus(NOON, 20_000)).trouble).toEqual({
      state: 'stuck',
      actor: 'clusterOwner',
    });
  });
});
