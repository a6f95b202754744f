import type { Condition } from '../api/meta';
import { instant, plus, toRfc3339 } from '../values/instant';
import { catalogue } from './catalogue';
import { condition, isTrue, mergeConditions, type ConditionClaim } from './condition';
import { worstOf } from './worstOf';

const TEN = instant(1_795_255_200_000);
const NOON = plus(TEN, 2 * 3_600_000);
const statement = { generation: 3, now: NOON };

const written = (type: string, status: Condition['status'], patch: Partial<Condition> = {}): Condition => ({
  type,
  status,
  observedGeneration: 2,
  lastTransitionTime: toRfc3339(TEN),
  reason: 'Before',
  message: 'before',
  ...patch,
});

const applied = condition('Applied', 'True', 'AllWorkHaveBeenApplied', 'all applied');
const notApplied = condition('Applied', 'False', 'ApplyInProgress', 'being applied');
const since = (claim: ConditionClaim, previous: Condition[]) =>
  mergeConditions(previous, [claim], statement)[0].lastTransitionTime;

describe('mergeConditions', () => {
  it.each([
    { rule: 'the first time is now', claim: applied, previous: [], at: NOON },
    {
      rule: 'the same status keeps its time',
      claim: applied,
      previous: [written('Applied', 'True')],
      at: TEN,
    },
    { rule: 'a flip moves it to now', claim: notApplied, previous: [written('Applied', 'True')], at: NOON },
    {
      rule: 'a flip moves it to the moment that the engine knows',
      claim: { ...notApplied, at: plus(TEN, 1000) },
      previous: [written('Applied', 'True')],
      at: plus(TEN, 1000),
    },
    {
      rule: 'the moment that the engine knows does not move an unchanged status',
      claim: { ...applied, at: plus(TEN, 1000) },
      previous: [written('Applied', 'True')],
      at: TEN,
    },
    {
      rule: 'an unreadable time is stated anew',
      claim: applied,
      previous: [written('Applied', 'True', { lastTransitionTime: 'yesterday' })],
      at: NOON,
    },
  ])('$rule', ({ claim, previous, at }) => {
    expect(since(claim, previous)).toBe(toRfc3339(at));
  });

  it('takes reason, message and generation from the claim even when the status stays', () => {
    expect(mergeConditions([written('Applied', 'True')], [applied], statement)).toEqual([
      {
        type: 'Applied',
        status: 'True',
        observedGeneration: 3,
        lastTransitionTime: toRfc3339(TEN),
        reason: 'AllWorkHaveBeenApplied',
        message: 'all applied',
      },
    ]);
  });

  it('writes whole seconds, so that equal truths are equal lists', () => {
    const [merged] = mergeConditions([], [applied], { generation: 1, now: plus(NOON, 789) });
    expect(merged.lastTransitionTime).toBe(toRfc3339(NOON));
  });

  it('keeps foreign conditions as they are, and drops ours that nobody claims any more', () => {
    const approved = written('Approved', 'True');
    const merged = mergeConditions([approved, written('Available', 'True')], [applied], statement);
    expect(merged.map(c => c.type)).toEqual(['Applied', 'Approved']);
    expect(merged[1]).toBe(approved);
  });

  it('lists in the order of the catalogue, whatever the order of the claims', () => {
    const claims = [
      condition('Available', 'False', 'NotAllWorkAreAvailable', ''),
      applied,
      condition('RolloutStarted', 'True', 'RolloutStarted', ''),
    ];
    const types = (list: ConditionClaim[]) => mergeConditions([], list, statement).map(c => c.type);
    expect(types(claims)).toEqual(['RolloutStarted', 'Applied', 'Available']);
    expect(types([...claims].reverse())).toEqual(types(claims));
  });

  it('repeats without a change', () => {
    const once = mergeConditions([], [applied], statement);
    expect(mergeConditions(once, [applied], { ...statement, now: plus(NOON, 60_000) })).toEqual(once);
  });
});

describe('isTrue', () => {
  it.each([
    { rule: 'True for the generation', status: 'True', generation: 2, is: true },
    {
      rule: 'True for any generation when none is asked for',
      status: 'True',
      generation: undefined,
      is: true,
    },
    { rule: 'an answer to another generation does not count', status: 'True', generation: 3, is: false },
    { rule: 'False', status: 'False', generation: 2, is: false },
    { rule: 'Unknown', status: 'Unknown', generation: 2, is: false },
  ] as const)('$rule', ({ status, generation, is }) => {
    expect(isTrue([written('Approved', status)], 'Approved', generation)).toBe(is);
  });

  it('is false where there is no condition', () => {
    expect(isTrue(undefined, 'Approved')).toBe(false);
    expect(isTrue([], 'Approved')).toBe(false);
  });
});

describe('worstOf', () => {
  it.each([
    { of: ['True', 'True'], is: 'True' },
    { of: ['True', 'False'], is: 'False' },
    { of: ['False', 'Unknown', 'True'], is: 'Unknown' },
    { of: [], is: 'True' },
  ] as const)('$of is $is', ({ of, is }) => {
    expect(worstOf(of)).toBe(is);
  });
});

describe('catalogue', () => {
  const triples = Object.entries(catalogue).flatMap(([type, statuses]) =>
    Object.entries<readonly string[]>(statuses).flatMap(([status, reasons]) =>
      reasons.map(reason => ({ type, status, reason })),
    ),
  );

  it('holds only what the API server accepts as a reason', () => {
    const bad = triples.filter(({ reason }) => !/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(reason));
    expect(bad).toEqual([]);
  });

  it('names no reason twice under one type and status', () => {
    const names = triples.map(({ type, status, reason }) => `${type}=${status} ${reason}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});

describe('conditions of runs, their stages, clusters, tasks and requests', () => {
  const types = [
    'Initialized',
    'Started',
    'Progressing',
    'Succeeded',
    'ApprovalRequestCreated',
    'ApprovalRequestApproved',
    'WaitTimeElapsed',
    'ApprovalAccepted',
  ] as const;
  /** What C/CV-001…029 list for us, by level. */
  const listed = [
    ...['InitializedSuccessfully', 'InitializedFailed', 'Started', 'Waiting', 'Stuck', 'Stopping'],
    ...['Stopped', 'Failed', 'Succeeded'],
  ].map(word => `UpdateRun${word}`);
  const ofStages = ['Started', 'Waiting', 'Stopping', 'Stopped', 'Failed', 'Succeeded'];
  const ofClusters = ['Started', 'Succeeded', 'Failed'];
  const ofTasks = ['ApprovalRequestCreated', 'ApprovalRequestApproved'];

  it('C/CV-019, CV-021, CV-031: are those that are listed, and our own (RUL 28, RUL 43)', () => {
    const reasons = types.flatMap(type => Object.values<readonly string[]>(catalogue[type]).flat());
    expect(new Set(reasons.filter(reason => !reason.startsWith('Fleetstage')))).toEqual(
      new Set([
        ...listed,
        ...ofStages.map(word => `StageUpdating${word}`),
        ...ofClusters.map(word => `ClusterUpdating${word}`),
        ...ofTasks.flatMap(word => [`StageTask${word}`, `AfterStageTask${word}`]),
        ...['AfterStageTaskWaitTimeElapsed', 'ApprovalRequestApprovalAccepted'],
      ]),
    );
  });
});

describe('types of placements', () => {
  const words = [
    'Scheduled',
    'RolloutStarted',
    'Overridden',
    'WorkSynchronized',
    'Applied',
    'Available',
    'DiffReported',
  ];
  const typesOf = (kind: string) => Object.keys(catalogue).filter(type => type.startsWith(kind));

  it('A/PL-170, A/PL-171: the types of placements of both kinds, and of one cluster, in their order', () => {
    expect(typesOf('ResourcePlacement')).toEqual(words.map(word => `ResourcePlacement${word}`));
    expect(typesOf('ClusterResourcePlacement')).toEqual(
      [...words, 'StatusSynced'].map(word => `ClusterResourcePlacement${word}`),
    );
    expect(Object.keys(catalogue).filter(type => words.includes(type))).toEqual(words);
  });

  it.each(words)('A/PL-171: %s has the same reasons for both kinds', word => {
    const all: Record<string, unknown> = catalogue;
    expect(all[`ResourcePlacement${word}`]).toEqual(all[`ClusterResourcePlacement${word}`]);
  });
});
