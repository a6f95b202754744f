import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { anEvictionObject } from '../__testUtils__/objects';
import type { Database } from './db';
import { listEvictionsFrom } from './evictionStore';
import { deleteObject, saveObject, saveObjects } from './mirrorStore';

const databases = createTestDatabases();
const KIND = 'ClusterResourcePlacementEviction';

describe.each(databases.eachSupportedId())('evictions from a cluster, on %s', databaseId => {
  let database: Database;
  let knex: Awaited<ReturnType<typeof openTestDatabase>>['knex'];

  beforeAll(async () => {
    ({ database, knex } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  }, 60_000);

  const from = async (cluster: string) =>
    (await database.transact(tx => listEvictionsFrom(tx, 'hub', cluster))).map(({ name }) => name);

  it('are those of the cluster, of whatever placement, one by one or from a list of the hub', async () => {
    const others = ['e2', 'e3'].map(name => anEvictionObject(name, { clusterName: 'c2' }));
    await database.transact(async tx => {
      await saveObject(tx, 'hub', anEvictionObject('e1'));
      await saveObject(tx, 'other', anEvictionObject('e9'));
      await saveObjects(tx, 'hub', {
        kind: KIND,
        objects: [...others, anEvictionObject('e0', { placementName: 'db' })],
      });
    });
    expect([await from('c1'), await from('c2'), await from('c3')]).toEqual([['e0', 'e1'], ['e2', 'e3'], []]);
    await database.transact(tx => deleteObject(tx, { hub: 'hub', kind: KIND, name: 'e2' }));
    expect(await from('c2')).toEqual(['e3']);
  });

  it('are none of a text that comes to the same key', async () => {
    await database.transact(tx =>
      saveObject(tx, 'hub', anEvictionObject('bad', { clusterName: 'shop/c4\u0000' })),
    );
    expect(await from('shop c4 ')).toEqual([]);
    expect(await from('shop/c4\u0000')).toEqual(['bad']);
  });

  it('are found by an index, not by reading all of the hub', async () => {
    const rows = Array.from({ length: 2_000 }, (_, i) => ({
      ...{ hub: 'hub', kind: KIND, namespace: '', name: `many-${i}`, resource_version: '1', body: '{}' },
      cluster: `m${i}`,
    }));
    for (let i = 0; i < rows.length; i += 500) await knex('objects').insert(rows.slice(i, i + 500));
    await knex.raw('analyze');
    const query = knex('objects').where({ hub: 'hub', kind: KIND, cluster: 'm7' }).toQuery();
    const how = knex.client.config.client === 'pg' ? 'explain' : 'explain query plan';
    expect(JSON.stringify(await knex.raw(`${how} ${query}`))).toContain('objects_cluster');
  });
});
