import type { Knex } from 'knex';

export type Dialect = 'sqlite' | 'postgres';

/** What a statement that only reads needs to know; an open transaction is one. */
export interface Reader {
  readonly sql: Knex;
  readonly dialect: Dialect;
}

/** What a statement needs to know of an open transaction. */
export interface Sql {
  readonly sql: Knex.Transaction;
  readonly dialect: Dialect;
}
