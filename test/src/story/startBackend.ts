import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickFreePorts } from '../controlPlane/pickFreePorts';
import { startEngine as startLeanEngine } from '../engineChild/startEngine';
import { ONE_SNAPSHOT_PER_APPLY } from './hub';
import { pushMembers } from './memberAgents';
import { npmStart } from './npmStart';
import type { Fleet } from './startFleet';

/** Where the engine keeps its rows: a folder with `fleetstage.sqlite`, or a server and the plugin's database on it. */
export type StoryStorage =
  | { readonly client: 'better-sqlite3'; readonly directory: string }
  | { readonly client: 'pg'; readonly server: string; readonly pluginDatabase: string };

export interface BackendOptions {
  readonly fleet: Pick<Fleet, 'kubeconfigPath' | 'agents'> & {
    readonly members: readonly { readonly name: string }[];
  };
  /** Default: SQLite in its own folder, which goes with the process. */
  readonly storage?: StoryStorage;
  /** `lean`: the composed engine alone, ready in about a second. `backstage`: `npm start -- --headless --config …`. */
  readonly as?: 'lean' | 'backstage';
  /** Further keys below `fleetstage:` of the configuration. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The backend in its own process, outside of the fleet. */
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
    members: pushMembers(fleet).map(name => ({ name, kubeconfig, context: name })),
    ...ONE_SNAPSHOT_PER_APPLY,
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

/** `npm start -- --headless --config FILE`. */
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
  const [port] = await pickFreePorts(1);
  const { startMs, log, end } = await npmStart({
    args: ['--headless', '--config', config, '--port', String(port), '--data', folder],
    env: { NODE_ENV: 'production' },
    timeoutMs: 120_000,
  });
  return {
    startMs,
    logs: log,
    kill: async () => void (await end('SIGKILL')),
    stop: async () => void (await end('SIGTERM')),
  };
}
