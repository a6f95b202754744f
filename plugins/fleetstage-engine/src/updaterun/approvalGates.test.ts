import type { StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster, aPlacement, aPlacementSpec, aStage, requested } from '../testing/builders';
import { approval, busy, decide, inTheMiddle, started } from './decideRun.testing';
import { startRunStory, type RunStory } from './runStory.testing';
import type { ApprovalRequest } from '../staged/gates/request';

const gated = ['staging', 'canary'].map((name): StageConfig =>
  aStage(name, {
    labelSelector: { matchLabels: { environment: name } },
    afterStageTasks: [{ type: 'Approval' }],
  }),
);

/** One cluster in staging, one in canary; an approval after each. */
const begin = () =>
  startRunStory({
    placement: {
      placement: aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) }),
      clusters: ['staging', 'canary'].map((environment, i) =>
        aCluster(`c${i + 1}`, { labels: { environment } }),
      ),
    },
    strategies: { strategy: { stages: gated } },
  });

/** Both runs are approved after staging, and neither has gone on: the first waits for canary, the second behind it. */
function beginTwoApproved(): RunStory {
  const story = begin();
  for (const run of ['run-1', 'run-2']) {
    story.create(run);
    story.work();
    story.approve(`${run}-staging`);
  }
  return story;
}

const leftOver = (story: RunStory, request: ApprovalRequest) =>
  story.edit(`${request.name} is left over`, w => ({ ...w, approvals: [...w.approvals, request] }));
const isCanaryStarted = (story: RunStory, run: string) => story.run(run)?.stages[1].startedAt !== undefined;
const waitsFor = (story: RunStory, run: string) =>
  story
    .blockers(run)
    .map(b => `${b.cause}: ${b.message}`)
    .join();

describe('approvals that must not open a gate', () => {
  it('C/AP-021: one that was given to an earlier run of the same name', () => {
    const story = begin();
    leftOver(story, {
      name: 'run-1-staging',
      uid: 'old',
      generation: 1,
      run: 'run-1',
      runUid: 'uid of another life',
      stage: 'staging',
      approved: { status: 'True', observedGeneration: 1, at: story.now() },
      isAccepted: true,
      isDeleting: false,
    });
    story.create('run-1');
    story.work();
    expect(isCanaryStarted(story, 'run-1')).toBe(false);
    expect(waitsFor(story, 'run-1')).toMatch(/ApprovalPending: .*"run-1-staging"/);
    story.approve('run-1-staging');
    expect(isCanaryStarted(story, 'run-1')).toBe(true);
  });

  it('C/AP-005: one that was there, and approved, before the run asked for it', () => {
    const story = begin();
    leftOver(story, {
      name: 'run-1-staging',
      uid: 'early',
      generation: 1,
      run: 'run-1',
      // Whoever may make a request may forge the mark as well.
      runUid: 'uid-run-1',
      stage: 'staging',
      approved: { status: 'True', observedGeneration: 1, at: story.now() },
      isAccepted: true,
      isDeleting: false,
    });
    story.create('run-1');
    story.work();
    expect(isCanaryStarted(story, 'run-1')).toBe(false);
    expect(story.log()).toMatch(/removeApproval run-1-staging[^]*approvalRequested staging run-1-staging/);
    expect(waitsFor(story, 'run-1')).toMatch(/ApprovalPending: .*"run-1-staging"/);
    story.approve('run-1-staging');
    expect(isCanaryStarted(story, 'run-1')).toBe(true);
  });

  it('C/AP-005: one that was there before, and cannot be deleted', () => {
    const stages = [aStage('staging', { afterStageTasks: [approval] })];
    const early: ApprovalRequest = {
      name: 'run-1-staging',
      uid: 'early',
      generation: 1,
      run: 'run-1',
      stage: 'staging',
      approved: { status: 'True', observedGeneration: 1, at: started },
      isAccepted: false,
      isDeleting: true,
    };
    const c1 = { cluster: 'c1', startedAt: started, succeededAt: started };
    const after = [{ kind: 'Approval', request: 'run-1-staging' }] as const;
    const stage = busy([c1], { updatedAt: started, after });
    const { causes, kinds, progress } = decide(inTheMiddle(stages, [stage], { gateFacts: requested(early) }));
    expect([causes, kinds]).toEqual([['ApprovalEarly'], []]);
    expect(progress.stages[0].after[0]).toEqual(after[0]);
  });

  it('RUL 7, C/AP-017: one whose request was deleted before the next stage could start', () => {
    const story = beginTwoApproved();
    story.edit('the approved request is deleted', w => ({
      ...w,
      approvals: w.approvals.filter(({ name }) => name !== 'run-2-staging'),
    }));
    story.work();
    story.approve('run-1-canary');
    story.work();
    expect(isCanaryStarted(story, 'run-2')).toBe(false);
    expect(waitsFor(story, 'run-2')).toMatch(/ApprovalRevoked: .*"run-2-staging"/);
    story.approve('run-2-staging');
    expect(isCanaryStarted(story, 'run-2')).toBe(true);
  });

  it('C/AP-015, AP-016: one that was taken back before the next stage could start, whatever ApprovalAccepted says', () => {
    const story = beginTwoApproved();
    story.edit(
      'accepted by hand, or by an engine that an older database has forgotten, and taken back',
      w => ({
        ...w,
        approvals: w.approvals.map(request => {
          const { approved: _, ...open } = request;
          return request.name === 'run-2-staging' ? { ...open, isAccepted: true } : request;
        }),
      }),
    );
    story.work();
    story.approve('run-1-canary');
    story.work();
    expect(isCanaryStarted(story, 'run-2')).toBe(false);
    expect(waitsFor(story, 'run-2')).toMatch(/ApprovalRevoked: .*"run-2-staging"/);
  });
});
