/**
 * The engine without Backstage: `main.ts CONFIG.json`, where CONFIG has `database` (a Knex client and connection) and
 * `fleetstage` (as in an app-config). Writes JSON lines; one of them says "engine is ready", once the hub is watched.
 * SIGTERM drains; SIGUSR2 has it write the text of its metrics.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import knexFactory from 'knex';
import {
  composeEngine,
  parseSettings,
  systemPorts,
  type Log,
} from '@fleetstage/backstage-plugin-fleetstage-backend';
import { besideSources } from '../controlPlane/besideSources';

interface ChildConfig {
  readonly database: { readonly client: string; readonly connection: string | Record<string, unknown> };
  readonly fleetstage: unknown;
}

const say = (level: string) => (message: string, fields?: object) =>
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields })}\n`);

const log: Log = {
  debug: process.env.FLEETSTAGE_DEBUG ? say('debug') : () => undefined,
  info: say('info'),
  warn: say('warn'),
  error: say('error'),
};

async function main(): Promise<void> {
  const file = process.argv[2];
  if (file === undefined) throw new Error('usage: main.ts CONFIG.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as ChildConfig;
  const { client, connection } = config.database;
  const isPostgres = client === 'pg';
  const knex = knexFactory({
    client,
    connection,
    useNullAsDefault: !isPostgres,
    pool: isPostgres ? { min: 0, max: 10 } : { min: 1, max: 1 },
  });
  const engine = await composeEngine({
    knex,
    settings: parseSettings(config.fleetstage, path.dirname(path.resolve(file))),
    ports: systemPorts,
    log,
    crdsDir: besideSources('../../../plugins/fleetstage-backend/crds'),
  });
  await engine.start();
  const untilReady = setInterval(async () => {
    if (!(await engine.readiness()).isReady) return;
    clearInterval(untilReady);
    log.info('engine is ready');
  }, 20);

  process.on('SIGUSR2', () => log.info('metrics', { text: engine.metricsText({ withNames: true }) }));
  const stop = async () => {
    clearInterval(untilReady);
    await engine.stop();
    await knex.destroy();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch(error => {
  log.error(String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
});
