import {
  catalogue,
  type ConditionClaim,
  type ConditionStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  NOON,
  aBoundBinding,
  aFailedReport,
  aPick,
  anAvailableReport,
  anUnavailableReport,
  secondsAfter,
} from '../testing/builders';
import type { Step } from './clusterConditions';
import { projectPlacement } from './projectPlacement';
import { threeReady, printed } from './projectPlacement.testing';
import { rollUp } from './rollUp';

describe('the whole placement (A/ST-040, A/ST-041)', () => {
  const blocked = { status: 'False', reason: 'RolloutNotStartedYet', message: '', at: NOON } as const;
  const states = {
    'ready': { binding: {}, report: (c: string) => anAvailableReport(c) },
    'apply failed': { binding: {}, report: (c: string) => aFailedReport(c) },
    'applying': {
      binding: {},
      report: (c: string) =>
        anAvailableReport(c, {
          applied: { status: 'False', reason: 'ApplyInProgress', message: '', at: NOON },
        }),
    },
    'not available': { binding: {}, report: (c: string) => anUnavailableReport(c) },
    'sync unknown': { binding: {}, report: (c: string) => anAvailableReport(c, { synchronized: undefined }) },
    'blocked': { binding: { rollout: blocked }, report: (c: string) => anAvailableReport(c) },
    'undecided': { binding: { rollout: undefined }, report: (c: string) => anAvailableReport(c) },
  } as const;
  const whole = (...names: (keyof typeof states)[]) => {
    const clusters = names.map((name, i) => ({ cluster: `c${i}`, ...states[name] }));
    return projectPlacement(
      threeReady({
        verdicts: clusters.map(c => aPick(c.cluster)),
        bindings: clusters.map(c => aBoundBinding(c.cluster, c.binding)),
        reports: clusters.map(c => c.report(c.cluster)),
      }),
      undefined,
      NOON,
    );
  };

  it.each([
    {
      row: '1',
      clusters: ['ready', 'ready', 'ready'],
      last: 'Available True ResourceAvailable',
      message: 'The selected resources in 3 cluster(s) are available now',
    },
    {
      row: '2',
      clusters: ['ready', 'apply failed', 'sync unknown'],
      last: 'WorkSynchronized Unknown WorkSynchronizedUnknown',
      message:
        'There are still 1 cluster(s) in the process of creating or updating the work object(s) in the hub cluster',
    },
    {
      row: '3',
      clusters: ['ready', 'ready', 'apply failed'],
      last: 'Applied False ApplyFailed',
      message: 'Failed to apply resources to 1 cluster(s), please check the `failedPlacements` status',
    },
    {
      row: '4',
      clusters: ['ready', 'blocked', 'undecided'],
      last: 'RolloutStarted Unknown RolloutStartedUnknown',
      message:
        'There are still 1 cluster(s) in the process of deciding whether to roll out the latest resources or not',
    },
    {
      row: '5 (B/FT-002, B/FT-004)',
      clusters: ['blocked', 'blocked', 'ready'],
      last: 'RolloutStarted False RolloutNotStartedYet',
      message: 'The rollout is being blocked by the rollout strategy in 2 cluster(s)',
    },
    {
      row: 'RUL 19: applying is not failed',
      clusters: ['applying', 'ready', 'ready'],
      last: 'Applied Unknown ApplyPending',
      message: 'There are still 1 cluster(s) in the process of applying the resources on the member cluster',
    },
    {
      row: 'not available',
      clusters: ['not available', 'ready'],
      last: 'Available False ResourceNotAvailableYet',
      message: 'The selected resources in 1 cluster(s) are still not available yet',
    },
  ] as const)('row $row', ({ clusters, last, message }) => {
    const status = whole(...clusters);
    expect(printed(status.conditions).at(-1)).toBe(`ClusterResourcePlacement${last}`);
    expect(status.conditions?.at(-1)?.message).toBe(message);
  });

  it('lists every condition on the way with its text', () => {
    expect(whole('ready', 'ready').conditions?.map(c => c.message)).toEqual([
      'found all cluster needed as specified by the scheduling policy, found 3 cluster(s)',
      'All 2 cluster(s) start rolling out the latest resource',
      'No override rules are configured for the selected resources',
      "Work(s) are successfully created or updated in 2 target cluster(s)' namespaces",
      'The selected resources are successfully applied to 2 cluster(s)',
      'The selected resources in 2 cluster(s) are available now',
    ]);
  });

  it('A/ST-033, A/ST-040: types that are not reached are taken away', () => {
    const before = whole('ready', 'ready', 'ready');
    const state = threeReady({ reports: ['a', 'b', 'c'].map(c => aFailedReport(c)) });
    expect(printed(projectPlacement(state, before, NOON).conditions)).toEqual([
      'ClusterResourcePlacementScheduled True SchedulingPolicyFulfilled',
      'ClusterResourcePlacementRolloutStarted True RolloutStarted',
      'ClusterResourcePlacementOverridden True NoOverrideSpecified',
      'ClusterResourcePlacementWorkSynchronized True WorkSynchronized',
      'ClusterResourcePlacementApplied False ApplyFailed',
    ]);
  });
});

const sentences: [Step, ConditionStatus, string, string][] = [
  [
    'RolloutStarted',
    'Unknown',
    'RolloutStartedUnknown',
    'There are still 2 cluster(s) in the process of deciding whether to roll out the latest resources or not',
  ],
  [
    'RolloutStarted',
    'False',
    'RolloutNotStartedYet',
    'The rollout is being blocked by the rollout strategy in 2 cluster(s)',
  ],
  ['RolloutStarted', 'True', 'RolloutStarted', 'All 2 cluster(s) start rolling out the latest resource'],
  [
    'Overridden',
    'Unknown',
    'OverriddenPending',
    'There are still 2 cluster(s) in the process of overriding the selected resources if there is any override defined',
  ],
  ['Overridden', 'False', 'OverriddenFailed', 'Failed to override resources in 2 cluster(s)'],
  [
    'Overridden',
    'True',
    'OverriddenSucceeded',
    'The selected resources are successfully overridden in 2 cluster(s)',
  ],
  [
    'WorkSynchronized',
    'Unknown',
    'WorkSynchronizedUnknown',
    'There are still 2 cluster(s) in the process of creating or updating the work object(s) in the hub cluster',
  ],
  [
    'WorkSynchronized',
    'False',
    'WorkNotSynchronizedYet',
    'There are 2 cluster(s) which have not finished creating or updating work(s) yet',
  ],
  [
    'WorkSynchronized',
    'True',
    'WorkSynchronized',
    "Work(s) are successfully created or updated in 2 target cluster(s)' namespaces",
  ],
  [
    'Applied',
    'Unknown',
    'ApplyPending',
    'There are still 2 cluster(s) in the process of applying the resources on the member cluster',
  ],
  [
    'Applied',
    'False',
    'ApplyFailed',
    'Failed to apply resources to 2 cluster(s), please check the `failedPlacements` status',
  ],
  ['Applied', 'True', 'ApplySucceeded', 'The selected resources are successfully applied to 2 cluster(s)'],
  [
    'Available',
    'Unknown',
    'ResourceAvailableUnknown',
    'There are still 2 cluster(s) in the process of checking the availability of the selected resources',
  ],
  [
    'Available',
    'False',
    'ResourceNotAvailableYet',
    'The selected resources in 2 cluster(s) are still not available yet',
  ],
  ['Available', 'True', 'ResourceAvailable', 'The selected resources in 2 cluster(s) are available now'],
  [
    'DiffReported',
    'Unknown',
    'DiffReportingPending',
    'There are still 2 cluster(s) in the process of checking for configuration differences',
  ],
  [
    'DiffReported',
    'False',
    'DiffReportingIncompleteOrFailed',
    'Diff reporting in 2 clusters is still in progress or has failed',
  ],
  ['DiffReported', 'True', 'DiffReportingCompleted', 'Diff reporting in 2 cluster(s) has been completed'],
];

describe('rollUp', () => {
  const claim = (
    type: Step,
    status: ConditionStatus,
    patch: Partial<ConditionClaim> = {},
  ): ConditionClaim => ({
    type,
    status,
    reason: 'R',
    message: '',
    ...patch,
  });

  it.each(sentences)(
    'A/ST-041, B/ST-040…045 %s %s, of both kinds (A/PL-171)',
    (step, status, reason, message) => {
      const clusters = [[claim(step, status)], [claim(step, status)]];
      expect(rollUp(clusters, [step])).toEqual([
        { type: `ClusterResourcePlacement${step}`, status, reason, message },
      ]);
      expect(rollUp(clusters, [step], 'ResourcePlacement')).toEqual([
        { type: `ResourcePlacement${step}`, status, reason, message },
      ]);
      for (const kind of ['ClusterResourcePlacement', 'ResourcePlacement'] as const) {
        const reasons: Partial<Record<ConditionStatus, readonly string[]>> = catalogue[`${kind}${step}`];
        expect(reasons[status]).toContain(reason);
      }
    },
  );

  const untouched = claim('Overridden', 'True', { reason: 'NoOverrideSpecified' });
  const touched = claim('Overridden', 'True', { reason: 'OverriddenSucceeded' });
  it.each([
    {
      rule: 'A/ST-041 no cluster lists an override',
      clusters: [[untouched], [untouched]],
      reason: 'NoOverrideSpecified',
      message: 'No override rules are configured for the selected resources',
    },
    {
      rule: 'A/ST-041 one cluster does',
      clusters: [[untouched], [touched]],
      reason: 'OverriddenSucceeded',
      message: 'The selected resources are successfully overridden in 2 cluster(s)',
    },
    {
      rule: 'A/ST-041 it failed on one, the other has none',
      clusters: [[untouched], [claim('Overridden', 'False', { reason: 'NoOverrideSpecified' })]],
      reason: 'OverriddenFailed',
      message: 'Failed to override resources in 1 cluster(s)',
    },
  ])('$rule', ({ clusters, reason, message }) => {
    expect(rollUp(clusters, ['Overridden'])).toMatchObject([{ reason, message }]);
  });

  it('A/ST-041: the reason of overrides is of overrides alone', () => {
    const clusters = [[claim('Applied', 'True', { reason: 'NoOverrideSpecified' })]];
    expect(rollUp(clusters, ['Applied'])).toMatchObject([{ reason: 'ApplySucceeded' }]);
  });

  it('A/ST-042: nobody selected, nothing to say', () => {
    expect(rollUp([], ['RolloutStarted', 'Applied'])).toEqual([]);
  });

  const at = (seconds: number) => claim('Applied', 'True', { at: secondsAfter(seconds) });
  it.each([
    { rule: 'since the last of them', clusters: [at(1), at(9), at(5)], since: secondsAfter(9) },
    { rule: 'as far as it is known', clusters: [claim('Applied', 'True'), at(3)], since: secondsAfter(3) },
    { rule: 'wherever it is known', clusters: [at(3), claim('Applied', 'True')], since: secondsAfter(3) },
    {
      rule: 'of those that count',
      clusters: [at(9), claim('Applied', 'False', { at: secondsAfter(2) })],
      since: secondsAfter(2),
    },
    { rule: 'or not', clusters: [claim('Applied', 'True')], since: undefined },
  ])('A/ST-040 it holds $rule', ({ clusters, since }) => {
    const [rolled] = rollUp(
      clusters.map(one => [one]),
      ['Applied'],
    );
    expect(rolled.at).toBe(since);
    expect('at' in rolled).toBe(since !== undefined);
  });

  it.each([
    { rule: 'is pending', reason: 'ApplyInProgress', status: 'False' as const, result: 'Unknown' },
    { rule: 'has failed with another reason', reason: 'R', status: 'False' as const, result: 'False' },
    { rule: 'is done where it says so', reason: 'ApplyInProgress', status: 'True' as const, result: 'True' },
  ])('A/ST-040, RUL 19: a cluster that is still applying $rule', ({ reason, status, result: expected }) => {
    expect(rollUp([[claim('Applied', status, { reason })]], ['Applied'])[0].status).toBe(expected);
  });
});
