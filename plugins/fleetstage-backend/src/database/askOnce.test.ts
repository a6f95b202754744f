import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { askOnce } from './askOnce';

const databases = createTestDatabases();

describe.each(databases.eachSupportedId())('a question of many, on %s', databaseId => {
  it('is asked once per transaction, and anew in the next', async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    let asked = 0;
    const ask = async () => (asked += 1);
    const twice = () =>
      database.transact(async tx => [
        await askOnce(tx, 'one', ask),
        await askOnce(tx, 'one', ask),
        await askOnce(tx, 'two', ask),
      ]);
    expect(await twice()).toEqual([1, 1, 2]);
    expect(await twice()).toEqual([3, 3, 4]);
  });
});
