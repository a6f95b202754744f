import type { Blocker } from '../decision';
import type { StageProgress } from '../updaterun/state';
import { projectRun } from './projectRun';
import { at, cond, failed, inProgress, phase, run, staging } from './projectRun.testing';

describe('conditions of a stage where requirement 000 is silent', () => {
  const stage = (patch: Partial<StageProgress>, blockers: Blocker[] = []) => {
    const status = projectRun(
      run,
      { ...inProgress, stages: [{ ...staging, updatedAt: undefined, ...patch }] },
      blockers,
    ).stagesStatus![0];
    return status.conditions?.map(c =>
      `${c.type} ${c.status} ${c.reason} ${c.lastTransitionTime.slice(11, 19)} ${c.message}`.trim(),
    );
  };

  it.each<{ rule: string; patch: Partial<StageProgress>; blockers?: Blocker[]; says: string[] }>([
    {
      rule: 'C/CV-012: clusters are updated',
      patch: { phase: phase('Running') },
      says: ['Progressing True StageUpdatingStarted 23:30:00'],
    },
    {
      rule: 'C/CV-013: waits for its before-task',
      patch: { phase: phase('Waiting') },
      blockers: [{ cause: 'ApprovalPending', message: 'approve it' }],
      says: ['Progressing False StageUpdatingWaiting 23:30:00 approve it'],
    },
    {
      rule: '000: the transition time of the wait is the start of its clock, whatever happened before',
      patch: { phase: phase('Waiting'), updatedAt: at('23:40:00') },
      says: ['Progressing False StageUpdatingWaiting 23:40:00'],
    },
    {
      rule: 'C/AP-013: an approval of another generation is reported',
      patch: { phase: phase('Waiting'), updatedAt: at('23:40:00') },
      blockers: [{ cause: 'ApprovalStale', message: 'approve again' }],
      says: ['Progressing False StageUpdatingWaiting 23:40:00 approve again'],
    },
    {
      rule: 'C/CV-015: stopping',
      patch: { phase: phase('Stopping') },
      says: ['Progressing Unknown StageUpdatingStopping 23:30:00'],
    },
    {
      rule: 'C/CV-016: stopped',
      patch: { phase: phase('Stopped') },
      says: [
        'Progressing False StageUpdatingStopped 23:30:00 nothing is being written; the stage waits to be resumed',
      ],
    },
    {
      rule: 'C/CV-018, CV-022: failed',
      patch: { phase: phase('Failed'), failed },
      says: [
        'Progressing False StageUpdatingFailed 23:30:00 the stage will not go on; the condition Succeeded says why',
        'Succeeded False StageUpdatingFailed 23:31:00 c9 was picked',
      ],
    },
  ])('$rule', ({ patch, blockers, says }) => {
    expect(stage(patch, blockers)).toEqual(says);
  });

  it('C/CV-025, CV-026: a cluster that was taken over, a task before the stage', () => {
    const before = [
      {
        kind: 'Approval' as const,
        request: 'example-run-before-staging',
        requestedAt: at('23:21:00'),
        doneAt: at('23:21:30'),
      },
    ];
    const taken: StageProgress = {
      ...staging,
      before,
      clusters: [{ cluster: 'member1', startedAt: at('23:21:39'), failed }],
    };
    const status = projectRun(run, { ...inProgress, stages: [taken] }).stagesStatus![0];
    expect(status.clusters[0].conditions?.[1]).toEqual(
      cond('Succeeded', 'False', 'ClusterUpdatingFailed', '23:31:00', 'c9 was picked'),
    );
    expect(status.beforeStageTaskStatus?.[0].conditions?.map(c => c.reason)).toEqual([
      'StageTaskApprovalRequestCreated',
      'StageTaskApprovalRequestApproved',
    ]);
  });
});
