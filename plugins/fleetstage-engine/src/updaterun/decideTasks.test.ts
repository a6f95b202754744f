import {
  NOON,
  aBoundBinding,
  aScheduledBinding,
  aStage,
  anUnscheduledBinding,
  secondsAfter,
  requested,
} from '../testing/builders';
import { approval, busy, decide, done, inTheMiddle, started, wait } from './decideRun.testing';
import { newProgress } from './progress';
import type { ApprovalRequest } from '../staged/gates/request';

describe('tasks of a stage (C/TE-002)', () => {
  const request = (patch: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
    name: 'run-1-staging',
    uid: 'u',
    generation: 1,
    run: 'run-1',
    stage: 'staging',
    isAccepted: false,
    isDeleting: false,
    ...patch,
  });
  const yes = (observedGeneration = 1) => ({ status: 'True', observedGeneration, at: done });
  const c1 = { cluster: 'c1', startedAt: started, succeededAt: started };
  const stages = [aStage('staging', { afterStageTasks: [approval, wait('1h')] })];
  const waiting = (doneAt?: typeof done) =>
    busy([c1], {
      updatedAt: started,
      after: [
        { kind: 'Approval', request: 'run-1-staging', requestedAt: started, ...(doneAt && { doneAt }) },
        { kind: 'TimedWait', waitMs: 3_600_000 },
      ],
    });

  it.each<{
    rule: string;
    approvals: ApprovalRequest[];
    cause?: string;
    kinds?: string[];
    doneAt?: typeof done;
  }>([
    {
      rule: 'C/AP-012, TR-081, TR-083: Approved True for this generation',
      approvals: [request({ approved: yes() })],
    },
    {
      rule: 'C/AP-006, AP-012: a generation that moved on is matched too',
      approvals: [request({ generation: 3, approved: yes(3) })],
    },
    {
      rule: 'C/AP-013: for another generation',
      approvals: [request({ approved: yes(2) })],
      cause: 'ApprovalStale',
    },
    {
      rule: 'C/AP-013: without a generation',
      approvals: [request({ approved: yes(0) })],
      cause: 'ApprovalStale',
    },
    { rule: 'not decided', approvals: [request()], cause: 'ApprovalPending' },
    {
      rule: 'refused',
      approvals: [request({ approved: { ...yes(), status: 'False' } })],
      cause: 'ApprovalPending',
    },
    {
      rule: 'RUL 7: ApprovalAccepted alone',
      approvals: [request({ isAccepted: true })],
      cause: 'ApprovalPending',
    },
    {
      rule: 'RUL 7, C/TR-084: approved and taken back while the wait runs',
      approvals: [request({ approved: { ...yes(), status: 'False' } })],
      cause: 'ApprovalPending',
      doneAt: done,
    },
    {
      rule: 'C/AP-017, TR-086, TE-012: deleted, so it is made anew',
      approvals: [],
      cause: 'ApprovalPending',
      kinds: ['ensureApproval'],
    },
    {
      rule: 'C/AP-017: approved, then deleted',
      approvals: [],
      cause: 'ApprovalPending',
      kinds: ['ensureApproval'],
      doneAt: done,
    },
    {
      rule: 'approved but being deleted',
      approvals: [request({ isDeleting: true, approved: yes() })],
      cause: 'ApprovalPending',
    },
  ])('approval. $rule', ({ approvals, cause, kinds = [], doneAt }) => {
    const decision = decide(inTheMiddle(stages, [waiting(doneAt)], { gateFacts: requested(...approvals) }));
    expect(decision.progress.stages[0].after[0].doneAt).toBe(cause === undefined ? NOON : undefined);
    expect(decision.causes).toEqual([...(cause ? [cause] : []), 'WaitTime']);
    expect(decision.kinds).toEqual(kinds);
    expect(decision.events).toEqual(
      cause === undefined ? ['approved run-1-staging'] : doneAt ? ['approvalRevoked run-1-staging'] : [],
    );
  });

  it('C/AP-013: a stale approval says what to do', () => {
    const { blockers } = decide(
      inTheMiddle(stages, [waiting()], {
        gateFacts: requested(request({ generation: 2, approved: yes(1) })),
      }),
    );
    expect(blockers[0].message).toMatch(/"run-1-staging" names generation 1 .* with observedGeneration 2/);
  });

  it('C/AP-011: a request of somebody else fails the run', () => {
    const { progress } = decide(
      inTheMiddle(stages, [waiting()], { gateFacts: requested(request({ run: 'other' })) }),
    );
    expect(progress.failed?.message).toMatch(
      /belongs to run "other".* delete the request or name the run differently/,
    );
  });

  it('C/UR-119, UR-120, UR-121, TM-004: both run side by side; the clock starts when the clusters were done', () => {
    const decision = decide(inTheMiddle(stages, [waiting()], { gateFacts: requested(request()) }));
    expect(decision.wakeAt).toBe(secondsAfter(3600, started));
    expect(decision.blockers[1]).toMatchObject({
      cause: 'WaitTime',
      since: started,
      until: secondsAfter(3600, started),
    });
  });

  it('C/TR-015, TR-044, TR-085, AP-014: the last task ends the stage, and only then is the approval accepted', () => {
    const state = inTheMiddle(stages, [waiting(done)], {
      gateFacts: requested(request({ approved: yes() })),
    });
    expect(decide(state).kinds).toEqual([]);
    const end = decide(state, secondsAfter(3600, started));
    expect(end.kinds).toEqual(['acceptApproval']);
    expect(end.progress.succeededAt).toBe(secondsAfter(3600, started));
  });

  it('C/UR-124: tasks of the last stage hold the removals, too', () => {
    const bindings = [aBoundBinding('c1', { applyStrategy: {} }), anUnscheduledBinding('c9')];
    const state = inTheMiddle(stages, [waiting(done)], {
      ...{ bindings, gateFacts: requested(request({ approved: yes() })) },
    });
    const deletion = { ...newProgress.deletion, clusters: [{ cluster: 'c9' }] };
    const leaving = { ...state, progress: { ...state.progress!, deletion } };
    expect(decide(leaving).kinds).toEqual([]);
    expect(decide(leaving, secondsAfter(3600, started)).kinds).toEqual(['acceptApproval', 'releaseBinding']);
  });

  it('C/AP-018, TR-087: a request that was used may be deleted, and nothing follows', () => {
    const used = {
      kind: 'Approval' as const,
      request: 'run-1-staging',
      requestedAt: started,
      doneAt: started,
    };
    const over = busy([c1], { updatedAt: started, succeededAt: started, after: [used] });
    const next = busy([{ cluster: 'c2', startedAt: started }], { name: 'canary' });
    const state = inTheMiddle(
      [aStage('staging', { afterStageTasks: [approval] }), aStage('canary')],
      [over, next],
    );
    expect(decide(state)).toMatchObject({ actions: [], causes: ['ClusterUpdating'] });
  });

  it('RUL 28, C/UR-089, TR-040: a stage without clusters goes through its tasks', () => {
    const at = [
      busy([], {
        enteredAt: undefined,
        startedAt: undefined,
        phase: undefined,
        after: [{ kind: 'TimedWait', waitMs: 60_000 }],
      }),
    ];
    const { progress, events, causes } = decide(
      inTheMiddle([aStage('staging', { afterStageTasks: [wait('1m')] })], at, {
        bindings: [aScheduledBinding('c9')].slice(1),
      }),
    );
    expect([events, causes]).toEqual([['stageUpdated'], ['WaitTime']]);
    expect(progress.stages[0]).toMatchObject({ updatedAt: NOON, phase: { kind: 'Waiting', since: NOON } });
    expect(progress.stages[0].startedAt).toBeUndefined();
  });

  it('C/UR-116, AP-010, TR-012, TR-013, TR-041, TR-042: a before-task gates every cluster of its stage', () => {
    const before = [{ kind: 'Approval' as const, request: 'run-1-before-staging' }];
    const at = [
      busy([{ cluster: 'c1' }], { enteredAt: undefined, startedAt: undefined, phase: undefined, before }),
    ];
    const state = inTheMiddle([aStage('staging', { beforeStageTasks: [approval] })], at);
    const reached = decide(state);
    expect([reached.kinds, reached.causes, reached.progress.phase?.kind]).toEqual([
      ['ensureApproval'],
      ['ApprovalPending'],
      'Waiting',
    ]);
    const approved = decide({
      ...state,
      progress: reached.progress,
      gateFacts: requested(request({ name: 'run-1-before-staging', approved: yes() })),
    });
    expect(approved.events).toEqual([
      'approved run-1-before-staging',
      'stageStarted',
      'clusterStarted c1',
      'running',
    ]);
    expect(approved.kinds).toEqual(['acceptApproval']);
  });
});
