import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { planBlockers, type BlockerCause } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { aBoundBinding, NOON } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aPlacementObject, aRunObject } from '../__testUtils__/objects';
import { saveBindings } from './bindingStore';
import { saveBlockers } from './blockerStore';
import type { Database } from './db';
import { lockPlacement } from './lockPlacement';
import { markSilence } from './marks';
import { saveObject } from './mirrorStore';
import { saveRun } from './runStore';

const databases = createTestDatabases();
const DELETION = { name: 'delete', clusters: [], before: [], after: [] };

describe.each(databases.eachSupportedId())('a cluster that falls silent, on %s', databaseId => {
  let database: Database;

  const begin = async (cause: BlockerCause, isOver = false) =>
    database.transact(async tx => {
      await saveObject(tx, 'hub', aPlacementObject('web', { strategy: { type: 'External' } }));
      await saveObject(tx, 'hub', aRunObject('r1'));
      await lockPlacement(tx, 'hub', 'web');
      await saveBindings(tx, { hub: 'hub', name: 'web' }, [aBoundBinding('c1')]);
      const progress = { stages: [], deletion: DELETION, ...(isOver && { succeededAt: NOON }) };
      await saveRun(tx, 'hub', { name: 'r1', uid: 'uid-r1', placement: 'web', createdAt: NOON, progress });
      const plan = planBlockers([], [{ cause, message: 'it waits', clusters: ['c1'] }], NOON);
      await saveBlockers(tx, { hub: 'hub', kind: 'run', name: 'r1', uid: 'uid-r1' }, plan);
    });

  const woken = async (cluster: string) => {
    await database.transact(async tx => tx.sql('dirty_keys').delete());
    await database.transact(tx => markSilence(tx, 'hub', cluster));
    return database.transact(tx => tx.sql('dirty_keys').where({ queue: 'update-run' }).pluck('key'));
  };

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });

  it.each<[string, BlockerCause, string[]]>([
    ['waits for a cluster', 'ClusterUpdating', ['hub/r1']],
    ['waits for something else', 'WaitTime', []],
  ])('B/RO-086 wakes a run that %s: its row says whether the cluster answers', async (_, cause, keys) => {
    await begin(cause);
    expect(await woken('c1')).toEqual(keys);
    expect(await woken('c2')).toEqual([]);
  });

  it('wakes no run that is over', async () => {
    await begin('ClusterUpdating', true);
    expect(await woken('c1')).toEqual([]);
  });
});
