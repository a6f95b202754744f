import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickFreePorts } from '../controlPlane/pickFreePorts';

const root = path.resolve(__dirname, '../../..');
const START_MS = 150_000;
const LOG_CHARS = 400_000;

/** `npm start` in a folder of its own, on ports of its own. */
export interface Demo {
  readonly ui: string;
  readonly api: string;
  readonly kubeconfigPath: string;
  readonly dataDir: string;
  /** Milliseconds from the command to the ready line. */
  readonly startMs: number;
  /** What it has printed. */
  log(): string;
  /** An order typed into the terminal, e.g. `cut member-2`. */
  order(line: string): void;
  /** SIGTERM as from a service manager; resolves to the exit code. */
  stop(): Promise<number | null>;
}

export interface DemoOptions {
  /** Kept after `stop`; without it: a temporary folder that goes. */
  readonly dataDir?: string;
  readonly args?: readonly string[];
}

export async function startDemo({ dataDir, args = [] }: DemoOptions = {}): Promise<Demo> {
  const [port, uiPort] = await pickFreePorts(2);
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'fleetstage-demo-'));
  const startedAt = performance.now();
  const child = spawn(
    'npm',
    [
      ...['start', '--silent', '--', '--data', folder],
      ...['--port', String(port), '--ui-port', String(uiPort), ...args],
    ],
    {
      cwd: root,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'development', NODE_OPTIONS: '', LOG_LEVEL: 'info' },
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      log = (log + chunk).slice(-LOG_CHARS);
    });
  }
  const gone = new Promise<number | null>(resolve => child.once('close', resolve));
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), name);
    } catch {
      // The group is gone already.
    }
  };
  process.once('exit', () => signal('SIGKILL'));
  await untilReady(child, () => log);
  return {
    ui: `http://localhost:${uiPort}`,
    api: `http://localhost:${port}`,
    kubeconfigPath: path.join(folder, 'kubeconfig'),
    dataDir: folder,
    startMs: Math.round(performance.now() - startedAt),
    log: () => log,
    order: line => child.stdin.write(`${line}\n`),
    async stop() {
      signal('SIGTERM');
      const code = await gone;
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      return code;
    },
  };
}

function untilReady(child: ReturnType<typeof spawn>, log: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      reject(new Error(`the demo was not ready within ${START_MS / 1000} s:\n${log()}`));
    }, START_MS);
    child.once('exit', code => {
      clearTimeout(deadline);
      reject(new Error(`the demo ended with ${code} before it was ready:\n${log()}`));
    });
    child.stdout?.on('data', () => {
      if (!log().includes('Fleetstage is ready')) return;
      clearTimeout(deadline);
      resolve();
    });
  });
}
