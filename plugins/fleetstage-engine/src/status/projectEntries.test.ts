import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState } from '../state/placement';
import { startedMessage } from '../rollout/revision';
import {
  NOON,
  PICK_ALL,
  aBoundBinding,
  aPick,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  aPolicySnapshot,
  aResourceSnapshot,
  aScheduledBinding,
  anAvailableReport,
  anIdentifier,
  anOutcome,
  minutesBefore,
  pickFixed,
  pickN,
  secondsAfter,
} from '../testing/builders';
import { projectPlacement } from './projectPlacement';
import { threeReady, printed } from './projectPlacement.testing';

const refused = (cluster: string) => ({
  cluster,
  selected: false,
  code: 'NotEligible',
  reason: `${cluster} is not eligible`,
});
const placed = (policy: PlacementPolicy | undefined) => aPlacement({ spec: aPlacementSpec({ policy }) });
const clusterNames = (count: number) =>
  Array.from({ length: count }, (_, i) => `c${String(i).padStart(2, '0')}`);

describe('the Scheduled condition of a placement', () => {
  const scheduled = (patch: Partial<PlacementState>) =>
    projectPlacement(threeReady(patch), undefined, NOON).conditions?.[0];

  it.each([
    { rule: 'fulfilled', fulfilled: true, said: ['True', 'SchedulingPolicyFulfilled'] },
    { rule: 'unfulfilled', fulfilled: false, said: ['False', 'SchedulingPolicyUnfulfilled'] },
  ])('A/ST-010 $rule: copied with its words and its moment', ({ fulfilled, said }) => {
    const [status, reason] = said;
    const schedule = anOutcome({ fulfilled, message: 'as it was', at: minutesBefore(7) });
    expect(scheduled({ schedule })).toEqual({
      type: 'ClusterResourcePlacementScheduled',
      status,
      reason,
      message: 'as it was',
      observedGeneration: 1,
      lastTransitionTime: '2026-11-21T11:53:00Z',
    });
  });

  it.each<{ rule: string; patch: Partial<PlacementState> }>([
    { rule: 'never scheduled', patch: { schedule: undefined } },
    { rule: 'of an older generation', patch: { placement: aPlacement({ generation: 2 }) } },
    {
      rule: 'the policy was last confirmed for an older generation',
      patch: {
        placement: aPlacement({ generation: 2 }),
        schedule: anOutcome({ placementGeneration: 2 }),
      },
    },
    {
      rule: 'of an older policy',
      patch: { policySnapshots: [aPolicySnapshot(), aPolicySnapshot({ index: 1 })] },
    },
    { rule: 'of a policy that is gone', patch: { policySnapshots: [] } },
  ])('A/ST-010 $rule: pending', ({ patch }) => {
    expect(scheduled(patch)).toMatchObject({
      type: 'ClusterResourcePlacementScheduled',
      status: 'Unknown',
      reason: 'SchedulePending',
      message: 'Scheduling has not completed',
      observedGeneration: patch.placement?.generation ?? 1,
    });
  });

  it('A/ST-011, A/PL-171: every condition is of the placement’s generation, under the types of its kind', () => {
    const placement = aPlacement({ namespace: 'team', generation: 4 });
    const current = {
      placement,
      schedule: anOutcome({ placementGeneration: 4 }),
      policySnapshots: [aPolicySnapshot({ placementGeneration: 4 })],
    };
    const status = projectPlacement(threeReady(current), undefined, NOON);
    const entries = status.placementStatuses?.flatMap(entry => entry.conditions ?? []) ?? [];
    expect([...(status.conditions ?? []), ...entries].map(one => one.observedGeneration)).toEqual(
      Array.from({ length: 6 + 3 * 6 }, () => 4),
    );
    expect(printed(status.conditions)).toEqual([
      'ResourcePlacementScheduled True SchedulingPolicyFulfilled',
      'ResourcePlacementRolloutStarted True RolloutStarted',
      'ResourcePlacementOverridden True NoOverrideSpecified',
      'ResourcePlacementWorkSynchronized True WorkSynchronized',
      'ResourcePlacementApplied True ApplySucceeded',
      'ResourcePlacementAvailable True ResourceAvailable',
    ]);
    expect(printed(status.placementStatuses?.[0].conditions)[0]).toBe('Scheduled True Scheduled');
    const captureFailure = { message: 'x', placementGeneration: 4, at: NOON };
    expect(
      printed(projectPlacement(threeReady({ ...current, captureFailure }), undefined, NOON).conditions),
    ).toEqual(['ResourcePlacementScheduled False InvalidResourceSelectors']);
  });
});

describe('entries per cluster', () => {
  const entriesOf = (
    policy: PlacementPolicy | undefined,
    picked: readonly string[],
    others: readonly string[],
  ) =>
    projectPlacement(
      threeReady({
        placement: placed(policy),
        verdicts: [...picked.map(cluster => aPick(cluster)), ...others.map(refused)],
      }),
      undefined,
      NOON,
    ).placementStatuses ?? [];

  it.each([
    { rule: 'A/ST-020 no policy: nobody is missing', policy: undefined, picked: 2, others: 3, failed: 0 },
    { rule: 'A/ST-020, A/ST-021 row 4: PickAll', policy: PICK_ALL, picked: 4, others: 5, failed: 0 },
    { rule: 'A/ST-020, A/ST-021 row 1: PickN 5', policy: pickN(5), picked: 3, others: 2, failed: 2 },
    {
      rule: 'A/ST-020, A/ST-021 row 2: PickN 10, a fleet of 7 + 2',
      policy: pickN(10),
      picked: 7,
      others: 2,
      failed: 2,
    },
    { rule: 'A/ST-020, A/ST-021 row 3: PickN 3', policy: pickN(3), picked: 3, others: 4, failed: 0 },
    { rule: 'A/ST-020 PickN 4, one is missing', policy: pickN(4), picked: 3, others: 4, failed: 1 },
    {
      rule: 'A/ST-020 PickN was lowered below what is picked',
      policy: pickN(1),
      picked: 3,
      others: 4,
      failed: 0,
    },
    {
      rule: 'A/ST-020, A/ST-021 row 5: PickFixed of 3 names',
      policy: pickFixed('c00', 'c01', 'c02'),
      picked: 1,
      others: 2,
      failed: 2,
    },
    { rule: 'A/ST-021, RUL 23: at most twenty', policy: pickN(90), picked: 3, others: 40, failed: 20 },
  ])('$rule', ({ policy, picked, others, failed }) => {
    const names = clusterNames(picked + others);
    const entries = entriesOf(policy, names.slice(0, picked), names.slice(picked));
    expect(entries.slice(0, picked).map(entry => entry.clusterName)).toEqual(names.slice(0, picked));
    expect(entries.slice(picked)).toEqual(
      names.slice(picked, picked + failed).map(name => ({
        conditions: [
          {
            type: 'Scheduled',
            status: 'False',
            reason: 'ScheduleFailed',
            message: `${name} is not eligible`,
            observedGeneration: 1,
            lastTransitionTime: '2026-11-21T11:30:00Z',
          },
        ],
      })),
    );
  });

  it('A/ST-021, A/PL-163: who failed has no name, and keeps the moment at which it did', () => {
    const state = (at = minutesBefore(30)) =>
      threeReady({
        placement: placed(pickN(4)),
        verdicts: [aPick('a'), refused('b')],
        schedule: anOutcome({ fulfilled: false, at }),
      });
    const first = projectPlacement(state(), undefined, NOON);
    expect(first.placementStatuses?.[1]).not.toHaveProperty('clusterName');
    const again = projectPlacement(state(NOON), first, secondsAfter(60));
    expect(again.placementStatuses?.[1]).toEqual(first.placementStatuses?.[1]);
  });

  it('A/ST-022: the scheduler’s words, carried over with their moment from the entry of the same cluster', () => {
    const first = projectPlacement(threeReady(), undefined, NOON);
    const binding = aBoundBinding('a', { createdAt: secondsAfter(30) });
    const verdicts = [aPick('a', { reason: 'picked again' }), aPick('b')];
    const state = threeReady({ verdicts, bindings: [binding, aBoundBinding('b')] });
    const second = projectPlacement(state, first, secondsAfter(60));
    const [was] = first.placementStatuses?.[0].conditions ?? [];
    expect(second.placementStatuses?.[0].conditions?.[0]).toEqual({ ...was, message: 'picked again' });
    const anew = projectPlacement(state, undefined, secondsAfter(60));
    expect(anew.placementStatuses?.[0].conditions?.[0].lastTransitionTime).toBe('2026-11-21T12:00:30Z');
  });

  it('A/ST-015, A/ST-032, A/PL-160, A/PL-161, A/PL-162, A/PL-164: RollingUpdate reports the newest snapshot, whatever a cluster runs', () => {
    const resourceSnapshots = [7, 8, 9].map(index =>
      aResourceSnapshot({ index, identifiers: [anIdentifier({ name: `ns-${index}` })] }),
    );
    const bindings = [aBoundBinding('a', { resourceIndex: 7 }), aBoundBinding('b', { resourceIndex: 9 })];
    const status = projectPlacement(threeReady({ resourceSnapshots, bindings }), undefined, NOON);
    expect(status.observedResourceIndex).toBe('9');
    expect(status.selectedResources).toEqual([anIdentifier({ name: 'ns-9' })]);
    expect(status.placementStatuses?.map(entry => entry.observedResourceIndex)).toEqual([
      '9',
      '9',
      undefined,
    ]);
  });

  it('A/ST-015: before the first capture there is no index, and nothing is selected', () => {
    const status = projectPlacement(threeReady({ resourceSnapshots: [] }), undefined, NOON);
    expect(status).not.toHaveProperty('observedResourceIndex');
    expect(status.selectedResources).toEqual([]);
  });
});

describe('External (RUL 29)', () => {
  const run = (index: number, at = minutesBefore(5)) =>
    ({
      status: 'True',
      reason: 'RolloutStarted',
      message: startedMessage(index, { name: 'r' }),
      at,
      run: 'r',
    }) as const;
  const on = (cluster: string, resourceIndex: number, at = minutesBefore(5)) =>
    aBoundBinding(cluster, { resourceIndex, rollout: run(resourceIndex, at) });
  const state = aPlacementState({
    placement: aPlacement({
      spec: aPlacementSpec({
        strategy: { type: 'External' },
        resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace' }],
      }),
    }),
    resourceSnapshots: [4, 5, 6].map(index =>
      aResourceSnapshot({ index, identifiers: [anIdentifier({ name: `ns-${index}` })] }),
    ),
    schedule: anOutcome(),
    verdicts: [aPick('a'), aPick('b')],
  });
  const unknown = 'ClusterResourcePlacementRolloutStarted Unknown RolloutStartedUnknown';
  const reportOf = (cluster: string, index: number) => anAvailableReport(cluster, { revision: `r${index}` });

  it.each<{ rule: string; patch: Partial<PlacementState>; index: string; entries: unknown[]; last: string }>([
    {
      rule: 'A/ST-060, A/ST-061, C/PL-004, PL-006 indices differ: the newest run’s, Unknown until it was everywhere',
      patch: { bindings: [on('a', 5), on('b', 4)], newestRun: { name: 'r', resourceIndex: 5 } },
      index: '5',
      entries: ['5', '4'],
      last: unknown,
    },
    {
      rule: 'A/ST-061 indices differ, the run’s object is gone: the last move counts',
      patch: { bindings: [on('a', 6), on('b', 4, NOON)] },
      index: '4',
      entries: ['6', '4'],
      last: unknown,
    },
    {
      rule: 'A/ST-061 moved at the same moment: the newer content counts',
      patch: { bindings: [on('a', 4), on('b', 6)] },
      index: '6',
      entries: ['4', '6'],
      last: unknown,
    },
    {
      rule: 'A/ST-062, C/PL-003, DX-013 nobody was reached: the newest snapshot, its resources stay listed',
      patch: { bindings: [aScheduledBinding('a'), aScheduledBinding('b')] },
      index: '6',
      entries: [undefined, undefined],
      last: unknown,
    },
    {
      rule: 'A/ST-063, C/PL-005 the same index everywhere, one cluster was not moved by anybody',
      patch: {
        bindings: [on('a', 5), aBoundBinding('b', { resourceIndex: 5, rollout: undefined })],
        newestRun: { name: 'r', resourceIndex: 5 },
      },
      index: '5',
      entries: ['5', '5'],
      last: unknown,
    },
    {
      rule: 'A/ST-064, C/PL-007 the same index everywhere: aggregated as usual',
      patch: { bindings: [on('a', 5), on('b', 5)], reports: [reportOf('a', 5), reportOf('b', 5)] },
      index: '5',
      entries: ['5', '5'],
      last: 'ClusterResourcePlacementAvailable True ResourceAvailable',
    },
  ])('$rule', ({ patch, index, entries, last }) => {
    const status = projectPlacement({ ...state, ...patch }, undefined, NOON);
    expect(status.observedResourceIndex).toBe(index);
    expect(status.selectedResources).toEqual([anIdentifier({ name: `ns-${index}` })]);
    expect(status.placementStatuses?.map(entry => entry.observedResourceIndex)).toEqual(entries);
    expect(printed(status.conditions).at(-1)).toBe(last);
  });

  it('A/ST-060: of a snapshot that is gone nothing is reported; the cluster still shows its index', () => {
    const newestRun = { name: 'r', resourceIndex: 2 };
    const status = projectPlacement({ ...state, newestRun, bindings: [on('a', 2)] }, undefined, NOON);
    expect(status).not.toHaveProperty('observedResourceIndex');
    expect(status.selectedResources).toEqual([]);
    expect(status.placementStatuses?.[0].observedResourceIndex).toBe('2');
  });
});

describe('a policy that cannot be followed', () => {
  const HELD = {
    fulfilled: false,
    isHeld: true,
    message: 'The scheduling policy cannot be evaluated: x',
  } as const;
  const REFUSED = { ...refused('d'), code: 'Held', reason: HELD.message };
  const heldPolicy = pickN(5);

  it('A/SCH-001, A/ST-012: a policy that cannot be followed reports nothing of a new generation, and refuses nobody', () => {
    const before = projectPlacement(threeReady(), undefined, minutesBefore(10));
    const patch = {
      placement: { ...placed(heldPolicy), generation: 2 },
      policySnapshots: [aPolicySnapshot({ placementGeneration: 2, policy: heldPolicy })],
      schedule: anOutcome({ ...HELD, placementGeneration: 2 }),
      verdicts: [...['a', 'b', 'c'].map(cluster => aPick(cluster)), REFUSED],
    };
    const status = projectPlacement(threeReady(patch), before, NOON);
    expect(status.placementStatuses).toEqual([]);
    expect(status.conditions?.[0].message).toBe(HELD.message);
    expect(status.conditions?.slice(1)).toEqual(before.conditions?.slice(1));
    expect(printed(projectPlacement(threeReady(patch), undefined, NOON).conditions)).toEqual([
      'ClusterResourcePlacementScheduled Unknown SchedulePending',
    ]);
  });

  it('A/SCH-001, A/ST-021: a generation that was reported goes on with who is held, without entries for the refused', () => {
    const patch = {
      placement: placed(heldPolicy),
      policySnapshots: [aPolicySnapshot({ policy: heldPolicy })],
      verdicts: [...['a', 'b', 'c'].map(cluster => aPick(cluster)), REFUSED],
    };
    const before = projectPlacement(threeReady(patch), undefined, minutesBefore(10));
    expect(before.placementStatuses).toHaveLength(4);
    const reports = ['a', 'b'].map(cluster => anAvailableReport(cluster));
    const held = { ...patch, schedule: anOutcome(HELD), reports };
    const status = projectPlacement(threeReady(held), before, NOON);
    expect(status.placementStatuses?.map(entry => entry.clusterName)).toEqual(['a', 'b', 'c']);
    expect(printed(status.conditions)).toEqual([
      'ClusterResourcePlacementScheduled Unknown SchedulePending',
      'ClusterResourcePlacementRolloutStarted True RolloutStarted',
      'ClusterResourcePlacementOverridden Unknown OverriddenPending',
    ]);
  });
});
