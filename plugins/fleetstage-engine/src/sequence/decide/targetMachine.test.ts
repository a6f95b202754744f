import { plus, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aStage } from '../assignment/sequence.testing';
import { aPolicy, aWindow } from '../maintenance/maintenance.testing';
import { days, hours, HOUR, MINUTE, START, type SequenceStory } from './sequenceStory.testing';
import { CP, excluded, NP, small, twoStages } from './smallStory.testing';

describe('a target of a rollout (D §6.3)', () => {
  it('D/TG-001, TG-002 is asked for, runs, and has succeeded when the provider shows the version', () => {
    const story = small();
    story.pass();
    expect(story.upgrades).toContainEqual({
      cluster: 't1',
      upgradeType: 'ControlPlane',
      version: '1.31.2',
      rollout: CP,
      requestedAt: START,
    });
    expect(story.target(CP, 't1')).toMatchObject({
      state: 'Running',
      reason: 'UpgradeStarted',
      from: '1.30.9',
    });
    story.runUntil(hours(0.1));
    expect(story.target(CP, 't1')).toMatchObject({
      reason: 'UpgradeInProgress',
      operation: 'op-t1',
      attempts: 1,
    });
    story.runUntil(hours(0.2));
    expect(story.target(CP, 't1')).toMatchObject({
      state: 'Succeeded',
      reason: 'Upgraded',
      version: '1.31.2',
      startedAt: START,
      endedAt: plus(START, 10 * MINUTE),
    });
    expect(story.upgrades).toEqual([]);
  });

  it('D/TG-003, TG-004, E/EV-003 fails, and is tried again with a back-off', () => {
    const story = small();
    story.provider.get('t1').failures = 2;
    story.runUntil(hours(0.2));
    expect(story.target(CP, 't1')).toMatchObject({
      state: 'Pending',
      reason: 'WaitingForRetry',
      until: plus(START, 15 * MINUTE),
    });
    expect(story.told(CP)).toContain('ClusterUpgradeFailed testing');
    story.runUntil(hours(2));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Succeeded', attempts: 3 });
    const starts = story.provider.started
      .filter(({ cluster }) => cluster === 't1')
      .map(({ at }) => at - START);
    expect(starts).toEqual([0, 15 * MINUTE, 35 * MINUTE]);
  });

  it('D/TG-005 fails for good: the stage stays open until somebody acts', () => {
    const story = small();
    story.settings = { ...story.settings, maxAttempts: 2 };
    story.provider.get('t1').failures = 9;
    story.runUntil(days(1));
    expect(story.target(CP, 't1')).toMatchObject({
      state: 'Failed',
      reason: 'AttemptsExhausted',
      attempts: 2,
    });
    expect(story.show(CP)).toBe('Running: Running, Pending');
    story.patchRollout(CP, { skippedClusters: ['t1'] }).runUntil(days(1.1));
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
  });

  it('is woken when its window closes before a slot is free, and says what it waits for then', () => {
    const story = twoStages({ stages: [aStage('testing', { maxConcurrency: 1 })] })
      .cluster('t1', 'testing', ['1.30.9'], { minutes: 600 })
      .cluster('t2', 'testing', ['1.30.9'], {
        policies: [aPolicy({ windows: [aWindow({ startTime: '00:00', duration: '2h' })] })],
      })
      .designate('1.30 → 1.31.2')
      .runUntil(hours(1));
    expect(story.target(CP, 't2')?.reason).toBe('WaitingForSlot');
    expect(story.last.wakeAt).toBe(hours(2));
    story.runUntil(hours(2));
    expect(story.target(CP, 't2')).toMatchObject({ reason: 'OutsideMaintenanceWindow', until: days(1) });
  });

  it('E/TR-004 a call that is refused for good is a failure of the provider', () => {
    const story = small();
    story.settings = { ...story.settings, maxAttempts: 1 };
    story.provider.get('t1').refuse = () => ({ kind: 'Failed', message: 'clusters is forbidden' });
    story.runUntil(hours(1));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Failed', reason: 'RefusedByProvider' });
  });

  it('D/TG-006, EL-012, MW-001 waits for its window, and a running upgrade goes on when it closes', () => {
    const story = small();
    const policies = [aPolicy({ windows: [aWindow({ startTime: '02:00', duration: '1h' })] })];
    story.clusters.get('t1')!.policies = policies;
    story.provider.get('t1').minutes = 120;
    story.runUntil(hours(1));
    expect(story.target(CP, 't1')).toMatchObject({ reason: 'OutsideMaintenanceWindow', until: hours(2) });
    story.runUntil(hours(3.5));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Running', startedAt: hours(2) });
    story.runUntil(hours(4));
    expect(story.target(CP, 't1')?.state).toBe('Succeeded');
  });

  it.each<{ act: string; at: number; change: (story: SequenceStory) => unknown; is: string }>([
    {
      act: 'its window closes before the provider can be reached',
      at: 3.1,
      change: () => undefined,
      is: 'OutsideMaintenanceWindow',
    },
    {
      act: 'the rollout is paused',
      at: 2.15,
      change: story => story.patchRollout(CP, { state: 'Pause' }),
      is: 'RolloutPaused',
    },
    {
      act: 'the cluster is skipped',
      at: 2.15,
      change: story => story.patchRollout(CP, { skippedClusters: ['t1'] }),
      is: 'SkippedByUser',
    },
    {
      act: 'the rollout is cancelled',
      at: 2.15,
      change: story => story.patchRollout(CP, { state: 'Cancel' }),
      is: 'RolloutCancelled',
    },
  ])('D/MW-001, E/AC-001, AC-004 is asked for no longer when $act', ({ at, change, is }) => {
    const story = small();
    story.clusters.get('t1')!.policies = [
      aPolicy({ windows: [aWindow({ startTime: '02:00', duration: '1h' })] }),
    ];
    story.runUntil(hours(1.95));
    story.provider.get('t1').silentSince = story.now;
    story.runUntil(hours(2.1));
    expect(story.target(CP, 't1')).toMatchObject({ reason: 'UpgradeStarted' });
    expect(story.upgrades.map(({ cluster }) => cluster)).toContain('t1');
    change(story);
    story.runUntil(hours(at));
    expect(story.upgrades.filter(({ cluster }) => cluster === 't1')).toEqual([]);
    delete story.provider.get('t1').silentSince;
    story.runUntil(hours(at + 0.1));
    expect(story.target(CP, 't1')).toMatchObject({ reason: is, attempts: 0 });
    expect(story.provider.started.filter(({ cluster }) => cluster === 't1')).toEqual([]);
  });

  it('D/EL-011, MW-002 an exclusion holds it, and a rollout may ignore maintenance (E/AC-006)', () => {
    const story = small();
    story.clusters.get('t1')!.policies = excluded(START, days(9));
    story.runUntil(hours(1));
    expect(story.target(CP, 't1')).toMatchObject({
      state: 'Paused',
      reason: 'MaintenanceExclusion',
      until: days(9),
    });
    story.patchRollout(CP, { ignoreMaintenance: true }).runUntil(hours(2));
    expect(story.target(CP, 't1')?.state).toBe('Succeeded');
  });

  it('D/TG-007, MW-007, E/AC-012 reaches the version by other means', () => {
    const story = small();
    story.clusters.get('t1')!.policies = excluded(START, days(9));
    story.runUntil(hours(1));
    Object.assign(story.provider.get('t1').controlPlane, { version: '1.31.2', desired: '1.31.2' });
    story.runUntil(hours(2));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Skipped', reason: 'AlreadyAtOrAbove' });
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
  });

  it('D/CAPI-016, E/TR-002 makes no progress: it says so after the time, with what it waits for', () => {
    const story = small();
    story.provider.get('t1').minutes = Infinity;
    story.runUntil(hours(0.4));
    expect(story.target(CP, 't1')).toMatchObject({
      reason: 'UpgradeInProgress',
      until: plus(START, 30 * MINUTE),
    });
    story.runUntil(hours(0.6));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Running', reason: 'NoProgress' });
    expect(story.target(CP, 't1')?.message).toContain('since 2026-11-02 00:00 UTC');
    expect(story.last.blockers).toContainEqual(
      expect.objectContaining({ cause: 'NoProgress', clusters: ['t1'], subject: `${CP}/testing` }),
    );
  });

  it('D/CL-005 an unknown cluster keeps its state, and is never counted as finished', () => {
    const story = small().runUntil(hours(0.05));
    story.provider.get('t1').silentSince = story.now;
    story.runUntil(hours(2));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Running', reason: 'UpgradeInProgress' });
    expect(story.show(CP)).toBe('Running: Running, Pending');
    delete story.provider.get('t1').silentSince;
    story.runUntil(hours(2.1));
    expect(story.show(CP)).toBe('Running: Soaking, Pending');
  });

  it('D/CL-004 a crash after the call and before its record: the desired version is there already', () => {
    const story = small();
    story.pass();
    story.provider.answer(story.upgrades, story.now);
    story.runUntil(hours(1));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Succeeded', attempts: 1 });
  });

  it('D/EL-010, CAPI-045 what its provider shows holds it', () => {
    const story = small();
    story.provider.get('t1').blocked = [
      { reason: 'DeprecatedAPIUsage', message: 'flowcontrol v1beta2 is in use' },
    ];
    story.provider.get('t2').blocked = [{ reason: 'ProviderPaused', message: 'the cluster is paused' }];
    story.runUntil(hours(1));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Paused', reason: 'DeprecatedAPIUsage' });
    expect(story.target(CP, 't2')).toMatchObject({ state: 'Paused', reason: 'ProviderPaused' });
  });

  it('E/TR-007 a cluster that no provider knows is not managed', () => {
    const story = small();
    story.clusters.get('t1')!.isManaged = false;
    story.runUntil(hours(1));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Ineligible', reason: 'NotManaged' });
  });
});

describe('nodes and control planes (D/RO-002, RO-031, EL-005)', () => {
  const withNodes = () =>
    twoStages({}, '2h')
      .cluster('t1', 'testing', ['1.30.9', '1.30.9', '1.30.2'])
      .cluster('t2', 'testing', ['1.30.9', '1.30.9'], { minutes: 60 })
      .cluster('p1', 'production', ['1.30.9', '1.30.9'])
      .designate('1.30 → 1.31.2');

  it('a rollout of nodes begins when one control plane has the version, and the others are waited for', () => {
    const story = withNodes().runUntil(hours(0.1));
    expect(story.names()).toEqual([CP]);
    story.runUntil(hours(0.2));
    expect(story.names()).toEqual([CP, NP]);
    expect(story.target(NP, 't1', 'pool-1')).toMatchObject({ state: 'Running', from: '1.30.2' });
    expect(story.target(NP, 't2', 'pool-0')).toMatchObject({
      state: 'Pending',
      reason: 'WaitingForControlPlane',
    });
    expect(story.upgrades).toContainEqual(
      expect.objectContaining({ cluster: 't1', upgradeType: 'Node', pools: ['pool-0', 'pool-1'] }),
    );
    story.runUntil(hours(2.5));
    expect(story.show(NP)).toBe('Running: Soaking, Pending');
  });

  it('D/RO-044 nodes wait in front of a stage until its control planes have the version', () => {
    const story = withNodes();
    story.clusters.get('p1')!.policies = excluded(START, days(3));
    story.runUntil(days(1));
    expect(story.show(CP)).toBe('Running: Completed, Running');
    expect(story.show(NP)).toBe('WaitingForNextStage: Completed, Pending');
    expect(story.last.blockers).toContainEqual(
      expect.objectContaining({ cause: 'ClustersBehind', subject: NP, clusters: ['p1'] }),
    );
    story.runUntil(plus(days(3), 2 * HOUR));
    expect(story.show(NP)).toBe('Running: Completed, Soaking');
  });

  it('D/CAPI-030 coupled nodes are observed: nothing is asked for them, and their rollout soaks by itself', () => {
    const story = withNodes();
    for (const cluster of story.provider.clusters.values()) cluster.isCoupled = true;
    story.runUntil(hours(0.25));
    expect(story.target(NP, 't1', 'pool-0')).toMatchObject({ state: 'Running', reason: 'UpgradeInProgress' });
    story.runUntil(hours(2.5));
    expect(story.target(NP, 't1', 'pool-0')).toMatchObject({ state: 'Skipped', reason: 'AlreadyAtOrAbove' });
    expect(story.show(NP)).toBe('Running: Soaking, Pending');
    expect(story.provider.started.filter(({ upgradeType }) => upgradeType === 'Node')).toEqual([]);
  });

  it('E/AC-005, D/AC-009 a retry counts once, and only after the failure', () => {
    const story = small();
    story.settings = { ...story.settings, maxAttempts: 1 };
    story.provider.get('t1').failures = 2;
    const retry = (hour: number) =>
      story.patchRollout(CP, { retries: [{ cluster: 't1', requestedAt: toRfc3339(hours(hour)) }] });
    story.runUntil(hours(1));
    retry(0.1).runUntil(hours(2));
    expect(story.target(CP, 't1')?.state).toBe('Failed');
    retry(2).runUntil(hours(3));
    expect(story.target(CP, 't1')).toMatchObject({ state: 'Failed', attempts: 1 });
    expect(story.provider.started.filter(({ cluster }) => cluster === 't1')).toHaveLength(2);
    retry(3).runUntil(hours(4));
    expect(story.target(CP, 't1')?.state).toBe('Succeeded');
  });
});
