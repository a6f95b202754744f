import { aStage, labelled } from '../assignment/sequence.testing';
import { plus, toRfc3339, type RolloutSequenceSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { days, HOUR, hours, SequenceStory, START } from './sequenceStory.testing';
import { CP, excluded, NP, small, twoStages } from './smallStory.testing';

const soakOf = (story: SequenceStory, soakDuration: string) =>
  story.edit({ stages: story.spec.stages.map(stage => ({ ...stage, soakDuration })) });

/** Clusters t1, t2, t3 in testing, p1 in production, after 20 minutes; those named fail each time. */
const failingStory = (failing: readonly string[], spec: Partial<RolloutSequenceSpec>) => {
  const story = small(spec).cluster('t3', 'testing', ['1.30.9']);
  for (const name of failing) story.provider.get(name).failures = 99;
  return story.runUntil(hours(0.34));
};

describe('a stage of a rollout (D §6.1)', () => {
  it('D/ST-101 begins when the one before is completed; its clock starts', () => {
    const story = small().runUntil(days(3));
    expect(story.memoryOf(CP).progress.stages[1].enteredAt).toBeUndefined();
    story.runUntil(days(3.1));
    const [first, second] = story.memoryOf(CP).progress.stages;
    expect(second.startedAt).toBe(first.succeededAt);
  });

  it('D/ST-102, SK-001 soaks once each target is over, whatever it is over by', () => {
    const story = small()
      .cluster('new', 'testing', ['1.31.5'])
      .cluster('old', 'testing', ['1.28.1'])
      .cluster('out', 'testing', ['1.30.9'], { annotations: { 'fleetstage.io/auto-upgrade': 'false' } })
      .runUntil(hours(1));
    const stateOf = (cluster: string) => story.target(CP, cluster)?.reason;
    expect(['t1', 'new', 'old', 'out'].map(stateOf)).toEqual([
      'Upgraded',
      'AlreadyAtOrAbove',
      'MinorSkew',
      'AutoUpgradeDisabled',
    ]);
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
  });

  it('D/ST-103, ST-105, SK-009, MW-003, E/EV-005 soaks by force after maxUpgradeTime, and open targets go on', () => {
    const story = small({ maxUpgradeTime: '48h' });
    story.provider.get('t2').minutes = 60 * 24 * 4;
    story.runUntil(days(1.9));
    expect(story.show(CP)).toBe('Running: Running, Pending');
    story.runUntil(days(2.1));
    expect(story.show(CP)).toBe('Running: ForcedSoaking, Pending');
    story.runUntil(days(4.1));
    expect(story.target(CP, 't2')?.state).toBe('Succeeded');
    expect(story.show(CP)).toBe('Running: ForcedSoaking, Pending');
    story.runUntil(days(5.1));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
    expect(story.memoryOf(CP).stages[0].forced).toBe('Timeout');
    expect(story.told(CP)).toContain('StageForcedSoaking testing');
  });

  it('D/ST-104 qualifies the version at the end of its soak', () => {
    const story = small().runUntil(days(3));
    expect(story.memory?.qualified).toEqual([]);
    story.runUntil(days(3.1));
    expect(story.memory?.qualified).toMatchObject([
      { upgradeType: 'ControlPlane', stage: 1, version: '1.31.2' },
    ]);
  });

  it('D/ST-106, ST-107, SK-007 paused: no new cluster, the soak clock runs on, and nothing ends before it goes on', () => {
    const story = small({
      stages: [aStage('testing', { soakDuration: '1h', maxConcurrency: 1 }), aStage('production')],
    }).runUntil(START);
    story.patchRollout(CP, { state: 'Pause' }).runUntil(days(1));
    expect(story.show(CP)).toBe('PausedByUser: Paused, Pending');
    expect(story.target(CP, 't1')?.state).toBe('Succeeded');
    expect(story.target(CP, 't2')).toMatchObject({ state: 'Paused', reason: 'RolloutPaused' });
    story.patchRollout(CP, { state: 'Run' }).runUntil(days(1.02));
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
    story.patchRollout(CP, { state: 'Pause' }).runUntil(days(3));
    expect(story.show(CP)).toBe('PausedByUser: Paused, Pending');
    story.patchRollout(CP, { state: 'Run' }).pass();
    expect(story.show(CP)).toBe('Running: Completed, Running');
  });

  it('D/ST-108 is cancelled with its rollout, also where it has not begun', () => {
    const story = small().runUntil(days(3.1)).patchRollout(CP, { state: 'Cancel' }).runUntil(days(4));
    expect(story.show(CP)).toBe('CancelledByUser: Completed, Cancelled');
  });

  it('D/ST-110, LM-006 is skipped without a soak where nothing is to be upgraded and the sequence says so', () => {
    const story = twoStages({ emptyStages: 'Skip' })
      .cluster('t1', 'testing', ['1.31.5'])
      .cluster('p1', 'production', ['1.30.9'])
      .designate('1.30 → 1.31.2')
      .runUntil(hours(1));
    expect(story.show(CP)).toBe('Running: Skipped, Soaking');
    expect(story.memory?.qualified).toEqual([]);
    expect(story.told(CP)).toContain('StageSkipped testing');
  });

  it('D/ST-111, SG-006 a cluster that joins during the soak is upgraded, and the clock stays', () => {
    const story = small().runUntil(days(2));
    story.cluster('t3', 'testing', ['1.30.9']).runUntil(days(2.1));
    expect(story.target(CP, 't3')?.state).toBe('Succeeded');
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
    story.runUntil(days(3.1));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
  });

  it('D/ST-111 a node pool that is added during the soak is upgraded, too', () => {
    const story = twoStages()
      .cluster('t1', 'testing', ['1.31.2', '1.30.9'])
      .designate('1.30 → 1.31.2')
      .runUntil(days(1));
    story.provider.get('t1').pools.set('late', { version: '1.30.9', desired: '1.30.9' });
    story.runUntil(days(1.1));
    expect(story.target(NP, 't1', 'late')?.state).toBe('Succeeded');
    expect(story.show(NP)).toBe('Running: Soaking, Pending');
  });

  it('D/RO-032, RO-033, RO-041, SK-002 is occupied for one type: a soak of control planes does not hold nodes', () => {
    const story = twoStages().cluster('t1', 'testing', ['1.30.9', '1.30.9']).designate('1.30 → 1.31.2');
    story.runUntil(hours(2));
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
    expect(story.show(NP)).toBe('Running: Soaking, Pending');
  });

  it('D/RO-034, LM-013, E/RS-008 upgrades so many clusters at a time, and a failed one keeps its place', () => {
    const story = small({ stages: [aStage('testing', { maxConcurrency: 1 }), aStage('production')] });
    story.provider.get('t1').failures = 1;
    story.runUntil(hours(0.1));
    expect(story.target(CP, 't2')).toMatchObject({ state: 'Pending', reason: 'WaitingForSlot' });
    story.runUntil(hours(0.2));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Pending', reason: 'WaitingForRetry' });
    expect(story.target(CP, 't2')?.startedAt).toBeUndefined();
    story.runUntil(hours(1));
    expect(story.provider.started.map(({ cluster }) => cluster).slice(0, 3)).toEqual(['t1', 't1', 't2']);
  });
});

describe('soaks and limits (D §7, E/RS-014…016)', () => {
  it('D/SK-004, SK-005, SK-006, MD-001, E/MO-001 an edit acts on every stage that is not completed, both ways', () => {
    const story = small().runUntil(days(1));
    soakOf(story, '120h').runUntil(days(4));
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
    expect(story.told(CP)).toContain('SoakChanged testing');
    soakOf(story, '96h').runUntil(days(4.1));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
    soakOf(story, '1h').runUntil(days(4.2));
    expect(story.show(CP)).toBe('Completed: Completed, Completed');
  });

  it('D/SK-010, E/RS-016 a stage whose clusters have the version soaks like any other', () => {
    const story = twoStages()
      .cluster('t1', 'testing', ['1.31.5'])
      .cluster('p1', 'production', ['1.30.9'])
      .designate('1.30 → 1.31.2')
      .runUntil(hours(1));
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
  });

  it('D/LM-010, E/RS-015 Pause: the rollout is paused by the system until somebody acts', () => {
    const story = small({ maxUpgradeTime: '24h', onTimeout: 'Pause' });
    story.clusters.get('t2')!.policies = excluded(START, days(20));
    story.runUntil(days(2));
    expect(story.show(CP)).toBe('PausedBySystem: Paused, Pending');
    expect(story.last.blockers).toContainEqual(
      expect.objectContaining({ cause: 'StageTimedOut', subject: CP }),
    );
    story.patchRollout(CP, { skippedClusters: ['t2'] }).runUntil(days(2.1));
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
  });

  it('D/ST-109, E/RS-015, AC-002 a stage that took too long is completed by a person: the pause ends with it', () => {
    const story = small({ maxUpgradeTime: '24h', onTimeout: 'Pause' });
    story.clusters.get('t2')!.policies = excluded(START, days(20));
    story.runUntil(days(2));
    story.patchRollout(CP, { forceCompletedStages: ['testing'] }).runUntil(days(2.1));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
  });

  it.each([
    { limit: 1, share: '1 of 3', failing: ['t1'] },
    { limit: 2, share: '2 of 3', failing: ['t1', 't2'] },
    { limit: '67%', share: '67% of 3, rounded down', failing: ['t1', 't2'] },
    { limit: '10%', share: '10% of 3, at least one', failing: ['t1'] },
  ])(
    'D/LM-012, E/RS-018 $share failed clusters pause the rollout: what runs finishes, no other begins',
    ({ limit, failing }) => {
      const story = failingStory(failing, { failurePolicy: { maxFailedClusters: limit } });
      expect(story.show(CP)).toBe('PausedBySystem: Paused, Pending');
      expect(story.last.blockers).toContainEqual(
        expect.objectContaining({
          cause: 'TooManyFailedClusters',
          subject: CP,
          message: expect.stringContaining(failing.join(', ')),
        }),
      );
      expect(story.target(CP, 't3')).toMatchObject({ state: 'Succeeded' });
      const starts = story.provider.started.length;
      story.runUntil(hours(12));
      expect(story.provider.started).toHaveLength(starts);
    },
  );

  it('E/RS-018 fewer failures than the limit pause nothing', () => {
    const story = failingStory(['t1'], { failurePolicy: { maxFailedClusters: 2 } });
    expect(story.show(CP)).toBe('Running: Running, Pending');
  });

  it.each<{ act: string; change: (story: SequenceStory) => unknown; is: string }>([
    {
      act: 'a skipped cluster',
      change: story => story.patchRollout(CP, { skippedClusters: ['t1'] }),
      is: 'Running: Soaking, Pending',
    },
    {
      act: 'a retry that succeeds',
      change: story => {
        story.provider.get('t1').failures = 0;
        story.patchRollout(CP, { retries: [{ cluster: 't1', requestedAt: toRfc3339(hours(3)) }] });
      },
      is: 'Running: Soaking, Pending',
    },
    {
      act: 'a retry that fails again',
      change: story =>
        story.patchRollout(CP, { retries: [{ cluster: 't1', requestedAt: toRfc3339(hours(3)) }] }),
      is: 'PausedBySystem: Paused, Pending',
    },
    {
      act: 'a higher limit, which the next failures reach or not',
      change: story => story.edit({ failurePolicy: { maxFailedClusters: 2 } }),
      is: 'Running: Running, Pending',
    },
    {
      act: 'the stage completed by a person',
      change: story => story.patchRollout(CP, { forceCompletedStages: ['testing'] }),
      is: 'Running: Completed, Soaking',
    },
  ])('E/RS-018, AC-002, AC-004, AC-005 $act ends the pause, or does not: $is', ({ change, is }) => {
    const story = failingStory(['t1'], { failurePolicy: { maxFailedClusters: 1 } });
    story.runUntil(hours(3));
    expect(story.show(CP)).toBe('PausedBySystem: Paused, Pending');
    change(story);
    story.runUntil(hours(5));
    expect(story.show(CP)).toBe(is);
  });

  it('E/RS-015 Cancel: the rollout ends, and the catalogue does not start it again', () => {
    const story = small({ maxUpgradeTime: '24h', onTimeout: 'Cancel' });
    story.clusters.get('t2')!.policies = excluded(START, days(20));
    story.runUntil(days(2));
    expect(story.show(CP)).toBe('TimedOut: Cancelled, Cancelled');
    expect(story.names()).toEqual([CP]);
  });

  it('E/RS-017 suspended: no rollout and no cluster begins, soaks end', () => {
    const story = small().runUntil(hours(1)).edit({ suspend: true }).runUntil(days(4));
    expect(story.show(CP)).toBe('PausedBySystem: Completed, Pending');
    story.designate('1.30 → 1.31.2', '1.31 → 1.31.5').runUntil(days(5));
    expect(story.names()).toEqual([CP]);
    story.edit({ suspend: false }).runUntil(days(5.1));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
    expect(story.names()).toEqual([CP, 'bank-cp-1-31-5']);
  });
});

describe('edits of the stages (D §8, E §5)', () => {
  it('D/MD-002, MD-014, LM-005, E/MO-003 a new name, and an empty stage that comes, moves and goes, change nothing', () => {
    const story = small().runUntil(hours(1));
    const [testing, production] = story.spec.stages;
    const nobody = aStage('nobody', { soakDuration: '5h' });
    story.edit({ stages: [nobody, { ...testing, name: 'pre' }, production] }).runUntil(hours(2));
    expect(story.show(CP)).toBe('Running: Skipped, Soaking, Pending');
    expect(story.memory?.lastChange).toMatchObject({ class: 'Benign', cancelled: [] });
    expect(story.told(CP).filter(event => event.startsWith('StageStarted'))).toEqual([
      'StageStarted testing',
    ]);
    story.edit({ stages: [{ ...testing, name: 'pre' }, nobody, production] }).runUntil(hours(3));
    expect(story.show(CP)).toBe('Running: Soaking, Skipped, Pending');
    story.edit({ stages: [{ ...testing, name: 'pre' }, production] }).runUntil(days(3.1));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
  });

  it('D/MD-004, SG-008, E/MO-005 a relabelled cluster moves between stages that have not begun, and cancels nothing', () => {
    const canary = { fleets: ['prod'], clusterSelector: labelled({ canary: '1' }), soakDuration: '1h' };
    const story = new SequenceStory({
      stages: [
        aStage('testing', { soakDuration: '1h' }),
        aStage('canary', canary),
        aStage('rest', { fleets: ['prod'] }),
      ],
    })
      .cluster('t1', 'testing', ['1.30.9'])
      .cluster('a', 'prod', ['1.30.9'])
      .cluster('b', 'prod', ['1.30.9'])
      .designate('1.30 → 1.31.2')
      .runUntil(hours(0.5));
    const stageOf = (name: string) =>
      story.memoryOf(CP).members.find(({ cluster }) => cluster === name)?.stage;
    story.relabel('a', { canary: '1' }).pass();
    expect([stageOf('a'), stageOf('b')]).toEqual([2, 3]);
    story.runUntil(hours(1.3)).relabel('b', { canary: '1' }).runUntil(hours(1.4));
    expect([stageOf('b'), story.versionOf('b')]).toEqual([3, '1.30.9']);
    expect(story.names()).toEqual([CP]);
  });

  it('D/SG-007, TG-008 a cluster that leaves or is deleted holds nothing', () => {
    const story = small();
    story.provider.get('t1').minutes = Infinity;
    story.provider.get('t2').minutes = Infinity;
    story
      .runUntil(hours(1))
      .relabel('t1', { 'fleetstage.io/fleet': 'elsewhere' })
      .removeCluster('t2')
      .runUntil(hours(2));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Removed', reason: 'LeftFleet' });
    expect(story.target(CP, 't2')).toMatchObject({ state: 'Removed', reason: 'ClusterDeleted' });
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
  });

  it('D/SG-006 a cluster whose stage is over is caught up by the next rollout', () => {
    const story = small().runUntil(days(3.1)).cluster('t3', 'testing', ['1.30.9']).runUntil(days(3.5));
    expect(story.target(CP, 't3')).toMatchObject({ state: 'Ineligible', reason: 'CatchUpNextRollout' });
    story.runUntil(days(6));
    expect(story.names()).toEqual([CP, `${CP}-2`]);
    expect(story.versionOf('t3')).toBe('1.31.2');
  });

  it('D/SG-003, RS-018, LM-016 an ignored cluster is in no stage', () => {
    const story = small({ ignoredClustersSelector: labelled({ lab: '1' }) })
      .relabel('t2', { lab: '1' })
      .runUntil(hours(1));
    expect(story.target(CP, 't2')).toBeUndefined();
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
  });

  it('D/MD-003, MD-010…013, E/MO-004, EV-008 what an unchanged prefix has qualified is not soaked again', () => {
    const story = small()
      .cluster('p2', 'production', ['1.30.9'], { labels: { west: '1' } })
      .runUntil(days(3.01));
    const [testing, production] = story.spec.stages;
    const west = aStage('west', {
      fleets: ['production'],
      clusterSelector: labelled({ west: '1' }),
      soakDuration: '2h',
    });
    story.edit({ stages: [testing, west, production] }).pass();
    expect(story.show(CP)).toBe('IncompatibleSequence: Completed, Cancelled');
    expect(story.memory?.lastChange).toMatchObject({ class: 'Participants', cancelled: [CP] });
    expect(story.events.find(({ event }) => event.event === 'SequenceChanged')?.event.isWarning).toBe(true);
    expect(story.show(`${CP}-2`)).toMatch(/^Running: Completed, /);
    story.runUntil(plus(story.now, 6 * HOUR));
    expect(story.show(`${CP}-2`)).toBe('Running: Completed, Completed, Soaking');
  });

  it('ends rollouts whose stages are unknown, as the memory of the sequence was lost', () => {
    const story = small().runUntil(hours(1));
    story.memory = undefined;
    story.edit({ stages: [...story.spec.stages, aStage('lab')] }).pass();
    expect(story.show(CP)).toBe('IncompatibleSequence: Cancelled, Cancelled');
    expect(story.names()).toEqual([CP, `${CP}-2`]);
  });
});
