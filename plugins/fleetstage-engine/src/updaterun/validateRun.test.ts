import {
  aBoundBinding,
  aCluster,
  aPlacement,
  aPlacementSpec,
  aPolicySnapshot,
  aResourceSnapshot,
  aRunState,
  aStage,
  anOutcome,
  anUnscheduledBinding,
  NOON,
  pickN,
} from '../testing/builders';
import { newProgress } from './progress';
import type { RunPlan, RunProgress, RunState } from './state';
import { validateRun } from './validateRun';

const plan: RunPlan = {
  at: NOON,
  placementUid: 'uid-web',
  policyIndex: 0,
  clusterCount: 2,
  resourceIndex: 0,
  applyStrategy: {},
  stages: [aStage('staging')],
};
const progress: RunProgress = {
  ...newProgress,
  plan,
  stages: [
    {
      name: 'staging',
      clusters: [{ cluster: 'c1', startedAt: NOON, succeededAt: NOON }, { cluster: 'c2' }],
      before: [],
      after: [],
    },
  ],
  deletion: { ...newProgress.deletion, clusters: [{ cluster: 'c9' }] },
};
const externalSpec = (patch = {}) => aPlacementSpec({ strategy: { type: 'External', ...patch } });
const state = (patch: Partial<RunState> = {}) =>
  aRunState({
    clusters: [aCluster('c1'), aCluster('c2')],
    bindings: [aBoundBinding('c1'), aBoundBinding('c2'), anUnscheduledBinding('c9')],
    ...patch,
  });
const bindings = (...names: string[]) => [
  ...names.map(name => aBoundBinding(name)),
  anUnscheduledBinding('c9'),
];

describe('validateRun (C/TE-015)', () => {
  it.each<{ rule: string; patch: Partial<RunState>; says: RegExp }>([
    {
      rule: 'C/RV-001: the placement is gone',
      patch: { placement: undefined },
      says: /"web" does not exist any more/,
    },
    {
      rule: '000: the placement is being deleted',
      patch: { placement: aPlacement({ deletedAt: NOON }) },
      says: /being deleted/,
    },
    {
      rule: 'C/RV-001: the placement was deleted and made anew, the clusters are the same',
      patch: { placement: aPlacement({ uid: 'uid-web-2', spec: externalSpec() }) },
      says: /"web" was deleted and made anew/,
    },
    { rule: 'C/RV-001: no longer External', patch: { placement: aPlacement() }, says: /External/ },
    {
      rule: 'C/RV-002, DX-020: the apply strategy changed',
      patch: { placement: aPlacement({ spec: externalSpec({ applyStrategy: { type: 'ReportDiff' } }) }) },
      says: /apply strategy of placement "web" was changed/,
    },
    {
      rule: 'C/RV-004: no longer fully scheduled',
      patch: { schedule: anOutcome({ fulfilled: false, message: 'found 1 of 2' }) },
      says: /not fully scheduled: found 1 of 2/,
    },
    {
      rule: 'C/RV-005: another policy',
      patch: {
        policySnapshots: [aPolicySnapshot(), aPolicySnapshot({ index: 1 })],
        bindings: bindings('c1', 'c3'),
      },
      says: /policy is now snapshot 1, not 0; c3 was picked; c2 left/,
    },
    {
      rule: 'C/RV-006: PickN asks for another number',
      patch: { policySnapshots: [aPolicySnapshot({ policy: pickN(3) })] },
      says: /asks for 3 clusters now, and this run was planned for 2; create a new run/,
    },
    {
      rule: 'RUL 5, C/RV-013: a cluster joined',
      patch: { bindings: bindings('c1', 'c2', 'c3', 'c4') },
      says: /c3, c4 were picked\./,
    },
    {
      rule: 'RUL 5, C/RV-014: a cluster left, finished or not',
      patch: { bindings: bindings('c2') },
      says: /c1 left\./,
    },
    {
      rule: 'C/UR-129: a cluster of the deletion stage was picked again',
      patch: { bindings: [...bindings('c1', 'c2').slice(0, 2), aBoundBinding('c9')] },
      says: /c9 was picked/,
    },
    {
      rule: 'C/RV-023, UR-130: a cluster to clean that nobody planned',
      patch: { bindings: [...bindings('c1', 'c2'), anUnscheduledBinding('c8')] },
      says: /c8 is to be cleaned/,
    },
    {
      rule: 'C/UR-068: the snapshot was pruned while clusters need it',
      patch: { resourceSnapshots: [aResourceSnapshot({ index: 5 })] },
      says: /resource snapshot 0 .* was pruned/,
    },
  ])('invalid. $rule', ({ patch, says }) => {
    expect(validateRun(state(patch), progress, plan)).toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(says),
    });
  });

  it.each<{ rule: string; patch: Partial<RunState>; kind: string }>([
    { rule: 'nothing has changed', patch: {}, kind: 'valid' },
    {
      rule: 'RUL 5, C/RV-009, RV-027: clusters were relabelled, the schedule is the same',
      patch: { clusters: [aCluster('c1', { labels: { stage: 'other' } }), aCluster('c2')] },
      kind: 'valid',
    },
    {
      rule: 'C/ST-012, RV-028: the strategy was edited or deleted',
      patch: { strategy: undefined },
      kind: 'valid',
    },
    {
      rule: 'C/CC-006: a binding of the deletion stage is gone',
      patch: { bindings: bindings('c1', 'c2').slice(0, 2) },
      kind: 'valid',
    },
    {
      rule: 'newer resources exist',
      patch: { resourceSnapshots: [aResourceSnapshot(), aResourceSnapshot({ index: 1 })] },
      kind: 'valid',
    },
    {
      rule: 'the placement was edited and not scheduled yet',
      patch: { placement: aPlacement({ generation: 2, spec: externalSpec() }) },
      kind: 'held',
    },
    {
      rule: 'RUL 20: a plugin of the scheduler fails for a while',
      patch: { schedule: anOutcome({ fulfilled: false, isHeld: true }) },
      kind: 'held',
    },
    {
      rule: 'C/MC-061: a planned cluster is leaving and the scheduler has yet to decide',
      patch: { clusters: [aCluster('c1'), aCluster('c2', { isLeaving: true })] },
      kind: 'held',
    },
  ])('$kind. $rule', ({ patch, kind }) => {
    expect(validateRun(state(patch), progress, plan).kind).toBe(kind);
  });
});
