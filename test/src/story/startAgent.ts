import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repoPath } from '../crds/repoPath';

export interface AgentOptions {
  /** Flags, without the word before them. */
  readonly flags: Readonly<Record<string, string>>;
}

/** The agent in a process of its own. */
export interface AgentProcess {
  readonly pid: number;
  /** SIGTERM, and wait until it has ended. */
  stop(): Promise<void>;
  /** SIGKILL, and wait until it is gone. */
  kill(): Promise<void>;
  /** The end of what it logged. */
  logs(): string;
}

const PACKAGE = repoPath('packages/member-agent');
const LOG_CHARS = 60_000;

/** Bundles the agent as it is published: what is measured is what people run. */
export function bundleAgent(): void {
  execFileSync(process.execPath, [path.join(PACKAGE, 'bundle.mjs')], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: 'pipe',
  });
}

/** Starts it; what it does shows on the hub and on its cluster. */
export function startAgent({ flags }: AgentOptions): AgentProcess {
  const command = path.join(PACKAGE, 'bin/member-agent');
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [...nodeFlagsOf(command), command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  });
  let text = '';
  const take = (chunk: string) => {
    text = (text + chunk).slice(-LOG_CHARS);
  };
  child.stdout.setEncoding('utf8').on('data', take);
  child.stderr.setEncoding('utf8').on('data', take);
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  // It ends with this process.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const stopWith = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
    process.removeListener('exit', end);
  };
  return {
    pid: child.pid ?? 0,
    stop: () => stopWith('SIGTERM'),
    kill: () => stopWith('SIGKILL'),
    logs: () => text,
  };
}

/** Those with which a shell would start it: `env` may find another Node than that of the tests. */
function nodeFlagsOf(command: string): readonly string[] {
  const [first] = readFileSync(command, 'utf8').split('\n', 1);
  return first.split(' ').filter(word => word.startsWith('--'));
}
