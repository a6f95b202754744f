import {
  aCluster,
  aPlacement,
  aPlacementSpec,
  aPolicySnapshot,
  aResourceSnapshot,
  aRun,
  aRunState,
  aScheduledBinding,
  aStage,
  anOutcome,
  anUnscheduledBinding,
  minutesBefore,
  NOON,
  pickFixed,
  pickN,
  secondsAfter,
} from '../testing/builders';
import { planRun } from './planRun';
import { newProgress } from './progress';
import type { RunFacts, RunState } from './state';

const everyCluster = [aStage('staging', { labelSelector: {} })];
const apply = { type: 'ServerSideApply' as const };

/** One cluster is scheduled, and everything is there. */
const ready = (patch: Partial<RunState> = {}): RunState =>
  aRunState({
    placement: aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External', applyStrategy: apply } }) }),
    strategy: { stages: everyCluster },
    clusters: [aCluster('c1')],
    bindings: [aScheduledBinding('c1')],
    ...patch,
  });

const withSpec = (spec: Partial<RunFacts['spec']>) => aRun({ spec: { ...aRun().spec, ...spec } });
const noIndex = withSpec({ resourceSnapshotIndex: undefined });
const later = { seenAt: minutesBefore(1), now: NOON };
const plannedWith = (stages = everyCluster) => ({
  ...newProgress,
  plan: {
    at: NOON,
    placementUid: 'uid-web',
    policyIndex: 0,
    clusterCount: 1,
    resourceIndex: 0,
    applyStrategy: {},
    stages,
  },
});

describe('planRun (C/TE-003, TE-004, TE-005, TE-007)', () => {
  it('freezes who may approve, and a later edit of the strategy changes nobody', () => {
    expect(planRun(ready({ approvers: ['group:default/ops'] }), later)).toMatchObject({
      plan: { approvers: ['group:default/ops'] },
    });
    expect(planRun(ready(), later)).toMatchObject({ plan: { approvers: [] } });
  });

  it.each([
    { what: 'the one', names: ['strategy'], kind: 'planned' },
    { what: 'another one alone', names: ['careful'], kind: 'failed' },
  ])('RUL 44, C/ST-013: a placement that accepts $what', ({ names, kind }) => {
    const spec = aPlacementSpec({ strategy: { type: 'External' } });
    const placement = aPlacement({ spec, acceptedStrategies: { kind: 'named', names } });
    // What is refused is refused at once, though the strategy may still come.
    const state = ready({ placement, ...(kind === 'failed' && { strategy: undefined }) });
    expect(planRun(state, { seenAt: NOON, now: NOON })).toMatchObject({
      kind,
      ...(kind === 'failed' && {
        message: expect.stringMatching(/^spec.stagedRolloutStrategyName: .*names careful; use one of them/),
      }),
    });
  });

  it('C/UR-042…046: freezes what the run works by', () => {
    expect(planRun(ready(), later)).toMatchObject({
      kind: 'planned',
      plan: {
        at: NOON,
        placementUid: 'uid-web',
        policyIndex: 0,
        clusterCount: 1,
        resourceIndex: 0,
        applyStrategy: apply,
        stages: everyCluster,
      },
      stages: [{ name: 'staging', clusters: [{ cluster: 'c1' }] }],
      deletion: { clusters: [] },
    });
  });

  it.each<{ rule: string; patch: Partial<RunState>; says: RegExp; run?: string }>([
    {
      rule: 'C/UR-041, UR-052: no placement',
      patch: { placement: undefined },
      says: /spec\.placementName: ClusterResourcePlacement "web" does not exist; create it/,
    },
    {
      rule: '000, C/UR-081: the placement is being deleted',
      patch: { placement: aPlacement({ deletedAt: NOON }) },
      says: /"web" is being deleted/,
    },
    {
      rule: 'C/UR-053: not External',
      patch: { placement: aPlacement() },
      says: /rollout strategy RollingUpdate; set spec\.strategy\.type to External/,
    },
    {
      rule: 'C/UR-054…060: the strategy is wrong',
      patch: { strategy: { stages: [aStage('a'), aStage('a')] } },
      says: /"strategy", spec\.stages\[1\]\.name: "a" is used twice/,
    },
    {
      rule: 'C/UR-057…059: a cluster has no stage',
      patch: { strategy: { stages: [] } },
      says: /c1; change their labels/,
    },
    {
      rule: 'C/UR-062: an index that is no number',
      patch: { run: withSpec({ resourceSnapshotIndex: 'x' }) },
      says: /spec\.resourceSnapshotIndex: "x" is not an index/,
    },
    {
      rule: 'C/UR-063: an index that does not exist',
      patch: { run: withSpec({ resourceSnapshotIndex: '7' }) },
      says: /no resource snapshot 7 \(there are: 0\)/,
    },
    {
      rule: 'C/UR-066: the selection of resources is wrong',
      patch: {
        run: noIndex,
        captureFailure: { message: 'two terms select Namespace web', placementGeneration: 1, at: NOON },
      },
      says: /cannot be captured: two terms/,
    },
    {
      rule: 'C/UR-072, UR-080: too few clusters for PickN',
      patch: { schedule: anOutcome({ fulfilled: false, message: 'found 1 of 3' }) },
      says: /not fully scheduled: found 1 of 3; add clusters or ask for fewer/,
    },
    { rule: 'C/UR-074: nothing is scheduled', patch: { bindings: [] }, says: /scheduled to no cluster/ },
    {
      rule: 'C/UR-075: PickN and its bindings disagree',
      patch: { policySnapshots: [aPolicySnapshot({ policy: pickN(2) })] },
      says: /asks for 2 clusters but is scheduled to 1/,
    },
    {
      rule: 'C/UR-076: no strategy',
      patch: { strategy: undefined },
      says: /spec\.stagedRolloutStrategyName: ClusterStagedUpdateStrategy "strategy" does not exist/,
    },
    {
      rule: 'RUL 4, C/CC-001, DX-012: a run with other stages is under way',
      patch: {
        siblings: [{ name: 'run-0', createdAt: minutesBefore(5), progress: plannedWith([aStage('other')]) }],
      },
      says: /run "run-0" .* identical strategies/,
      run: 'run-0',
    },
    {
      rule: 'RUL 4: also when that run was created later, but set up first',
      patch: {
        siblings: [{ name: 'run-9', createdAt: secondsAfter(5), progress: plannedWith([aStage('other')]) }],
      },
      says: /run "run-9"/,
    },
  ])('fails. $rule', ({ patch, says, run }) => {
    expect(planRun(ready(patch), later)).toMatchObject({
      kind: 'failed',
      ...(run !== undefined && { run }),
      message: expect.stringMatching(says),
    });
  });

  it.each<{ rule: string; patch: Partial<RunState>; cause: string; asks?: string; seenAt?: typeof NOON }>([
    {
      rule: 'a placement that is not mirrored yet',
      patch: { placement: undefined },
      cause: 'NotFoundYet',
      seenAt: NOON,
    },
    {
      rule: 'a strategy that is not mirrored yet',
      patch: { strategy: undefined },
      cause: 'NotFoundYet',
      seenAt: NOON,
    },
    {
      rule: 'a placement that was not scheduled yet',
      patch: { schedule: undefined },
      cause: 'NotScheduledYet',
    },
    {
      rule: 'no policy snapshot yet (C/UR-069, UR-069a)',
      patch: { policySnapshots: [] },
      cause: 'NotScheduledYet',
    },
    {
      rule: 'a schedule of an older generation',
      patch: { schedule: anOutcome({ placementGeneration: 0 }) },
      cause: 'NotScheduledYet',
    },
    {
      rule: 'a schedule of an older policy',
      patch: { policySnapshots: [aPolicySnapshot({ index: 1 })] },
      cause: 'NotScheduledYet',
    },
    {
      rule: 'a binding that the scheduler has not moved to the new policy (C/UR-073)',
      patch: { policySnapshots: [aPolicySnapshot({ index: 1 })], schedule: anOutcome({ policyIndex: 1 }) },
      cause: 'NotScheduledYet',
    },
    {
      rule: 'a picked cluster that is still being cleaned (C/UR-075)',
      patch: {
        policySnapshots: [aPolicySnapshot({ policy: pickFixed('c1', 'c2') })],
        bindings: [aScheduledBinding('c1'), anUnscheduledBinding('c2', { releasedAt: NOON })],
      },
      cause: 'NotScheduledYet',
    },
    {
      rule: 'the same under PickAll, which knows no number',
      patch: {
        schedule: anOutcome({ selectedCount: 2 }),
        bindings: [aScheduledBinding('c1'), anUnscheduledBinding('c2', { releasedAt: NOON })],
      },
      cause: 'NotScheduledYet',
    },
    {
      rule: 'C/MC-061: a picked cluster that has left, and the scheduler has yet to decide',
      patch: { clusters: [] },
      cause: 'NotScheduledYet',
    },
    {
      rule: 'RUL 24, C/UR-067, DX-018: without an index, until the capture is fresh',
      patch: { run: noIndex, isCaptureFresh: false },
      cause: 'ResourcesNotCaptured',
      asks: 'captureResources',
    },
    {
      rule: 'RUL 27: the first snapshot is on its way',
      patch: { isCaptureFresh: false, resourceSnapshots: [] },
      cause: 'ResourcesNotCaptured',
      asks: 'captureResources',
    },
    {
      rule: 'an earlier run that is not set up yet',
      patch: { siblings: [{ name: 'run-0', createdAt: NOON, progress: newProgress }] },
      cause: 'EarlierRun',
    },
    {
      rule: 'an earlier run that no pass has observed yet',
      patch: { siblings: [{ name: 'run-0', createdAt: NOON }] },
      cause: 'EarlierRun',
    },
  ])('waits for $rule', ({ patch, cause, asks, seenAt = later.seenAt }) => {
    const initialization = planRun(ready(patch), { seenAt, now: NOON });
    expect(initialization).toMatchObject({
      kind: 'waiting',
      blocker: { cause, message: expect.stringMatching(/\w/), since: seenAt },
    });
    expect(initialization.kind === 'waiting' && initialization.action?.kind).toBe(asks);
  });

  it.each<{ rule: string; patch: Partial<RunState>; resourceIndex?: number; clusterCount?: number }>([
    {
      rule: 'C/UR-066, RB-003: no index means the newest, once captured',
      patch: { run: noIndex, resourceSnapshots: [aResourceSnapshot(), aResourceSnapshot({ index: 4 })] },
      resourceIndex: 4,
    },
    {
      rule: 'C/UR-040: an empty index is no index',
      patch: { run: withSpec({ resourceSnapshotIndex: '' }) },
      resourceIndex: 0,
    },
    {
      rule: 'C/RB-001: an old index with newer ones about, fresh or not',
      patch: {
        isCaptureFresh: false,
        resourceSnapshots: [aResourceSnapshot(), aResourceSnapshot({ index: 1 })],
      },
      resourceIndex: 0,
    },
    {
      rule: 'C/UR-043: PickFixed counts names',
      patch: { policySnapshots: [aPolicySnapshot({ policy: pickFixed('c1') })] },
      clusterCount: 1,
    },
    {
      rule: 'C/UR-079: deletions only',
      patch: {
        bindings: [anUnscheduledBinding('c1', { policyIndex: 0 })],
        policySnapshots: [aPolicySnapshot({ index: 1 })],
        schedule: anOutcome({ policyIndex: 1 }),
        strategy: { stages: [] },
      },
      clusterCount: 0,
    },
    {
      rule: 'RUL 4: identical stages, a default written out',
      patch: {
        siblings: [
          {
            name: 'run-0',
            createdAt: minutesBefore(5),
            progress: plannedWith([{ ...everyCluster[0], maxConcurrency: undefined }]),
          },
        ],
      },
    },
    {
      rule: 'RUL 4: a run that is over does not count',
      patch: {
        siblings: [
          { name: 'run-0', createdAt: minutesBefore(5), progress: { ...plannedWith([]), succeededAt: NOON } },
        ],
      },
    },
    {
      rule: 'a later run that is not set up yet',
      patch: { siblings: [{ name: 'run-2', createdAt: NOON, progress: newProgress }] },
    },
    {
      rule: 'a later run that no pass has observed yet',
      patch: { siblings: [{ name: 'run-2', createdAt: NOON }] },
    },
  ])('plans. $rule', ({ patch, resourceIndex = 0, clusterCount = 1 }) => {
    expect(planRun(ready(patch), later)).toMatchObject({
      kind: 'planned',
      plan: { resourceIndex, clusterCount },
    });
  });

  it('asks again at the end of the grace', () => {
    const waiting = planRun(ready({ placement: undefined }), { seenAt: NOON, now: secondsAfter(1) });
    expect(waiting).toMatchObject({ wakeAt: secondsAfter(3), blocker: { until: secondsAfter(3) } });
    expect(planRun(ready({ placement: undefined }), { seenAt: NOON, now: secondsAfter(3) }).kind).toBe(
      'failed',
    );
  });
});
