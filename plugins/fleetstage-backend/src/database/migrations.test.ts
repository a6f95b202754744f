import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { resolvePackagePath } from '@backstage/backend-plugin-api';
import type { Knex } from 'knex';
import { createTestDatabases } from '../__testUtils__/databases';

const databases = createTestDatabases();
const directory = resolvePackagePath('@fleetstage/backstage-plugin-fleetstage-backend', 'migrations');

const TABLES = [
  'approval_requests',
  'approvals',
  'bindings',
  'captures',
  'clusters',
  'dirty_keys',
  'finalizers',
  'hub_leases',
  'objects',
  'placements',
  'policy_snapshots',
  'publications',
  'resource_snapshots',
  'runs',
  'shared_texts',
  'snapshot_contents',
  'timeline',
  'verdicts',
  'work_reports',
];

const existing = async (knex: Knex) => {
  const found = await Promise.all(
    TABLES.map(async table => ((await knex.schema.hasTable(table)) ? [table] : [])),
  );
  return found.flat();
};

describe.each(databases.eachSupportedId())('migrations on %s', databaseId => {
  it('20261121 creates every table, takes them away, and creates them again', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    await knex.migrate.up({ directory });
    expect(await existing(knex)).toEqual(TABLES);
    await knex('runs').insert({
      hub: 'hub',
      name: 'r1',
      uid: 'u1',
      placement: 'web',
      created_at: 1_795_262_400_000,
      is_over: false,
      progress: '{}',
    });
    await knex.migrate.down({ directory });
    expect(await existing(knex)).toEqual([]);
    await knex.migrate.up({ directory });
    expect(await existing(knex)).toEqual(TABLES);
    expect(await knex('runs')).toEqual([]);
  });
});
