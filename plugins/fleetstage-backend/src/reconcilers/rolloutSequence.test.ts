import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { anObject } from '../__testUtils__/objects';
import { aCatalog, aSequence, HUB, runs, SequenceTrial } from '../__testUtils__/sequenceTrial';
import { loadDesiredFinalizer } from '../database/finalizerStore';
import { loadBlockersOf } from '../database/blockerStore';
import { listDesiredUpgradesOn, saveUpgradeAnswer } from '../database/sequences/desiredUpgradeStore';
import { loadSequence } from '../database/sequences/sequenceStore';
import { loadVersionRollout } from '../database/sequences/versionRolloutStore';
import { listTimeline } from '../database/timelineStore';
import { versionRolloutStatus } from '../effects/sequences/sequenceStatuses';

const databases = createTestDatabases();
const CP = 'bank-cp-1-31-2';
const STAGES = [
  { name: 'testing', fleets: ['testing'], soakDuration: '1h' },
  { name: 'production', fleets: ['production'], soakDuration: '1h' },
];

describe.each(databases.eachSupportedId())('the pass of a sequence on %s', databaseId => {
  let trial: SequenceTrial;

  beforeEach(async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    trial = await SequenceTrial.start(database);
    await trial.cluster('t1', 'testing', 'v1.30.9');
    await trial.cluster('p1', 'production', 'v1.30.9');
    await trial.see(aCatalog('1.30', '1.31.2'));
    await trial.see(aSequence('bank', STAGES));
  });
  afterEach(() => trial.stop());

  const transact: SequenceTrial['database']['transact'] = work => trial.database.transact(work);
  const phaseOf = async (name = CP) => {
    const record = await transact(tx => loadVersionRollout(tx, { hub: HUB, name }));
    return record && `${record.memory.phase}/${record.memory.reason ?? ''}`;
  };
  const timelineOf = async (kind: string, name: string) =>
    (await transact(tx => listTimeline(tx, HUB, { kind, name }))).map(({ event }) => event).reverse();
  const targetOf = async (cluster: string) =>
    (await trial.rollouts('bank'))[0].memory.targets.find(one => one.cluster === cluster);
  const causes = async () =>
    (await transact(tx => loadBlockersOf(tx, HUB, { kind: 'sequence', names: ['bank'] })))
      .get('bank')
      ?.map(({ cause }) => cause);
  const statusOf = async (name: string, object: KubeObject) => {
    const source = versionRolloutStatus(trial.clock);
    const rows = await transact(tx => source.load(tx, `${HUB}/${name}`, object));
    return rows && source.project(rows, undefined);
  };
  /** The object of the rollout is written and seen. */
  const createObject = async () => {
    await trial.writeRollout(CP);
    await trial.seeRollouts();
  };
  const accept = () =>
    transact(async tx => {
      const [upgrade] = await listDesiredUpgradesOn(tx, HUB, 't1');
      return saveUpgradeAnswer(tx, HUB, upgrade, { kind: 'Accepted', at: trial.now });
    });

  it('D/RO-001: commits rollout, upgrade, memory and timeline together, and does nothing the second time', async () => {
    await trial.decide();
    expect(await trial.upgrades()).toEqual(['t1 ControlPlane 1.31.2']);
    expect(await phaseOf()).toBe('Running/');
    expect(await timelineOf('RolloutSequence', 'bank')).toEqual([
      'VersionDesignated',
      'VersionDesignated',
      'RolloutCreated',
    ]);
    expect(await timelineOf('Rollout', CP)).toEqual(['RolloutCreated', 'StageStarted']);
    expect(await trial.marked('ensure-version-rollout')).toEqual([`hub/${CP}`]);
    expect(await trial.marked('start-upgrades')).toEqual(['hub/t1']);
    const before = [
      await trial.rollouts('bank'),
      await transact(tx => loadSequence(tx, { hub: HUB, name: 'bank' })),
    ];
    await trial.decide();
    const after = [
      await trial.rollouts('bank'),
      await transact(tx => loadSequence(tx, { hub: HUB, name: 'bank' })),
    ];
    expect(after).toEqual(before);
    expect(await timelineOf('Rollout', CP)).toHaveLength(2);
  });

  it('E/RO-004: creates the object once, whenever the process is killed', async () => {
    await trial.decide();
    expect(await trial.writeRollout(CP, { isKilled: true })).toBe(true);
    const live = trial.find('Rollout', CP);
    expect(live).toMatchObject({
      metadata: {
        finalizers: ['fleetstage.io/rollout'],
        labels: { 'fleetstage.io/sequence': 'bank', 'fleetstage.io/upgrade-type': 'control-plane' },
        ownerReferences: [{ kind: 'RolloutSequence', name: 'bank', controller: true }],
      },
      spec: { sequence: 'bank', version: '1.31.2', upgradeType: 'ControlPlane' },
    });
    await trial.writeRollout(CP);
    expect(trial.find('Rollout', CP)?.metadata.uid).toBe(live?.metadata.uid);
    expect((await trial.rollouts('bank'))[0].uid).toBe(live?.metadata.uid);
    expect(await trial.writeRollout(CP)).toBe(false);
  });

  it('E/RO-005: takes no object of somebody else for its own, though it has the name', async () => {
    await trial.decide();
    await trial.create(
      anObject('Rollout', CP, { spec: { sequence: 'bank', upgradeType: 'ControlPlane', version: '1.31.2' } }),
    );
    await expect(trial.writeRollout(CP)).rejects.toThrow('Fleetstage did not create it: delete it');
    const loaded = await trial.load();
    expect(loaded?.state.rollouts).toEqual([expect.not.objectContaining({ hub: expect.anything() })]);
    const status = await statusOf(CP, trial.find('Rollout', CP)!);
    expect(status).toMatchObject({
      conditions: [{ type: 'Accepted', status: 'False', reason: 'NotCreatedByEngine' }],
    });
    await trial.lose('Rollout', CP);
    await trial.writeRollout(CP);
    expect((await trial.rollouts('bank'))[0].uid).toBe(trial.find('Rollout', CP)?.metadata.uid);
  });

  it('D/TG-001, TG-002: goes on by what the provider answers and shows, and soaks', async () => {
    await trial.decide();
    await createObject();
    await accept();
    await trial.decide();
    trial.pass(1_000);
    await trial.observe('t1', {
      ...runs('v1.30.9', trial.now, '2'),
      controlPlane: { version: 'v1.30.9', desired: 'v1.31.2', upgrading: true, healthy: true },
    });
    await trial.decide();
    expect(await targetOf('t1')).toMatchObject({ state: 'Running' });
    trial.pass(1_000);
    await trial.observe('t1', {
      ...runs('v1.30.9', trial.now, '2'),
      controlPlane: { version: 'v1.31.2', desired: 'v1.31.2', upgrading: false, healthy: true },
    });
    await trial.decide();
    expect(await timelineOf('Rollout', CP)).toEqual(
      expect.arrayContaining(['ClusterUpgradeSucceeded', 'StageSoaking']),
    );
    // The rollout of nodes begins where a control plane has the version (D/RO-002).
    expect(await trial.upgrades()).toEqual(['t1 Node 1.31.2']);
    trial.pass(3_600_000);
    await trial.decide();
    expect(await trial.upgrades()).toContain('p1 ControlPlane 1.31.2');
  });

  it('names in a status the generation that was decided on, also where the edit changes nothing', async () => {
    await trial.decide();
    await createObject();
    await trial.decide();
    const live = trial.find('Rollout', CP)!;
    const edited = { ...live, metadata: { ...live.metadata, generation: 2, resourceVersion: '99' } };
    await trial.see(edited);
    expect(await statusOf(CP, edited)).toMatchObject({ observedGeneration: 1 });
    await trial.decide();
    expect(await statusOf(CP, edited)).toMatchObject({ observedGeneration: 2 });
    expect(await trial.marked('publish-version-rollout')).toEqual([`hub/${CP}`]);
  });

  it('E/AC-001: pauses with the object, and asks for nothing meanwhile', async () => {
    await trial.decide();
    await createObject();
    const live = trial.find('Rollout', CP)!;
    const metadata = { ...live.metadata, generation: 2, resourceVersion: '99' };
    await trial.see({ ...live, metadata, spec: { ...(live.spec as object), state: 'Pause' } });
    await trial.decide();
    expect(await phaseOf()).toBe('Paused/PausedByUser');
  });

  it('E/RO-006: a sequence that is gone takes its rollouts along, once no upgrade of them runs', async () => {
    await trial.decide();
    await createObject();
    await accept();
    await trial.decide();
    await trial.lose('RolloutSequence', 'bank');
    await trial.decide();
    expect(await phaseOf()).toBe('Cancelled/SequenceDeleted');
    expect((await trial.rollouts('bank'))[0].want).toBe('deleted');
    const live = trial.find('Rollout', CP)!;
    await trial.writeRollout(CP);
    // An API server waits for the finalizer; that of the test does not.
    expect(trial.find('Rollout', CP)).toBeUndefined();
    const going = { ...live.metadata, deletionTimestamp: '2026-11-21T12:00:00Z', resourceVersion: '99' };
    await trial.see({ ...live, metadata: going });
    const finalizer = () => transact(tx => loadDesiredFinalizer(tx, HUB, { kind: 'Rollout', name: CP }));
    await trial.decide();
    expect(await finalizer()).toBeUndefined();
    expect(await causes()).toContain('UpgradesRunning');
    trial.pass(1_000);
    await trial.observe('t1', runs('v1.31.2', trial.now, '2'));
    await trial.decide();
    expect(await finalizer()).toMatchObject({ want: 'absent', uid: live.metadata.uid });
    await trial.lose('Rollout', CP);
    await trial.decide();
    expect(await trial.load()).toBeUndefined();
    expect(await trial.upgrades()).toEqual([]);
    expect((await timelineOf('RolloutSequence', 'bank')).at(-1)).toBe('gone');
    expect(await trial.decide()).toBe('gone');
  });

  it('a sequence made anew under the name begins when the one before it is over', async () => {
    await trial.decide();
    await accept();
    await trial.lose('RolloutSequence', 'bank');
    await trial.see(aSequence('bank', STAGES, { uid: 'another' }));
    await trial.decide();
    expect(await transact(tx => loadSequence(tx, { hub: HUB, name: 'bank' }))).toMatchObject({
      uid: 'uid-bank',
    });
    expect(await phaseOf()).toBe('Cancelled/SequenceDeleted');
    trial.pass(1_000);
    await trial.observe('t1', runs('v1.31.2', trial.now, '2'));
    for (let i = 0; i < 3; i += 1) await trial.decide();
    expect(await transact(tx => loadSequence(tx, { hub: HUB, name: 'bank' }))).toMatchObject({
      uid: 'another',
    });
  });

  it('E/RV-011: does nothing at all while an older sequence has one of its fleets, and says why', async () => {
    await trial.see(
      aSequence('older', [{ name: 'all', fleets: ['testing'] }], {
        creationTimestamp: '2020-01-01T00:00:00Z',
      }),
    );
    await trial.decide();
    expect(await causes()).toEqual(['FleetInOtherSequence']);
    expect(await trial.rollouts('bank')).toEqual([]);
    await trial.lose('RolloutSequence', 'older');
    await trial.decide();
    expect(await trial.rollouts('bank')).toHaveLength(1);
  });

  it('E/RO-005: after the database was emptied, releases what is deleted, and executes nothing', async () => {
    await trial.lose('RolloutSequence', 'bank');
    const metadata = { finalizers: ['fleetstage.io/rollout'], deletionTimestamp: '2026-11-21T12:00:00Z' };
    const spec = { sequence: 'bank', version: '1.30.9' };
    const left = anObject('Rollout', 'bank-cp-1-30-9', { metadata, spec });
    await trial.see(left);
    expect(await trial.decide()).toBe('gone');
    expect(
      await transact(tx => loadDesiredFinalizer(tx, HUB, { kind: 'Rollout', name: 'bank-cp-1-30-9' })),
    ).toMatchObject({ want: 'absent', uid: left.metadata.uid });
  });
});
