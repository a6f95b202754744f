import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const LOG_CHARS = 400_000;

export interface NpmStartOptions {
  /** What follows `npm start --`. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How long it may take to its ready line. */
  readonly timeoutMs: number;
}

/** `npm start` as a person runs it; it has said that it is ready. */
export interface NpmStart {
  /** Milliseconds from the command to the ready line. */
  readonly startMs: number;
  /** The end of what it printed. */
  log(): string;
  /** A line typed into its terminal. */
  type(line: string): void;
  /** Sends a signal to npm, its script and everything they started; resolves to npm's exit code when it is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts it in its own process group, so that one signal reaches all of it. */
export async function npmStart({ args, env, timeoutMs }: NpmStartOptions): Promise<NpmStart> {
  const startedAt = performance.now();
  const child = spawn('npm', ['start', '--silent', '--', ...args], {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
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
  const gone = new Promise<number | null>(resolve => {
    child.once('close', code => {
      process.removeListener('exit', onExit);
      resolve(code);
    });
  });
  try {
    await untilReady(child, () => log, timeoutMs);
  } catch (error) {
    signal('SIGKILL');
    throw error;
  }
  return {
    startMs: Math.round(performance.now() - startedAt),
    log: () => log,
    type: line => child.stdin.write(`${line}\n`),
    end(name) {
      signal(name);
      return gone;
    },
  };
}

function untilReady(child: ChildProcess, log: () => string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      reject(new Error(`npm start was not ready within ${timeoutMs / 1000} s:\n${log()}`));
    }, timeoutMs);
    child.once('exit', code => {
      clearTimeout(deadline);
      reject(new Error(`npm start ended with ${code} before it was ready:\n${log()}`));
    });
    child.stdout?.on('data', () => {
      if (!log().includes('Fleetstage is ready')) return;
      clearTimeout(deadline);
      resolve();
    });
  });
}
