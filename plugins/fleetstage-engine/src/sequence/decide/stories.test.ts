import type { RolloutSequenceSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aStage, bankStages, labelled } from '../assignment/sequence.testing';
import { validateSequence } from '../assignment/validateSequence';
import { validateFleets } from '../assignment/fleetOwners';
import { someTargets } from '../catalog/catalog.testing';
import { days, hours, MINUTE, SequenceStory, START } from './sequenceStory.testing';
import { CP, excluded, NP, small, twoStages } from './smallStory.testing';

const codes = (spec: RolloutSequenceSpec) => validateSequence(spec).map(({ code }) => code);

describe('the bank of the requirement', () => {
  const bank = () =>
    new SequenceStory({ stages: bankStages })
      .cluster('test-1', 'testing', ['1.29.4'])
      .cluster('stage-1', 'staging', ['1.29.4'])
      .cluster('prod-west', 'production', ['1.29.4'], { labels: { 'prod-region': 'us-west1' } })
      .cluster('prod-europe', 'production', ['1.29.4'], { labels: { 'prod-region': 'europe-west1' } })
      .cluster('prod-east', 'production', ['1.29.4'])
      .designate('1.29 → 1.30.14-gke.1150000');
  const rollout = 'bank-cp-1-30-14-gke-1150000';

  it('D/TS-001, RS-041, E/RS-006 goes through five stages, and unlabelled production clusters are the last', () => {
    const story = bank().runUntil(days(9.5));
    expect(story.show(rollout)).toBe('Running: Completed, Completed, Completed, Soaking, Pending');
    expect(story.versionOf('prod-east')).toBe('1.29.4');
    story.runUntil(days(14));
    expect(story.show(rollout)).toBe('Completed: Completed, Completed, Completed, Completed, Completed');
    expect(story.versionOf('prod-east')).toBe('1.30.14-gke.1150000');
    expect(story.provider.started.map(({ cluster }) => cluster)).toEqual([
      'test-1',
      'stage-1',
      'prod-west',
      'prod-europe',
      'prod-east',
    ]);
  });

  it('D/TS-002 is refused without its catch-all', () => {
    expect(codes({ stages: bankStages.slice(0, 4) })).toEqual(['CATCH_ALL_MISSING']);
  });

  it('D/TS-003 is refused with the catch-all before a stage of its fleet', () => {
    const [testing, staging, west, europe, east] = bankStages;
    expect(codes({ stages: [testing, staging, east, west, europe] })).toContain('STAGE_UNREACHABLE');
  });

  it('D/TS-004 a fleet of an older sequence: nothing at all happens (E/RV-011)', () => {
    const story = bank();
    story.siblings = [{ name: 'older', createdAt: days(-1), stages: [aStage('staging')] }];
    const { actions, blockers } = story.pass();
    expect(actions).toEqual([]);
    expect(blockers).toMatchObject([{ cause: 'FleetInOtherSequence' }]);
    const claim = { name: 'bank', createdAt: START, stages: bankStages };
    expect(validateFleets(claim, story.siblings, []).map(({ code }) => code)).toContain(
      'FLEET_IN_OTHER_SEQUENCE',
    );
  });

  it('D/TS-005, SK-003, RS-017 soaks for 30 days at most', () => {
    const soaks = (soakDuration: string) => codes({ stages: [aStage('testing', { soakDuration })] });
    expect(soaks('720h')).toEqual([]);
    expect(soaks('744h')).toEqual(['SOAK_OUT_OF_RANGE']);
  });
});

describe('stages and their clusters', () => {
  it('D/TS-006 a cluster that two selectors match is in the first stage', () => {
    const canary = (name: string, key: string) =>
      aStage(name, { fleets: ['prod'], clusterSelector: labelled({ [key]: 'true' }), soakDuration: '1h' });
    const story = new SequenceStory({
      stages: [canary('one', 'a'), canary('two', 'b'), aStage('rest', { fleets: ['prod'] })],
    })
      .cluster('both', 'prod', ['1.30.9'], { labels: { a: 'true', b: 'true' } })
      .cluster('other', 'prod', ['1.30.9'])
      .designate('1.30 → 1.31.2')
      .runUntil(hours(0.5));
    expect(story.memoryOf(CP).members).toContainEqual({ cluster: 'both', stage: 1, standing: 'Member' });
    expect(story.versionOf('both')).toBe('1.31.2');
  });

  it('D/TS-007, E/EX-007 an exclusion of 40 days: forced soak on day 30, the next stage, and the cluster on day 40', () => {
    const story = twoStages()
      .cluster('t1', 'testing', ['1.30.9'])
      .cluster('t2', 'testing', ['1.30.9'], { policies: excluded(START, days(40)) })
      .cluster('p1', 'production', ['1.30.9'])
      .designate('1.30 → 1.31.2')
      .runUntil(days(29));
    expect(story.show(CP)).toBe('Running: Running, Pending');
    expect(story.target(CP, 't2')).toMatchObject({
      state: 'Paused',
      reason: 'MaintenanceExclusion',
      until: days(40),
    });
    expect(story.last.blockers).toContainEqual(
      expect.objectContaining({
        cause: 'MaintenanceExclusion',
        clusters: ['t2'],
        until: days(40),
        since: START,
      }),
    );
    story.runUntil(days(30.1));
    expect(story.show(CP)).toBe('Running: ForcedSoaking, Pending');
    story.runUntil(days(33.5));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
    story.runUntil(days(39));
    expect(story.show(CP)).toBe('Completed: Completed, Completed');
    expect(story.names()).toEqual([CP]);
    expect(story.memory?.qualified).toMatchObject([{ stage: 1, forced: true }, { stage: 2 }]);
    story.runUntil(days(41));
    expect(story.versionOf('t2')).toBe('1.31.2');
    expect(story.target(CP, 't2')).toMatchObject({ state: 'Succeeded', startedAt: days(40) });
  });

  it('D/TS-008 the stage of control planes soaks and completes while its nodes still roll', () => {
    const story = twoStages({}, '2h')
      .cluster('t1', 'testing', ['1.30.9', '1.30.9'])
      .cluster('p1', 'production', ['1.30.9'])
      .designate('1.30 → 1.31.2');
    story.runUntil(hours(0.1));
    expect(story.names()).toEqual([CP]);
    story.provider.get('t1').minutes = 10 * 60;
    story.runUntil(hours(3));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
    expect(story.show(NP)).toBe('Running: Running, Pending');
    story.runUntil(hours(48));
    expect(story.provider.get('t1').pools.get('pool-0')?.version).toBe('1.31.2');
    expect(story.show(NP)).toBe('Completed: Completed, Completed');
  });
});

describe('several versions', () => {
  it('D/TS-009, RO-004, RO-040 a newer version waits for the soak of the first stage, and follows one stage behind', () => {
    const story = small().runUntil(hours(1)).designate('1.30 → 1.31.5', '1.31 → 1.31.5').runUntil(hours(2));
    const newer = 'bank-cp-1-31-5';
    expect(story.show(newer)).toBe('WaitingForNextStage: Pending, Pending');
    expect(story.last.blockers).toContainEqual(
      expect.objectContaining({ cause: 'StageOccupied', subject: newer }),
    );
    story.runUntil(days(3.2));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
    expect(story.show(newer)).toBe('Running: Soaking, Pending');
    expect([story.versionOf('t1'), story.versionOf('p1')]).toEqual(['1.31.5', '1.31.2']);
  });

  it('D/RO-040, E/EX-006 the third group gets 1.31.12-gke.1265000 while the first gets 1.31.13-gke.1008000', () => {
    const stages = ['one', 'two', 'three'].map(name => aStage(name, { soakDuration: '24h' }));
    const story = new SequenceStory({ stages });
    for (const { name } of stages) story.cluster(`in-${name}`, name, ['1.31.0'], { minutes: 120 });
    story.designate('1.31 → 1.31.12-gke.1265000').runUntil(days(2.1));
    story.designate('1.31 → 1.31.13-gke.1008000').runUntil(hours(52.2));
    expect(story.show('bank-cp-1-31-12-gke-1265000')).toBe('Running: Completed, Completed, Running');
    expect(story.show('bank-cp-1-31-13-gke-1008000')).toBe('Running: Running, Pending, Pending');
    story.runUntil(days(6));
    expect(story.versionOf('in-three')).toBe('1.31.13-gke.1008000');
  });

  it('D/TS-010 a blocked stage takes the latest of several qualified versions, the others are superseded (RO-042, RO-045)', () => {
    const story = twoStages({}, '1h')
      .cluster('t1', 'testing', ['1.30.9'])
      .cluster('p1', 'production', ['1.30.9'], { policies: excluded(START, days(20)) })
      .designate('1.30 → 1.31.0', '1.31 → 1.31.0')
      .runUntil(days(1));
    for (const [day, version] of [
      [2, '1.31.2'],
      [3, '1.31.5'],
    ] as const)
      story.designate(`1.30 → ${version}`, `1.31 → ${version}`).runUntil(days(day));
    expect(story.show('bank-cp-1-31-0')).toBe('Running: Completed, Running');
    expect(story.show(CP)).toBe('WaitingForNextStage: Completed, Pending');
    story.runUntil(days(22));
    expect(story.show(CP)).toBe('Superseded: Completed, Cancelled');
    expect(story.memoryOf(CP).supersededBy).toBe('bank-cp-1-31-5');
    expect(story.versionOf('p1')).toBe('1.31.5');
    expect(story.provider.started.filter(({ cluster }) => cluster === 'p1').map(one => one.version)).toEqual([
      '1.31.0',
      '1.31.5',
    ]);
  });

  it('D/TS-011 a stage two minors behind takes the version one minor ahead (VS-102, RO-048)', () => {
    const story = twoStages({}, '1h')
      .cluster('t1', 'testing', ['1.30.9'])
      .cluster('p0', 'production', ['1.30.9'], { policies: excluded(START, days(5)) })
      .designate('1.30 → 1.31.0')
      .runUntil(days(1))
      .designate('1.30 → 1.31.2', '1.31 → 1.31.2')
      .runUntil(days(2))
      .designate('1.30 → 1.31.2', '1.31 → 1.32.1')
      .runUntil(days(3));
    expect(story.versionOf('t1')).toBe('1.32.1');
    story.patchRollout('bank-cp-1-31-0', { state: 'Cancel' }).runUntil(days(4));
    expect(story.show(CP)).toBe('Running: Completed, Running');
    expect(story.show('bank-cp-1-32-1')).toBe('WaitingForNextStage: Completed, Pending');
    story.runUntil(days(8));
    expect(story.versionOf('p0')).toBe('1.32.1');
  });

  it('D/TS-012, RS-043, E/EX-005 a later version is ignored, and the stage goes on', () => {
    const story = twoStages()
      .cluster('t1', 'testing', ['1.31.4'])
      .cluster('t2', 'testing', ['1.33.1'])
      .cluster('p1', 'production', ['1.31.4'])
      .designate('1.31 → 1.32.0')
      .runUntil(hours(1));
    expect(story.target('bank-cp-1-32-0', 't1')?.state).toBe('Succeeded');
    expect(story.target('bank-cp-1-32-0', 't2')).toMatchObject({
      state: 'Skipped',
      reason: 'AlreadyAtOrAbove',
    });
    expect(story.show('bank-cp-1-32-0')).toBe('Running: Soaking, Pending');
  });
});

describe('edits', () => {
  it('D/TS-013, E/EX-003 a soak shortened below what has passed ends at once, and nothing is cancelled', () => {
    const story = small().runUntil(days(1));
    const [testing, production] = story.spec.stages;
    story.edit({ stages: [{ ...testing, soakDuration: '4h' }, production] }).pass();
    expect(story.show(CP)).toBe('Running: Completed, Running');
    expect(story.memory?.lastChange).toMatchObject({ class: 'Live', cancelled: [] });
  });

  it('D/TS-014 another selector: the rollout ends, running clusters finish, a new rollout starts (MD-010…013)', () => {
    const story = small().runUntil(START);
    const canary = aStage('canary', { fleets: ['testing'], clusterSelector: labelled({ c: '1' }) });
    story
      .relabel('t2', { c: '1' })
      .edit({ stages: [canary, ...story.spec.stages] })
      .pass();
    expect(story.show(CP)).toBe('IncompatibleSequence: Cancelled, Cancelled');
    expect(story.names()).toEqual([CP, `${CP}-2`]);
    expect(story.target(CP, 't1')?.state).toBe('Running');
    expect(story.target(`${CP}-2`, 't2')).toMatchObject({ reason: 'UpgradeInProgress' });
    story.runUntil(hours(1));
    expect(story.target(CP, 't1')?.state).toBe('Succeeded');
    expect(story.show(`${CP}-2`)).toBe('Running: Completed, Soaking, Pending');
    expect(story.provider.started).toHaveLength(2);
  });

  it('D/TS-015, SG-009, E/EX-008 an empty stage soaks, or is skipped where the sequence says so', () => {
    const play = (spec: Partial<RolloutSequenceSpec>) =>
      twoStages(spec).cluster('p1', 'production', ['1.30.9']).designate('1.30 → 1.31.2').runUntil(hours(1));
    expect(play({}).show(CP)).toBe('Running: Soaking, Pending');
    expect(play({}).runUntil(days(3.1)).show(CP)).toBe('Running: Completed, Soaking');
    expect(play({ emptyStages: 'Skip' }).show(CP)).toBe('Running: Skipped, Soaking');
  });

  it('D/TS-016, RS-042, LM-014, E/EX-004 mixed channels: the version is the most conservative one', () => {
    const story = twoStages()
      .cluster('t1', 'testing', ['1.30.9'], { labels: { 'fleetstage.io/channel': 'Regular' } })
      .cluster('p1', 'production', ['1.30.9'], { labels: { 'fleetstage.io/channel': 'Stable' } })
      .channels({
        channels: [
          { name: 'Regular', targets: someTargets('1.30 → 1.31.2') },
          { name: 'Stable', targets: someTargets('1.30 → 1.30.14') },
        ],
      })
      .runUntil(hours(1));
    expect(story.names()).toEqual(['bank-cp-1-30-14']);
    expect(story.memory?.operational.state).toBe('Warning');
  });

  it('D/TS-017, E/VC-007 an upgrade by hand qualifies nothing and starts nothing', () => {
    const story = twoStages()
      .cluster('t1', 'testing', ['1.30.9'])
      .cluster('p1', 'production', ['1.30.9'])
      .designate('1.30 → 1.30.9')
      .runUntil(hours(1));
    Object.assign(story.provider.get('t1').controlPlane, { version: '1.31.2', desired: '1.31.2' });
    story.runUntil(days(5));
    expect(story.names()).toEqual([]);
    expect(story.memory?.qualified).toEqual([]);
  });
});

describe('actions', () => {
  it('D/TS-018 a stage that is not the current one cannot be completed by force', () => {
    const story = small()
      .runUntil(hours(1))
      .patchRollout(CP, { forceCompletedStages: ['production'] });
    story.runUntil(days(3.1));
    expect(story.show(CP)).toBe('Running: Completed, Soaking');
    expect(story.memoryOf(CP).stages[1].forced).toBeUndefined();
  });

  it('D/TS-019 a cancelled rollout starts no more clusters, and those that run finish', () => {
    const story = small({
      stages: [aStage('testing', { maxConcurrency: 1 }), aStage('production')],
    }).runUntil(START);
    story.patchRollout(CP, { state: 'Cancel' }).runUntil(days(2));
    expect(story.show(CP)).toBe('CancelledByUser: Cancelled, Cancelled');
    expect(story.target(CP, 't1')?.state).toBe('Succeeded');
    expect(story.target(CP, 't2')).toMatchObject({ state: 'Skipped', reason: 'RolloutCancelled' });
    expect(story.names()).toEqual([CP]);
    story.patchRollout(CP, { state: 'Run' }).runUntil(days(3));
    expect(story.show(CP)).toBe('CancelledByUser: Cancelled, Cancelled');
  });
});

describe('Cluster API', () => {
  it('D/TS-020 refused as pools are held: the cluster is not ready, and is asked again later (CAPI-027)', () => {
    const story = small();
    const message = 'there are still MachineDeployments completing a previous upgrade: [md-0]';
    story.provider.get('t2').refuse = () => ({ kind: 'Refused', reason: 'ClusterNotReady', message });
    story.runUntil(hours(0.05));
    expect(story.target(CP, 't2')).toMatchObject({
      state: 'Pending',
      reason: 'ClusterNotReady',
      attempts: 0,
    });
    expect(story.target(CP, 't2')?.message).toContain(message);
    expect(story.target(CP, 't2')?.until).toBe(START + 5 * MINUTE);
    delete story.provider.get('t2').refuse;
    story.runUntil(hours(1));
    expect(story.target(CP, 't2')).toMatchObject({ state: 'Succeeded', attempts: 1 });
  });

  it('D/TS-021 a version that the class does not list: ineligible, and the stage goes on (EL-007)', () => {
    const story = small();
    story.provider.get('t2').refuse = () => ({
      kind: 'Refused',
      reason: 'VersionNotAvailable',
      message: 'version must match one of the versions defined in the ClusterClass',
    });
    story.runUntil(hours(1));
    expect(story.target(CP, 't2')).toMatchObject({ state: 'Ineligible', reason: 'VersionNotAvailable' });
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
  });

  it('D/TS-022 the end of a soak is the same after a restart, whatever passes come in between (D/CL-003)', () => {
    const story = small().runUntil(days(1));
    const stored: unknown = JSON.parse(JSON.stringify([story.rollouts, story.memory]));
    [story.rollouts, story.memory] = stored as [typeof story.rollouts, typeof story.memory];
    story.runUntil(days(2)).runUntil(days(3));
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
    story.runUntil((days(3) + 11 * MINUTE) as typeof START);
    expect(story.show(CP)).toBe('Running: Completed, Running');
  });
});
