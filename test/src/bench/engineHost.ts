/**
 * The engine in its own process: `engineHost.ts CONFIG.json`. Its parent talks to it over IPC
 * (`startEngineHost.ts` is the other end): `clear` begins a recording, `take` answers it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import knexFactory from 'knex';
import {
  composeEngine,
  parseSettings,
  systemPorts,
  type Engine,
  type Log,
} from '@fleetstage/backstage-plugin-fleetstage-backend';
import { besideSources } from '../controlPlane/besideSources';
import { profileJobs } from './profileJobs';
import { preciseNow, type RecordedRequest } from './recording';
import { recordRequests } from './recordRequests';
import { recordWrites } from './recordWrites';
import type { EngineHostConfig, HostAnswer, HostQuestion } from './startEngineHost';

const say = (level: string) => (message: string, fields?: object) =>
  process.stderr.write(`${JSON.stringify({ level, message, ...fields })}\n`);
const quiet = () => undefined;
const log: Log = {
  debug: process.env.FLEETSTAGE_DEBUG ? say('debug') : quiet,
  info: process.env.FLEETSTAGE_DEBUG ? say('info') : quiet,
  warn: say('warn'),
  error: say('error'),
};

const CLEARED = { kind: 'cleared' } as const;

async function main(): Promise<void> {
  const file = process.argv[2];
  const { database, fleetstage, hubUrl, profileDir } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as EngineHostConfig;
  const isPostgres = database.client === 'pg';
  const pool = isPostgres ? { min: 0, max: 10 } : { min: 1, max: 1 };
  const knex = knexFactory({ ...database, useNullAsDefault: !isPostgres, pool });
  const requests = recordRequests(hubUrl);
  const writes = recordWrites(knex);
  const profiler = profileJobs(profileDir);
  const settings = parseSettings(fleetstage, path.dirname(path.resolve(file)));
  const crdsDir = besideSources('../../../plugins/fleetstage-backend/crds');
  const engine = await composeEngine({ knex, settings, ports: systemPorts, log, crdsDir });
  await engine.start();
  let cpu = process.cpuUsage();

  const answer = async (question: HostQuestion): Promise<HostAnswer> => {
    switch (question.kind) {
      case 'clear':
        requests.clear();
        writes.clear();
        await profiler.start();
        cpu = process.cpuUsage();
        return CLEARED;
      case 'take': {
        const { user, system } = process.cpuUsage(cpu);
        const cpuMs = (user + system) / 1000;
        await profiler.save();
        return {
          kind: 'recording',
          recording: { requests: requests.taken(), transactions: writes.taken(), cpuMs },
        };
      }
      case 'startProfile':
      case 'saveProfile':
        await (question.kind === 'startProfile' ? profiler.start() : profiler.save());
        return CLEARED;
      case 'quiet':
        return { kind: 'quiet', ...(await readQuiet(engine, requests.latest)) };
      case 'pause':
      case 'heap':
        requests.pause();
        writes.pause();
        return question.kind === 'heap' ? { kind: 'number', value: heapAfterCollection() } : CLEARED;
      case 'renderings':
        return { kind: 'number', value: readNumber(engine, 'renderings_total') };
      case 'memberWatches':
        return { kind: 'number', value: readNumber(engine, 'member_watches') };
      default:
        await engine.stop();
        await knex.destroy();
        setImmediate(() => process.exit(0));
        return CLEARED;
    }
  };
  answerParent(answer);
  process.send?.({ id: 0, value: CLEARED });
}

function answerParent(answer: (question: HostQuestion) => Promise<HostAnswer>): void {
  process.on('message', ({ id, question }: { id: number; question: HostQuestion }) => {
    answer(question).then(
      value => process.send?.({ id, value }),
      error => process.send?.({ id, error: String(error instanceof Error ? error.stack : error) }),
    );
  });
}

/** Of a metric, summed over its labels. */
function readNumber(engine: Engine, metric: string): number {
  const lines = engine.metricsText({ withNames: true }).matchAll(/^fleetstage_(\w+)\{[^}]*\} (\d+)/gm);
  return [...lines]
    .filter(([, name]) => name === metric)
    .reduce((sum, [, , count]) => sum + Number(count), 0);
}

/** Since when nothing but heartbeats has happened. */
async function readQuiet(engine: Engine, latest: RecordedRequest | undefined) {
  const { isReady, queues } = await engine.readiness();
  const busy = queues.filter(({ queue, depth }) => depth > 0 && !/member/.test(queue));
  const quietMs = busy.length > 0 ? 0 : preciseNow() - (latest?.startedAt ?? 0);
  const waits = busy.map(({ queue, depth }) => `${queue}: ${depth}`);
  return { isReady, quietMs, lastState: [...waits, latest && `${latest.method} ${latest.path}`].join(', ') };
}

/** Twice, since the first collection may only free what holds the rest. */
function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

process.once('disconnect', () => process.exit(1));
main().catch(error => {
  log.error(String(error instanceof Error ? error.stack : error));
  process.exit(1);
});
