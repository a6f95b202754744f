import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aHealthyMember,
  anAvailableReport,
  anIdentifier,
  aResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aPlacementObject } from '../__testUtils__/objects';
import { aCatalog, aSequence, HUB, runs, SequenceTrial } from '../__testUtils__/sequenceTrial';
import { loadBindings } from '../database/bindingStore';
import { loadBlockersOf } from '../database/blockerStore';
import { requestCapture, saveCapture } from '../database/captureStore';
import { saveCluster } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { claim } from '../database/queue/claim';
import { mark } from '../database/queue/mark';
import { followUpgrades, listClusterUpgrades } from '../database/sequences/clusterUpgradeStore';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { saveWork } from '../database/workStore';
import { reconcileOnce } from '../loop/reconcileOnce';
import { placementReconcilerWith } from './placement';
import { rolloutSequenceReconciler } from './rolloutSequence';

const databases = createTestDatabases();
const WEB = { hub: HUB, name: 'web' };
const CP = 'bank-cp-1-31-2';
const CLUSTERS = ['t1', 't2'];

describe.each(databases.eachSupportedId())('workloads and upgrades of a cluster, on %s', databaseId => {
  let trial: SequenceTrial;
  let token = 0;

  const transact = <T>(work: (tx: Tx) => Promise<T>) => trial.database.transact(work);
  const reconciler = placementReconcilerWith(undefined, { holdWorkloads: true });

  const passPlacement = async () => {
    trial.pass(1_000);
    token += 1;
    await transact(async tx => mark(tx, { queue: 'placement', key: 'hub/web' }));
    const options = { queue: 'placement', limit: 1, token: `p${token}`, leaseMs: 60_000 };
    const [taken] = await transact(tx => claim(tx, options));
    return reconcileOnce({ database: trial.database, clock: trial.clock }, reconciler, taken);
  };
  const capture = (index: number) =>
    transact(async tx => {
      await lockPlacement(tx, HUB, 'web');
      const snapshot = aResourceSnapshot({ index, identifiers: [anIdentifier()], createdAt: trial.now });
      const content = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `web-${index}` } };
      await saveResourceSnapshot(tx, WEB, snapshot, [content]);
      await requestCapture(tx, HUB, 'web');
      await saveCapture(tx, WEB, { through: index + 1 });
    });
  const report = (...clusters: readonly string[]) =>
    transact(async tx => {
      for (const { cluster, revision = '' } of await loadBindings(tx, HUB, 'web'))
        if (clusters.includes(cluster))
          await saveWork(tx, WEB, {
            report: anAvailableReport(cluster, { revision }, trial.now),
            inventory: { objects: [] },
          });
    });
  const snapshots = async () =>
    (await transact(tx => loadBindings(tx, HUB, 'web'))).map(
      ({ cluster, resourceIndex }) => `${cluster} ${resourceIndex ?? '-'}`,
    );
  const blockersOf = async (kind: 'placement' | 'sequence', name: string) =>
    (await transact(tx => loadBlockersOf(tx, HUB, { kind, names: [name] }))).get(name) ?? [];
  const upgrades = () => transact(tx => listClusterUpgrades(tx, HUB));
  const unmark = () => transact(tx => tx.sql('dirty_keys').delete());
  const targetOf = async (cluster: string) =>
    (await trial.rollouts('bank'))[0].memory.targets.find(one => one.cluster === cluster);
  const begin = async () => {
    await trial.see(aCatalog('1.30', '1.31.2'));
    await trial.decide();
  };

  beforeEach(async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    trial = await SequenceTrial.start(database);
    trial.settings = { ...trial.settings, holdWorkloads: true };
    const health = aHealthyMember({ lastHeartbeatAt: trial.now });
    await trial.cluster('t1', 'testing', 'v1.30.9');
    await trial.cluster('t2', 'production', 'v1.30.9');
    for (const name of CLUSTERS) await transact(tx => saveCluster(tx, HUB, name, { health, properties: {} }));
    await trial.see(aSequence('bank', [{ name: 'testing', fleets: ['testing'], soakDuration: '1h' }]));
    const rollingUpdate = { maxUnavailable: 2, maxSurge: 2 };
    await trial.see(aPlacementObject('web', { strategy: { type: 'RollingUpdate', rollingUpdate } }));
    await capture(0);
    await passPlacement();
  });
  afterEach(() => trial.stop());

  it('lets new content wait for the upgrade that was asked for, on that cluster alone, and wakes it at both ends', async () => {
    await report(...CLUSTERS);
    await passPlacement();
    await unmark();
    await begin();
    const since = trial.now;
    expect(await upgrades()).toEqual(
      new Map([['t1', { upgradeType: 'ControlPlane', version: '1.31.2', rollout: CP, since }]]),
    );
    expect(await trial.marked('placement')).toEqual(['hub/web']);
    await capture(1);
    await passPlacement();
    expect(await snapshots()).toEqual(['t1 0', 't2 1']);
    expect(await blockersOf('placement', 'web')).toMatchObject([
      {
        ...{ cause: 'ClusterUpgrading', subject: CP, since, actor: 'engine' },
        message: `t1 is being upgraded to v1.31.2 (rollout "${CP}"); its workloads wait`,
      },
    ]);
    await unmark();
    await trial.observe('t1', runs('v1.31.2', plus(trial.now, 1), '2'));
    await trial.decide();
    expect(await upgrades()).toEqual(new Map());
    expect(await trial.marked('placement')).toEqual(['hub/web']);
    await passPlacement();
    expect(await snapshots()).toEqual(['t1 1', 't2 1']);
  });

  it('lets an upgrade wait for workloads that were moved a moment ago, and wakes it when they are at rest', async () => {
    await begin();
    expect(await trial.upgrades()).toEqual([]);
    expect(await targetOf('t1')).toMatchObject({
      ...{ state: 'Pending', reason: 'ClusterNotReady' },
      message: expect.stringMatching(/placement "web" is being updated on it\.$/),
    });
    expect(await trial.marked('rollout-sequence')).toEqual(['hub/bank']);
    await trial.decide();
    await unmark();
    await report('t2');
    expect(await trial.marked('rollout-sequence')).toEqual([]);
    await report('t1');
    expect(await trial.marked('rollout-sequence')).toEqual(['hub/bank']);
    await trial.decide();
    expect(await trial.upgrades()).toEqual(['t1 ControlPlane 1.31.2']);
  });

  it('lets it wait no longer than until they count as broken', async () => {
    await begin();
    expect(await trial.upgrades()).toEqual([]);
    trial.pass(5 * 60_000);
    await trial.decide();
    expect(await trial.upgrades()).toEqual(['t1 ControlPlane 1.31.2']);
  });

  it('holds nothing where it is off', async () => {
    trial.settings = { ...trial.settings, holdWorkloads: false };
    await begin();
    expect(await trial.upgrades()).toEqual(['t1 ControlPlane 1.31.2']);
    expect(await upgrades()).toEqual(new Map());
  });

  it('finds at a start what is upgraded, and forgets it where it is off now', async () => {
    const { now } = trial;
    const moving = { version: 'v1.30.9', desired: 'v1.31.2', upgrading: true, healthy: true };
    await trial.observe('t2', { ...runs('v1.30.9', now), controlPlane: moving });
    await unmark();
    await transact(tx => followUpgrades(tx, HUB, { holdWorkloads: true, now }));
    expect(await upgrades()).toEqual(
      new Map([['t2', { upgradeType: 'ControlPlane', version: '1.31.2', since: now }]]),
    );
    expect(await trial.marked('placement')).toEqual(['hub/web']);
    await unmark();
    await transact(tx => followUpgrades(tx, HUB, { holdWorkloads: true, now: plus(now, 1) }));
    expect(await trial.marked('placement')).toEqual([]);
    await transact(tx => followUpgrades(tx, HUB, { holdWorkloads: false, now }));
    expect(await upgrades()).toEqual(new Map());
    expect(await trial.marked('placement')).toEqual(['hub/web']);
  });

  it('decides again where an upgrade begins beside a pass that moves workloads: it does not move them', async () => {
    await report(...CLUSTERS);
    await passPlacement();
    await capture(1);
    const movesWhileAsked = transact(async tx => {
      const state = (await reconciler.load(tx, 'hub/web'))!;
      // SQLite has one transaction at a time: there nothing can begin beside it.
      if (tx.dialect === 'postgres') await begin();
      await reconciler.commit(tx, 'hub/web', state, reconciler.decide(state, trial.now));
      return tx.dialect;
    });
    const outcome = await movesWhileAsked.catch((error: Error) => error.message);
    expect(['sqlite', 't1 is being upgraded since a moment ago']).toContain(outcome);
    if (outcome === 'sqlite') await begin();
    await passPlacement();
    const bound = await snapshots();
    const isAsked = (await trial.upgrades()).length > 0;
    expect(isAsked).toBe(bound.includes('t1 0'));
  });

  it('decides again where workloads are moved beside a pass that asks for an upgrade: it does not ask', async () => {
    await report(...CLUSTERS);
    await passPlacement();
    await capture(1);
    await trial.see(aCatalog('1.30', '1.31.2'));
    const sequences = rolloutSequenceReconciler(trial.settings, trial.clock);
    const asksWhileMoved = transact(async tx => {
      const state = (await sequences.load(tx, 'hub/bank'))!;
      if (tx.dialect === 'postgres') await passPlacement();
      await sequences.commit(tx, 'hub/bank', state, sequences.decide(state, trial.now));
      return tx.dialect;
    });
    const outcome = await asksWhileMoved.catch((error: Error) => error.message);
    expect(['sqlite', 't1 is being updated since a moment ago']).toContain(outcome);
    if (outcome === 'sqlite') await passPlacement();
    const isAsked = (await trial.upgrades()).length > 0;
    expect(isAsked).toBe((await snapshots()).includes('t1 0'));
  });
});
