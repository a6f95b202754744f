import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aHealthyMember,
  aResourceSnapshot,
  anAvailableReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase, type TestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { aMemberObject, aPlacementObject, aRunObject } from '../__testUtils__/objects';
import { loadBindings } from '../database/bindingStore';
import { saveCluster } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { markTriggers } from '../database/markTriggers';
import { saveObject } from '../database/mirrorStore';
import { saveIdle } from '../database/placementStore';
import { claim } from '../database/queue/claim';
import { mark } from '../database/queue/mark';
import { queues } from '../database/queue/queues';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { saveWork } from '../database/workStore';
import { reconcileOnce } from '../loop/reconcileOnce';
import { placementReconciler } from './placement';

jest.setTimeout(120_000);

const databases = createTestDatabases();
const NOW: Instant = instant(1_795_262_400_000);
const WEB = { hub: 'hub', name: 'web' };
const healthy = { health: aHealthyMember({ lastHeartbeatAt: NOW }), properties: {} };

/** SQLite has one transaction at a time: nothing overlaps there. */
const overlapping = databases
  .eachSupportedId()
  .flat()
  .filter(id => String(id).startsWith('POSTGRES'));

/** A transaction that stays open until `commit`. */
async function open({ database }: TestDatabase, work: (tx: Tx) => Promise<void>) {
  let commit = () => {};
  const mayCommit = new Promise<void>(resolve => {
    commit = resolve;
  });
  let worked = () => {};
  const hasWorked = new Promise<void>(resolve => {
    worked = resolve;
  });
  const ended = database.transact(async tx => {
    await work(tx);
    worked();
    await mayCommit;
  });
  await Promise.race([hasWorked, ended]);
  return {
    commit: async () => {
      commit();
      await ended;
    },
  };
}

const untilSomebodyWaits = ({ knex }: TestDatabase) =>
  eventually(
    async () => Number((await knex('pg_locks').where({ granted: false }).count({ n: '*' }))[0].n),
    waiting => waiting > 0,
  );

const dueKeys = ({ knex }: TestDatabase) => knex('dirty_keys').orderBy(['queue', 'key']).pluck('key');

const dueIn = async ({ knex }: TestDatabase, queue: string): Promise<string[]> =>
  knex('dirty_keys').where({ queue }).pluck('key');

/** Plays the passes that are due; answers how many there were. */
async function passes({ database }: TestDatabase): Promise<number> {
  for (let count = 0; ; count += 1) {
    const options = { queue: queues.placement, limit: 1, token: `t${count}`, leaseMs: 60_000 };
    const [taken] = await database.transact(tx => claim(tx, options));
    if (taken === undefined) return count;
    await reconcileOnce({ database, clock: { now: () => NOW } }, placementReconciler, taken);
  }
}

async function seed({ database }: TestDatabase): Promise<void> {
  await database.transact(async tx => {
    for (const name of ['c1', 'c2']) await saveObject(tx, 'hub', aMemberObject(name));
    await saveCluster(tx, 'hub', 'c1', healthy);
    await lockPlacement(tx, 'hub', 'web');
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };
    await saveResourceSnapshot(tx, WEB, aResourceSnapshot(), [namespace]);
  });
}

const place = ({ database }: TestDatabase, policy: object) =>
  database.transact(async tx => {
    await saveObject(tx, 'hub', aPlacementObject('web', { policy }));
    mark(tx, { queue: queues.placement, key: 'hub/web' });
  });

/** A pass that leaves the placement idle. */
async function rest(tx: Tx): Promise<void> {
  const { version } = await lockPlacement(tx, 'hub', 'web');
  await saveIdle(tx, WEB, version);
}

const saveReport = (tx: Tx) =>
  saveWork(tx, WEB, { report: anAvailableReport('c1'), inventory: { objects: [] } });

const nothingDue = ({ database }: TestDatabase) => database.transact(tx => tx.sql('dirty_keys').delete());

if (overlapping.length > 0) {
  describe.each(overlapping)('transactions that overlap, on %s', databaseId => {
    let at: TestDatabase;

    beforeEach(async () => {
      at = await openTestDatabase(databases, databaseId as TestDatabaseId);
      await seed(at);
    });

    it.each([
      ['PickAll', { placementType: 'PickAll' }],
      ['PickFixed', { placementType: 'PickFixed', clusterNames: ['c1', 'c2'] }],
      ['PickN', { placementType: 'PickN', numberOfClusters: 2 }],
    ])('A/SCH-107: %s finds a member that becomes healthy while its first pass runs', async (_, policy) => {
      const member = await open(at, async tx => {
        await markTriggers(tx, 'hub', [{ cluster: 'c2', trigger: { kind: 'everybody' } }]);
        await saveCluster(tx, 'hub', 'c2', healthy);
      });
      expect(await dueKeys(at)).toEqual([]);
      await place(at, policy);
      const passed = passes(at);
      await untilSomebodyWaits(at);
      await member.commit();
      expect(await passed).toBe(2);
      const bindings = await at.database.transact(tx => loadBindings(tx, 'hub', 'web'));
      expect(bindings.map(({ cluster }) => cluster)).toEqual(['c1', 'c2']);
    });

    it('A/SCH-107: a pass that no cluster has changed under is not repeated', async () => {
      await place(at, { placementType: 'PickAll' });
      expect(await passes(at)).toBe(1);
    });

    it('a report that comes while a pass ends the idleness of its placement wakes the placement', async () => {
      await at.database.transact(rest);
      const pass = await open(at, async tx => void (await lockPlacement(tx, 'hub', 'web')));
      await nothingDue(at);
      const reported = at.database.transact(saveReport);
      await untilSomebodyWaits(at);
      await pass.commit();
      await reported;
      expect(await dueIn(at, queues.placement)).toEqual(['hub/web']);
    });

    it('a report of an idle placement wakes its status alone, and a pass that follows waits for it', async () => {
      await at.database.transact(rest);
      await nothingDue(at);
      const report = await open(at, async tx => void (await saveReport(tx)));
      let isLocked = false;
      const pass = at.database.transact(async tx => {
        await lockPlacement(tx, 'hub', 'web');
        isLocked = true;
        return tx.sql('work_reports').where({ hub: 'hub', placement: 'web' }).pluck('cluster');
      });
      await untilSomebodyWaits(at);
      expect(isLocked).toBe(false);
      await report.commit();
      expect(await pass).toEqual(['c1']);
      expect(await dueIn(at, queues.placement)).toEqual([]);
      expect(await dueIn(at, queues.publishPlacement)).toEqual(['hub/web']);
    });

    it('a report finds the run whose first pass is under way', async () => {
      await at.database.transact(rest);
      await nothingDue(at);
      const pass = await open(at, async tx => {
        await rest(tx);
        await saveObject(tx, 'hub', aRunObject('web-1'));
      });
      const reported = at.database.transact(saveReport);
      await untilSomebodyWaits(at);
      await pass.commit();
      await reported;
      expect(await dueIn(at, queues.updateRun)).toEqual(['hub/web-1']);
    });
  });
}
