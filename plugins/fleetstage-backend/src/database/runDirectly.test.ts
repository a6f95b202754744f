import { createTestDatabases } from '../__testUtils__/databases';
import type { Knex } from 'knex';
import { runDirectly } from './runDirectly';

const databases = createTestDatabases();

interface Case {
  readonly what: string;
  ask(sql: Knex): PromiseLike<unknown>;
}

const CASES: readonly Case[] = [
  { what: 'insert', ask: sql => sql('things').insert({ name: 'c', flag: true, at: new Date(5) }) },
  { what: 'insert of several', ask: sql => sql('things').insert([{ name: 'c' }, { name: 'd', size: 4 }]) },
  { what: 'insert, returning', ask: sql => sql('things').insert({ name: 'c' }).returning(['id', 'flag']) },
  { what: 'merge', ask: sql => sql('things').insert({ name: 'a', size: 7 }).onConflict('name').merge() },
  { what: 'ignore', ask: sql => sql('things').insert({ name: 'a', size: 7 }).onConflict('name').ignore() },
  { what: 'update', ask: sql => sql('things').update({ flag: false, size: null }) },
  { what: 'update, returning', ask: sql => sql('things').update({ size: 9 }).returning('name') },
  { what: 'delete', ask: sql => sql('things').where({ flag: true }).delete() },
  { what: 'delete, returning', ask: sql => sql('things').delete().returning('name') },
  { what: 'select', ask: sql => sql('things').whereIn('name', ['a', 'b']).orderBy('name') },
  { what: 'first', ask: sql => sql('things').where({ name: 'b' }).first() },
  { what: 'first of none', ask: sql => sql('things').where({ name: 'x' }).first('id') },
  { what: 'pluck', ask: sql => sql('things').orderBy('name', 'desc').pluck('name') },
  { what: 'count', ask: sql => sql('things').count({ n: '*' }) },
  { what: 'raw read', ask: sql => sql.raw('select ? as one, ? as none, ?? from things', [1, null, 'name']) },
  { what: 'raw write', ask: sql => sql.raw('update things set size = ? where flag = ?', [2, true]) },
  { what: 'escaped question mark', ask: sql => sql.raw("select '\\\\?' as mark, ? as one", [1]) },
  { what: 'several statements', ask: sql => sql.schema.alterTable('things', t => t.text('more')) },
  { what: 'output of its own', ask: sql => sql.schema.hasTable('things') },
  { what: 'a condition on undefined', ask: sql => sql('things').where({ name: undefined as never }) },
  { what: 'no such table', ask: sql => sql('nothing').where({ name: 'secret' }) },
  { what: 'a name that is there', ask: sql => sql('things').insert({ name: 'a' }) },
  { what: 'an object as a value', ask: sql => sql('things').insert({ name: { a: 1 } as never }) },
];

describe('statements of a transaction on SQLite that run where they are asked for', () => {
  let knex: Knex;

  beforeEach(async () => {
    knex = await databases.init('SQLITE_3');
    knex.client.config.compileSqlOnError = false;
    await knex.schema.createTable('things', table => {
      table.increments('id');
      table.text('name').notNullable().unique();
      table.boolean('flag');
      table.integer('size');
      table.datetime('at');
    });
    await knex('things').insert([
      { name: 'a', flag: true, size: 1 },
      { name: 'b', flag: false },
    ]);
  });

  /** What a statement returns, what it emits to listeners, and what is there after it; nothing of it is kept. */
  async function outcomeOf({ ask }: Case, isDirect: boolean) {
    const emitted: unknown[] = [];
    const plain = ({ sql, bindings, method }: Record<string, unknown>) => ({ sql, bindings, method });
    const onQuery = (about: Record<string, unknown>) => emitted.push(['query', plain(about)]);
    const onResponse = (answer: unknown, about: Record<string, unknown>) =>
      emitted.push(['response', answer, plain(about)]);
    const onError = (error: Error, about: Record<string, unknown>) =>
      emitted.push(['error', error.message, plain(about)]);
    const tx = await knex.transaction();
    knex.on('query', onQuery).on('query-response', onResponse).on('query-error', onError);
    if (isDirect) await runDirectly(knex, tx);
    const answer = await Promise.resolve(ask(tx)).catch(({ name, message, code }) => ({
      name,
      message,
      code,
    }));
    knex.removeListener('query', onQuery).removeListener('query-response', onResponse);
    knex.removeListener('query-error', onError);
    const rows = await tx('things').orderBy('id');
    await tx.rollback();
    return { answer, emitted, rows };
  }

  it.each(CASES)('answer and report as Knex does: $what', async one => {
    expect(await outcomeOf(one, true)).toEqual(await outcomeOf(one, false));
  });

  it('keep nothing of a transaction that fails, or of a savepoint, and end with the transaction', async () => {
    const names = () => knex('things').orderBy('name').pluck('name');
    const failing = knex.transaction(async tx => {
      await runDirectly(knex, tx);
      await tx('things').insert({ name: 'c' });
      await tx('things').insert({ name: 'a' });
    });
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' });
    expect(await names()).toEqual(['a', 'b']);
    const tx = await knex.transaction();
    await runDirectly(knex, tx);
    await tx('things').insert({ name: 'c' });
    const inner = tx.transaction(async savepoint => {
      await savepoint('things').insert({ name: 'd' });
      throw new Error('no');
    });
    await expect(inner).rejects.toThrow('no');
    await tx.commit();
    await expect(tx('things').insert({ name: 'e' })).rejects.toThrow(/already complete/);
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('go the way they went where the driver is sqlite3, which answers later', async () => {
    const tx = await knex.transaction();
    const { runner } = tx.client;
    tx.client.driverName = 'sqlite3';
    await runDirectly(knex, tx);
    expect(tx.client.runner).toBe(runner);
    await tx.rollback();
  });
});
