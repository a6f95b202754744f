import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import knexFactory, { type Knex } from 'knex';
import type { StoryStorage } from '../story/startBackend';

/** A database that outlives the engine: what the killed process leaves, the next one finds. */
export interface StoryDatabase {
  readonly storage: StoryStorage;
  create(): Promise<void>;
  /** A connection of the test's own, to the tables of the plugin. */
  open(): Knex;
  drop(): Promise<void>;
}

export function sqliteDatabase(): StoryDatabase {
  const directory = mkdtempSync(path.join(tmpdir(), 'fleetstage-kill-'));
  return {
    storage: { client: 'better-sqlite3', directory },
    create: async () => {},
    open: () =>
      knexFactory({
        client: 'better-sqlite3',
        connection: { filename: path.join(directory, 'fleetstage.sqlite') },
        useNullAsDefault: true,
      }),
    drop: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

const VARIABLE = /^BACKSTAGE_TEST_DATABASE_POSTGRES\d+_CONNECTION_STRING$/;

/** `undefined` where the environment names no server. */
export function postgresServer(): string | undefined {
  const found = Object.keys(process.env).find(name => VARIABLE.test(name));
  return found === undefined ? undefined : process.env[found];
}

/** Backstage's database service makes `backstage_plugin_fleetstage` on the server and keeps the plugin's tables there. */
export function postgresDatabase(server: string): StoryDatabase {
  const name = 'backstage_plugin_fleetstage';
  const withName = (database: string) => {
    const url = new URL(server);
    url.pathname = `/${database}`;
    return url.toString();
  };
  const asAdmin = async (statement: string) => {
    const admin = knexFactory({ client: 'pg', connection: server });
    await admin.raw(statement).finally(() => admin.destroy());
  };
  return {
    storage: { client: 'pg', server, pluginDatabase: withName(name) },
    create: async () => {
      await asAdmin(`drop database if exists ${name} with (force)`);
      await asAdmin(`create database ${name}`);
    },
    open: () => knexFactory({ client: 'pg', connection: withName(name) }),
    drop: () => asAdmin(`drop database if exists ${name} with (force)`),
  };
}
