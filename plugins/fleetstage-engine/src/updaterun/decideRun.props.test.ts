import fc from 'fast-check';
import type { StageConfig, StageTask } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster, aPlacement, aPlacementSpec, aResourceSnapshot } from '../testing/builders';
import { isRunOver } from './progress';
import { startRunStory, type RunStory, type World } from './runStory.testing';

const approval: StageTask = { type: 'Approval' };
const names = ['a', 'b', 'c'];

const aStageConfig = fc.record({
  maxConcurrency: fc.constantFrom<(number | string)[]>(1, 2, 100, '34%', '100%'),
  before: fc.boolean(),
  after: fc.constantFrom<StageTask[][]>(
    [],
    [approval],
    [{ type: 'TimedWait', waitTime: '30s' }],
    [{ type: 'TimedWait', waitTime: '30s' }, approval],
  ),
});

const someStages = fc.array(aStageConfig, { minLength: 1, maxLength: 3 }).map(configs =>
  configs.map(({ maxConcurrency, before, after }, i): StageConfig => ({
    name: names[i],
    labelSelector: { matchLabels: { stage: names[i] } },
    maxConcurrency,
    ...(before && { beforeStageTasks: [approval] }),
    afterStageTasks: after,
  })),
);

/** What people and time do, with a number that chooses among what is there. */
const someDeeds = fc.array(
  fc.record({
    deed: fc.constantFrom(
      'step',
      'step',
      'step',
      'pass',
      'approve',
      'revoke',
      'stop',
      'resume',
      'create',
      'newContent',
      'forget',
      'delete',
      'relabel',
      'join',
      'leave',
    ),
    choice: fc.nat(9),
  }),
  { maxLength: 40 },
);

const aStory = fc.record({
  stages: someStages,
  deeds: someDeeds,
  places: fc.array(fc.nat(2), { minLength: 1, maxLength: 6 }),
  seed: fc.nat(1000),
});
type Story = typeof aStory extends fc.Arbitrary<infer T> ? T : never;

function begin({ stages, places, seed }: Story): RunStory {
  const clusters = places.map((place, i) =>
    aCluster(`c${i + 1}`, { labels: { stage: names[place % stages.length] } }),
  );
  return startRunStory({
    placement: {
      placement: aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) }),
      clusters,
    },
    strategies: { strategy: { stages } },
    seed,
  });
}

const chosen = <T>(items: readonly T[], choice: number): T | undefined =>
  items[choice % Math.max(1, items.length)];
const open = (story: RunStory) =>
  story.world().runs.filter(e => e.progress === undefined || !isRunOver(e.progress));

function newContent(choice: number) {
  return (world: World): World => {
    const index = world.placement.resourceSnapshots.length;
    const hash = `${choice < 2 ? 'bad' : 'good'}-${index}`;
    const resourceSnapshots = [...world.placement.resourceSnapshots, aResourceSnapshot({ index, hash })];
    return { ...world, content: hash, placement: { ...world.placement, resourceSnapshots } };
  };
}

const without = (world: World, name: string) => world.placement.clusters.filter(c => c.name !== name);
const withClusters = (world: World, clusters: World['placement']['clusters']): World => ({
  ...world,
  placement: { ...world.placement, clusters: [...clusters].sort((a, b) => (a.name < b.name ? -1 : 1)) },
});

/** The next cluster takes the stage of another one; the schedule stays as it is. */
function relabelled(choice: number) {
  return (world: World): World => {
    const { clusters } = world.placement;
    const [one, other] = [clusters[choice % clusters.length], clusters[(choice * 3 + 1) % clusters.length]];
    return withClusters(
      world,
      clusters.map(c => (c.name === one.name ? { ...c, labels: other.labels } : c)),
    );
  };
}

function act(story: RunStory, { deed, choice }: Story['deeds'][number]): void {
  const { world } = story;
  const run = chosen(open(story), choice)?.run.name;
  const request = chosen(world().approvals, choice)?.name;
  if (deed === 'step') story.step();
  if (deed === 'pass') story.pass(10 * choice * choice);
  if (deed === 'newContent') story.edit('new content', newContent(choice));
  if (deed === 'create') {
    const index = choice % world().placement.resourceSnapshots.length;
    story.create(`run-${world().runs.length}-${story.now()}`, {
      resourceSnapshotIndex: choice > 6 ? undefined : String(index),
    });
  }
  if (deed === 'approve' && request !== undefined) story.approve(request);
  if (deed === 'revoke' && request !== undefined) story.revoke(request);
  if (deed === 'forget' && request !== undefined) {
    story.edit(`${request} is deleted`, w => ({
      ...w,
      approvals: w.approvals.filter(a => a.name !== request),
    }));
  }
  const spare = ['x1', 'x2'][choice % 2];
  if (deed === 'relabel') story.edit('a cluster is relabelled', relabelled(choice));
  if (deed === 'join')
    story.edit(`${spare} joins`, w =>
      withClusters(w, [...without(w, spare), aCluster(spare, { labels: { stage: 'a' } })]),
    );
  if (deed === 'leave') story.edit(`${spare} leaves`, w => withClusters(w, without(w, spare)));
  if (deed === 'stop' && run !== undefined) story.steer(run, 'Stop');
  if (deed === 'resume' && run !== undefined) story.steer(run, 'Run');
  if (deed === 'delete' && run !== undefined && choice > 7) story.remove(run);
}

const play = (given: Story): RunStory => {
  const story = begin(given);
  story.create('run-1');
  for (const deed of given.deeds) act(story, deed);
  return story;
};

describe('whatever people do (C/PX-002, PX-003)', () => {
  // The story itself asserts after every pass: each cluster in one stage, never more than the limit in flight, no stage
  // before the gates of the one before, no cluster written by two runs, deciding again does nothing, every wait explained.
  it('no promise is broken', () => {
    fc.assert(
      fc.property(aStory, given => void play(given)),
      { numRuns: 150 },
    );
  });

  it('the same inputs give the same events', () => {
    fc.assert(
      fc.property(aStory, given => expect(play(given).log()).toBe(play(given).log())),
      { numRuns: 25 },
    );
  });

  it('with good resources, resumed runs and every approval given, every run succeeds', () => {
    const good = aStory.map(given => ({
      ...given,
      deeds: given.deeds
        .filter(({ deed }) => deed !== 'join' && deed !== 'leave')
        .map(d => ({ ...d, choice: d.deed === 'newContent' ? 9 : d.choice })),
    }));
    fc.assert(
      fc.property(good, given => {
        const story = play(given);
        for (const { run } of open(story)) story.steer(run.name, 'Run');
        for (let round = 0; round < 200 && open(story).length > 0; round++) {
          story.work();
          story.pass(30);
          for (const request of story.world().approvals.filter(a => a.approved?.status !== 'True'))
            story.approve(request.name);
        }
        for (const { run, progress } of story.world().runs) {
          expect([run.name, progress?.failed, progress?.initializationFailed, progress?.succeededAt]).toEqual(
            [run.name, undefined, undefined, expect.any(Number)],
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});
