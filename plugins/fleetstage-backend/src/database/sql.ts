import type { Knex } from 'knex';

export type Dialect = 'sqlite' | 'postgres';

/** What a statement needs to know of an open transaction. */
export interface Sql {
  readonly sql: Knex.Transaction;
  readonly dialect: Dialect;
}
