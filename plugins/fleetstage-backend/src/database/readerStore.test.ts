import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { listReaders, noteReader } from './readerStore';

const databases = createTestDatabases();
const DAY_MS = 24 * 60 * 60 * 1000;

it.each(databases.eachSupportedId())('knows who has asked of late, once each, on %s', async databaseId => {
  const { knex, database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
  const note = (user: string) => database.transact(tx => noteReader(tx, user));
  const readers = () => database.transact(tx => listReaders(tx, 180_000));
  for (const user of ['user:default/bob', 'user:default/ada', 'user:default/bob', 'x'.repeat(256)])
    await note(user);
  expect(await readers()).toEqual(['user:default/ada', 'user:default/bob']);
  await knex('signal_readers')
    .where({ user_ref: 'user:default/bob' })
    .update({ asked_at: knex.raw('asked_at - 200000') });
  expect(await readers()).toEqual(['user:default/ada']);
  await note('user:default/bob');
  expect(await readers()).toEqual(['user:default/ada', 'user:default/bob']);
  await knex('signal_readers').update({ asked_at: knex.raw(`asked_at - ${DAY_MS + 1}`) });
  await note('user:default/eve');
  expect(await knex('signal_readers').pluck('user_ref')).toEqual(['user:default/eve']);
});
