import type { Blocker } from '../decision';
import { newProgress } from '../updaterun/progress';
import type { RunProgress } from '../updaterun/state';
import { projectRun } from './projectRun';
import { at, cond, failed, inProgress, phase, planned, run, stages, staging } from './projectRun.testing';

const finished: RunProgress = {
  ...inProgress,
  succeededAt: at('23:26:15'),
  stages: [
    {
      ...staging,
      after: [{ ...staging.after[0], doneAt: at('23:22:55') }, staging.after[1]],
      succeededAt: at('23:22:55'),
    },
    {
      name: 'canary',
      clusters: [{ cluster: 'member2', startedAt: at('23:22:55'), succeededAt: at('23:23:10') }],
      before: [],
      after: [
        {
          kind: 'Approval',
          request: 'example-run-canary',
          requestedAt: at('23:23:10'),
          doneAt: at('23:25:15'),
        },
      ],
      enteredAt: at('23:22:55'),
      startedAt: at('23:22:55'),
      updatedAt: at('23:23:10'),
      phase: { kind: 'Waiting', since: at('23:23:10') },
      succeededAt: at('23:25:15'),
    },
    {
      name: 'production',
      clusters: [],
      before: [],
      after: [
        { kind: 'TimedWait', waitMs: 60_000, doneAt: at('23:26:15') },
        {
          kind: 'Approval',
          request: 'example-run-production',
          requestedAt: at('23:25:15'),
          doneAt: at('23:25:25'),
        },
      ],
      enteredAt: at('23:25:15'),
      updatedAt: at('23:25:15'),
      phase: { kind: 'Waiting', since: at('23:25:15') },
      succeededAt: at('23:26:15'),
    },
  ],
  deletion: {
    ...newProgress.deletion,
    enteredAt: at('23:26:15'),
    startedAt: at('23:26:15'),
    phase: { kind: 'Running', since: at('23:26:15') },
    succeededAt: at('23:26:15'),
  },
};

const initialized = cond(
  'Initialized',
  'True',
  'UpdateRunInitializedSuccessfully',
  '23:21:39',
  'ClusterStagedUpdateRun initialized successfully',
);

const runStarted = cond('Progressing', 'True', 'UpdateRunStarted', '23:21:39');

const member1 = {
  clusterName: 'member1',
  conditions: [
    cond('Started', 'True', 'ClusterUpdatingStarted', '23:21:39'),
    cond('Succeeded', 'True', 'ClusterUpdatingSucceeded', '23:21:54'),
  ],
};

const created = (time: string) =>
  cond('ApprovalRequestCreated', 'True', 'AfterStageTaskApprovalRequestCreated', time);

const approved = (time: string) =>
  cond('ApprovalRequestApproved', 'True', 'AfterStageTaskApprovalRequestApproved', time);

const elapsed = (time: string) => ({
  type: 'TimedWait',
  conditions: [cond('WaitTimeElapsed', 'True', 'AfterStageTaskWaitTimeElapsed', time)],
});

const stageWaiting = (time: string) => cond('Progressing', 'False', 'StageUpdatingWaiting', time);

const stageSucceeded = (time: string) => cond('Succeeded', 'True', 'StageUpdatingSucceeded', time);

const conditionsOf = (progress: RunProgress, blockers: Blocker[] = []) =>
  projectRun(run, progress, blockers).conditions?.map(c =>
    `${c.type} ${c.status} ${c.reason} ${c.lastTransitionTime.slice(11, 19)} ${c.message}`.trim(),
  );

const stuck: Blocker = { cause: 'ClusterStuck', message: 'member1: no image', since: at('23:25:00') };

describe('requirement 000', () => {
  it('prints the finished run (C/UR-047, UR-049, UR-050, CV-001, CV-003, CV-009, CV-010, CV-017, CV-020, CV-023, CV-024, CV-026, CV-027, CV-028, TR-080, TR-082)', () => {
    expect(projectRun(run, finished)).toStrictEqual({
      conditions: [initialized, runStarted, cond('Succeeded', 'True', 'UpdateRunSucceeded', '23:26:15')],
      deletionStageStatus: {
        clusters: [],
        conditions: [
          cond('Progressing', 'True', 'StageUpdatingStarted', '23:26:15'),
          stageSucceeded('23:26:15'),
        ],
        endTime: '2025-03-12T23:26:15Z',
        stageName: 'kubernetes-fleet.io/deleteStage',
        startTime: '2025-03-12T23:26:15Z',
      },
      policyObservedClusterCount: 2,
      policySnapshotIndexUsed: '0',
      resourceSnapshotIndexUsed: '0',
      stagedUpdateStrategySnapshot: { stages },
      stagesStatus: [
        {
          afterStageTaskStatus: [
            {
              approvalRequestName: 'example-run-staging',
              conditions: [created('23:21:54'), approved('23:22:55')],
              type: 'Approval',
            },
            elapsed('23:22:54'),
          ],
          clusters: [member1],
          conditions: [stageWaiting('23:21:54'), stageSucceeded('23:22:55')],
          endTime: '2025-03-12T23:22:55Z',
          stageName: 'staging',
          startTime: '2025-03-12T23:21:39Z',
        },
        {
          afterStageTaskStatus: [
            {
              approvalRequestName: 'example-run-canary',
              conditions: [created('23:23:10'), approved('23:25:15')],
              type: 'Approval',
            },
          ],
          clusters: [
            {
              clusterName: 'member2',
              conditions: [
                cond('Started', 'True', 'ClusterUpdatingStarted', '23:22:55'),
                cond('Succeeded', 'True', 'ClusterUpdatingSucceeded', '23:23:10'),
              ],
            },
          ],
          conditions: [stageWaiting('23:23:10'), stageSucceeded('23:25:15')],
          endTime: '2025-03-12T23:25:15Z',
          stageName: 'canary',
          startTime: '2025-03-12T23:22:55Z',
        },
        {
          afterStageTaskStatus: [
            elapsed('23:26:15'),
            {
              approvalRequestName: 'example-run-production',
              conditions: [created('23:25:15'), approved('23:25:25')],
              type: 'Approval',
            },
          ],
          clusters: [],
          conditions: [stageWaiting('23:25:15'), stageSucceeded('23:26:15')],
          endTime: '2025-03-12T23:26:15Z',
          stageName: 'production',
        },
      ],
    });
  });

  it('prints the run in progress: an approval is waited for, and the run counts as started (C/UR-117, CV-014, CV-030, DX-016)', () => {
    const blockers: Blocker[] = [{ cause: 'ApprovalPending', message: 'waits' }];
    const status = projectRun(run, inProgress, blockers);
    expect(status.conditions).toStrictEqual([initialized, runStarted]);
    expect(status.stagesStatus).toStrictEqual([
      {
        afterStageTaskStatus: [
          { approvalRequestName: 'example-run-staging', conditions: [created('23:21:54')], type: 'Approval' },
          elapsed('23:22:54'),
        ],
        clusters: [member1],
        conditions: [stageWaiting('23:21:54')],
        stageName: 'staging',
        startTime: '2025-03-12T23:21:39Z',
      },
      {
        afterStageTaskStatus: [{ approvalRequestName: 'example-run-canary', type: 'Approval' }],
        clusters: [{ clusterName: 'member2' }],
        stageName: 'canary',
      },
      {
        afterStageTaskStatus: [
          { type: 'TimedWait' },
          { approvalRequestName: 'example-run-production', type: 'Approval' },
        ],
        clusters: [],
        stageName: 'production',
      },
    ]);
    expect(status.deletionStageStatus).toStrictEqual({
      clusters: [],
      stageName: 'kubernetes-fleet.io/deleteStage',
    });
  });
});

describe('conditions of the run where requirement 000 is silent', () => {
  it.each<{ rule: string; progress: RunProgress; blockers?: Blocker[]; says: string[] }>([
    { rule: 'no pass yet', progress: newProgress, says: [] },
    {
      rule: 'RUL 43, C/TR-005: initialization waits',
      progress: { ...newProgress, seenAt: at('23:00:00') },
      blockers: [{ cause: 'NotScheduledYet', message: 'not scheduled yet' }],
      says: ['Initialized Unknown FleetstageInitializationWaiting 23:00:00 not scheduled yet'],
    },
    {
      rule: 'C/CV-002: initialization failed',
      progress: { ...newProgress, initializationFailed: failed },
      says: ['Initialized False UpdateRunInitializedFailed 23:31:00 c9 was picked'],
    },
    {
      rule: 'P2: planned only',
      progress: planned,
      blockers: [{ cause: 'NotStarted', message: 'set Run' }],
      says: [conditionsOf(planned)![0]],
    },
    {
      rule: 'RUL 4, RUL 43: waits for an earlier run',
      progress: { ...inProgress, phase: phase('Waiting') },
      blockers: [{ cause: 'EarlierRun', message: 'after "run-0"' }],
      says: ['Progressing False FleetstageWaitingForEarlierRun 23:30:00 after "run-0"'],
    },
    {
      rule: 'C/CV-004: waits before a stage',
      progress: { ...inProgress, phase: phase('Waiting') },
      blockers: [{ cause: 'ApprovalPending', message: 'approve it' }],
      says: ['Progressing False UpdateRunWaiting 23:30:00 approve it'],
    },
    {
      rule: 'C/CV-005: stuck',
      progress: { ...inProgress, phase: phase('Stuck') },
      blockers: [{ cause: 'ConcurrencyLimit', message: 'x' }, stuck],
      says: ['Progressing False UpdateRunStuck 23:30:00 member1: no image'],
    },
    {
      rule: 'RUL 6: a failing cluster is reported before it is stuck',
      progress: inProgress,
      blockers: [{ cause: 'ClusterFailing', message: 'member1: refused' }],
      says: ['Progressing True UpdateRunStarted 23:21:39 member1: refused'],
    },
    {
      rule: 'C/CV-006: stopping',
      progress: { ...inProgress, phase: phase('Stopping') },
      blockers: [{ cause: 'Stopping', message: '1 cluster' }],
      says: ['Progressing Unknown UpdateRunStopping 23:30:00 1 cluster'],
    },
    {
      rule: 'C/CV-007: stopped',
      progress: { ...inProgress, phase: phase('Stopped') },
      says: [
        'Progressing False UpdateRunStopped 23:30:00 the run is stopped; set spec.state to Run to go on',
      ],
    },
    {
      rule: 'C/CV-008, CV-011: failed',
      progress: { ...inProgress, phase: phase('Failed'), failed },
      says: [
        'Progressing False UpdateRunFailed 23:30:00 the run will not go on; the condition Succeeded says why',
        'Succeeded False UpdateRunFailed 23:31:00 c9 was picked',
      ],
    },
  ])('$rule', ({ progress, blockers, says }) => {
    const conditions = conditionsOf(progress, blockers) ?? [];
    expect(progress.startedAt === undefined ? conditions : conditions.slice(1)).toEqual(says);
  });

  it('names three clusters and counts the rest', () => {
    const blockers = [1, 2, 3, 4, 5].map(i => ({ ...stuck, message: `m${i}: no image` }));
    expect(conditionsOf({ ...inProgress, phase: phase('Stuck') }, blockers)![1]).toMatch(
      /m1: no image; m2: no image; m3: no image; and 2 more$/,
    );
  });

  it('C/UR-083: nothing of a plan is shown where it could not be made', () => {
    const progress = { ...newProgress, seenAt: at('23:00:00'), initializationFailed: failed };
    expect(Object.keys(projectRun(run, progress))).toEqual(['conditions']);
  });

  it('C/UR-045: the apply strategy is shown where the placement names one', () => {
    const plan = { ...planned.plan!, applyStrategy: { type: 'ServerSideApply' as const } };
    expect(projectRun(run, { ...planned, plan }).appliedStrategy).toEqual({ type: 'ServerSideApply' });
    expect(projectRun(run, planned).appliedStrategy).toBeUndefined();
  });

  it('C/CV-032: every condition names the generation that was decided on', () => {
    const text = JSON.stringify(projectRun({ generation: 7 }, finished));
    expect(text).not.toMatch(/"observedGeneration":1/);
  });
});
