import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickFreePorts } from '../controlPlane/pickFreePorts';
import { npmStart } from '../story/npmStart';

const START_MS = 150_000;

/** `npm start` in its own folder, on its own ports. */
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
  /** Until it is ready; more than the default for a large fleet. */
  readonly timeoutMs?: number;
}

export async function startDemo({
  dataDir,
  args = [],
  timeoutMs = START_MS,
}: DemoOptions = {}): Promise<Demo> {
  const [port, uiPort] = await pickFreePorts(2);
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'fleetstage-demo-'));
  const { startMs, log, type, end } = await npmStart({
    args: ['--data', folder, '--port', String(port), '--ui-port', String(uiPort), ...args],
    env: { NODE_ENV: 'development', LOG_LEVEL: 'info' },
    timeoutMs,
  });
  return {
    ui: `http://localhost:${uiPort}`,
    api: `http://localhost:${port}`,
    kubeconfigPath: path.join(folder, 'kubeconfig'),
    dataDir: folder,
    startMs,
    log,
    order: type,
    async stop() {
      const code = await end('SIGTERM');
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      return code;
    },
  };
}
