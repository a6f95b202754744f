import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import type { Database, Tx } from './db';
import { savePublication } from './publicationStore';
import { claim } from './queue/claim';
import { mark } from './queue/mark';
import { settle } from './queue/settle';
import { FencedError } from './queue/writeSettlement';

const databases = createTestDatabases();

describe.each(databases.eachSupportedId())('work in a crowd on %s', databaseId => {
  let database: Database;
  let begun: number;

  beforeEach(async () => {
    const { database: opened, knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    database = opened;
    begun = 0;
    knex.on('query', ({ sql }: { sql: string }) => {
      if (/^begin/i.test(sql)) begun += 1;
    });
  });

  const say = (tx: Tx, name: string) => savePublication(tx, 'hub', { kind: 'Test', name, hash: 'x' });
  const said = () => database.transact(async tx => tx.sql('publications').orderBy('name').pluck('name'));

  it('answers each its own, and keeps all', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `n${String(i).padStart(3, '0')}`);
    const answers = await Promise.all(
      names.map(name =>
        database.transactBatched(async tx => {
          await say(tx, name);
          return name;
        }),
      ),
    );
    expect(answers).toEqual(names);
    if (database.dialect === 'sqlite') expect(begun).toBeLessThan(10);
    expect(await said()).toEqual(names);
  });

  it('fails only who is at fault, and keeps nothing of it', async () => {
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map(name =>
        database.transactBatched(async tx => {
          await say(tx, name);
          if (name === 'b') throw new Error('b cannot be');
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await said()).toEqual(['a', 'c']);
  });

  it('fences only who has lost its lease', async () => {
    await database.transact(async tx =>
      mark(
        tx,
        ['a', 'b'].map(key => ({ queue: 'member', key: `hub/${key}` })),
      ),
    );
    const take = (token: string) =>
      database.transact(tx => claim(tx, { queue: 'member', limit: 2, token, leaseMs: 60_000 }));
    const claims = await take('mine');
    await database.transact(tx =>
      tx.sql('dirty_keys').where({ key: 'hub/a' }).update({ lease_token: 'theirs' }),
    );
    const outcomes = await Promise.allSettled(
      claims.map(own =>
        database.transactBatched(async tx => {
          await say(tx, own.key);
          settle(tx, own);
        }),
      ),
    );
    const failures = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toEqual([expect.any(FencedError)]);
    expect(await said()).toEqual(['hub/b']);
  });
});
