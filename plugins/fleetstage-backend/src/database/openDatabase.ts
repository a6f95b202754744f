import { resolvePackagePath } from '@backstage/backend-plugin-api';
import type { Knex } from 'knex';
import { silentLog, type Log } from '../observe/log';
import type { EncryptionKey } from '../vault/encryptionKeys';
import { openVault } from './openVault';
import { Database, type DatabaseOptions } from './db';
import { endAllLeases } from './queue/inspect';
import { reuseStatements } from './reuseStatements';

export interface OpenOptions extends DatabaseOptions {
  /** The platform runs migrations itself. */
  readonly skipMigrations?: boolean;
  /** The first one seals contents, all open them; none: contents are kept in clear. */
  readonly encryptionKeys?: readonly EncryptionKey[];
  readonly log?: Log;
}

/** Brings the schema up to date and hands out the database. */
export async function openDatabase(knex: Knex, options: OpenOptions): Promise<Database> {
  const database = new Database(knex, options);
  if (database.dialect === 'sqlite') await tuneSqlite(knex);
  if (!options.skipMigrations) await migrate(knex);
  if (database.dialect === 'sqlite') {
    await reuseStatements(knex);
    await database.transact(endAllLeases);
  }
  const { encryptionKeys = [], log = silentLog } = options;
  database.useVault(await openVault(database, encryptionKeys, log));
  return database;
}

export async function migrate(knex: Knex): Promise<void> {
  await knex.migrate.latest({
    directory: resolvePackagePath('@fleetstage/backstage-plugin-fleetstage-backend', 'migrations'),
  });
}

/**
 * With a write-ahead log a commit is one append. NORMAL keeps every commit through a kill of the process; a loss
 * of power may take the last ones, which the next passes derive anew from the hub.
 */
async function tuneSqlite(knex: Knex): Promise<void> {
  await knex.raw('pragma journal_mode = wal');
  await knex.raw('pragma synchronous = normal');
  await knex.raw('pragma busy_timeout = 5000');
}
