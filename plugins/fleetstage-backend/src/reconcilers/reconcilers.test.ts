import type { TestDatabaseId } from '@backstage/backend-test-utils';
import {
  instant,
  plus,
  toRfc3339,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideRun } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  aFailedReport,
  aHealthyMember,
  anAvailableReport,
  anIdentifier,
  anUnavailableReport,
  aReleasedReport,
  aResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { forgetDesiredApproval, loadDesiredApproval, saveApproval } from '../database/approvalStore';
import { loadBinding, loadBindings } from '../database/bindingStore';
import { loadCapture, requestCapture, saveCapture } from '../database/captureStore';
import { saveCluster } from '../database/clusterStore';
import type { Database, Tx } from '../database/db';
import { nowMs } from '../database/dbNow';
import { loadDesiredFinalizer } from '../database/finalizerStore';
import { fromHubKey, fromWorkKey } from '../database/keys';
import { lockPlacement } from '../database/lockPlacement';
import { markPlacement } from '../database/marks';
import { deleteObject, loadObject, saveObject } from '../database/mirrorStore';
import { loadRunForPass, loadRunState } from '../database/loadRunState';
import { loadPlacementState } from '../database/placementStore';
import { claim } from '../database/queue/claim';
import { mark } from '../database/queue/mark';
import { settle } from '../database/queue/settle';
import { loadRun } from '../database/runStore';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { listTimeline } from '../database/timelineStore';
import { saveWork } from '../database/workStore';
import { reconcileOnce } from '../loop/reconcileOnce';
import type { Reconciler } from '../loop/reconciler';
import { grantRequested } from '../__testUtils__/grantRequested';
import { createTestDatabases, openTestDatabase, passTime } from '../__testUtils__/databases';
import {
  aMemberObject,
  anApprovalObject,
  aPlacementObject,
  aRunObject,
  aStrategyObject,
} from '../__testUtils__/objects';
import { placementReconciler } from './placement';
import { updateRunReconciler } from './updateRun';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const EXTERNAL = { strategy: { type: 'External' } };
const ONE_AT_A_TIME = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } } };

/** The hub and the members of a story, and what the effects would do to them. */
class World {
  now: Instant = instant(1_795_262_400_000);
  /** What a member reports of its revision. */
  report: typeof anAvailableReport = anAvailableReport;
  private tokens = 0;
  private versions = 0;

  constructor(readonly database: Database) {}

  async see(...objects: KubeObject[]): Promise<void> {
    await this.database.transact(async tx => {
      for (const object of objects) {
        this.versions += 1;
        const metadata = { ...object.metadata, resourceVersion: `${this.versions}` };
        await saveObject(tx, 'hub', { ...object, metadata });
      }
    });
  }

  async join(...members: KubeObject[]): Promise<void> {
    await this.see(...members);
    const health = aHealthyMember({ lastHeartbeatAt: this.now, healthChangedAt: plus(this.now, -600_000) });
    await this.database.transact(async tx => {
      for (const { metadata } of members)
        await saveCluster(tx, 'hub', metadata.name, { health, properties: {} });
    });
  }

  async capture(index: number): Promise<void> {
    await this.database.transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      const snapshot = aResourceSnapshot({ index, identifiers: [anIdentifier()], createdAt: this.now });
      await saveResourceSnapshot(tx, WEB, snapshot, [
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `web-${index}` } },
      ]);
      await requestCapture(tx, 'hub', 'web');
      await saveCapture(tx, WEB, { through: (await loadCapture(tx, 'hub', 'web')).requested });
    });
  }

  mark(queue: string, key: string): Promise<void> {
    return this.database.transact(async tx => mark(tx, { queue, key }));
  }

  /** Works on everything that is due until nothing is. */
  async settle(): Promise<void> {
    for (let round = 0; round < 200; round += 1) {
      const worked = [
        await this.pass(placementReconciler),
        await this.pass(updateRunReconciler),
        await this.act('apply-work', (tx, key) => this.apply(tx, key)),
        await this.act('ensure-approval', (tx, key) => this.ensureApproval(tx, key)),
        await this.act('capture-resources', async () => {}),
        await this.act('grant-removals', tx => grantRequested(tx, 'hub')),
        ...(await Promise.all(
          ['publish-placement', 'publish-snapshots', 'publish-run', 'ensure-finalizer'].map(queue =>
            this.act(queue, async () => {}),
          ),
        )),
      ];
      if (!worked.includes(true)) return;
    }
    throw new Error('the world does not become idle');
  }

  async wait(ms: number): Promise<void> {
    this.now = plus(this.now, ms);
    await passTime(this.database, ms);
    await this.settle();
  }

  /** The queues in which something is due, but for the derived objects: they are due half a second after a move, by the real clock. */
  marked(): Promise<string[]> {
    return this.database.transact(async tx => {
      const due = tx
        .sql('dirty_keys')
        .where('due_at', '<=', tx.sql.raw(nowMs(tx.dialect)))
        .whereNot({ queue: 'publish-snapshots' });
      return (await due.distinct('queue').pluck('queue')).sort();
    });
  }

  /** In how many milliseconds something of a queue is. */
  dueIn(queue: string): Promise<number | undefined> {
    return this.database.transact(async tx => {
      const wait = tx.sql.raw(`due_at - ${nowMs(tx.dialect)} as wait`);
      const row = await tx
        .sql('dirty_keys')
        .where({ queue })
        .first<{ wait: number | string } | undefined>(wait);
      return row && Number(row.wait);
    });
  }

  private async take(queue: string) {
    this.tokens += 1;
    const options = { queue, limit: 1, token: `t${this.tokens}`, leaseMs: 60_000 };
    const [taken] = await this.database.transact(tx => claim(tx, options));
    return taken;
  }

  async pass<S, A>(reconciler: Reconciler<S, A>): Promise<boolean> {
    const taken = await this.take(reconciler.name);
    if (taken === undefined) return false;
    await reconcileOnce({ database: this.database, clock: { now: () => this.now } }, reconciler, taken);
    return true;
  }

  private async act(queue: string, work: (tx: Tx, key: string) => Promise<void>): Promise<boolean> {
    const taken = await this.take(queue);
    if (taken === undefined) return false;
    await this.database.transact(async tx => {
      await work(tx, taken.key);
      settle(tx, taken);
    });
    return true;
  }

  private async apply(tx: Tx, key: string): Promise<void> {
    const work = fromWorkKey(key);
    const binding = await loadBinding(tx, work);
    if (binding?.revision === undefined) return;
    const { cluster, revision } = { cluster: work.cluster, revision: binding.revision };
    const report =
      binding.releasedAt === undefined
        ? this.report(cluster, { revision }, this.now)
        : aReleasedReport(cluster, { revision });
    await saveWork(tx, { hub: 'hub', name: work.placement }, { report, inventory: { objects: [] } });
  }

  private async ensureApproval(tx: Tx, key: string): Promise<void> {
    const { name } = fromHubKey(key);
    const desired = await loadDesiredApproval(tx, 'hub', name);
    if (desired === undefined) return;
    const ref = { hub: 'hub', kind: 'ClusterApprovalRequest', name };
    if (desired.want === 'absent') {
      await deleteObject(tx, ref);
      await forgetDesiredApproval(tx, 'hub', name);
    } else if ((await loadObject(tx, ref)) === undefined) {
      await saveObject(tx, 'hub', anApprovalObject(name, desired.run, desired.stage));
    }
    mark(tx, { queue: 'update-run', key: `hub/${desired.run}` });
  }

  async approve(name: string, run: string, stage: string): Promise<void> {
    const lastTransitionTime = toRfc3339(this.now);
    const approved = { type: 'Approved', status: 'True', reason: 'ok', message: '', observedGeneration: 1 };
    await this.see(anApprovalObject(name, run, stage, { conditions: [{ ...approved, lastTransitionTime }] }));
    await this.mark('update-run', `hub/${run}`);
    await this.settle();
  }
}

describe.each(databases.eachSupportedId())('the passes on %s', databaseId => {
  let world: World;
  const rows = <T>(read: (tx: Tx) => Promise<T>) => world.database.transact(read);
  const bindings = () => rows(tx => loadBindings(tx, 'hub', 'web'));
  const events = (kind: string, name: string) =>
    rows(async tx => (await listTimeline(tx, 'hub', { kind, name })).reverse());

  beforeEach(async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    world = new World(database);
    await world.join(aMemberObject('c1'), aMemberObject('c2'), aMemberObject('c3'));
  });

  it('ask for the finalizers before the first row', async () => {
    await world.see(aPlacementObject('web', {}, { finalizers: [] }));
    await world.mark('placement', 'hub/web');
    await world.settle();
    const desired = await rows(tx =>
      loadDesiredFinalizer(tx, 'hub', { kind: 'ClusterResourcePlacement', name: 'web' }),
    );
    expect(desired).toMatchObject({ uid: 'uid-web', want: 'present' });
    expect(await rows(tx => tx.sql('policy_snapshots'))).toEqual([]);
  });

  it('place on every cluster, mark the members once, and become idle', async () => {
    await world.see(aPlacementObject('web'));
    await world.capture(0);
    await world.settle();
    await world.wait(3_600_000);
    const placed = await bindings();
    expect(placed.map(({ cluster, phase, resourceIndex }) => [cluster, phase, resourceIndex])).toEqual([
      ['c1', 'Bound', 0],
      ['c2', 'Bound', 0],
      ['c3', 'Bound', 0],
    ]);
    const lines = await events('ClusterResourcePlacement', 'web');
    expect(lines.map(({ event }) => event)).toEqual(['policyChanged', 'clustersPicked', 'advanced']);
    expect(lines[2].data).toEqual({ resourceIndex: 0, clusters: ['c1', 'c2', 'c3'] });
    const again = await rows(tx => loadPlacementState(tx, 'hub/web'));
    expect(
      placementReconciler.decide({ ...again!, lockedAs: 1, fleetVersion: 0, hasNewInputs: false }, world.now)
        .actions,
    ).toEqual([]);
  });

  it('are made anew for what a cluster reports where that may move something', async () => {
    const revisionOf = async (cluster: string) =>
      (await bindings()).find(binding => binding.cluster === cluster)!.revision!;
    const report = async (cluster: string) => {
      const broken = aFailedReport(cluster, { revision: await revisionOf(cluster) });
      await rows(tx => saveWork(tx, WEB, { report: broken, inventory: { objects: [] } }));
    };
    await world.see(aPlacementObject('web', ONE_AT_A_TIME));
    await world.capture(0);
    await world.settle();
    await world.wait(3_600_000);
    await report('c1');
    expect(await world.marked()).toEqual(['publish-placement']);

    world.report = (cluster, patch) => anUnavailableReport(cluster, patch);
    await world.capture(1);
    await world.settle();
    // A move is no reason to be decided again.
    expect(await world.dueIn('placement')).toBeUndefined();
    await report('c2');
    expect(await world.marked()).toEqual(['placement', 'publish-placement']);
    await world.settle();

    // Whoever holds the lock may be about to move something.
    world.report = anAvailableReport;
    await world.capture(2);
    await world.settle();
    await world.wait(3_600_000);
    await rows(tx => lockPlacement(tx, 'hub', 'web'));
    await report('c1');
    expect(await world.marked()).toEqual(['placement', 'publish-placement']);
  });

  it('stop a rolling update at a cluster that fails', async () => {
    await world.see(aPlacementObject('web', ONE_AT_A_TIME));
    await world.capture(0);
    await world.settle();
    world.report = (cluster, patch) => aFailedReport(cluster, patch);
    await world.capture(1);
    await world.settle();
    expect((await bindings()).filter(({ resourceIndex }) => resourceIndex === 1)).toHaveLength(1);
  });

  it('clean every member before a deleted placement goes', async () => {
    await world.see(aPlacementObject('web'));
    await world.capture(0);
    await world.settle();
    const deleting = { deletionTimestamp: toRfc3339(world.now) };
    const finalizers = aPlacementObject('web').metadata.finalizers;
    await world.see(aPlacementObject('web', {}, { ...deleting, finalizers }));
    await world.mark('placement', 'hub/web');
    await world.settle();
    expect(await bindings()).toEqual([]);
    expect(
      await rows(tx => loadDesiredFinalizer(tx, 'hub', { kind: 'ClusterResourcePlacement', name: 'web' })),
    ).toMatchObject({ want: 'absent' });
    await rows(tx => deleteObject(tx, { ...WEB, kind: 'ClusterResourcePlacement' }));
    await world.mark('placement', 'hub/web');
    await world.settle();
    expect(await rows(tx => tx.sql('placements'))).toEqual([]);
    const lines = (await events('ClusterResourcePlacement', 'web')).map(({ event }) => event);
    expect([...new Set(lines.slice(3))]).toEqual(['released', 'forgotten', 'gone']);
  });

  it('clean up after a placement that vanished and came back as another object', async () => {
    await world.see(aPlacementObject('web'));
    await world.capture(0);
    await world.settle();
    const before = await bindings();
    await world.see(aPlacementObject('web', {}, { uid: 'uid-other' }));
    await world.mark('placement', 'hub/web');
    await world.settle();
    await world.capture(0);
    await world.settle();
    const after = await bindings();
    expect(after.map(({ phase }) => phase)).toEqual(['Bound', 'Bound', 'Bound']);
    expect(after[0].name).not.toBe(before[0].name);
    expect((await events('ClusterResourcePlacement', 'web')).map(({ event }) => event)).toContain('gone');
  });

  it('C/RL-019, RL-027: carry a run through its stages and its gate, with the person who opened it', async () => {
    await world.join(aMemberObject('c1', { stage: 'staging' }), aMemberObject('c2', { stage: 'canary' }));
    await rows(tx => deleteObject(tx, { hub: 'hub', kind: 'MemberCluster', name: 'c3' }));
    await world.see(
      aPlacementObject('web', EXTERNAL),
      aStrategyObject('strategy', [
        {
          name: 'staging',
          labelSelector: { matchLabels: { stage: 'staging' } },
          afterStageTasks: [{ type: 'Approval' }],
        },
        {
          name: 'canary',
          labelSelector: { matchLabels: { stage: 'canary' } },
          afterStageTasks: [{ type: 'TimedWait', waitTime: '1m' }],
        },
      ]),
    );
    await world.capture(0);
    await world.settle();
    await world.see(aRunObject('r1', { resourceSnapshotIndex: '0' }));
    await world.mark('update-run', 'hub/r1');
    await world.settle();
    const indexes = async () =>
      (await bindings()).map(({ cluster, resourceIndex }) => [cluster, resourceIndex]);
    expect(await indexes()).toEqual([
      ['c1', 0],
      ['c2', undefined],
    ]);
    await rows(tx =>
      saveApproval(tx, 'hub', {
        run: 'r1',
        stage: 'staging',
        task: 'afterStage',
        requestUid: 'uid-r1-staging',
        verdict: 'approved',
        actor: 'user:default/ada',
      }),
    );
    await world.approve('r1-staging', 'r1', 'staging');
    expect(await indexes()).toEqual([
      ['c1', 0],
      ['c2', 0],
    ]);
    expect((await rows(tx => loadRun(tx, 'hub', 'r1')))?.isOver).toBe(false);
    await world.wait(61_000);
    expect((await rows(tx => loadRun(tx, 'hub', 'r1')))?.progress.succeededAt).toBeDefined();
    const lines = await events('ClusterStagedUpdateRun', 'r1');
    expect(lines.filter(({ event }) => event === 'clusterSucceeded').map(({ cluster }) => cluster)).toEqual([
      'c1',
      'c2',
    ]);
    expect(lines.find(({ event }) => event === 'approved')?.actor).toBe('user:default/ada');
    const state = await rows(tx => loadPlacementState(tx, 'hub/web'));
    expect(state).toMatchObject({ activeRuns: [], newestRun: { name: 'r1', resourceIndex: 0 } });
  });

  /** A placement with two snapshots on c1, and one stage for all that there is. */
  const haveTwoSnapshots = async () => {
    await world.see(
      aPlacementObject('web', { ...EXTERNAL, policy: { placementType: 'PickFixed', clusterNames: ['c1'] } }),
      aStrategyObject('strategy', [{ name: 'all', labelSelector: {} }]),
    );
    await world.capture(0);
    await world.capture(1);
    await world.settle();
  };
  const aRunOf = (index: number, name: string, second: number, spec: Record<string, unknown> = {}) =>
    aRunObject(
      name,
      { resourceSnapshotIndex: `${index}`, ...spec },
      { creationTimestamp: `2026-11-21T12:00:0${second}Z` },
    );
  const causesOf = async (name: string) => {
    const state = await rows(tx => loadRunForPass(tx, `hub/${name}`));
    return decideRun(state!, world.now).blockers.map(b => `${b.cause}: ${b.message}`);
  };
  const progressOf = async (name: string) => (await rows(tx => loadRun(tx, 'hub', name)))?.progress;

  it('let runs that are seen together begin by creation, though the later one is passed first', async () => {
    await haveTwoSnapshots();
    await world.see(aRunOf(1, 'a-later', 5), aRunOf(0, 'b-earlier', 0));
    await world.mark('update-run', 'hub/a-later');
    await world.pass(updateRunReconciler);
    expect((await progressOf('a-later'))?.plan).toBeUndefined();
    expect(await causesOf('a-later')).toEqual([
      expect.stringMatching(/^EarlierRun: run "b-earlier" .*earlier/),
    ]);
    await world.settle();
    expect([(await progressOf('b-earlier'))?.turn, (await progressOf('a-later'))?.turn]).toEqual([1, 2]);
    expect((await progressOf('b-earlier'))?.succeededAt).toBeDefined();
    expect((await progressOf('a-later'))?.succeededAt).toBeDefined();
    expect((await bindings())[0].resourceIndex).toBe(1);
  });

  it('let an earlier run that can never begin hold nobody back for good', async () => {
    await haveTwoSnapshots();
    await world.see(
      aRunOf(1, 'a-later', 5),
      aRunOf(0, 'b-earlier', 0, { stagedRolloutStrategyName: 'missing' }),
      aRunOf(0, 'c-leaving', 0),
      aRunOf(0, 'd-ended', 0),
    );
    const gone = aRunOf(0, 'c-leaving', 0);
    await world.see(
      { ...gone, metadata: { ...gone.metadata, deletionTimestamp: '2026-11-21T12:00:01Z' } },
      { ...aRunOf(0, 'd-ended', 0), status: { conditions: [{ type: 'Succeeded', status: 'True' }] } },
    );
    await world.mark('update-run', 'hub/a-later');
    await world.settle();
    expect(await causesOf('a-later')).toEqual([expect.stringMatching(/^EarlierRun: run "b-earlier"/)]);
    await world.wait(4_000);
    expect((await progressOf('b-earlier'))?.initializationFailed?.message).toMatch(
      /"missing" does not exist/,
    );
    expect((await progressOf('a-later'))?.succeededAt).toBeDefined();
  });

  it('C/RL-011: close a run that the hub knows to have ended, leave its status, and let the next one begin', async () => {
    await haveTwoSnapshots();
    await world.see(aRunOf(0, 'old', 0));
    world.report = (cluster, patch) => aFailedReport(cluster, patch);
    await world.mark('update-run', 'hub/old');
    await world.settle();
    expect((await rows(tx => loadRun(tx, 'hub', 'old')))?.isOver).toBe(false);
    const ended = { ...aRunOf(0, 'old', 0), status: { conditions: [{ type: 'Succeeded', status: 'True' }] } };
    await world.see(ended, aRunOf(1, 'new', 5));
    expect((await rows(tx => loadRunForPass(tx, 'hub/new')))?.siblings).toEqual([]);
    const published = () => rows(tx => loadRunState(tx, 'hub/old'));
    expect((await published())?.progress).toBeUndefined();
    await world.mark('update-run', 'hub/old');
    await world.settle();
    expect(await rows(tx => loadRun(tx, 'hub', 'old'))).toMatchObject({
      isOver: true,
      progress: { isOutdated: true, stages: [{ clusters: [{ cluster: 'c1', startedAt: world.now }] }] },
    });
    expect((await published())?.progress).toBeUndefined();
    const lines = await events('ClusterStagedUpdateRun', 'old');
    expect(lines.at(-1)).toMatchObject({
      event: 'endedOnHub',
      message: expect.stringMatching(/older than the hub/),
    });
    expect((await bindings())[0].resourceIndex).toBe(1);
  });

  it('C/RL-010: forget a run whose object is gone, and let its approval requests go', async () => {
    await world.join(aMemberObject('c1', { stage: 'staging' }));
    await world.see(
      aPlacementObject('web', { ...EXTERNAL, policy: { placementType: 'PickFixed', clusterNames: ['c1'] } }),
      aStrategyObject('strategy', [
        {
          name: 'staging',
          labelSelector: { matchLabels: { stage: 'staging' } },
          afterStageTasks: [{ type: 'Approval' }],
        },
      ]),
    );
    await world.capture(0);
    await world.settle();
    await world.see(aRunObject('r1', { resourceSnapshotIndex: '0' }));
    await world.mark('update-run', 'hub/r1');
    await world.settle();
    expect(await rows(tx => loadDesiredApproval(tx, 'hub', 'r1-staging'))).toMatchObject({ want: 'present' });
    await rows(tx => deleteObject(tx, { hub: 'hub', kind: 'ClusterStagedUpdateRun', name: 'r1' }));
    await world.mark('update-run', 'hub/r1');
    await world.settle();
    expect(await rows(tx => loadRun(tx, 'hub', 'r1'))).toBeUndefined();
    expect(
      await rows(tx => loadObject(tx, { hub: 'hub', kind: 'ClusterApprovalRequest', name: 'r1-staging' })),
    ).toBeUndefined();
    expect((await bindings())[0].resourceIndex).toBe(0);
  });

  it('C/RL-028: run two passes of one placement one after the other', async () => {
    await world.see(aPlacementObject('web'));
    await world.capture(0);
    await world.settle();
    const { database } = world;
    const order: string[] = [];
    const hold = (name: string) =>
      database.transact(async tx => {
        await lockPlacement(tx, 'hub', 'web');
        order.push(`${name} in`);
        await loadBindings(tx, 'hub', 'web');
        await markPlacement(tx, WEB);
        order.push(`${name} out`);
      });
    await Promise.all([hold('a'), hold('b'), hold('c')]);
    expect(order.filter((_, i) => i % 2 === 0).map(line => line.slice(0, 1))).toEqual(
      order.filter((_, i) => i % 2 === 1).map(line => line.slice(0, 1)),
    );
  });
});
