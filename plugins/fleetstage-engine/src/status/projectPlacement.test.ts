import type { Condition, PlacementStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { startedMessage } from '../rollout/revision';
import {
  NOON,
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
import type { PlacementState } from '../state/placement';
import type { WorkClaim } from '../work/report';
import { projectPlacement } from './projectPlacement';
import { at, threeReady, printed } from './projectPlacement.testing';
import { kubeEvents } from './kubeEvents';

const claim = (reason: string, since: string, message: string): WorkClaim => ({
  status: 'True',
  reason,
  message,
  at: at(since),
});

const messageOf = (status: PlacementStatus, type: string) =>
  status.conditions?.find(c => c.type === type)?.message;

const external = aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) });

const mark = (resourceIndex: number, run: string, since = minutesBefore(5)) =>
  ({
    status: 'True',
    reason: 'RolloutStarted',
    message: startedMessage(resourceIndex, { name: run }),
    at: since,
    run,
  }) as const;

describe('requirement 000: the placement of a run in progress', () => {
  const scheduled = at('2025-03-12T23:01:32Z');
  const started = '2025-03-17T21:37:14Z';
  const state = aPlacementState({
    placement: aPlacement({
      spec: {
        ...external.spec,
        resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'test-namespace' }],
      },
    }),
    resourceSnapshots: [
      aResourceSnapshot({ index: 5, identifiers: [anIdentifier({ name: 'test-namespace' })] }),
    ],
    schedule: anOutcome({
      message: 'found all cluster needed as specified by the scheduling policy, found 2 cluster(s)',
      at: scheduled,
    }),
    verdicts: [aPick('member1'), aPick('member2')],
    bindings: [
      aBoundBinding('member1', {
        resourceIndex: 5,
        createdAt: scheduled,
        rollout: mark(5, 'example-run', at(started)),
      }),
      aScheduledBinding('member2', { createdAt: scheduled }),
    ],
    reports: [
      anAvailableReport('member1', {
        revision: 'r5',
        overridden: claim(
          'NoOverrideSpecified',
          started,
          'No override rules are configured for the selected resources',
        ),
        synchronized: claim('AllWorkSynced', started, 'All of the works are synchronized to the latest'),
        applied: claim('AllWorkHaveBeenApplied', started, 'All corresponding work objects are applied'),
        available: claim('AllWorkAreAvailable', started, 'All corresponding work objects are available'),
      }),
    ],
    newestRun: { name: 'example-run', resourceIndex: 5 },
  });
  const before: PlacementStatus = {
    placementStatuses: [
      {
        clusterName: 'member2',
        conditions: [
          {
            type: 'RolloutStarted',
            status: 'Unknown',
            reason: 'RolloutStartedUnknown',
            message: '',
            observedGeneration: 1,
            lastTransitionTime: '2025-03-13T07:35:25Z',
          },
        ],
      },
    ],
    conditions: [
      {
        type: 'ClusterResourcePlacementRolloutStarted',
        status: 'Unknown',
        reason: 'RolloutStartedUnknown',
        message: '',
        observedGeneration: 1,
        lastTransitionTime: '2025-03-13T07:35:25Z',
      },
    ],
  };

  it('comes out as printed', () => {
    const line = (
      type: string,
      status: Condition['status'],
      reason: string,
      rest: { on: string; message: string },
    ) =>
      ({
        lastTransitionTime: rest.on,
        message: rest.message,
        observedGeneration: 1,
        reason,
        status,
        type,
      }) as const;
    expect(projectPlacement(state, before, NOON)).toEqual({
      conditions: [
        line('ClusterResourcePlacementScheduled', 'True', 'SchedulingPolicyFulfilled', {
          on: '2025-03-12T23:01:32Z',
          message: 'found all cluster needed as specified by the scheduling policy, found 2 cluster(s)',
        }),
        line('ClusterResourcePlacementRolloutStarted', 'Unknown', 'RolloutStartedUnknown', {
          on: '2025-03-13T07:35:25Z',
          message:
            'There are still 1 cluster(s) in the process of deciding whether to roll out the latest resources or not',
        }),
      ],
      observedResourceIndex: '5',
      selectedResources: [{ group: '', version: 'v1', kind: 'Namespace', name: 'test-namespace' }],
      placementStatuses: [
        {
          clusterName: 'member1',
          observedResourceIndex: '5',
          conditions: [
            line('Scheduled', 'True', 'Scheduled', {
              on: '2025-03-12T23:01:32Z',
              message:
                'Successfully scheduled resources for placement in "member1" (affinity score: 0, topology spread score: 0): picked by scheduling policy',
            }),
            line('RolloutStarted', 'True', 'RolloutStarted', {
              on: started,
              message:
                'Detected the new changes on the resources and started the rollout process, resourceSnapshotIndex: 5, clusterStagedUpdateRun: example-run',
            }),
            line('Overridden', 'True', 'NoOverrideSpecified', {
              on: started,
              message: 'No override rules are configured for the selected resources',
            }),
            line('WorkSynchronized', 'True', 'AllWorkSynced', {
              on: started,
              message: 'All of the works are synchronized to the latest',
            }),
            line('Applied', 'True', 'AllWorkHaveBeenApplied', {
              on: started,
              message: 'All corresponding work objects are applied',
            }),
            line('Available', 'True', 'AllWorkAreAvailable', {
              on: started,
              message: 'All corresponding work objects are available',
            }),
          ],
        },
        {
          clusterName: 'member2',
          conditions: [
            line('Scheduled', 'True', 'Scheduled', {
              on: '2025-03-12T23:01:32Z',
              message:
                'Successfully scheduled resources for placement in "member2" (affinity score: 0, topology spread score: 0): picked by scheduling policy',
            }),
            line('RolloutStarted', 'Unknown', 'RolloutStartedUnknown', {
              on: '2025-03-13T07:35:25Z',
              message: 'In the process of deciding whether to roll out the latest resources or not',
            }),
          ],
        },
      ],
    });
  });

  it('is the same when it is projected over itself later', () => {
    const first = projectPlacement(state, before, NOON);
    expect(projectPlacement(state, first, secondsAfter(3600))).toEqual(first);
  });
});

describe('External (RUL 29)', () => {
  const snapshots = [4, 5, 6].map(index => aResourceSnapshot({ index }));
  const onIndex = (cluster: string, resourceIndex: number, run: string) =>
    aBoundBinding(cluster, { resourceIndex, rollout: mark(resourceIndex, run) });
  const base = aPlacementState({
    placement: external,
    resourceSnapshots: snapshots,
    schedule: anOutcome(),
    verdicts: [aPick('a'), aPick('b')],
  });

  it('before any run: the newest snapshot, its resources, everything Unknown', () => {
    const status = projectPlacement(
      { ...base, bindings: [aScheduledBinding('a'), aScheduledBinding('b')] },
      undefined,
      NOON,
    );
    expect(status).toMatchObject({ observedResourceIndex: '6', selectedResources: [anIdentifier()] });
    expect(printed(status.conditions)).toEqual([
      'ClusterResourcePlacementScheduled True SchedulingPolicyFulfilled',
      'ClusterResourcePlacementRolloutStarted Unknown RolloutStartedUnknown',
    ]);
    expect(status.placementStatuses?.map(entry => printed(entry.conditions))).toEqual([
      ['Scheduled True Scheduled', 'RolloutStarted Unknown RolloutStartedUnknown'],
      ['Scheduled True Scheduled', 'RolloutStarted Unknown RolloutStartedUnknown'],
    ]);
    expect(status.placementStatuses?.map(entry => entry.observedResourceIndex)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('during the next run: its index, and Unknown where it has not been yet', () => {
    const state = {
      ...base,
      newestRun: { name: 'run-2', resourceIndex: 5 },
      bindings: [onIndex('a', 5, 'run-2'), onIndex('b', 4, 'run-1')],
      reports: [anAvailableReport('a', { revision: 'r5' }), anAvailableReport('b', { revision: 'r4' })],
    };
    const status = projectPlacement(state, undefined, NOON);
    expect(status.observedResourceIndex).toBe('5');
    expect(
      status.placementStatuses?.map(entry => [entry.observedResourceIndex, printed(entry.conditions).at(-1)]),
    ).toEqual([
      ['5', 'Available True AllWorkAreAvailable'],
      ['4', 'RolloutStarted Unknown RolloutStartedUnknown'],
    ]);
  });

  it('after it: new resources on the hub change nothing (C/PL-008)', () => {
    const state = {
      ...base,
      newestRun: { name: 'run-2', resourceIndex: 5 },
      bindings: [onIndex('a', 5, 'run-2'), onIndex('b', 5, 'run-2')],
      reports: [anAvailableReport('a', { revision: 'r5' }), anAvailableReport('b', { revision: 'r5' })],
    };
    const status = projectPlacement(state, undefined, NOON);
    expect(status.observedResourceIndex).toBe('5');
    expect(printed(status.conditions).at(-1)).toBe(
      'ClusterResourcePlacementAvailable True ResourceAvailable',
    );
  });

  it('a roll back is reported by its run, and by the clusters where the run is gone', () => {
    const bindings = [
      onIndex('a', 6, 'run-2'),
      { ...onIndex('b', 4, 'run-3'), rollout: mark(4, 'run-3', NOON) },
    ];
    expect(projectPlacement({ ...base, bindings }, undefined, NOON).observedResourceIndex).toBe('4');
    const newestRun = { name: 'run-3', resourceIndex: 5 };
    expect(projectPlacement({ ...base, bindings, newestRun }, undefined, NOON).observedResourceIndex).toBe(
      '5',
    );
  });

  it('a cluster that a rolling update held back is Unknown, not blocked', () => {
    const rollout = { status: 'False', reason: 'RolloutNotStartedYet', message: '', at: NOON } as const;
    const status = projectPlacement(
      { ...base, bindings: [aBoundBinding('a', { rollout })] },
      undefined,
      NOON,
    );
    expect(printed(status.placementStatuses?.[0].conditions)).toContain(
      'RolloutStarted Unknown RolloutStartedUnknown',
    );
  });
});

describe('Scheduled', () => {
  it.each([
    { rule: 'A/ST-010: nothing scheduled', patch: { schedule: undefined } },
    {
      rule: 'A/ST-010: schedule of an older generation',
      patch: { placement: aPlacement({ generation: 2 }) },
    },
    {
      rule: 'A/ST-010: schedule of an older policy',
      patch: { policySnapshots: [aPolicySnapshot(), aPolicySnapshot({ index: 1 })] },
    },
  ])('$rule → SchedulePending, no clusters, the rest as it was (A/ST-012)', ({ patch }) => {
    const before = projectPlacement(threeReady(), undefined, minutesBefore(10));
    const status = projectPlacement(threeReady(patch), before, NOON);
    expect(status.placementStatuses).toEqual([]);
    expect(status).toMatchObject({ observedResourceIndex: '0', selectedResources: [anIdentifier()] });
    expect(printed(status.conditions)[0]).toBe('ClusterResourcePlacementScheduled Unknown SchedulePending');
    expect(messageOf(status, 'ClusterResourcePlacementScheduled')).toBe('Scheduling has not completed');
    expect(status.conditions?.slice(1)).toEqual(before.conditions?.slice(1));
  });

  /** The schedule and the policy are of generation 2 already, what is placed was selected by generation 1. */
  const edited = (patch: Partial<PlacementState>) =>
    threeReady({
      placement: aPlacement({ generation: 2 }),
      policySnapshots: [aPolicySnapshot({ placementGeneration: 2 })],
      schedule: anOutcome({ placementGeneration: 2 }),
      ...patch,
    });
  const generationsOf = (status: PlacementStatus) => status.conditions?.map(c => c.observedGeneration);
  const ofFirst = [1, 1, 1, 1, 1];

  it.each<{ rule: string; patch: Partial<PlacementState>; result: string; says: string }>([
    {
      rule: 'A/ST-005, A/SEL-024 refused selectors',
      patch: {
        capturedGeneration: 2,
        captureFailure: { message: 'no kind "Foo" is served', placementGeneration: 2, at: NOON },
      },
      result: 'ClusterResourcePlacementScheduled False InvalidResourceSelectors',
      says: 'The resource selectors are invalid: no kind "Foo" is served',
    },
    {
      rule: 'A/ST-002 selectors that nobody has read yet',
      patch: { capturedGeneration: 1 },
      result: 'ClusterResourcePlacementScheduled Unknown SchedulePending',
      says: 'Scheduling has not completed: what this generation selects has not been read from the hub yet',
    },
    {
      rule: 'A/ST-002 selectors that were refused, edited, and not read again',
      patch: {
        capturedGeneration: 1,
        captureFailure: { message: 'no', placementGeneration: 1, at: minutesBefore(1) },
      },
      result: 'ClusterResourcePlacementScheduled Unknown SchedulePending',
      says: 'Scheduling has not completed: what this generation selects has not been read from the hub yet',
    },
  ])('$rule change nothing else, and all else stays at its generation', ({ patch, result: first, says }) => {
    const before = projectPlacement(threeReady(), undefined, minutesBefore(10));
    expect(generationsOf(before)).toEqual([1, ...ofFirst]);
    const status = projectPlacement(edited(patch), before, NOON);
    expect(status).toEqual({ ...before, conditions: expect.anything() });
    expect(status.conditions?.slice(1)).toEqual(before.conditions?.slice(1));
    expect(generationsOf(status)).toEqual([2, ...ofFirst]);
    expect(printed(status.conditions)[0]).toBe(first);
    expect(messageOf(status, 'ClusterResourcePlacementScheduled')).toContain(says);
    expect(kubeEvents(edited({}).placement, status.conditions)).toEqual([]);
  });

  it.each<{ rule: string; patch: Partial<PlacementState> }>([
    { rule: 'once the selectors were read, whatever they gave', patch: { capturedGeneration: 2 } },
    {
      rule: 'A/SNP-035 from the existing snapshot, while the next one waits',
      patch: { capturedGeneration: 2, isSnapshotDelayed: true },
    },
    { rule: 'where nobody knows what was read last', patch: {} },
  ])('the new generation is reported $rule', ({ patch }) => {
    const before = projectPlacement(threeReady(), undefined, minutesBefore(10));
    const status = projectPlacement(edited(patch), before, NOON);
    expect(generationsOf(status)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(status.observedResourceIndex).toBe('0');
    expect(kubeEvents(edited({}).placement, status.conditions)).toHaveLength(5);
  });

  it('what a deleted placement selects is not waited for', () => {
    const placement = aPlacement({ generation: 2, deletedAt: NOON });
    const status = projectPlacement(threeReady({ placement, capturedGeneration: 1 }), undefined, NOON);
    expect(messageOf(status, 'ClusterResourcePlacementScheduled')).toBe('Scheduling has not completed');
  });

  it('a failure of an older generation is not reported any more', () => {
    const captureFailure = { message: 'x', placementGeneration: 0, at: NOON };
    expect(
      printed(projectPlacement(threeReady({ captureFailure }), undefined, NOON).conditions)[0],
    ).toContain('SchedulingPolicyFulfilled');
  });

  const refused = (cluster: string) => ({
    cluster,
    selected: false,
    code: 'NotEligible',
    reason: `${cluster} is not eligible`,
  });
  it.each([
    { id: '1', policy: pickN(5), picked: ['a', 'b', 'c'], refused: ['d', 'e'], unplaced: ['d', 'e'] },
    { id: '3', policy: pickN(3), picked: ['a', 'b', 'c'], refused: ['d', 'e'], unplaced: [] },
    {
      id: '4',
      policy: { placementType: 'PickAll' } as const,
      picked: ['a', 'b'],
      refused: ['d'],
      unplaced: [],
    },
    { id: '5', policy: pickFixed('a', 'd', 'e'), picked: ['a'], refused: ['d', 'e'], unplaced: ['d', 'e'] },
    { id: 'capped to the refused ones', policy: pickN(9), picked: ['a'], refused: ['d'], unplaced: ['d'] },
  ])('A/ST-021 row $id', ({ policy, picked, refused: names, unplaced }) => {
    const state = threeReady({
      placement: aPlacement({ spec: aPlacementSpec({ policy }) }),
      verdicts: [...picked.map(cluster => aPick(cluster)), ...names.map(refused)],
    });
    const entries = projectPlacement(state, undefined, NOON).placementStatuses ?? [];
    expect(entries.flatMap(entry => entry.clusterName ?? [])).toEqual(picked);
    expect(
      entries.filter(entry => entry.clusterName === undefined).map(entry => entry.conditions),
    ).toMatchObject(
      unplaced.map(name => [
        { type: 'Scheduled', status: 'False', reason: 'ScheduleFailed', message: `${name} is not eligible` },
      ]),
    );
  });

  it('A/ST-042: nobody picked → Scheduled alone, and its time stays', () => {
    const empty = threeReady({ verdicts: [], bindings: [], reports: [] });
    const first = projectPlacement(empty, undefined, NOON);
    expect(printed(first.conditions)).toEqual([
      'ClusterResourcePlacementScheduled True SchedulingPolicyFulfilled',
    ]);
    expect(projectPlacement(empty, first, secondsAfter(60))).toEqual(first);
  });
});

describe('times and strangers', () => {
  it('a cluster that starts its next update shows when (C/UR-107)', () => {
    const before = projectPlacement(threeReady(), undefined, minutesBefore(10));
    const rollout = {
      status: 'True',
      reason: 'RolloutStarted',
      message: 'again',
      at: minutesBefore(1),
    } as const;
    const state = threeReady({ bindings: ['a', 'b', 'c'].map(c => aBoundBinding(c, { rollout })) });
    const entry = projectPlacement(state, before, NOON).placementStatuses?.[0];
    expect(entry?.conditions?.find(c => c.type === 'RolloutStarted')?.lastTransitionTime).toBe(
      '2026-11-21T11:59:00Z',
    );
  });

  it('keeps conditions of others, and repairs an emptied status', () => {
    const foreign = {
      type: 'Paused',
      status: 'True',
      reason: 'Someone',
      message: '',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    } as const;
    const first = projectPlacement(threeReady(), { conditions: [foreign] }, NOON);
    expect(first.conditions?.at(-1)).toEqual(foreign);
    const repaired = projectPlacement(threeReady(), {}, secondsAfter(600));
    expect(repaired).toEqual({ ...first, conditions: first.conditions?.slice(0, -1) });
  });

  it.each([{ maxUnavailable: 0 }, { maxUnavailable: '0%' }])(
    'RUL 10: %j counts as 1 and is said',
    rollingUpdate => {
      const spec = aPlacementSpec({ strategy: { type: 'RollingUpdate', rollingUpdate } });
      const status = projectPlacement(threeReady({ placement: aPlacement({ spec }) }), undefined, NOON);
      expect(printed(status.conditions).at(-1)).toBe('FleetstageWarning True FleetstageMaxUnavailableRaised');
    },
  );
});
