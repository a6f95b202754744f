import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import knexFactory, { type Knex } from 'knex';
import { besideSources } from '../controlPlane/besideSources';
import type { BenchDatabase } from './startEngineHost';

/** Rows and bytes of a whole database. */
export interface DatabaseSize {
  readonly rows: number;
  readonly bytes: number;
  readonly rowsByTable: Readonly<Record<string, number>>;
}

/** The engine's database, as the benchmark uses it beside the engine. */
export interface EngineDatabase {
  readonly config: BenchDatabase;
  /** Columns of rows. */
  select(
    table: string,
    columns: readonly string[],
    where: Readonly<Record<string, string>>,
  ): Promise<Record<string, string>[]>;
  /** A connection to a copy of the database as it is now; destroy it after use. */
  copy(): Promise<Knex>;
  /** Of a compact copy, so that neither free pages nor a log count. */
  size(): Promise<DatabaseSize>;
  /** How the bytes of `size` were found. */
  readonly bytesAre: string;
  close(): Promise<void>;
}

/** A URL of a PostgreSQL server, or SQLite in a file of the folder. */
export async function createEngineDatabase(
  folder: string,
  server: string | undefined,
): Promise<EngineDatabase> {
  return server === undefined ? createSqlite(folder) : createPostgres(server);
}

const sqlite = (filename: string): BenchDatabase => ({ client: 'better-sqlite3', connection: { filename } });
const open = (config: BenchDatabase): Knex =>
  knexFactory({
    ...config,
    useNullAsDefault: config.client !== 'pg',
    pool: config.client === 'pg' ? { min: 0, max: 16 } : { min: 1, max: 1 },
  });

function createSqlite(folder: string): EngineDatabase {
  const config = sqlite(path.join(folder, 'fleetstage.sqlite'));
  const beside = open(config);
  let copies = 0;
  let last = '';
  const copyFile = async () => {
    copies += 1;
    const file = path.join(folder, `copy-${copies}.sqlite`);
    rmSync(file, { force: true });
    await beside.raw('vacuum into ?', [file]);
    return file;
  };
  return {
    config,
    bytesAre: 'growth of the compacted SQLite file, indexes included',
    select: (table, columns, where) =>
      beside(table)
        .select([...columns])
        .where(where),
    async copy() {
      // The one before is in use no longer; ten of a large database would fill the disk.
      if (last !== '') rmSync(last, { force: true });
      last = await copyFile();
      const knex = open(sqlite(last));
      // As the engine opens its own.
      await knex.raw('pragma journal_mode = wal');
      await knex.raw('pragma synchronous = normal');
      return knex;
    },
    async size() {
      const file = await copyFile();
      const bytes = statSync(file).size;
      rmSync(file);
      return { ...(await countRows(beside, await listTables(beside))), bytes };
    },
    close: () => beside.destroy(),
  };
}

async function createPostgres(server: string): Promise<EngineDatabase> {
  const name = 'fleetstage_bench';
  const copyName = 'fleetstage_bench_floor';
  const at = (database: string): BenchDatabase => {
    const url = new URL(server);
    url.pathname = `/${database}`;
    return { client: 'pg', connection: url.toString() };
  };
  await recreate(server, name);
  const beside = open(at(name));
  return {
    config: at(name),
    bytesAre: 'sum of pg_column_size over all rows, indexes not included',
    select: (table, columns, where) =>
      beside(table)
        .select([...columns])
        .where(where),
    async copy() {
      await recreate(server, copyName);
      const copy = open(at(copyName));
      await copy.migrate.latest({
        directory: besideSources('../../../plugins/fleetstage-backend/migrations'),
      });
      for (const table of await listTables(beside)) {
        const rows = await beside(table).select('*');
        for (let i = 0; i < rows.length; i += 500) await copy(table).insert(rows.slice(i, i + 500));
      }
      await copy.raw(
        `select setval(pg_get_serial_sequence('timeline', 'id'), (select coalesce(max(id), 0) + 1 from timeline))`,
      );
      return copy;
    },
    async size() {
      const tables = await listTables(beside);
      let bytes = 0;
      for (const table of tables) {
        const { rows } = await beside.raw('select coalesce(sum(pg_column_size(t.*)), 0) as bytes from ?? t', [
          table,
        ]);
        bytes += Number(rows[0].bytes);
      }
      return { ...(await countRows(beside, tables)), bytes };
    },
    close: () => beside.destroy(),
  };
}

async function recreate(server: string, name: string): Promise<void> {
  const admin = knexFactory({ client: 'pg', connection: server });
  try {
    await admin.raw('drop database if exists ?? with (force)', [name]);
    await admin.raw('create database ??', [name]);
  } finally {
    await admin.destroy();
  }
}

async function listTables(knex: Knex): Promise<string[]> {
  const isPostgres = knex.client.config.client === 'pg';
  const result = await knex.raw(
    isPostgres
      ? `select table_name as name from information_schema.tables where table_schema = 'public'`
      : `select name from sqlite_master where type = 'table'`,
  );
  const rows: { name: string }[] = isPostgres ? result.rows : result;
  return rows.map(({ name }) => name).filter(name => !/^(sqlite_|knex_)/.test(name));
}

async function countRows(knex: Knex, tables: readonly string[]): Promise<Omit<DatabaseSize, 'bytes'>> {
  const rowsByTable: Record<string, number> = {};
  for (const table of tables) {
    const [{ count }] = await knex(table).count({ count: '*' });
    rowsByTable[table] = Number(count);
  }
  return { rows: Object.values(rowsByTable).reduce((sum, count) => sum + count, 0), rowsByTable };
}
