import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';
import { repoPath } from '../crds/repoPath';
import type { Endpoint } from './floorPlace';

export interface FleetProgramOptions {
  /** For its kubeconfig, and its data where they are kept. */
  readonly folder: string;
  readonly members: readonly string[];
  readonly isKept: boolean;
  /** Factor on the delays of workloads. */
  readonly pace: number;
  readonly profileDir?: string;
  /** More options of the program. */
  readonly flags?: readonly string[];
}

/** The embedded fleet in its own process. */
export interface FleetProgram {
  readonly pid: number;
  readonly kubeconfig: string;
  /** What an answered write survives, as the program reports it; absent: nothing is kept. */
  readonly durability?: string;
  endpoint(cluster: string): Endpoint;
  stop(): Promise<void>;
}

interface Kubeconfig {
  readonly clusters: readonly {
    readonly name: string;
    readonly cluster: { readonly 'server': string; readonly 'certificate-authority-data': string };
  }[];
  readonly users: readonly { readonly name: string; readonly user: { readonly token: string } }[];
}

const CLI = repoPath('packages/embedded-kube/src/cli.ts');

/** Starts it and returns when it answers. It ends with this process. */
export async function startFleetProgram(options: FleetProgramOptions): Promise<FleetProgram> {
  const kubeconfig = path.join(options.folder, 'kubeconfig');
  const child = spawnFleet(options, kubeconfig);
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  let isStopping = false;
  const { durability } = await untilReady(child);
  void gone.then(() => {
    if (!isStopping)
      throw new Error('the embedded fleet ended during the benchmark; its last words are above');
  });
  const endpoints = readEndpoints(kubeconfig);
  return {
    pid: child.pid ?? 0,
    kubeconfig,
    ...(durability && { durability }),
    endpoint(cluster) {
      const endpoint = endpoints.get(cluster);
      if (!endpoint) throw new Error(`the embedded fleet has no cluster ${cluster}`);
      return endpoint;
    },
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function spawnFleet(
  { folder, members, isKept, pace, profileDir, flags: more = [] }: FleetProgramOptions,
  kubeconfig: string,
): ChildProcess {
  const transform = createRequire(CLI).resolve('@backstage/cli/config/nodeTransform.cjs');
  const profile = profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : [];
  const data = isKept ? ['--data', path.join(folder, 'data')] : ['--memory'];
  const flags = ['--members', members.join(), '--kubeconfig', kubeconfig, '--pace', String(pace)];
  return spawn(
    process.execPath,
    [...profile, '--no-warnings', '--require', transform, CLI, ...data, ...flags, ...more, '--with-parent'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
    },
  );
}

interface ReadyLine {
  readonly ready?: boolean;
  readonly durability?: string;
}

function untilReady(child: ChildProcess): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    child.once('exit', code =>
      reject(new Error(`the embedded fleet ended with ${code} before it was ready`)),
    );
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', line => {
      const message = JSON.parse(line) as ReadyLine;
      if (message.ready) resolve(message);
    });
  });
}

function readEndpoints(file: string): ReadonlyMap<string, Endpoint> {
  const { clusters, users } = parse(readFileSync(file, 'utf8')) as Kubeconfig;
  const tokens = new Map(users.map(({ name, user }) => [name, user.token]));
  return new Map(
    clusters.map(({ name, cluster }) => [
      name,
      {
        url: cluster.server,
        caPem: Buffer.from(cluster['certificate-authority-data'], 'base64').toString('utf8'),
        token: tokens.get(name) ?? '',
      },
    ]),
  );
}
