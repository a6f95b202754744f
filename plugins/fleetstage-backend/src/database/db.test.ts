import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';

const databases = createTestDatabases();

it.each(databases.eachSupportedId())(
  'RUL 40 a statement that fails on %s shows none of its values',
  async databaseId => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const writing = database.transact(async tx => {
      await tx.sql('publications').insert({ hub: 'planted-7d1f', nobody_knows: 'planted-7d1f' } as never);
    });
    const message = await writing.then(
      () => 'it was written',
      (error: Error) => error.message,
    );
    expect(message).toMatch(/^insert into .*publications.*nobody_knows/);
    expect(message).not.toContain('planted');
  },
);
