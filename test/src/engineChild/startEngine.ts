import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { besideSources } from '../controlPlane/besideSources';
import type { NetworkOfItsOwn } from './networkOfItsOwn';

/** A Knex client and its connection, as in `backend.database` of an app-config. */
export interface EngineDatabase {
  readonly client: 'better-sqlite3' | 'pg';
  readonly connection: string | Readonly<Record<string, unknown>>;
}

export interface EngineOptions {
  readonly database: EngineDatabase;
  /** The value of `fleetstage` in an app-config. */
  readonly fleetstage: Readonly<Record<string, unknown>>;
  /** Time to become ready. */
  readonly timeoutMs?: number;
  /** Called with each line that it logs from the start. */
  readonly onLine?: (line: string) => void;
  /** It runs in this network; absent: in that of this process. */
  readonly network?: Pick<NetworkOfItsOwn, 'wrap'>;
}

/** The engine without Backstage, in its own process. */
export interface EngineProcess {
  readonly pid: number;
  /** Milliseconds from spawn to ready. */
  readonly startMs: number;
  /** SIGTERM, and wait until it has drained. */
  stop(): Promise<void>;
  /** SIGKILL, and wait until it is gone. */
  kill(): Promise<void>;
  /** The end of what it logged. */
  logs(): string;
  /** The numbers of a metric by its labels, as of now. */
  metric(name: string): Promise<ReadonlyMap<string, number>>;
}

const MAIN = besideSources('../engineChild/main.ts');
const LOG_CHARS = 40_000;

/** Starts the engine and returns when its first passes may begin; what it logged is in the error when it does not. */
export async function startEngine(options: EngineOptions): Promise<EngineProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-engine-'));
  const configFile = path.join(folder, 'engine.json');
  writeFileSync(configFile, JSON.stringify({ database: options.database, fleetstage: options.fleetstage }), {
    mode: 0o600,
  });
  const startedAt = performance.now();
  const transform = createRequire(MAIN).resolve('@backstage/cli/config/nodeTransform.cjs');
  const command = [process.execPath, '--no-warnings', '--require', transform, MAIN, configFile];
  const [program, ...args] = options.network?.wrap(command) ?? command;
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
  });
  const log = collectLog(child);
  if (options.onLine) log.onLine(options.onLine);
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  try {
    await untilReady(child, log, options.timeoutMs ?? 60_000);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const startMs = Math.round(performance.now() - startedAt);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    pid: child.pid ?? 0,
    startMs,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    logs: log.text,
    metric: name => askMetric(child, log, name),
  };
}

function askMetric(child: ChildProcess, log: Log, name: string): Promise<ReadonlyMap<string, number>> {
  return new Promise(resolve => {
    log.onLine(line => {
      if (!line.includes('"message":"metrics"')) return;
      const { text } = JSON.parse(line) as { text: string };
      const lines = text.split('\n').filter(one => one.startsWith(`fleetstage_${name}{`));
      resolve(
        new Map(
          lines.map(one => [
            one.slice(one.indexOf('{') + 1, one.lastIndexOf('}')),
            Number(one.split(' ').at(-1)),
          ]),
        ),
      );
    });
    child.kill('SIGUSR2');
  });
}

interface Log {
  text(): string;
  onLine(listener: (line: string) => void): void;
}

function collectLog(child: ChildProcess): Log {
  let text = '';
  const listeners: ((line: string) => void)[] = [];
  let begun = '';
  const take = (chunk: string) => {
    text = (text + chunk).slice(-LOG_CHARS);
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) listeners.forEach(listener => listener(line));
  };
  child.stdout?.setEncoding('utf8').on('data', take);
  child.stderr?.setEncoding('utf8').on('data', take);
  return { text: () => text, onLine: listener => void listeners.push(listener) };
}

function untilReady(child: ChildProcess, log: Log, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the engine ${why}:\n${log.text()}`));
    const deadline = setTimeout(() => fail(`was not ready within ${timeoutMs} ms`), timeoutMs);
    child.once('exit', (code, signal) => {
      clearTimeout(deadline);
      fail(`ended with ${signal ?? code}`);
    });
    log.onLine(line => {
      if (!line.includes('"engine is ready"')) return;
      clearTimeout(deadline);
      resolve();
    });
  });
}
