import {
  NOON,
  aBoundBinding,
  aFailedReport,
  aPick,
  anAvailableReport,
  anUnavailableReport,
} from '../testing/builders';
import { projectPlacement } from './projectPlacement';
import { threeReady, told } from './projectPlacement.testing';

describe('the whole placement (A/ST-040, ST-041)', () => {
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
      row: '5',
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
    expect(told(status.conditions).at(-1)).toBe(`ClusterResourcePlacement${last}`);
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
});
