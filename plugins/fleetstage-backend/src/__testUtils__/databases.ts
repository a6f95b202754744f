import { TestDatabases, type TestDatabaseId } from '@backstage/backend-test-utils';
import type { Knex } from 'knex';
import { Database, type DatabaseOptions } from '../database/db';
import { migrate } from '../database/openDatabase';
import { systemPorts } from '../loop/systemPorts';

/** SQLite always; PostgreSQL where `BACKSTAGE_TEST_DATABASE_POSTGRES<n>_CONNECTION_STRING` names a server. */
const IDS: TestDatabaseId[] = [
  'SQLITE_3',
  'POSTGRES_14',
  'POSTGRES_15',
  'POSTGRES_16',
  'POSTGRES_17',
  'POSTGRES_18',
];

export const createTestDatabases = () => TestDatabases.create({ ids: IDS, disableDocker: true });

export interface TestDatabase {
  readonly knex: Knex;
  readonly database: Database;
}

/** A fresh, migrated database. */
export async function openTestDatabase(
  databases: TestDatabases,
  id: TestDatabaseId,
  options: Partial<DatabaseOptions> = {},
): Promise<TestDatabase> {
  const knex = await databases.init(id);
  await migrate(knex);
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
