import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON, aCluster, aPlacement, aPlacementSpec, aRun, aStage, secondsAfter } from '../testing/builders';
import { approval } from './decideRun.testing';
import { startRunStory } from './runStory.testing';

describe('several runs of one placement (RUL 4)', () => {
  const gated = ['staging', 'canary'].map(name =>
    aStage(name, { labelSelector: { matchLabels: { environment: name } }, afterStageTasks: [approval] }),
  );
  const begin = (stages = gated) => {
    const story = startRunStory({
      placement: {
        placement: aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) }),
        clusters: [
          aCluster('c1', { labels: { environment: 'staging' } }),
          aCluster('c2', { labels: { environment: 'canary' } }),
        ],
      },
      strategies: { strategy: { stages }, other: { stages: stages.slice(0, 1) } },
    });
    return story;
  };
  const waitsFor = (story: ReturnType<typeof begin>, name: string) =>
    story
      .blockers(name)
      .map(b => `${b.cause}: ${b.message}`)
      .join();

  it('C/CC-002: a later run waits outside the stage, gates included, and names the earlier one', () => {
    const story = begin();
    story.create('run-1');
    story.create('run-2');
    story.work();
    expect(waitsFor(story, 'run-2')).toMatch(/EarlierRun: stage "staging" .* "run-1"/);
    expect(story.run('run-2')?.phase?.kind).toBe('Waiting');
  });

  it('C/CC-007: a stopped run lets nobody pass, and is named as stopped', () => {
    const story = begin();
    story.create('run-1');
    story.create('run-2');
    story.steer('run-1', 'Stop');
    story.work();
    expect(waitsFor(story, 'run-2')).toMatch(/"run-1".*stopped: resume or end it/);
    story.remove('run-1');
    story.work();
    expect(waitsFor(story, 'run-2')).toMatch(/ApprovalPending/);
  });

  it('a run that was only planned holds nobody back, and lines up when it is started (C/CC-007, TR-006, TE-013)', () => {
    const story = begin();
    story.create('run-1', { state: 'Initialize' });
    story.create('run-2');
    story.steer('run-1', 'Run');
    story.work();
    expect([story.run('run-1')?.turn, story.run('run-2')?.turn]).toEqual([2, 1]);
    expect(waitsFor(story, 'run-1')).toMatch(/EarlierRun: .*"run-2"/);
  });

  it('runs that are seen together take their turns by creation, whichever is processed first', () => {
    const story = begin();
    const seen = (name: string, createdAt: Instant) => ({
      run: aRun({ name, uid: `uid-${name}`, createdAt }),
      progress: undefined,
    });
    const runs = [seen('run-a', secondsAfter(5)), seen('run-b', NOON)];
    story.edit('two runs are seen at once, the later one first', w => ({ ...w, runs }));
    expect([story.run('run-b')?.turn, story.run('run-a')?.turn]).toEqual([1, 2]);
    expect(waitsFor(story, 'run-a')).toMatch(/EarlierRun: .*"run-b"/);
  });

  it('another strategy fails at initialization, and names the run', () => {
    const story = begin();
    story.create('run-1');
    story.create('run-2', { stagedRolloutStrategyName: 'other' });
    expect(story.run('run-2')?.initializationFailed?.message).toMatch(/run "run-1" .*identical strategies/);
  });

  it('clusters that were relabelled between two plans are still never written by both', () => {
    const story = begin();
    story.create('run-1');
    story.work();
    story.edit('c1 and c2 change places', w => ({
      ...w,
      placement: {
        ...w.placement,
        clusters: [
          aCluster('c1', { labels: { environment: 'canary' } }),
          aCluster('c2', { labels: { environment: 'staging' } }),
        ],
      },
    }));
    story.create('run-2');
    story.approve('run-1-staging');
    expect(waitsFor(story, 'run-1')).toMatch(/c2: being applied/);
    expect(waitsFor(story, 'run-2')).toMatch(/EarlierRun: stage "staging" .*"run-1"/);
  });

  it('RUL 7: an approval taken back while an earlier run is in the next stage keeps this one out', () => {
    const story = begin();
    story.create('run-1');
    story.work();
    story.approve('run-1-staging');
    story.create('run-2');
    story.work();
    story.approve('run-2-staging');
    expect(story.run('run-2')?.stages[0].succeededAt).toBeDefined();
    story.revoke('run-2-staging');
    story.approve('run-1-canary');
    expect(waitsFor(story, 'run-2')).toMatch(
      /ApprovalRevoked: .*"run-2-staging" was taken back before stage "canary"/,
    );
    story.approve('run-2-staging');
    expect(story.run('run-2')?.stages[1].startedAt).toBeDefined();
    story.revoke('run-2-staging');
    story.work();
    expect(story.run('run-2')?.failed).toBeUndefined();
  });
});
