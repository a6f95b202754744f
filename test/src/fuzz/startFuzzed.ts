import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repoPath } from '../crds/repoPath';
import type { Health } from './probe';

/** The fleet in its own process, with a probe in it. */
export interface Fuzzed {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
  health(): Promise<Health>;
  /** What it wrote. */
  log(): string;
  /** `undefined` while it runs. */
  ended(): string | undefined;
  stop(): Promise<void>;
}

const CLI = repoPath('packages/embedded-kube/src/cli.ts');
const MOST_LOG_CHARS = 4_000_000;

interface Kubeconfig {
  readonly clusters: readonly { cluster: { 'server': string; 'certificate-authority-data': string } }[];
  readonly users: readonly { user: { token: string } }[];
}

/** Its own process, whose state the probe reports. */
function spawnFleet(folder: string, kubeconfigPath: string): ChildProcess {
  const transform = createRequire(CLI).resolve('@backstage/cli/config/nodeTransform.cjs');
  const preload = ['--require', transform, '--require', join(__dirname, 'probe.ts')];
  const node = ['--no-warnings', '--expose-gc', ...preload];
  const args = [
    '--memory',
    '--members',
    '0',
    '--kubeconfig',
    kubeconfigPath,
    '--pace',
    '0.1',
    '--with-parent',
  ];
  return spawn(process.execPath, [...node, CLI, '--audit', join(folder, 'audit'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
  });
}

function askHealth(child: ChildProcess): Promise<Health> {
  return new Promise(onHealth => {
    const take = (message: Partial<Health>) => {
      if (message.polluted === undefined) return;
      child.off('message', take);
      onHealth(message as Health);
    };
    child.on('message', take);
    child.send('how are you');
  });
}

export async function startFuzzed(): Promise<Fuzzed> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetstage-fuzz-'));
  const kubeconfigPath = join(folder, 'kubeconfig');
  const child = spawnFleet(folder, kubeconfigPath);
  let log = '';
  let end: string | undefined;
  const gone = new Promise<void>(done => {
    child.once('exit', (code, signal) => {
      end = String(signal ?? code);
      done();
    });
  });
  const failed = gone.then((): never => {
    throw new Error(`the fleet ended with ${end}:\n${log.slice(-4_000)}`);
  });
  failed.catch(() => undefined);
  const ready = new Promise<void>(done => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        log = (log + chunk).slice(-MOST_LOG_CHARS);
        if (log.includes('"ready":true')) done();
      });
    }
  });
  await Promise.race([ready, failed]);
  const { clusters, users } = parse(readFileSync(kubeconfigPath, 'utf8')) as Kubeconfig;
  return {
    url: clusters[0].cluster.server,
    caPem: Buffer.from(clusters[0].cluster['certificate-authority-data'], 'base64').toString('utf8'),
    token: users[0].user.token,
    health: () => Promise.race([askHealth(child), failed]),
    log: () => log,
    ended: () => end,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
