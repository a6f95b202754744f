import { plus, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState } from '../state/placement';
import { projectPlacement } from '../status/projectPlacement';
import { threeReady } from '../status/projectPlacement.testing';
import {
  NOON,
  aBoundBinding,
  aFailedDeployment,
  aFailedReport,
  aPlacement,
  aPlacementSpec,
  aResourceSnapshot,
  anAvailableReport,
  anOutcome,
  anUnavailableReport,
  pickN,
} from '../testing/builders';
import { placementTrouble } from './fleetTrouble';
import { summarizePlacement, toPlacementObservation, type PlacementObservation } from './placementView';

const IMAGE = 'ImagePullBackOff: image web:bad not found (2 pods)';
const ROOM = 'Unschedulable: 0/3 nodes are available: 3 Insufficient cpu';
const CAUSE = `Deployment shop/web: 0 of 2 replicas are available; ${IMAGE}.`;
const held = {
  status: 'False',
  reason: 'RolloutNotStartedYet',
  message: 'too many are unavailable',
  at: NOON,
} as const;
const secondsAgo = (seconds: number) => plus(NOON, -seconds * 1000);

const unavailable = (cluster: string, cause: string | undefined, at: Instant) =>
  anUnavailableReport(
    cluster,
    { revision: 'r1', failed: [aFailedDeployment('web', cause ?? 'nothing')] },
    at,
  );

/** Snapshot 1 is on a and b; c is held on snapshot 0 by the rolling update. */
const blocked = (reports: PlacementState['reports'], patch: Partial<PlacementState> = {}): PlacementState =>
  threeReady({
    resourceSnapshots: [0, 1].map(index => aResourceSnapshot({ index })),
    bindings: [
      aBoundBinding('a', { resourceIndex: 1 }),
      aBoundBinding('b', { resourceIndex: 1 }),
      aBoundBinding('c', { rollout: held }),
    ],
    reports: [...reports, anAvailableReport('c')],
    ...patch,
  });

type Row = [string, PlacementState, string, string | undefined];

describe('a rolling update that its own clusters block (ui §2, §5.1)', () => {
  const both = (cause: string | undefined, seconds: number) =>
    ['a', 'b'].map(cluster => unavailable(cluster, cause, secondsAgo(seconds)));

  it.each<Row>([
    [
      'says at once what is stuck, why, who can act, and how many wait',
      blocked(both(IMAGE, 2)),
      'notAvailable stuck appOwner 2',
      `a: ${CAUSE} And 1 more cluster. This holds the rollout to 1 more cluster.`,
    ],
    [
      'names the owner of the cluster where that lacks room',
      blocked(both(ROOM, 2)),
      'notAvailable stuck clusterOwner 2',
      `a: Deployment shop/web: 0 of 2 replicas are available; ${ROOM}. And 1 more cluster. This holds the rollout to 1 more cluster.`,
    ],
    [
      'shows what is stuck while another cluster is still being updated',
      blocked([unavailable('a', IMAGE, secondsAgo(2))]),
      'notAvailable stuck appOwner 2',
      `a: ${CAUSE} This holds the rollout to 1 more cluster.`,
    ],
    [
      'without a known cause is only held for half a minute',
      blocked(both(undefined, 20)),
      'held none 0',
      'The rollout is being blocked by the rollout strategy in 1 cluster(s): too many are unavailable.',
    ],
    [
      'without a known cause is stuck after half a minute',
      blocked(both(undefined, 30)),
      'notAvailable stuck clusterOwner 30',
      'a: Deployment shop/web: 0 of 2 replicas are available; nothing. And 1 more cluster. This holds the rollout to 1 more cluster.',
    ],
    [
      'is held where nothing is stuck',
      blocked(['a', 'b'].map(cluster => anAvailableReport(cluster, { revision: 'r1' }))),
      'held none 0',
      'The rollout is being blocked by the rollout strategy in 1 cluster(s): too many are unavailable.',
    ],
    [
      'says that it failed to apply, before what is not available',
      blocked([
        aFailedReport('a', { revision: 'r1', failed: [aFailedDeployment('web', IMAGE)] }, secondsAgo(2)),
        unavailable('b', IMAGE, secondsAgo(2)),
      ]),
      'applyFailed failing appOwner 2',
      `a: ${CAUSE} And 1 more cluster. This holds the rollout to 1 more cluster.`,
    ],
    [
      'says what is stuck behind what is missing',
      blocked(both(IMAGE, 2), {
        placement: aPlacement({ spec: aPlacementSpec({ policy: pickN(5) }) }),
        schedule: anOutcome({ fulfilled: false, message: 'as the hub says it' }),
      }),
      'notEnoughClusters stuck appOwner 1800',
      `Found 3 of 5 clusters. As the hub says it. Available on 1 of 3 clusters. a: ${CAUSE} And 1 more cluster. This holds the rollout to 1 more cluster.`,
    ],
  ])('%s', (_, state, expected, message) => {
    const view = summarizePlacement(toPlacementObservation(state, NOON), NOON);
    const { trouble } = view;
    const age = (NOON - Date.parse(view.since ?? toRfc3339(NOON))) / 1000;
    const who = trouble ? `${trouble.state} ${trouble.actor}` : 'none';
    expect([`${view.state} ${who} ${age}`, view.message]).toEqual([expected, message]);
  });

  it('is trouble of the overview at once', () => {
    const view = summarizePlacement(toPlacementObservation(blocked(both(IMAGE, 2)), NOON), NOON);
    expect(placementTrouble(view)).toMatchObject({
      cause: 'notAvailable',
      message: `Available on 1 of 3 clusters. a: ${CAUSE} And 1 more cluster. This holds the rollout to 1 more cluster.`,
      actor: 'appOwner',
      since: toRfc3339(secondsAgo(2)),
    });
  });

  it('reads the same in a list, which folds clusters and knows no revisions', () => {
    const observation = toPlacementObservation(blocked(both(IMAGE, 2)), NOON);
    const [a, , c] = observation.groups;
    const bare = ({ binding, report, ...group }: PlacementObservation['groups'][number], count: number) => ({
      ...group,
      count,
      ...(binding && { binding: { ...binding, revision: undefined } }),
      ...(report && { report: { ...report, revision: '' } }),
    });
    const listed = { ...observation, groups: [bare(a, 2), bare(c, 1)] };
    const { conditions: _, ...view } = summarizePlacement(observation, NOON);
    expect(summarizePlacement(listed as PlacementObservation, NOON)).toMatchObject(view);
  });

  it('A/ST-040: leaves the conditions as the hub has them', () => {
    const state = blocked(both(IMAGE, 2));
    const view = summarizePlacement(toPlacementObservation(state, NOON), NOON);
    expect(view.conditions.map(({ type, status }) => `${type} ${status}`)).toEqual(
      projectPlacement(state, undefined, NOON).conditions?.map(({ type, status }) => `${type} ${status}`),
    );
    expect(view.conditions.at(-1)).toMatchObject({
      status: 'False',
      reason: 'RolloutNotStartedYet',
    });
  });
});

describe('a placement that runs manage, unavailable on a cluster that the newest run has not reached', () => {
  const external = aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) });
  const bindings = [aBoundBinding('a', { resourceIndex: 1 }), aBoundBinding('b'), aBoundBinding('c')];
  const on = (patch: Partial<PlacementState>) =>
    summarizePlacement(
      toPlacementObservation(
        blocked([unavailable('a', IMAGE, secondsAgo(60)), anAvailableReport('b')], {
          placement: external,
          bindings,
          ...patch,
        }),
        NOON,
      ),
      NOON,
    );

  it.each([
    ['while a newer run waits', { newestRun: { name: 'back', resourceIndex: 0 }, activeRuns: ['back'] }],
    ['after its run was ended', { newestRun: { name: 'bad', resourceIndex: 1 } }],
  ])('is unavailable, and nothing of it is held by a rolling update: %s', (_, patch) => {
    expect(on(patch)).toMatchObject({
      state: 'notAvailable',
      trouble: { state: 'stuck', actor: 'appOwner' },
      message: `a: ${CAUSE}`,
      available: 2,
    });
  });
});
