import type { Condition, ConditionStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementFacts } from '../state/placement';
import { NOON, aPlacement, aPlacementSpec } from '../testing/builders';
import { firstUnmet } from './firstUnmet';
import { projectPlacement } from './projectPlacement';
import { threeReady } from './projectPlacement.testing';
import { FINALIZERS_REMOVED, kubeEvents } from './kubeEvents';

const state = (type: string, status: ConditionStatus = 'True', observedGeneration = 1): Condition => ({
  type: `ClusterResourcePlacement${type}`,
  status,
  reason: `${type}${status}`,
  message: '',
  observedGeneration,
  lastTransitionTime: '2026-11-21T12:00:00Z',
});
const applying = ['Scheduled', 'RolloutStarted', 'Overridden', 'WorkSynchronized', 'Applied', 'Available'];
const all = applying.map(type => state(type));
const without = (type: string, ...instead: Condition[]) => [
  ...all.filter(one => !one.type.endsWith(type)),
  ...instead,
];
const reportDiff = aPlacement({
  spec: aPlacementSpec({ strategy: { applyStrategy: { type: 'ReportDiff' } } }),
});
const diffed = ['Scheduled', 'RolloutStarted', 'Overridden', 'WorkSynchronized', 'DiffReported'].map(type =>
  state(type),
);

describe('firstUnmet (A/ST-004, A/EV-005)', () => {
  it.each<{
    rule: string;
    conditions: readonly Condition[] | undefined;
    placement?: PlacementFacts;
    unmet: object | undefined;
  }>([
    { rule: 'A/ST-004 all True: complete', conditions: all, unmet: undefined },
    {
      rule: 'A/ST-004 PickN that found too few is never complete',
      conditions: without('Scheduled', state('Scheduled', 'False')),
      unmet: { type: 'ClusterResourcePlacementScheduled', status: 'False', reason: 'ScheduledFalse' },
    },
    {
      rule: 'A/EV-005 the first one counts',
      conditions: without('Overridden', state('Overridden', 'Unknown'), state('Applied', 'False')),
      unmet: { type: 'ClusterResourcePlacementOverridden', status: 'Unknown', reason: 'OverriddenUnknown' },
    },
    {
      rule: 'A/EV-005 said of an older generation is not said',
      conditions: without('Applied', state('Applied', 'True', 0)),
      unmet: { type: 'ClusterResourcePlacementApplied' },
    },
    {
      rule: 'A/EV-005 nothing said',
      conditions: undefined,
      unmet: { type: 'ClusterResourcePlacementScheduled' },
    },
    {
      rule: 'A/ST-004 ReportDiff is complete with its report',
      conditions: diffed,
      placement: reportDiff,
      unmet: undefined,
    },
    {
      rule: 'A/ST-004 ReportDiff without one is not',
      conditions: all,
      placement: reportDiff,
      unmet: { type: 'ClusterResourcePlacementDiffReported' },
    },
    {
      rule: 'A/PL-171 the namespaced kind has types of its own',
      conditions: all,
      placement: aPlacement({ namespace: 'team' }),
      unmet: { type: 'ResourcePlacementScheduled' },
    },
  ])('$rule', ({ conditions, placement = aPlacement(), unmet }) => {
    expect(firstUnmet(placement, conditions)).toEqual(unmet);
  });
});

describe('kubeEvents', () => {
  const words = (placement: PlacementFacts, conditions: readonly Condition[] | undefined) =>
    kubeEvents(placement, conditions).map(({ reason, message }) => `${reason}: ${message}`);
  const onTheWay = [
    'PlacementRolloutStarted: Started rolling out the latest resources',
    'PlacementOverriddenSucceeded: Placement has been successfully overridden',
    'PlacementWorkSynchronized: Work(s) have been created or updated successfully for the selected cluster(s)',
    'PlacementApplied: Resources have been applied to the selected cluster(s)',
  ];

  it.each<{
    rule: string;
    conditions: readonly Condition[] | undefined;
    placement?: PlacementFacts;
    result: string[];
  }>([
    {
      rule: 'A/EV-001, A/DOC-16: the five that requirement 001 prints, in its order',
      conditions: all,
      result: [...onTheWay, 'PlacementRolloutCompleted: Resources are available in the selected clusters'],
    },
    {
      rule: 'A/EV-001 only what is True',
      conditions: without('Applied', state('Applied', 'False')).filter(c => !c.type.endsWith('Available')),
      result: onTheWay.slice(0, 3),
    },
    {
      rule: 'A/EV-004 what was True of an older generation is no event',
      conditions: all.map(one => ({ ...one, observedGeneration: 0 })),
      result: [],
    },
    { rule: 'A/EV-001 nothing is published', conditions: undefined, result: [] },
    {
      rule: 'A/ST-004, A/EV-001: without enough clusters availability is reported, and no end',
      conditions: without('Scheduled', state('Scheduled', 'False')),
      result: [...onTheWay, 'PlacementAvailable: Resources are available on the selected cluster(s)'],
    },
    {
      rule: 'A/EV-002: a report of differences is published, too, and the end says nothing of availability',
      conditions: [...diffed, state('Available')],
      placement: reportDiff,
      result: [
        ...onTheWay.slice(0, 3),
        'PlacementDiffReported: Configuration differences have been reported for the selected cluster(s)',
        'PlacementRolloutCompleted: Placement has finished the rollout process and reached the desired status',
      ],
    },
    {
      rule: 'A/EV-002 under ReportDiff availability is no word',
      conditions: [...diffed.filter(one => !one.type.endsWith('DiffReported')), state('Available')],
      placement: reportDiff,
      result: onTheWay.slice(0, 3),
    },
  ])('$rule', ({ conditions, placement = aPlacement(), result }) => {
    expect(words(placement, conditions)).toEqual(result);
  });

  it('A/EV-001, A/PL-171: the same words for the namespaced kind, of what is really published', () => {
    const placement = aPlacement({ namespace: 'team' });
    const { conditions } = projectPlacement(threeReady({ placement }), undefined, NOON);
    expect(words(placement, conditions)).toHaveLength(5);
    expect(words(aPlacement(), conditions)).toEqual([]);
  });

  it('A/ST-081, A/EV-001: the end of a placement has its word', () => {
    expect(FINALIZERS_REMOVED).toEqual({
      reason: 'PlacementCleanupFinalizerRemoved',
      message: 'Deleted the snapshots and removed the placement cleanup finalizer',
    });
  });
});
