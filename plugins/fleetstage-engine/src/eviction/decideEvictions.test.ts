import type {
  DisruptionBudgetSpec,
  Instant,
  PlacementPolicy,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding } from '../state/placement';
import {
  aBoundBinding,
  anAvailableReport,
  anUnavailableReport,
  anUnscheduledBinding,
  aScheduledBinding,
  minutesBefore,
  NOON,
  PICK_ALL,
  pickFixed,
  pickN,
} from '../testing/builders';
import type { WorkClaim, WorkReport } from '../work/report';
import { decideEvictions, judgeEviction, type EvictionState, type PendingEviction } from './decideEvictions';
import { evictionConditions, explainEviction, isEvictionOver } from './evictionConditions';

const claim = (status: WorkClaim['status'], reason: string): WorkClaim => ({
  status,
  reason,
  message: reason,
  at: NOON,
});

const names = (count: number) => Array.from({ length: count }, (_, i) => `c${i + 1}`);

/** Bound and available on c1 … c3. */
const aState = (
  patch: Partial<EvictionState> & { readonly policy?: PlacementPolicy } = {},
): EvictionState => {
  const { policy = PICK_ALL, ...rest } = patch;
  return {
    placement: { spec: { policy } },
    bindings: names(3).map(name => aBoundBinding(name)),
    reports: names(3).map(name => anAvailableReport(name)),
    ...rest,
  };
};

/** As `aState`, c1 otherwise. */
const withFirst = (
  binding: Binding | undefined,
  report: WorkReport | undefined = anAvailableReport('c1'),
  patch: Parameters<typeof aState>[0] = {},
) => {
  const state = aState(patch);
  return {
    ...state,
    bindings: [...(binding ? [binding] : []), ...state.bindings.slice(1)],
    reports: [...(report ? [report] : []), ...state.reports.slice(1)],
  };
};

const anEviction = (
  cluster: string,
  name = `evict-${cluster}`,
  createdAt: Instant = NOON,
): PendingEviction => ({
  name,
  uid: `uid-${name}`,
  cluster,
  createdAt,
});

const MIN_3: DisruptionBudgetSpec = { minAvailable: 3 };
const MAX_1: DisruptionBudgetSpec = { maxUnavailable: 1 };
const COUNTS = 'availablePlacements: 3, totalPlacements: 3';
const VALID = {
  type: 'Valid',
  status: 'True',
  reason: 'ClusterResourcePlacementEvictionValid',
  message: 'Eviction is valid',
  at: NOON,
};

const invalid = (message: string) => [
  { type: 'Valid', status: 'False', reason: 'ClusterResourcePlacementEvictionInvalid', message, at: NOON },
];
const executed = (message: string) => [
  VALID,
  { type: 'Executed', status: 'True', reason: 'ClusterResourcePlacementEvictionExecuted', message, at: NOON },
];
const blocked = (message: string) => [
  VALID,
  {
    type: 'Executed',
    status: 'False',
    reason: 'ClusterResourcePlacementEvictionNotExecuted',
    message,
    at: NOON,
  },
];

const conditionsOf = (state: EvictionState, cluster = 'c1') =>
  evictionConditions(judgeEviction(state, cluster, NOON), NOON);

const MISCONFIGURED =
  'Eviction is blocked by misconfigured ClusterResourcePlacementDisruptionBudget, either MaxUnavailable is specified or MinAvailable is specified as a percentage for PickAll ClusterResourcePlacement';
const NOT_PLACED = 'Eviction is blocked, placement has not propagated resources to target cluster yet';
const FAILED = 'Eviction is allowed, placement has failed';
const NO_BUDGET = 'Eviction is allowed, no ClusterResourcePlacementDisruptionBudget specified';
const BY_BUDGET = 'Eviction is allowed by specified ClusterResourcePlacementDisruptionBudget, ';
const NOT_BY_BUDGET = 'Eviction is blocked by specified ClusterResourcePlacementDisruptionBudget, ';

describe('the decision table (C §2.4)', () => {
  it.each([
    [
      'C/EV-019a: no placement',
      aState({ placement: undefined }),
      invalid('Failed to find ClusterResourcePlacement targeted by eviction'),
    ],
    [
      'C/EV-019b: it is being deleted',
      aState({ placement: { deletedAt: NOON, spec: { policy: pickFixed('c1') } } }),
      invalid('Found deleting ClusterResourcePlacement targeted by eviction'),
    ],
    [
      'C/EV-019c: PickFixed',
      aState({ policy: pickFixed('c1'), bindings: [], budget: MAX_1 }),
      invalid('Found ClusterResourcePlacement with PickFixed placement type targeted by eviction'),
    ],
    [
      'C/EV-019d: two bindings',
      aState({ bindings: [aBoundBinding('c1'), aScheduledBinding('c1')] }),
      invalid('Found more than one scheduler decision for placement in cluster targeted by eviction'),
    ],
    [
      'C/EV-020: none',
      withFirst(undefined),
      invalid('Failed to find scheduler decision for placement in cluster targeted by eviction'),
    ],
    [
      'C/EV-021: it is being removed, whatever the budget says',
      withFirst(anUnscheduledBinding('c1', { releasedAt: NOON }), undefined, { budget: MIN_3 }),
      executed(
        'Eviction is allowed, resources propagated by placement is currently being removed from cluster targeted by eviction',
      ),
    ],
    ['C/EV-022: only scheduled', withFirst(aScheduledBinding('c1')), blocked(NOT_PLACED)],
    [
      'C/EV-022: dropped before it was bound',
      withFirst(anUnscheduledBinding('c1', { previousPhase: 'Scheduled' })),
      blocked(NOT_PLACED),
    ],
    [
      'C/EV-022: dropped when it was bound holds resources',
      withFirst(anUnscheduledBinding('c1')),
      executed(NO_BUDGET),
    ],
    [
      'C/EV-023: applying failed, no budget is asked',
      withFirst(
        aBoundBinding('c1'),
        anAvailableReport('c1', {
          applied: claim('False', 'NotAllWorkHaveBeenApplied'),
          available: undefined,
        }),
        { budget: MIN_3 },
      ),
      executed(FAILED),
    ],
    [
      'C/EV-023: overriding failed',
      withFirst(
        aBoundBinding('c1'),
        anAvailableReport('c1', { overridden: claim('False', 'OverriddenFailed'), available: undefined }),
        { budget: MIN_3 },
      ),
      executed(FAILED),
    ],
    [
      'C/EV-023, EV-029: differences are reported',
      withFirst(
        aBoundBinding('c1'),
        anAvailableReport('c1', {
          applied: undefined,
          available: undefined,
          diffReported: claim('True', 'AllWorkHaveDiffReported'),
        }),
        { budget: MIN_3 },
      ),
      executed(FAILED),
    ],
    [
      'C/EV-023, EV-029: differences are not reported yet',
      withFirst(
        aBoundBinding('c1'),
        anAvailableReport('c1', {
          applied: undefined,
          available: undefined,
          diffReported: claim('False', 'DiffReportInProgress'),
        }),
        { budget: MIN_3 },
      ),
      executed(FAILED),
    ],
    ['C/EV-023b: no budget', aState(), executed(NO_BUDGET)],
    ['C/EV-027: without a policy, no budget', aState({ placement: { spec: {} } }), executed(NO_BUDGET)],
    ['C/EV-024: maxUnavailable for PickAll', aState({ budget: MAX_1 }), blocked(MISCONFIGURED)],
    [
      'C/EV-024, DB-013: a share of minAvailable for PickAll',
      aState({ budget: { minAvailable: '10%' } }),
      blocked(MISCONFIGURED),
    ],
    [
      'C/EV-024, EV-027: without a policy it is PickAll',
      aState({ placement: { spec: {} }, budget: MAX_1 }),
      blocked(MISCONFIGURED),
    ],
    ['C/EV-025: allowed', aState({ budget: { minAvailable: 2 } }), executed(BY_BUDGET + COUNTS)],
    ['C/EV-026: blocked', aState({ budget: MIN_3 }), blocked(NOT_BY_BUDGET + COUNTS)],
    [
      'C/EV-026, DB-006: a budget with neither blocks',
      aState({ policy: pickN(3), budget: {} }),
      blocked(NOT_BY_BUDGET + COUNTS),
    ],
  ])('%s', (_, state, conditions) => {
    expect(conditionsOf(state)).toEqual(conditions);
  });

  it.each([
    ['applying', { applied: claim('False', 'ApplyInProgress'), available: undefined }],
    ['writing', { synchronized: claim('False', 'WorkNotSynchronizedYet'), available: undefined }],
    ['nothing seen of its revision', { revision: 'r7', diffReported: claim('False', 'FailedToReportDiff') }],
    ['availability not judged yet', { available: undefined }],
  ])('C/EV-028, RUL 8: the budget holds while in progress: %s', (_, patch) => {
    const state = withFirst(aBoundBinding('c1'), anAvailableReport('c1', patch), {
      budget: { minAvailable: 2 },
    });
    expect(judgeEviction(state, 'c1', NOON)).toMatchObject({ verdict: 'blocked', cause: 'BudgetBlocks' });
  });

  it('C/EV-030: a cluster that is unavailable already takes nothing of the budget', () => {
    const state = withFirst(aBoundBinding('c1'), anUnavailableReport('c1'), { budget: { minAvailable: 2 } });
    expect(conditionsOf(state)).toEqual(executed(`${BY_BUDGET}availablePlacements: 2, totalPlacements: 3`));
    expect(judgeEviction(state, 'c2', NOON)).toMatchObject({ verdict: 'blocked', cause: 'BudgetBlocks' });
  });

  it('C/EV-030: not by a budget that is misconfigured', () => {
    const state = withFirst(aBoundBinding('c1'), anUnavailableReport('c1'), { budget: MAX_1 });
    expect(conditionsOf(state)).toEqual(blocked(MISCONFIGURED));
    expect(judgeEviction(state, 'c1', NOON)).toMatchObject({ verdict: 'blocked' });
  });

  it('C/DB-014, DB-015: clusters that leave count while they serve, and no more once they are cleaned', () => {
    const serving = withFirst(anUnscheduledBinding('c1'), undefined, { budget: { minAvailable: 2 } });
    const counted = { ...serving, reports: names(3).map(name => anAvailableReport(name)) };
    expect(judgeEviction(counted, 'c2', NOON).disruptions).toMatchObject({ total: 3, available: 3 });
    const cleaned = withFirst(anUnscheduledBinding('c1', { releasedAt: NOON }), anAvailableReport('c1'), {
      budget: { minAvailable: 2 },
    });
    expect(judgeEviction(cleaned, 'c2', NOON).disruptions).toMatchObject({ total: 3, available: 2 });
  });

  it('C/DB-015: what is available without being tracked counts', () => {
    const untracked = anAvailableReport('c1', {
      available: claim('True', 'NotAllWorkAreAvailabilityTrackable'),
    });
    const state = withFirst(aBoundBinding('c1'), untracked, { budget: { minAvailable: 2 } });
    expect(judgeEviction(state, 'c1', NOON)).toMatchObject({ verdict: 'executed', cause: 'BudgetAllows' });
  });

  it('C/DB-016: the desired number is that of the policy', () => {
    const state = aState({ policy: pickN(10), budget: { minAvailable: '30%' } });
    expect(judgeEviction(state, 'c1', NOON)).toMatchObject({
      verdict: 'blocked',
      disruptions: { scaled: 3, desired: 10 },
    });
  });
});

describe('policies and budgets (C §2.5, combination overview)', () => {
  const budgets = {
    'none': undefined,
    'max int': { maxUnavailable: 1 },
    'max %': { maxUnavailable: '34%' },
    'min int': { minAvailable: 2 },
    'min %': { minAvailable: '34%' },
    'neither': {},
  };
  it.each([
    ['C/DB-012: PickFixed', pickFixed('c1', 'c2', 'c3'), Array(6).fill('PickFixed')],
    [
      'C/DB-010, DB-011: PickAll',
      PICK_ALL,
      [
        'NoBudget',
        'BudgetMisconfigured',
        'BudgetMisconfigured',
        'BudgetAllows',
        'BudgetMisconfigured',
        'BudgetBlocks',
      ],
    ],
    [
      'PickN',
      pickN(3),
      ['NoBudget', 'BudgetAllows', 'BudgetAllows', 'BudgetAllows', 'BudgetAllows', 'BudgetBlocks'],
    ],
  ])('%s', (_, policy, causes) => {
    const found = Object.values(budgets).map(
      budget => judgeEviction(aState({ policy, ...(budget && { budget }) }), 'c1', NOON).cause,
    );
    expect(found).toEqual(causes);
  });
});

describe('several evictions at once (C/EV-012)', () => {
  const verdicts = (state: EvictionState, ...evictions: PendingEviction[]) =>
    decideEvictions(state, evictions, NOON).decided.map(
      ({ eviction, verdict, cause }) => `${eviction.name} ${verdict} ${cause}`,
    );

  it('counts what those before it removed', () => {
    const two = [anEviction('c1'), anEviction('c2')];
    expect(verdicts(aState({ budget: { minAvailable: 2 } }), ...two)).toEqual([
      'evict-c1 executed BudgetAllows',
      'evict-c2 blocked BudgetBlocks',
    ]);
    expect(verdicts(aState({ policy: pickN(3), budget: MAX_1 }), ...two)).toEqual([
      'evict-c1 executed BudgetAllows',
      'evict-c2 blocked BudgetBlocks',
    ]);
  });

  it('C/EV-022, EV-026: a blocked or invalid one releases nothing', () => {
    const state = withFirst(aScheduledBinding('c1'), undefined, { budget: MIN_3 });
    const { decided, released } = decideEvictions(
      state,
      ['c1', 'c2', 'c9'].map(name => anEviction(name)),
      NOON,
    );
    expect(decided.map(({ verdict }) => verdict)).toEqual(['blocked', 'blocked', 'invalid']);
    expect(released).toEqual([]);
  });

  it('C/EV-021: the second of one cluster finds it being removed', () => {
    expect(verdicts(aState(), anEviction('c1', 'a'), anEviction('c1', 'b'))).toEqual([
      'a executed NoBudget',
      'b executed BeingRemoved',
    ]);
  });

  it('the oldest first, then by name', () => {
    const older = anEviction('c3', 'z', minutesBefore(1));
    expect(verdicts(aState(), anEviction('c2', 'b'), anEviction('c1', 'a'), older)).toEqual([
      'z executed NoBudget',
      'a executed NoBudget',
      'b executed NoBudget',
    ]);
  });

  it('C/EV-031, EV-032: releases the bindings, which may be picked again once the cluster is cleaned', () => {
    const state = withFirst(anUnscheduledBinding('c1'));
    const { released } = decideEvictions(state, [anEviction('c1'), anEviction('c2')], NOON);
    expect(released).toEqual([
      anUnscheduledBinding('c1', { releasedAt: NOON }),
      { ...aBoundBinding('c2'), phase: 'Unscheduled', previousPhase: 'Bound', releasedAt: NOON },
    ]);
  });

  it('C/EV-017: decided again on what was committed, it finds the removal, and never an invalid eviction', () => {
    const state = aState();
    const { released } = decideEvictions(state, [anEviction('c1')], NOON);
    const after = { ...state, bindings: [...released, ...state.bindings.slice(1)] };
    expect(decideEvictions(after, [anEviction('c1')], NOON)).toMatchObject({
      decided: [{ verdict: 'executed', cause: 'BeingRemoved' }],
      released: [],
    });
  });
});

describe('explainEviction', () => {
  it.each([
    ['the placement is not on the cluster', withFirst(undefined)],
    ['nothing was placed on the cluster yet', withFirst(aScheduledBinding('c1'))],
    [
      'the budget is misconfigured: with PickAll it takes minAvailable as a number and nothing else, so evictions are blocked',
      aState({ budget: MAX_1 }),
    ],
    ['no budget protects the placement', aState()],
    ['the budget needs 3 of 3 available, 3 are: blocked', aState({ budget: MIN_3 })],
    [
      'it is unavailable on the cluster already, which takes nothing of the budget',
      withFirst(aBoundBinding('c1'), anUnavailableReport('c1'), { budget: MIN_3 }),
    ],
    ['there is no such placement', aState({ placement: undefined })],
    ['the placement is being deleted', aState({ placement: { deletedAt: NOON, spec: {} } })],
    [
      'the policy names its clusters; take the cluster out of spec.policy.clusterNames instead',
      aState({ policy: pickFixed('c1') }),
    ],
    [
      'the placement has more than one binding for the cluster',
      aState({ bindings: [aBoundBinding('c1'), aBoundBinding('c1')] }),
    ],
    [
      'it is being removed from the cluster already',
      withFirst(anUnscheduledBinding('c1', { releasedAt: NOON })),
    ],
    [
      'it failed on the cluster, or only reports differences there, so no budget is asked',
      withFirst(aBoundBinding('c1'), anAvailableReport('c1', { applied: claim('False', 'NotTakenOver') })),
    ],
  ])('%s', (words, state) => {
    expect(explainEviction(judgeEviction(state, 'c1', NOON))).toBe(words);
  });
});

describe('isEvictionOver (C/EV-011)', () => {
  const stated = (type: string, status: 'True' | 'False' | 'Unknown', observedGeneration = 1) => ({
    ...{ type, status, observedGeneration, reason: 'r', message: 'm', lastTransitionTime: '' },
  });
  it.each([
    ['nothing stated', [], false],
    ['Valid alone', [stated('Valid', 'True')], false],
    ['another condition that is False', [stated('Ready', 'False')], false],
    ['invalid', [stated('Valid', 'False')], true],
    ['invalid in another generation', [stated('Valid', 'False', 0)], false],
    ['executed', [stated('Valid', 'True'), stated('Executed', 'True')], true],
    ['blocked', [stated('Valid', 'True'), stated('Executed', 'False')], true],
    ['Executed of any status', [stated('Executed', 'Unknown', 0)], true],
  ])('%s', (_, conditions, isOver) => {
    expect(isEvictionOver({ generation: 1, conditions })).toBe(isOver);
  });
});
