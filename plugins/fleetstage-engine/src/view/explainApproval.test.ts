import type { StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster, aPlacement, aPlacementSpec, aStage } from '../testing/builders';
import { approval, wait } from '../updaterun/decideRun.testing';
import { runStateOf, startRunStory, type RunStory } from '../updaterun/runStory.testing';
import { explainApproval } from './explainApproval';

const stage = (name: string, more: Partial<StageConfig> = {}) =>
  aStage(name, { labelSelector: { matchLabels: { environment: name } }, ...more });

/** One canary, two clusters of production. */
const begin = (stages: StageConfig[]) =>
  startRunStory({
    placement: {
      placement: aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) }),
      clusters: ['canary', 'production', 'production'].map((environment, i) =>
        aCluster(`c${i + 1}`, { labels: { environment } }),
      ),
    },
    strategies: { strategy: { stages } },
  });

const explain = (story: RunStory, run: string, name: string, task: 'before' | 'after' = 'after') =>
  explainApproval(
    runStateOf(story.world(), run),
    { request: `${run}-${task === 'before' ? 'before-' : ''}${name}`, stage: name, task },
    story.now(),
  );

const requestOf = (story: RunStory, stageName: string) =>
  story.world().approvals.find(one => one.stage === stageName)!.name;

const explainRequest = (story: RunStory, run: string, stageName: string, task: 'before' | 'after') =>
  explainApproval(
    runStateOf(story.world(), run),
    { request: requestOf(story, stageName), stage: stageName, task },
    story.now(),
  );

describe('what an approval leads to (ui §5.6, C/1.11)', () => {
  it('a stage without a gate of its own starts, and then does', () => {
    const story = begin([stage('canary', { afterStageTasks: [approval] }), stage('production')]);
    story.create('r1');
    story.work();
    expect(explainRequest(story, 'r1', 'canary', 'after')).toEqual({
      kind: 'stage',
      stage: 'production',
      clusterCount: 2,
      slots: 1,
    });
    story.approve(requestOf(story, 'canary'));
    expect(story.run('r1')?.stages[1].startedAt).toBe(story.now());
  });

  it('after canary and before production: the next approval is asked for, and no cluster starts', () => {
    const story = begin([
      stage('canary', { afterStageTasks: [approval] }),
      stage('production', { beforeStageTasks: [approval] }),
    ]);
    story.create('r1');
    story.work();
    expect(explainRequest(story, 'r1', 'canary', 'after')).toEqual({
      kind: 'gate',
      stage: 'production',
      clusterCount: 0,
      task: 'before',
    });
    story.approve(requestOf(story, 'canary'));
    const [, production] = story.run('r1')!.stages;
    expect(production.startedAt).toBeUndefined();
    expect(story.blockers('r1').map(({ cause }) => cause)).toEqual(['ApprovalPending']);
    expect(explainRequest(story, 'r1', 'production', 'before')).toMatchObject({
      kind: 'stage',
      clusterCount: 2,
    });
    story.approve(requestOf(story, 'production'));
    expect(story.run('r1')?.stages[1].startedAt).toBe(story.now());
  });

  it('a wait beside it still counts: its end, and nothing starts', () => {
    const story = begin([stage('canary', { afterStageTasks: [wait('10m'), approval] }), stage('production')]);
    story.create('r1');
    story.work();
    const result = explainRequest(story, 'r1', 'canary', 'after');
    expect(result).toEqual({ kind: 'wait', clusterCount: 0, endsAt: expect.any(String) });
    story.approve(requestOf(story, 'canary'));
    expect(story.run('r1')?.stages[1].startedAt).toBeUndefined();
  });

  it('RUL 4: an earlier run is in the next stage, and is named', () => {
    const story = begin([
      stage('canary', { afterStageTasks: [approval] }),
      stage('production', { afterStageTasks: [approval] }),
    ]);
    story.create('r1');
    story.work();
    story.approve('r1-canary');
    story.work();
    story.create('r2');
    story.work();
    expect(explain(story, 'r2', 'canary')).toEqual({
      kind: 'held',
      stage: 'production',
      clusterCount: 0,
      run: 'r1',
    });
    story.steer('r1', 'Stop');
    expect(explain(story, 'r2', 'canary')).toMatchObject({ kind: 'held', run: 'r1', runIs: 'stopped' });
  });

  it('the last gate ends the run', () => {
    const story = begin([stage('canary'), stage('production', { afterStageTasks: [approval] })]);
    story.create('r1');
    story.work();
    expect(explainRequest(story, 'r1', 'production', 'after')).toEqual({ kind: 'finish', clusterCount: 0 });
  });

  it('RUL 7: a stopped run does nothing, and says why', () => {
    const story = begin([stage('canary', { afterStageTasks: [approval] }), stage('production')]);
    story.create('r1');
    story.work();
    story.steer('r1', 'Stop');
    expect(explainRequest(story, 'r1', 'canary', 'after')).toMatchObject({
      kind: 'nothing',
      reason: expect.stringMatching(/stopped/),
    });
  });

  it('a gate that was not asked for has no consequence', () => {
    const story = begin([stage('canary', { afterStageTasks: [approval] }), stage('production')]);
    story.create('r1');
    expect(explain(story, 'r1', 'canary')).toMatchObject({ kind: 'nothing' });
  });
});
