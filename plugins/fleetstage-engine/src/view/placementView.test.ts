import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState } from '../state/placement';
import {
  NOON,
  aBoundBinding,
  aCluster,
  aPick,
  aPlacement,
  aPlacementSpec,
  aPolicySnapshot,
  anAvailableReport,
  anOutcome,
  anUnavailableReport,
  anUnscheduledBinding,
  minutesBefore,
  pickFixed,
  pickN,
} from '../testing/builders';
import { threeReady } from '../status/projectPlacement.testing';
import { placementClusters, summarizePlacement, toPlacementObservation } from './placementView';

describe('summarizePlacement', () => {
  /** Scheduled anew, everything available of what generation 1 selected. */
  const edited = (patch: Partial<PlacementState>) =>
    summarizePlacement(
      toPlacementObservation(
        threeReady({
          placement: aPlacement({ generation: 2 }),
          policySnapshots: [aPolicySnapshot({ placementGeneration: 2 })],
          schedule: anOutcome({ placementGeneration: 2 }),
          ...patch,
        }),
        NOON,
      ),
      NOON,
    );
  const captureFailure = { message: 'no', placementGeneration: 2, at: NOON };

  it.each<[string, Partial<PlacementState>, string, number]>([
    ['A/ST-002 whose selectors nobody has read', { capturedGeneration: 1 }, 'deciding', 1],
    ['A/SEL-024 whose selectors are refused', { capturedGeneration: 2, captureFailure }, 'invalid', 1],
    ['whose selectors were read', { capturedGeneration: 2 }, 'available', 6],
  ])('a new generation %s', (_rule, patch, state, conditions) => {
    const view = edited(patch);
    expect([view.state, view.conditions.length]).toEqual([state, conditions]);
  });
});

describe('on how many clusters a placement is available', () => {
  it('counts those that are silent apart: their report is the last one (ui §2)', () => {
    const view = summarizePlacement(toPlacementObservation(threeReady(), NOON), NOON);
    expect([view.available, view.silent]).toEqual([3, undefined]);
    const lost = aCluster('a', { health: { ...aCluster('a').health!, lastHeartbeatAt: minutesBefore(99) } });
    const observation = toPlacementObservation(
      threeReady({ clusters: [lost, aCluster('b'), aCluster('c')] }),
      NOON,
    );
    expect(summarizePlacement(observation, NOON)).toMatchObject({
      state: 'available',
      available: 2,
      silent: 1,
    });
  });
});

describe('on how many clusters a placement has failed', () => {
  const fails = (cluster: string) => ({
    ...anAvailableReport(cluster),
    available: undefined,
    applied: { status: 'False', reason: 'AppliedFailed', message: 'no', at: NOON } as const,
  });
  it.each<[string, Partial<PlacementState>, string, number | undefined]>([
    ['on none', {}, 'available', undefined],
    [
      'on one of three',
      { reports: [anAvailableReport('a'), fails('b'), anAvailableReport('c')] },
      'applyFailed',
      1,
    ],
    [
      'on two, and not available on the third',
      { reports: [fails('a'), fails('b'), anUnavailableReport('c')] },
      'applyFailed',
      2,
    ],
    [
      'unavailable is no failure',
      { reports: ['a', 'b', 'c'].map(c => anUnavailableReport(c)) },
      'notAvailable',
      undefined,
    ],
  ])('%s', (_, patch, state, failed) => {
    const view = summarizePlacement(toPlacementObservation(threeReady(patch), NOON), NOON);
    expect([view.state, view.failed]).toEqual([state, failed]);
  });
});

describe('a placement that picks nothing (ui §2)', () => {
  const picking = (policy: PlacementPolicy, patch: Partial<PlacementState> = {}) =>
    summarizePlacement(
      toPlacementObservation(
        threeReady({
          placement: aPlacement({ spec: aPlacementSpec({ policy }) }),
          schedule: anOutcome({ selectedCount: 0 }),
          ...{ verdicts: [], bindings: [], reports: [] },
          ...patch,
        }),
        NOON,
      ),
      NOON,
    );
  const typo = {
    placementType: 'PickAll',
    affinity: {
      clusterAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          clusterSelectorTerms: [{ labelSelector: { matchLabels: { environment: 'prodution' } } }],
        },
      },
    },
  } as const;

  it.each<[string, PlacementPolicy, Partial<PlacementState>, string, string | undefined]>([
    [
      'a policy that no cluster matches',
      typo,
      {},
      'noMatch',
      'Picks every cluster where environment = prodution.',
    ],
    [
      'every cluster of a fleet without one',
      { placementType: 'PickAll' },
      {},
      'noMatch',
      'Picks every cluster.',
    ],
    ['as many as asked for: none', pickN(0), {}, 'available', undefined],
    ['the names of an empty list', pickFixed(), {}, 'available', undefined],
    ['what is not decided yet', typo, { schedule: undefined }, 'deciding', undefined],
  ])('%s', (_, policy, patch, state, message) => {
    const { trouble, ...view } = picking(policy, patch);
    expect([view.state, view.available]).toEqual([state, 0]);
    if (state !== 'deciding') expect(view.message).toBe(message);
    if (state === 'noMatch') expect(trouble).toBeUndefined();
  });
});

describe('where objects fail', () => {
  const failed = {
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    namespace: 'ui-bad',
    name: 'api',
    condition: {
      type: 'Available',
      status: 'False',
      reason: 'ManifestNotAvailableYet',
      message:
        'Manifest is not yet available: 0 of 2 replicas are available; ImagePullBackOff: image x:bad not found',
      lastTransitionTime: '2026-11-21T12:00:00Z',
      observedGeneration: 1,
    },
  } as const;
  const state = threeReady({
    reports: [
      anAvailableReport('a'),
      anUnavailableReport('b', { failed: [failed] }),
      anUnavailableReport('c', { failed: [failed] }),
    ],
  });
  const cause =
    'Deployment ui-bad/api: 0 of 2 replicas are available; ImagePullBackOff: image x:bad not found.';

  it('ui §2: a placement names cluster, object and cause, not a field of its status', () => {
    const view = summarizePlacement(toPlacementObservation(state, NOON), NOON);
    expect([view.state, view.message]).toEqual(['notAvailable', `b: ${cause} And 1 more cluster.`]);
  });

  it('ui §2: a cluster of it says object and cause, and lists the object without the words of the condition', () => {
    const [worst] = placementClusters(state, NOON);
    expect(worst).toMatchObject({
      cluster: 'b',
      message: cause,
      failed: [
        { name: 'api', message: '0 of 2 replicas are available; ImagePullBackOff: image x:bad not found' },
      ],
    });
  });
});

describe('placementClusters', () => {
  it('lists trouble first, then what works, what is not gone yet, the picked ones, and all others by cause', () => {
    const refused = (cluster: string, code: string) => ({ cluster, code, selected: false, reason: '' });
    const fails = { reason: 'ApplyFailed', status: 'False', message: 'no', at: NOON } as const;
    const state = threeReady({
      verdicts: [
        ...['a', 'b', 'c'].map(cluster => aPick(cluster)),
        ...[
          refused('x', 'UntoleratedTaint'),
          refused('y', 'AffinityMismatch'),
          refused('going', 'NotEligible'),
        ],
      ],
      bindings: [...['a', 'b', 'c'].map(cluster => aBoundBinding(cluster)), anUnscheduledBinding('going')],
      reports: [anAvailableReport('a'), { ...anAvailableReport('c'), applied: fails }],
    });
    expect(placementClusters(state, NOON).map(({ cluster }) => cluster)).toEqual([
      'c',
      'b',
      'going',
      'a',
      'y',
      'x',
    ]);
  });
});
