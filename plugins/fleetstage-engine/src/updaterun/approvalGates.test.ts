import type { StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster, aPlacement, aPlacementSpec, aStage } from '../testing/builders';
import { startRunStory, type RunStory } from './runStory.testing';
import type { ApprovalFacts } from './state';

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

const leftOver = (story: RunStory, request: ApprovalFacts) =>
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

  it('RUL 7, C/AP-017: one whose request was deleted before the next stage could start', () => {
    const story = begin();
    story.create('run-1');
    story.work();
    story.approve('run-1-staging');
    story.create('run-2');
    story.work();
    story.approve('run-2-staging');
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
});
