import {
  NOON,
  PICK_ALL,
  aCluster,
  aPlacement,
  aPlacementSpec,
  aRun,
  aRunState,
  aScheduledBinding,
  aStage,
  anAvailableReport,
  anOutcome,
  secondsAfter,
  requested,
} from '../testing/builders';
import { planBlockers } from '../blocker/planBlockers';
import { decideRun } from './decideRun';
import { busy, decide, done, inState, inTheMiddle, started } from './decideRun.testing';
import { newProgress } from './progress';
import type { ApprovalRequest } from '../staged/gates/request';
import type { RunFacts, RunProgress } from './state';

/** Before it was ever started. */
const PLANNED = { startedAt: undefined, turn: undefined, phase: undefined };

describe('a run as a whole', () => {
  it('C/RL-011: does not begin again when its progress is lost and the hub says that it has ended', () => {
    const lost = decide(aRunState({ run: aRun({ hasEnded: true }) }));
    expect([lost.actions, lost.causes]).toEqual([[], []]);
    const anew = decide(aRunState({ run: aRun() }));
    expect(anew.actions).not.toEqual([]);
  });

  it('C/RL-011: is closed, and moves nothing more, when the hub knows of an end that its progress does not', () => {
    const clusters = [{ cluster: 'c1', startedAt: started }, { cluster: 'c2' }];
    const open = inTheMiddle([aStage('staging')], [busy(clusters)], {
      run: aRun({ hasEnded: true, generation: 3, hasFinalizer: false }),
      reports: [anAvailableReport('c1')],
    });
    const { progress, events, kinds, blockers } = decide(open);
    expect([events, kinds, blockers]).toEqual([['endedOnHub'], [], []]);
    expect(progress).toMatchObject({
      isOutdated: true,
      failed: {
        at: NOON,
        message: expect.stringMatching(
          /says that run "run-1" has ended, .* older than the hub .* by hand; .* create a new run/,
        ),
      },
      phase: { kind: 'Failed' },
      stages: [{ clusters, phase: { kind: 'Failed' } }],
    });
    const over = { ...open, run: aRun({ hasEnded: true }), progress };
    expect(decide(over)).toMatchObject({ actions: [], causes: [] });
    const justSeen = { ...open, progress: { ...newProgress, seenAt: started } };
    expect(decide(justSeen).progress).toMatchObject({ isOutdated: true, failed: { at: NOON } });
  });

  it('C/RL-013: the finalizer comes before everything else', () => {
    const { actions, causes } = decide(aRunState({ run: aRun({ hasFinalizer: false }) }));
    expect([actions, causes]).toEqual([[{ kind: 'ensureFinalizer' }], ['FinalizerMissing']]);
  });

  it('B/RO-086: is held on without a gap while a finalizer that somebody took away is written again', () => {
    const state = inTheMiddle([aStage('staging')], [busy([{ cluster: 'c1', startedAt: started }])]);
    const before = planBlockers([], decide(state).blockers, NOON).save;
    expect(before.map(({ cause }) => cause)).toEqual(['ClusterUpdating']);
    const stripped = { ...state, run: aRun({ hasFinalizer: false }), blockers: before };
    const next = planBlockers(before, decide(stripped).blockers, secondsAfter(60));
    expect(next.gone).toEqual([]);
    expect(next.appeared.map(({ cause }) => cause)).toEqual(['FinalizerMissing']);
    const both = [
      ...before.map(one => next.save.find(({ slot }) => slot === one.slot) ?? one),
      ...next.appeared,
    ];
    const again = decide({ ...stripped, blockers: both }).blockers;
    expect(planBlockers(both, again, secondsAfter(120))).toMatchObject({ save: [], clear: [] });
  });

  it.each([
    {
      rule: 'C/TR-001, RL-020: Initialize plans and waits',
      state: 'Initialize' as const,
      phase: undefined,
      causes: ['NotStarted'],
      kinds: [],
    },
    {
      rule: 'C/TR-002, RL-016, RL-021: Run starts in the same pass',
      state: 'Run' as const,
      phase: 'Running',
      causes: ['ClusterUpdating'],
      kinds: ['advanceBinding'],
    },
    {
      rule: 'RUL 1: an absent state is Run',
      state: undefined,
      phase: 'Running',
      causes: ['ClusterUpdating'],
      kinds: ['advanceBinding'],
    },
    {
      rule: 'C/TR-003, RL-022, UR-150: Stop is planned and idle at once',
      state: 'Stop' as const,
      phase: 'Stopped',
      causes: ['Stopped'],
      kinds: [],
    },
  ])('$rule', ({ state, phase, causes, kinds }) => {
    const decision = decide(
      aRunState({
        run: inState(state),
        strategy: { stages: [aStage('staging', { labelSelector: {} })] },
        clusters: [aCluster('c1')],
        bindings: [aScheduledBinding('c1')],
      }),
    );
    expect(decision.progress.plan).toBeDefined();
    expect([decision.progress.phase?.kind, decision.causes, decision.kinds]).toEqual([phase, causes, kinds]);
    expect(decision.progress.turn).toBe(kinds.length === 0 ? undefined : 1);
  });

  it('C/UR-095, UR-106, UR-107, UR-108, TR-060: a cluster is advanced with the message of requirement 000', () => {
    const decision = decideRun(
      aRunState({
        strategy: { stages: [aStage('staging', { labelSelector: {} })] },
        clusters: [aCluster('c1')],
        bindings: [aScheduledBinding('c1')],
      }),
      NOON,
    );
    expect(decision.actions[0]).toEqual({
      kind: 'advanceBinding',
      cluster: 'c1',
      resourceIndex: 0,
      applyStrategy: {},
      rollout: {
        status: 'True',
        reason: 'RolloutStarted',
        message:
          'Detected the new changes on the resources and started the rollout process, resourceSnapshotIndex: 0, clusterStagedUpdateRun: run-1',
        at: NOON,
        run: 'run-1',
      },
    });
  });

  it('C/TR-004, RL-015, UR-082: a failed initialization is for good', () => {
    const failed = decide(aRunState({ placement: undefined, progress: { ...newProgress, seenAt: started } }));
    expect(failed.progress.initializationFailed?.message).toMatch(/does not exist/);
    expect(decideRun({ ...aRunState(), progress: failed.progress }, NOON)).toEqual({
      actions: [],
      blockers: [],
    });
  });

  it.each<{ rule: string; over: Partial<RunProgress> }>([
    { rule: 'succeeded', over: { succeededAt: done } },
    { rule: 'failed', over: { failed: { at: done, message: 'no' } } },
  ])('C/TR-030, RL-017, UR-155: a run that has $rule does nothing more', ({ over }) => {
    const state = inTheMiddle([aStage('staging')], [busy([{ cluster: 'c1' }])]);
    expect(
      decideRun({ ...state, run: inState('Stop'), progress: { ...state.progress!, ...over } }, NOON).actions,
    ).toEqual([]);
    const published = inState('Run', { hasEnded: true, generation: 2 });
    expect(
      decideRun({ ...state, run: published, progress: { ...state.progress!, ...over } }, NOON).actions,
    ).toEqual([]);
  });

  it('C/UR-135…137, RL-012, TR-031, TR-088, TE-001: a deleted run drops its requests, then the finalizer, and touches no binding', () => {
    const request: ApprovalRequest = {
      name: 'run-1-staging',
      uid: 'u',
      generation: 1,
      run: 'run-1',
      stage: 'staging',
      isAccepted: true,
      isDeleting: false,
    };
    const state = inTheMiddle([aStage('staging')], [busy([{ cluster: 'c1' }])], {
      run: aRun({ deletedAt: NOON }),
    });
    expect(decide({ ...state, gateFacts: requested(request) }).kinds).toEqual(['deleteApprovals']);
    const foreign = { ...request, run: 'run-9' };
    expect(decide({ ...state, gateFacts: requested(foreign) }).kinds).toEqual(['removeFinalizer']);
    expect(decide({ ...state, gateFacts: requested({ ...request, isDeleting: true }) })).toMatchObject({
      kinds: [],
      causes: ['DeletingApprovals'],
    });
    expect(decide(state).kinds).toEqual(['removeFinalizer']);
    expect(decide({ ...state, run: aRun({ deletedAt: NOON, hasFinalizer: false }) }).kinds).toEqual([]);
  });

  it('C/TR-018, TR-019, TR-048, RL-018, RL-024, RV-030: a plan that is no longer true fails run and stage, for good', () => {
    const state = inTheMiddle([aStage('staging')], [busy([{ cluster: 'c1', startedAt: started }])], {
      bindings: [],
    });
    const { progress, events, kinds } = decide(state);
    expect(progress).toMatchObject({
      failed: { at: NOON, message: expect.stringMatching(/c1 left/) },
      phase: { kind: 'Failed', since: NOON },
    });
    expect(progress.stages[0]).toMatchObject({ failed: { at: NOON }, phase: { kind: 'Failed' } });
    expect([events, kinds]).toEqual([['failed'], []]);
  });

  it.each<{ rule: string; to: RunFacts['spec']['state']; over: Partial<RunProgress> }>([
    { rule: 'C/RV-029, TR-008: only planned', to: 'Initialize', over: PLANNED },
    { rule: 'C/TR-007: planned and set to Run', to: 'Run', over: PLANNED },
    { rule: 'C/RV-029: stopped', to: 'Stop', over: { phase: { kind: 'Stopped', since: started } } },
    {
      rule: 'C/TR-028: stopped and resumed',
      to: 'Run',
      over: { phase: { kind: 'Stopped', since: started } },
    },
  ])('$rule: it fails as soon as its plan is no longer true', ({ to, over }) => {
    const state = inTheMiddle([aStage('staging')], [busy([{ cluster: 'c1' }])], {
      run: inState(to),
      bindings: [],
    });
    const { progress, kinds } = decide({ ...state, progress: { ...state.progress!, ...over } });
    expect(progress.failed?.message).toMatch(/c1 left/);
    expect([progress.phase?.kind, kinds]).toEqual(['Failed', []]);
  });

  it('RUL 5, C/TR-020: an edit of the placement holds new clusters, not those that are under way', () => {
    const state = inTheMiddle(
      [aStage('staging', { maxConcurrency: 2 })],
      [busy([{ cluster: 'c1', startedAt: started }, { cluster: 'c2' }])],
      {
        placement: aPlacement({
          generation: 2,
          spec: aPlacementSpec({ policy: PICK_ALL, strategy: { type: 'External' } }),
        }),
        reports: [anAvailableReport('c1')],
      },
    );
    expect(decide(state)).toMatchObject({
      events: ['clusterSucceeded c1'],
      kinds: [],
      causes: ['NotScheduledYet'],
    });
    expect(decide({ ...state, schedule: anOutcome({ placementGeneration: 2 }) }).events).toEqual([
      'clusterSucceeded c1',
      'clusterStarted c2',
    ]);
  });
});
