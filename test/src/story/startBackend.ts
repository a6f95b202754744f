import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Fleet } from './startFleet';
import { startEngine as startLeanEngine } from '../engineChild/startEngine';

const root = path.resolve(__dirname, '../../..');

/** Where the engine keeps its rows: a folder with `fleetstage.sqlite`, or a server and the plugin's database on it. */
export type StoryStorage =
  | { readonly client: 'better-sqlite3'; readonly directory: string }
  | { readonly client: 'pg'; readonly server: string; readonly pluginDatabase: string };

export interface BackendOptions {
  readonly fleet: Pick<Fleet, 'kubeconfigPath'> & {
    readonly members: readonly { readonly name: string }[];
  };
  /** Default: SQLite in a folder of its own, which goes with the process. */
  readonly storage?: StoryStorage;
  /** `lean`: the composed engine alone, ready in about a second. `backstage`: `npm start -- --headless --config …`. */
  readonly as?: 'lean' | 'backstage';
  /** Further keys below `fleetstage:` of the configuration. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The backend in a process of its own, outside of the fleet. */
export interface BackendProcess {
  /** Milliseconds from spawn to ready. */
  readonly startMs: number;
  /** The end of what it printed. */
  logs(): string;
  /** SIGKILL to it and everything it started; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and wait until it has drained. */
  stop(): Promise<void>;
}

/** What a user would write below `fleetstage:` for this fleet. */
function settingsOf({ fleet, settings = {} }: BackendOptions) {
  const { kubeconfigPath: kubeconfig } = fleet;
  return {
    hubs: [{ name: 'hub', kubeconfig, context: 'hub' }],
    members: fleet.members.map(({ name }) => ({ name, kubeconfig, context: name })),
    ...settings,
  };
}

/** Starts the backend on a fleet and returns when it says it is ready. */
export async function startBackend(options: BackendOptions): Promise<BackendProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-story-'));
  const storage = options.storage ?? { client: 'better-sqlite3', directory: path.join(folder, 'db') };
  if (storage.client === 'better-sqlite3') mkdirSync(storage.directory, { recursive: true });
  const backend = await (options.as === 'backstage'
    ? startAsUser(folder, options, storage)
    : startLeanEngine({ database: leanDatabase(storage), fleetstage: settingsOf(options) }));
  const cleaned = (end: () => Promise<void>) => async () => {
    await end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { ...backend, kill: cleaned(backend.kill), stop: cleaned(backend.stop) };
}

/** The lean engine opens what Backstage's database service would open for the plugin id `fleetstage`. */
function leanDatabase(storage: StoryStorage) {
  return storage.client === 'pg'
    ? ({ client: 'pg', connection: storage.pluginDatabase } as const)
    : ({
        client: 'better-sqlite3',
        connection: { filename: path.join(storage.directory, 'fleetstage.sqlite') },
      } as const);
}

function backstageDatabase(storage: StoryStorage) {
  return storage.client === 'pg'
    ? { client: 'pg', connection: storage.server }
    : { client: 'better-sqlite3', connection: { directory: storage.directory } };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

const LOG_CHARS = 60_000;

/** `npm start`, in a process group of its own so that one signal reaches npm, its script and the backend alike. */
async function startAsUser(
  folder: string,
  options: BackendOptions,
  storage: StoryStorage,
): Promise<BackendProcess> {
  const config = path.join(folder, 'app-config.json');
  writeFileSync(
    config,
    JSON.stringify({ fleetstage: settingsOf(options), backend: { database: backstageDatabase(storage) } }),
  );
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(
    'npm',
    ['start', '--silent', '--', '--headless', '--config', config, '--port', String(port), '--data', folder],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      log = (log + chunk).slice(-LOG_CHARS);
    });
  }
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), name);
    } catch {
      // The group is gone already.
    }
  };
  const onExit = () => signal('SIGKILL');
  process.once('exit', onExit);
  const gone = new Promise<void>(resolve => {
    child.once('exit', () => {
      process.removeListener('exit', onExit);
      resolve();
    });
  });
  const end = async (name: NodeJS.Signals) => {
    signal(name);
    await gone;
  };
  await untilReady(child, () => log);
  return {
    startMs: Math.round(performance.now() - startedAt),
    logs: () => log,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

function untilReady(child: ChildProcess, log: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      reject(new Error(`the backend was not ready within 120 s:\n${log()}`));
    }, 120_000);
    child.once('exit', code => {
      clearTimeout(deadline);
      reject(new Error(`the backend ended with ${code} before it was ready:\n${log()}`));
    });
    child.stdout?.on('data', () => {
      if (!log().includes('Fleetstage is ready')) return;
      clearTimeout(deadline);
      resolve();
    });
  });
}
