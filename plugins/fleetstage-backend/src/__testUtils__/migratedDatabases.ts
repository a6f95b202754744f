import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resolvePackagePath } from '@backstage/backend-plugin-api';
import type { TestDatabaseId } from '@backstage/backend-test-utils';
import createKnex, { type Knex } from 'knex';
import { migrate } from '../database/openDatabase';

/** New databases that have the schema, copied from one that was migrated: a tenth of the time of thirty migrations. */
export class MigratedDatabases {
  private readonly opened: Knex[] = [];
  private readonly servers = new Map<TestDatabaseId, PostgresCopies>();

  async open(id: TestDatabaseId): Promise<Knex> {
    const knex = id === 'SQLITE_3' ? openSqlite(await sqliteTemplate()) : await this.copiesOf(id).open();
    this.opened.push(knex);
    return knex;
  }

  async close(): Promise<void> {
    for (const knex of this.opened) await knex.destroy();
    for (const copies of this.servers.values()) await copies.close();
  }

  private copiesOf(id: TestDatabaseId): PostgresCopies {
    const known = this.servers.get(id);
    if (known) return known;
    const copies = new PostgresCopies(
      process.env[`BACKSTAGE_TEST_DATABASE_${id.replace('_', '')}_CONNECTION_STRING`] ?? '',
    );
    this.servers.set(id, copies);
    return copies;
  }
}

/** In memory, on one connection, with that content. */
const openSqlite = (content: Buffer | ':memory:'): Knex =>
  createKnex({
    client: 'better-sqlite3',
    // Its driver takes a database's content in place of its name.
    connection: { filename: content as string },
    useNullAsDefault: true,
  });

/** Kept in a file, as each test file has modules of its own. */
async function sqliteTemplate(): Promise<Buffer> {
  const file = path.join(tmpdir(), `${templateName()}.sqlite`);
  if (!existsSync(file)) {
    const knex = openSqlite(':memory:');
    await migrate(knex);
    const raw = await knex.client.acquireConnection();
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, raw.serialize());
    knex.client.releaseConnection(raw);
    await knex.destroy();
    // Another worker may have done the same.
    renameSync(draft, file);
  }
  return readFileSync(file);
}

const POOL = { min: 0, max: 5, idleTimeoutMillis: 5_000, reapIntervalMillis: 1_000 };

class PostgresCopies {
  /** One connection: a lock belongs to its session. */
  private readonly admin: Knex;
  private readonly names: string[] = [];
  private template: Promise<string> | undefined;

  constructor(private readonly server: string) {
    this.admin = createKnex({ client: 'pg', connection: server, pool: { min: 0, max: 1 } });
  }

  async open(): Promise<Knex> {
    this.template ??= this.ensureTemplate();
    const template = await this.template;
    const name = `copy_${process.pid}_${process.hrtime.bigint()}`;
    await this.admin.raw('create database ?? template ??', [name, template]);
    this.names.push(name);
    return this.connect(name);
  }

  async close(): Promise<void> {
    for (const name of this.names) await this.admin.raw('drop database ?? with (force)', [name]);
    await this.admin.destroy();
  }

  /** Made by whichever worker comes first; the others wait for its lock. */
  private async ensureTemplate(): Promise<string> {
    const name = templateName();
    await this.admin.raw('select pg_advisory_lock(hashtext(?))', [name]);
    try {
      const [found] = await this.admin('pg_database').where({ datname: name });
      if (found === undefined) await this.makeTemplate(name);
    } finally {
      await this.admin.raw('select pg_advisory_unlock(hashtext(?))', [name]);
    }
    return name;
  }

  private async makeTemplate(name: string): Promise<void> {
    const draft = `${name}_draft`;
    await this.admin.raw('drop database if exists ?? with (force)', [draft]);
    await this.admin.raw('create database ??', [draft]);
    const knex = this.connect(draft);
    await migrate(knex);
    await knex.destroy();
    await this.admin.raw('alter database ?? rename to ??', [draft, name]);
  }

  private connect(database: string): Knex {
    const url = new URL(this.server);
    url.pathname = `/${database}`;
    return createKnex({ client: 'pg', connection: url.href, pool: POOL });
  }
}

/** Other migrations make another one. */
function templateName(): string {
  const folder = resolvePackagePath('@fleetstage/backstage-plugin-fleetstage-backend', 'migrations');
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort())
    hash.update(file).update(readFileSync(path.join(folder, file)));
  return `fleetstage_template_${hash.digest('hex').slice(0, 16)}`;
}
