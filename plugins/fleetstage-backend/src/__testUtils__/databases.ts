import { TestDatabases, type TestDatabaseId } from '@backstage/backend-test-utils';
import type { Knex } from 'knex';
import { Database, type DatabaseOptions } from '../database/db';
import { systemPorts } from '../loop/systemPorts';
import { MigratedDatabases } from './migratedDatabases';

/** SQLite always; PostgreSQL where `BACKSTAGE_TEST_DATABASE_POSTGRES<n>_CONNECTION_STRING` names a server. */
const IDS: TestDatabaseId[] = [
  'SQLITE_3',
  'POSTGRES_14',
  'POSTGRES_15',
  'POSTGRES_16',
  'POSTGRES_17',
  'POSTGRES_18',
];

/** Empty ones by `init`, those with the schema by `openTestDatabase`; all go when the tests of the file are over. */
export type FleetTestDatabases = Pick<TestDatabases, 'eachSupportedId' | 'supports' | 'init'> & {
  readonly migrated: MigratedDatabases;
};

export function createTestDatabases(): FleetTestDatabases {
  const databases = TestDatabases.create({ ids: IDS, disableDocker: true });
  const migrated = new MigratedDatabases();
  afterAll(() => migrated.close(), 60_000);
  const all = databases.eachSupportedId();
  return Object.assign(databases, { migrated, eachSupportedId: () => sampleOf(all) });
}

/**
 * With DATABASE_SAMPLE=1, PostgreSQL alone beyond the suites about SQL, where there is one: what a service makes of rows is the
 * same on SQLite, and half of the suites have no other database anyway.
 */
function sampleOf(all: [TestDatabaseId][]): [TestDatabaseId][] {
  const isAboutSql = expect.getState().testPath?.includes('/src/database/') ?? true;
  if (!process.env.DATABASE_SAMPLE || isAboutSql || all.length === 1) return all;
  return all.filter(([id]) => id.startsWith('POSTGRES'));
}

export interface TestDatabase {
  readonly knex: Knex;
  readonly database: Database;
}

/** A fresh, migrated database. */
export async function openTestDatabase(
  databases: FleetTestDatabases,
  id: TestDatabaseId,
  options: Partial<DatabaseOptions> = {},
): Promise<TestDatabase> {
  const knex = await databases.migrated.open(id);
  return { knex, database: new Database(knex, { ports: systemPorts, ...options }) };
}

/** Lets time pass for the queue: everything that waits is due, or runs out, `ms` earlier. */
export async function passTime(database: Database, ms: number): Promise<void> {
  await database.transact(async tx => {
    const earlier = (column: string) => tx.sql.raw('?? - ?', [column, ms]);
    await tx.sql('dirty_keys').update({
      due_at: earlier('due_at'),
      latest_at: earlier('latest_at'),
      lease_until: earlier('lease_until'),
    });
  });
}
