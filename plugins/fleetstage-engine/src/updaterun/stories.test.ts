import type { PlacementPolicy, StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aCluster,
  aPlacement,
  aPlacementSpec,
  aResourceSnapshot,
  PICK_ALL,
  pickFixed,
} from '../testing/builders';
import { expectGolden } from '../testing/transcript';
import { startRunStory, type RunStory, type World } from './runStory.testing';

const inStage = (environment: string, order?: string) => ({
  environment,
  ...(order === undefined ? {} : { order }),
});

const external = (policy: PlacementPolicy = PICK_ALL) =>
  aPlacement({ spec: aPlacementSpec({ policy, strategy: { type: 'External' } }) });

const stage = (name: string, patch: Partial<StageConfig> = {}): StageConfig => ({
  name,
  labelSelector: { matchLabels: { environment: name } },
  ...patch,
});

/** The strategy that requirement 000 prints, waits as printed in its status. */
const requirementStages: StageConfig[] = [
  stage('staging', { afterStageTasks: [{ type: 'Approval' }, { type: 'TimedWait', waitTime: '60s' }] }),
  stage('canary', { afterStageTasks: [{ type: 'Approval' }], sortingLabelKey: 'name' }),
  stage('production', {
    afterStageTasks: [{ type: 'TimedWait', waitTime: '1m' }, { type: 'Approval' }],
    sortingLabelKey: 'order',
  }),
];

const twoMembers = [
  aCluster('member1', { labels: inStage('staging') }),
  aCluster('member2', { labels: { ...inStage('canary'), name: '2' } }),
];

const plain = [
  stage('staging'),
  stage('canary'),
  stage('production', { sortingLabelKey: 'order', maxConcurrency: '50%' }),
];
const fiveMembers = [
  aCluster('m1', { labels: inStage('staging') }),
  aCluster('m2', { labels: inStage('canary') }),
  aCluster('m3', { labels: inStage('production', '2') }),
  aCluster('m4', { labels: inStage('production', '1') }),
  aCluster('m5', { labels: inStage('production', '10') }),
];

const newContent = (hash: string) => (world: World) => {
  const index = world.placement.resourceSnapshots.at(-1)!.index + 1;
  const snapshot = aResourceSnapshot({ index, hash });
  return {
    ...world,
    content: hash,
    placement: { ...world.placement, resourceSnapshots: [...world.placement.resourceSnapshots, snapshot] },
  };
};

const five = (stages: StageConfig[] = plain, seed?: number) =>
  startRunStory({
    placement: { placement: external(), policySnapshots: [], schedule: undefined, clusters: fiveMembers },
    strategies: { strategy: { stages } },
    seed,
  });

const golden = (name: string, story: RunStory) => expectGolden(__dirname, name, story.log());

const whereTheyAre = (story: RunStory) =>
  Object.fromEntries(story.world().placement.bindings.map(b => [b.cluster, b.resourceIndex]));

describe('golden transcripts of update runs', () => {
  it('requirement 000: two clusters, three stages, production without clusters (C/TR-014, TR-016, TR-017, TR-043, RL-025, UR-118, PX-004, TE-009)', () => {
    const story = startRunStory({
      placement: { placement: external(), policySnapshots: [], schedule: undefined, clusters: twoMembers },
      strategies: { strategy: { stages: requirementStages } },
    });
    story.create('example-run');
    story.work();
    story.pass(60);
    const inProgress = story.status('example-run');
    story.approve('example-run-staging');
    story.work();
    story.pass(120);
    story.approve('example-run-canary');
    story.approve('example-run-production');
    story.pass(60);
    const finished = story.status('example-run');
    golden('requirement-000', story);
    expectGolden(__dirname, 'requirement-000-in-progress', `${JSON.stringify(inProgress, undefined, 2)}\n`);
    expectGolden(__dirname, 'requirement-000-finished', `${JSON.stringify(finished, undefined, 2)}\n`);
  });

  it('a second run brings new resources, a third one goes back to the old index (C/RB-001)', () => {
    const story = five();
    story.create('run-1');
    story.work();
    story.edit('new resources', newContent('good-1'));
    story.create('run-2', { resourceSnapshotIndex: undefined });
    story.work();
    expect(whereTheyAre(story)).toEqual({ m1: 1, m2: 1, m3: 1, m4: 1, m5: 1 });
    story.create('rollback', { resourceSnapshotIndex: '0' });
    story.work();
    expect(whereTheyAre(story)).toEqual({ m1: 0, m2: 0, m3: 0, m4: 0, m5: 0 });
    golden('rollback', story);
  });

  it('two runs go through the stages one behind the other (RUL 4, C/CC-004)', () => {
    const gated = plain.map(s => ({ ...s, afterStageTasks: [{ type: 'Approval' as const }] }));
    const story = five(gated);
    story.create('run-1');
    story.edit('new resources', newContent('good-1'));
    story.create('run-2', { resourceSnapshotIndex: '1' });
    story.work();
    story.approve('run-1-staging');
    story.work();
    story.approve('run-2-staging');
    story.work();
    story.approve('run-1-canary');
    story.work();
    story.approve('run-2-canary');
    story.approve('run-1-production');
    story.work();
    story.approve('run-2-production');
    story.work();
    expect(whereTheyAre(story)).toEqual({ m1: 1, m2: 1, m3: 1, m4: 1, m5: 1 });
    expect(story.run('run-1')?.succeededAt).toBeDefined();
    expect(story.run('run-2')?.succeededAt).toBeDefined();
    golden('pipelined', story);
  });

  it('a stop during the wait does not restart the clock (RUL 7)', () => {
    const story = five([
      stage('staging', { afterStageTasks: [{ type: 'TimedWait', waitTime: '1h' }] }),
      stage('canary'),
      stage('production', { beforeStageTasks: [{ type: 'Approval' }] }),
    ]);
    story.create('run-1');
    story.work();
    story.pass(1800);
    story.steer('run-1', 'Stop');
    story.pass(600);
    story.steer('run-1', 'Run');
    story.pass(1200);
    story.work();
    story.approve('run-1-before-production');
    story.step();
    story.steer('run-1', 'Stop');
    story.work();
    story.steer('run-1', 'Run');
    story.work();
    expect(story.run('run-1')?.succeededAt).toBeDefined();
    golden('stop-and-resume', story);
  });

  it('a cluster that never becomes available is shown stuck and keeps the others from starting (C/UR-111, UR-114, UR-138)', () => {
    const story = five();
    story.create('run-1');
    story.work();
    story.edit('bad resources', newContent('bad-1'));
    story.create('run-2', { resourceSnapshotIndex: '1' });
    story.work();
    story.pass(600);
    story.work();
    const stuck = story.status('run-2');
    story.remove('run-2');
    story.create('rollback', { resourceSnapshotIndex: '0' });
    story.work();
    expect(whereTheyAre(story)).toEqual({ m1: 0, m2: 0, m3: 0, m4: 0, m5: 0 });
    golden('stuck', story);
    expectGolden(__dirname, 'stuck-status', `${JSON.stringify(stuck, undefined, 2)}\n`);
  });

  it('a stuck run is ended, moves nothing by that, and the next run goes through (RUL 4, RUL 49)', () => {
    const story = five();
    story.create('run-1');
    story.work();
    story.edit('bad resources', newContent('bad-1'));
    story.create('run-2', { resourceSnapshotIndex: '1' });
    story.work();
    story.edit('good resources', newContent('good-2'));
    story.create('run-3', { resourceSnapshotIndex: '2' });
    story.work();
    story.pass(600);
    story.work();
    expect(
      story
        .blockers('run-3')
        .map(({ message }) => message)
        .join(),
    ).toMatch(/"run-2".*stuck/);
    story.end('run-2', 'the image does not exist');
    const ended = story.status('run-2');
    story.steer('run-2', 'Stop');
    story.steer('run-2', 'Run');
    expect(story.run('run-2')?.phase?.kind).toBe('Ended');
    story.work();
    expect(whereTheyAre(story)).toEqual({ m1: 2, m2: 2, m3: 2, m4: 2, m5: 2 });
    golden('ended', story);
    expectGolden(__dirname, 'ended-status', `${JSON.stringify(ended, undefined, 2)}\n`);
  });

  it('clusters that are no longer picked are cleaned at the end (C/1.13, C/RB-006)', () => {
    const story = five();
    story.create('run-1');
    story.work();
    story.edit('m3 and m5 are dropped', w => withPolicy(w, pickFixed('m1', 'm2', 'm4')));
    story.work();
    story.create('run-2');
    story.work();
    expect(Object.keys(whereTheyAre(story))).toEqual(['m1', 'm2', 'm4']);
    golden('deletion-stage', story);
  });

  it('a new member that the policy picks fails the run, with its name (RUL 5, C/RV-027, RB-005)', () => {
    const story = five();
    story.create('run-1');
    story.step();
    story.edit('m6 joins', w => ({
      ...w,
      placement: {
        ...w.placement,
        clusters: [...w.placement.clusters, aCluster('m6', { labels: inStage('canary') })],
      },
    }));
    story.work();
    story.create('run-2');
    story.work();
    expect(story.run('run-1')?.failed?.message).toMatch(/m6 was picked/);
    golden('membership', story);
  });
});

function withPolicy(world: World, policy: PlacementPolicy): World {
  const { placement } = world.placement;
  const edited = { ...placement, generation: placement.generation + 1, spec: { ...placement.spec, policy } };
  return { ...world, placement: { ...world.placement, placement: edited } };
}
