// `npm start -- --headless --config FILE`: the Backstage backend with Fleetstage on a hub and members you have.
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SetupError, ensureInstalled, ensureToolchain, root, run, runMain, say } from './toolchain.mjs';

const USAGE = `npm start -- --headless --config FILE [--data DIR] [--port P]

  --headless      the backend without the web pages
  --config FILE   app-config with your hub and members (examples/app-config.real-hub.yaml is one to copy)
  --data DIR      where the database lives (default .fleetstage)
  --port P        port of the backend (default 7007)`;

function options() {
  try {
    return parseArgs({
      options: {
        headless: { type: 'boolean' },
        config: { type: 'string' },
        data: { type: 'string', default: '.fleetstage' },
        port: { type: 'string', default: '7007' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${USAGE}`);
  }
}

/** Fails before two minutes of installing if the port is taken. */
function checkPortIsFree(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', error =>
      reject(
        new SetupError(
          error.code === 'EADDRINUSE'
            ? `port ${port} is taken. Stop what listens there, or choose another: npm start -- --port ${port + 1} …`
            : `port ${port} cannot be opened: ${error.message}`,
        ),
      ),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}

/** A hub's problem is told this soon, silence only later: starting takes its time on a small machine. */
const PATIENCE_MS = { problem: 3_000, noAnswerOfHub: 6_000, silence: 15_000 };

/** Prints the ready line once the backend has seen the whole hub; says now and then what it still waits for. */
async function tellWhenReady(url, signal) {
  let toldAt = Date.now();
  let patienceMs = PATIENCE_MS;
  let hasAnswered = false;
  while (!signal.aborted) {
    const health = await fetch(`${url}/api/fleetstage/health`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]),
    })
      .then(answer => answer.json())
      .catch(() => undefined);
    if (signal.aborted) return;
    if (health?.isReady) {
      process.stdout.write(`Fleetstage is ready: ${url}\n`);
      return;
    }
    if (health?.hub && !hasAnswered) {
      hasAnswered = true;
      toldAt = Date.now();
    }
    const problem = health?.hub?.ingest.problem;
    const waitMs = problem ? patienceMs.problem : health?.hub ? patienceMs.noAnswerOfHub : patienceMs.silence;
    if (Date.now() - toldAt > waitMs) {
      toldAt = Date.now();
      patienceMs = { problem: 15_000, noAnswerOfHub: 15_000, silence: 15_000 };
      say(waitingFor(health));
    }
    await delay(1_000, undefined, { signal }).catch(() => undefined);
  }
}

function waitingFor(health) {
  if (health?.hub === undefined) return 'the backend does not answer yet; its log is above';
  const { name, ingest } = health.hub;
  const why = ingest.problem
    ? `${ingest.problem}. It is tried again; look at fleetstage.hubs in your config (kubeconfig, context) and at the network`
    : 'it has not answered yet; look at the address in its kubeconfig and at the network if this goes on';
  return `the hub "${name}" is not read yet: ${why}`;
}

await runMain(async () => {
  const given = options();
  if (given.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if (!given.headless || !given.config) {
    throw new SetupError(
      `this version runs on a hub and members that you have: --headless and --config FILE are needed.\n\n${USAGE}`,
    );
  }
  const config = path.resolve(process.env.INIT_CWD ?? process.cwd(), given.config);
  if (!existsSync(config)) throw new SetupError(`--config: there is no file ${given.config}.`);
  const port = Number(given.port);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new SetupError(`--port: "${given.port}" is no port number.`);
  await checkPortIsFree(port);
  const dataDir = path.resolve(root, given.data);
  mkdirSync(dataDir, { recursive: true });

  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  say(
    `starting the backend on port ${port}, data in ${dataDir.startsWith(root) ? path.relative(root, dataDir) : dataDir}`,
  );
  const url = `http://localhost:${port}`;
  const told = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => told.abort());
  void tellWhenReady(url, told.signal);
  return run(
    toolchain,
    [
      '--require',
      path.join(root, 'node_modules/@backstage/cli/config/nodeTransform.cjs'),
      path.join(root, 'packages/backend/src/index.ts'),
      '--config',
      path.join(root, 'app-config.yaml'),
      '--config',
      config,
    ],
    {
      env: {
        NODE_ENV: process.env.NODE_ENV ?? 'development',
        FLEETSTAGE_DATA_DIR: dataDir,
        APP_CONFIG_backend_listen_port: String(port),
        APP_CONFIG_backend_baseUrl: JSON.stringify(url),
      },
    },
  ).finally(() => told.abort());
});
