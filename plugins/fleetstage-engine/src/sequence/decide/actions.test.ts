import { aStage } from '../assignment/sequence.testing';
import { days, hours, START } from './sequenceStory.testing';
import { CP, excluded, small, twoStages } from './smallStory.testing';

describe('a rollout (D §6.2)', () => {
  it('D/RO-025, RO-001, RO-005, E/RO-001…004, EV-001 is created for what is designated, and only once', () => {
    const story = small();
    const { actions } = story.pass();
    expect(actions).toContainEqual(
      expect.objectContaining({
        kind: 'createRollout',
        name: CP,
        spec: {
          sequence: 'bank',
          upgradeType: 'ControlPlane',
          version: '1.31.2',
          trigger: 'System',
          intent: 'Regular',
        },
      }),
    );
    expect(story.told()).toEqual(['VersionDesignated', 'RolloutCreated']);
    expect(story.pass().actions.filter(({ kind }) => kind === 'createRollout')).toEqual([]);
  });

  it('D/RO-003, RO-026, SK-011, E/EV-007 ends when its last stage has soaked; the sequence has it in its timeline, too', () => {
    const story = small().runUntil(days(4));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
    story.runUntil(days(5));
    expect(story.memoryOf(CP)).toMatchObject({
      phase: 'Completed',
      message: '1.31.2 went through all stages.',
    });
    expect(story.memoryOf(CP).endedAt).toBeDefined();
    expect(story.told().at(-1)).toBe('RolloutCompleted');
  });

  it('D/RO-027, RO-028, E/ST-002 says which pause it is, and goes on by itself when its stage is free', () => {
    const story = small()
      .runUntil(days(3.001))
      .designate('1.30 → 1.31.5', '1.31 → 1.31.5')
      .runUntil(days(3.05));
    const newer = 'bank-cp-1-31-5';
    story.patchRollout(newer, { state: 'Pause' }).pass();
    expect(story.show(newer)).toMatch(/^PausedByUser/);
    story.patchRollout(newer, { state: 'Run' }).edit({ suspend: true }).pass();
    expect(story.show(newer)).toMatch(/^PausedBySystem/);
    story.edit({ suspend: false }).runUntil(days(3.1));
    expect(story.show(newer)).toBe('Running: Soaking, Pending');
    expect(story.told(newer)).toEqual(expect.arrayContaining(['RolloutPaused', 'RolloutResumed']));
  });

  it('D/RO-029, RO-030, OQ-007 ends when it was paused for 30 days, for good', () => {
    const story = small().runUntil(hours(1)).patchRollout(CP, { state: 'Pause' }).runUntil(days(30));
    expect(story.show(CP)).toBe('PausedByUser: Paused, Pending');
    story.runUntil(days(30.1));
    expect(story.show(CP)).toBe('PausedTooLong: Cancelled, Cancelled');
    story.patchRollout(CP, { state: 'Run' }).runUntil(days(31));
    expect(story.show(CP)).toBe('PausedTooLong: Cancelled, Cancelled');
    expect(story.names()).toEqual([CP]);
  });

  it('E/RO-005 an object that Fleetstage did not create is never executed, and its name is taken', () => {
    const story = small();
    const { spec } = small().runUntil(START).rollouts[0];
    story.rollouts.push({ name: CP, generation: 1, spec, hub: { hasFinalizer: false } });
    story.runUntil(hours(1));
    expect(story.names()).toEqual([CP, `${CP}-2`]);
    expect(story.rollouts[0].memory).toBeUndefined();
  });

  it('D/RS-019, MD-005, E/RS-010 starts only the kinds that the sequence wants, and an edit leaves what runs', () => {
    const patches = twoStages({ upgradeTypes: ['ControlPlanePatch'] })
      .cluster('t1', 'testing', ['1.30.9'])
      .designate('1.30 → 1.31.2', '1.30 → 1.30.14')
      .runUntil(hours(1));
    expect(patches.names()).toEqual(['bank-cp-1-30-14']);
    const running = small().runUntil(START).edit({ upgradeTypes: [] }).runUntil(hours(1));
    expect(running.show(CP)).toBe('Running: Soaking, Pending');
    expect(small({ upgradeTypes: [] }).runUntil(days(1)).names()).toEqual([]);
  });
});

describe('actions of people (D §11, E §4.2)', () => {
  it('D/AC-003…005, E/AC-001 pauses, resumes and cancels', () => {
    const story = small().runUntil(hours(1));
    for (const [state, shown] of [
      ['Pause', 'PausedByUser: Paused, Pending'],
      ['Run', 'Running: Soaking, Pending'],
      ['Cancel', 'CancelledByUser: Cancelled, Cancelled'],
    ] as const) {
      story.patchRollout(CP, { state }).pass();
      expect(story.show(CP)).toBe(shown);
    }
  });

  it('D/ST-109, AC-006, E/AC-002 completes the current stage by force, once, and open upgrades go on', () => {
    const story = small();
    story.provider.get('t2').minutes = 600;
    story
      .runUntil(hours(1))
      .patchRollout(CP, { forceCompletedStages: ['testing'] })
      .pass();
    expect(story.show(CP)).toBe('Running: Completed, Running');
    expect(story.memory?.qualified).toMatchObject([{ stage: 1, forced: true }]);
    expect(story.told(CP)).toContain('StageForceCompleted testing');
    expect(story.target(CP, 't2')?.state).toBe('Running');
    story.runUntil(days(3));
    expect(story.target(CP, 't2')?.state).toBe('Succeeded');
    expect(story.show(CP)).toBe('Completed: Completed, Completed');
  });

  it('E/AC-002 an entry has no effect on a stage that gets its name later, and waits while the rollout is paused', () => {
    const story = small()
      .runUntil(hours(1))
      .patchRollout(CP, { state: 'Pause', forceCompletedStages: ['testing'] });
    story.pass();
    expect(story.show(CP)).toBe('PausedByUser: Paused, Pending');
    story.patchRollout(CP, { state: 'Run' }).pass();
    expect(story.show(CP)).toBe('Running: Completed, Running');
    const [testing, production] = story.spec.stages;
    story.edit({
      stages: [
        { ...testing, name: 'first' },
        { ...production, name: 'testing' },
      ],
    });
    story.runUntil(days(0.5));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
  });

  it('D/SK-008, AC-008, LM-009, E/AC-003, MO-002 overrides the soak of one rollout, shorter or longer', () => {
    const story = small().runUntil(hours(1));
    story
      .patchRollout(CP, { soakOverrides: [{ stage: 'testing', soakDuration: '2h' }] })
      .runUntil(hours(2.5));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
    expect(story.memoryOf(CP).stages[0]).toMatchObject({ soakSource: 'Override', soakMs: 7_200_000 });
    story.patchRollout(CP, {
      soakOverrides: [
        { stage: 'testing', soakDuration: '99h' },
        { stage: 'production', soakDuration: '48h' },
      ],
    });
    story.runUntil(hours(40));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
    story.runUntil(hours(51));
    expect(story.show(CP)).toBe('Completed: Completed, Completed');
  });

  it('D/AC-009, E/AC-004 skips a cluster, and opens it again while its stage is not completed', () => {
    const story = small().runUntil(START);
    const held = small();
    held.clusters.get('t2')!.policies = excluded(START, days(2));
    held
      .runUntil(hours(1))
      .patchRollout(CP, { skippedClusters: ['t1', 't2'] })
      .runUntil(hours(2));
    expect(held.target(CP, 't2')).toMatchObject({ state: 'Skipped', reason: 'SkippedByUser' });
    expect(held.show(CP)).toBe('Running: Soaking, Pending');
    held.patchRollout(CP, { skippedClusters: [] }).runUntil(days(2.1));
    expect(held.target(CP, 't2')?.state).toBe('Succeeded');
    story.patchRollout(CP, { skippedClusters: ['t1'] }).runUntil(hours(1));
    expect(story.target(CP, 't1')?.state).toBe('Succeeded');
  });

  it('E/AC-004 a skipped cluster is not taken by a repetition of the version', () => {
    const story = small().runUntil(START);
    story.clusters.get('p1')!.policies = excluded(START, days(4));
    story
      .runUntil(hours(1))
      .patchRollout(CP, { skippedClusters: ['p1'] })
      .runUntil(days(10));
    expect(story.names()).toEqual([CP]);
    expect(story.versionOf('p1')).toBe('1.30.9');
  });

  it('D/VS-005, AC-007, LM-003, E/RS-013, AC-007 starts a version by hand, also one that a person had cancelled', () => {
    const story = small().runUntil(hours(0.05)).patchRollout(CP, { state: 'Cancel' }).runUntil(days(1));
    expect(story.names()).toEqual([CP]);
    story.edit({ target: { version: 'v1.31.2' } }).runUntil(days(1.1));
    expect(story.names()).toEqual([CP, `${CP}-2`]);
    expect(story.rollouts[1].spec.trigger).toBe('User');
    story.edit({ target: undefined }).runUntil(days(1.2));
    expect(story.show(`${CP}-2`)).not.toMatch(/Cancelled/);
  });

  it('D/VS-005, E/RS-013 force: what is still in the first stage makes way', () => {
    const story = small()
      .runUntil(hours(1))
      .edit({ target: { version: '1.31.5' } })
      .runUntil(hours(2));
    expect(story.show('bank-cp-1-31-5')).toMatch(/^WaitingForNextStage/);
    story.edit({ target: { version: '1.31.5', force: true } }).pass();
    expect(story.show(CP)).toBe('SupersededByUser: Cancelled, Cancelled');
    expect(story.show('bank-cp-1-31-5')).toBe('Running: Running, Pending');
    story.runUntil(hours(3));
    expect(story.names()).toEqual([CP, 'bank-cp-1-31-5']);
  });

  it('D/AC-011, E/RO-006 a deleted rollout is cancelled; its finalizer goes when its upgrades are over', () => {
    const story = small().runUntil(hours(0.05)).deleteRollout(CP).runUntil(hours(0.1));
    expect(story.show(CP)).toBe('CancelledByUser: Cancelled, Cancelled');
    expect(story.last.blockers).toContainEqual(
      expect.objectContaining({ cause: 'UpgradesRunning', clusters: ['t1', 't2'] }),
    );
    story.runUntil(hours(1));
    expect(story.names()).toEqual([]);
    expect(story.versionOf('t1')).toBe('1.31.2');
    story.runUntil(days(1));
    expect(story.versionOf('p1')).toBe('1.30.9');
  });

  it('D/RS-044, E/RO-006 a deleted sequence ends all rollouts, and is forgotten after them', () => {
    const story = small().runUntil(hours(0.05));
    story.deletedAt = story.now;
    story.pass();
    expect(story.show(CP)).toBe('SequenceDeleted: Cancelled, Cancelled');
    expect(story.isForgotten).toBe(false);
    story.runUntil(hours(1));
    expect(story.names()).toEqual([]);
    expect(story.isForgotten).toBe(true);
  });

  it('E/RO-004 a finalizer that somebody took away is set again', () => {
    const story = small().runUntil(START);
    story.rollouts = story.rollouts.map(one => ({ ...one, hub: { hasFinalizer: false } }));
    expect(story.pass().actions).toContainEqual({ kind: 'ensureFinalizer', rollout: CP });
  });

  it('E/RO-006 keeps the newest finished rollouts of each type', () => {
    const story = twoStages({ stages: [aStage('testing')] }).cluster('t1', 'testing', ['1.30.1']);
    story.settings = { ...story.settings, keptFinished: 2 };
    for (const patch of [2, 3, 4, 5]) story.designate(`1.30 → 1.30.${patch}`).runUntil(hours(patch));
    story.runUntil(hours(6));
    expect(story.names()).toEqual(['bank-cp-1-30-4', 'bank-cp-1-30-5']);
  });

  it('E/RV-011 the younger of two sequences with a fleet goes on when the older gives it up', () => {
    const story = small();
    story.siblings = [{ name: 'older', createdAt: days(-1), stages: [aStage('testing')] }];
    story.runUntil(days(1));
    expect(story.names()).toEqual([]);
    story.siblings = [];
    story.runUntil(days(1.1));
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
  });

  it('E/RC-001 without its catalogue nothing begins, and nothing is thought to be done', () => {
    const story = small().runUntil(hours(1));
    story.catalog = {
      ok: false,
      error: { reason: 'CatalogNotFound', message: 'Catalog "default" is not there.' },
    };
    story.runUntil(days(5));
    expect(story.show(CP)).toBe('Running: Completed, Running');
    expect(story.target(CP, 'p1')).toMatchObject({ state: 'Pending', reason: 'ClusterNotReady' });
    expect(story.last.blockers).toContainEqual(expect.objectContaining({ cause: 'CatalogNotFound' }));
  });
});

describe('designation by time (E/VC-002, D/CL-001)', () => {
  it('wakes when a target becomes available', () => {
    const story = twoStages()
      .cluster('t1', 'testing', ['1.30.9'])
      .channels({
        channels: [
          {
            name: 'Regular',
            targets: [{ from: '1.30', to: '1.31.2', availableFrom: '2026-11-05T00:00:00Z' }],
          },
        ],
      });
    expect(story.pass().wakeAt).toBe(days(3));
    story.runUntil(days(2));
    expect(story.names()).toEqual([]);
    story.runUntil(days(3));
    expect(story.names()).toEqual([CP]);
  });
});
