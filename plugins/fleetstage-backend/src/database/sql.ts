import type { Knex } from 'knex';

export type Dialect = 'sqlite' | 'postgres';

/** What one statement needs to know, by itself or in an open transaction. */
export interface Executor {
  readonly sql: Knex;
  readonly dialect: Dialect;
}

/** The same for a statement that only reads. */
export type Reader = Executor;

/** What a statement needs to know of an open transaction. */
export interface Sql {
  readonly sql: Knex.Transaction;
  readonly dialect: Dialect;
}
