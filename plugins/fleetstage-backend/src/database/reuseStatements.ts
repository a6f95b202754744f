import type { Knex } from 'knex';

/** The part of a connection of better-sqlite3 that is used here. */
interface Connection {
  prepare(sql: string): unknown;
}

/** The engine's own statements are fewer; those of lists come in as many lengths as the lists have. */
const KEPT_STATEMENTS = 300;

/**
 * Compiles a statement of SQLite once, and not each time that it runs: compiling takes about as long as running most of
 * ours. Nothing here reads row by row, so a statement is never asked for while it runs. A connection that replaces the
 * present one works without.
 */
export async function reuseStatements(knex: Knex): Promise<void> {
  const connection = (await knex.client.acquireConnection()) as Connection;
  try {
    const prepare = connection.prepare.bind(connection);
    const kept = new Map<string, unknown>();
    connection.prepare = sql => {
      const statement = kept.get(sql) ?? prepare(sql);
      // Moves it to the end: the first is the least recently used.
      kept.delete(sql);
      kept.set(sql, statement);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_STATEMENTS) kept.delete(oldest);
      return statement;
    };
  } finally {
    await knex.client.releaseConnection(connection);
  }
}
