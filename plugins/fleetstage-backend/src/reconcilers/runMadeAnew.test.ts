import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { planBlockers } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NOON } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aPlacementObject, aRunObject, aStrategyObject } from '../__testUtils__/objects';
import { loadBlockersOf, saveBlockers } from '../database/blockerStore';
import type { Database, Tx } from '../database/db';
import { loadRunForPass } from '../database/loadRunState';
import { saveObject } from '../database/mirrorStore';
import { claim } from '../database/queue/claim';
import { mark } from '../database/queue/mark';
import { saveRun } from '../database/runStore';
import { loadListedRuns } from '../database/views/listedRuns';
import { reconcileOnce } from '../loop/reconcileOnce';
import { updateRunReconciler } from './updateRun';

const databases = createTestDatabases();
const DELETION = { name: 'delete', clusters: [], before: [], after: [] };
const OLD = {
  name: 'r1',
  uid: 'uid-old',
  placement: 'web',
  createdAt: NOON,
  progress: { stages: [], deletion: DELETION },
};

describe.each(databases.eachSupportedId())('a run made anew under its name, on %s', databaseId => {
  let database: Database;
  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    const plan = planBlockers(
      [],
      [
        { cause: 'WaitTime', message: 'until one', since: NOON },
        { cause: 'ClusterStuck', message: 'c1 is stuck', clusters: ['c1'] },
      ],
      NOON,
    );
    await transact(async tx => {
      await saveObject(tx, 'hub', aPlacementObject('web', { strategy: { type: 'External' } }));
      await saveObject(tx, 'hub', aStrategyObject('strategy', [{ name: 'all', labelSelector: {} }]));
      await saveRun(tx, 'hub', OLD);
      await saveBlockers(tx, { hub: 'hub', kind: 'run', name: 'r1', uid: OLD.uid }, plan);
    });
  });

  const see = (uid: string) =>
    transact(tx => saveObject(tx, 'hub', aRunObject('r1', {}, { uid, finalizers: [] })));

  /** What lists show, and what passes and pages of the run read. */
  const shown = async () => {
    const [listed] = await transact(tx => loadListedRuns(tx, 'hub', ['r1']));
    const state = await transact(tx => loadRunForPass(tx, 'hub/r1'));
    return [listed.inputs.blockers, state?.blockers ?? []].map(some =>
      (some ?? []).map(({ cause }) => cause).sort(),
    );
  };

  it('B/RO-086 shows what holds the run that is known', async () => {
    await see('uid-old');
    const both = ['ClusterStuck', 'WaitTime'];
    expect(await shown()).toEqual([both, both]);
  });

  it('B/RO-086 takes over nothing that held the one before it', async () => {
    await see('uid-new');
    expect(await shown()).toEqual([[], []]);
    await transact(async tx => mark(tx, { queue: 'update-run', key: 'hub/r1' }));
    const options = { queue: 'update-run', limit: 1, token: 't1', leaseMs: 60_000 };
    const [taken] = await transact(tx => claim(tx, options));
    await reconcileOnce({ database, clock: { now: () => NOON } }, updateRunReconciler, taken);
    const rows = await transact(tx =>
      loadBlockersOf(tx, 'hub', { kind: 'run', uids: new Map([['r1', 'uid-new']]) }),
    );
    expect(rows.get('r1')?.map(({ cause }) => cause)).toEqual(['FinalizerMissing']);
  });
});
