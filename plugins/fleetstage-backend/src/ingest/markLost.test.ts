import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aBoundBinding,
  aReleasedReport,
  anAvailableReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase, passTime } from '../__testUtils__/databases';
import { aMemberObject } from '../__testUtils__/objects';
import { saveBindings } from '../database/bindingStore';
import type { Database } from '../database/db';
import { toHubKey, toWorkKey } from '../database/keys';
import { saveObject } from '../database/mirrorStore';
import { claim } from '../database/queue/claim';
import { mark } from '../database/queue/mark';
import { settle } from '../database/queue/settle';
import { saveWork } from '../database/workStore';
import { markLost } from './markEverything';

const databases = createTestDatabases();
const AT = instant(1_795_262_400_000);
const HOUR_MS = 3_600_000;

describe.each(databases.eachSupportedId())('the resync of members on %s', databaseId => {
  let database: Database;

  const marked = async (owns: (member: string) => boolean = () => true) => {
    const before = await keys();
    const count = await markLost(database, 'hub', owns);
    const after = await keys();
    const changed = [...after].filter(([key, version]) => before.get(key) !== version).map(([key]) => key);
    expect(changed).toHaveLength(count);
    return changed.sort();
  };
  const keys = () =>
    database.transact(async tx => {
      const rows = await tx.sql('dirty_keys').select('queue', 'key', 'version');
      return new Map(rows.map(({ queue, key, version }) => [`${queue} ${key}`, version]));
    });
  /** Keys that are due in an hour, as all of an idle fleet are. */
  const idle = async () => {
    await passTime(database, HOUR_MS);
    await database.transact(async tx => {
      for (const queue of ['apply-work', 'member'])
        for (const one of await claim(tx, { queue, limit: 50, token: 't', leaseMs: HOUR_MS }))
          settle(tx, one, { kind: 'done', afterMs: HOUR_MS });
    });
  };

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await database.transact(async tx => {
      for (const cluster of ['c1', 'c2', 'c3']) {
        await saveObject(tx, 'hub', aMemberObject(cluster));
        mark(tx, { queue: 'member', key: toHubKey('hub', cluster) });
        mark(tx, { queue: 'apply-work', key: toWorkKey('hub', 'web', cluster), group: cluster });
        await saveBindings(tx, { hub: 'hub', name: 'web' }, [aBoundBinding(cluster, { revision: 'r1' })]);
        const report = anAvailableReport(cluster, { revision: 'r1' }, AT);
        await saveWork(tx, { hub: 'hub', name: 'web' }, { report, inventory: { objects: [] } });
      }
    });
    await idle();
  });

  it('marks nothing where all is as it should be', async () => {
    expect(await marked()).toEqual([]);
  });

  it('finds works and members without a key, of its own members alone', async () => {
    await database.transact(tx => tx.sql('dirty_keys').delete());
    expect(await marked(member => member === 'c2')).toEqual(['apply-work hub/web/c2', 'member hub/c2']);
    expect(await marked()).toHaveLength(4);
    expect(await marked()).toEqual([]);
  });

  it('finds a work that runs another revision than it should, and a release that nobody goes on with', async () => {
    await database.transact(async tx => {
      await tx.sql('bindings').where({ cluster: 'c1' }).update({ revision: 'r2' });
      await tx.sql('bindings').where({ cluster: 'c2' }).update({ released_at: AT });
      await tx.sql('bindings').where({ cluster: 'c3' }).update({ released_at: AT });
      const report = aReleasedReport('c3', { revision: 'r1' });
      await saveWork(tx, { hub: 'hub', name: 'web' }, { report, inventory: { objects: [] } });
    });
    expect(await marked()).toEqual(['apply-work hub/web/c1', 'apply-work hub/web/c2']);
    // Due at once now.
    expect(await marked()).toEqual([]);
  });

  it('wakes what is parked', async () => {
    await database.transact(tx =>
      tx.sql('dirty_keys').whereIn('key', ['hub/c1', 'hub/web/c3']).update({ parked_reason: 'forbidden' }),
    );
    expect(await marked()).toEqual(['apply-work hub/web/c3', 'member hub/c1']);
  });
});
