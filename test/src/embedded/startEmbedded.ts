import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  runKubectl,
  type ControlPlane,
  type FleetUser,
  type KubectlOptions,
  type KubectlResult,
} from '../controlPlane';
import { ensureKubeAssets } from '../controlPlane/ensureKubeAssets';
import { repoPath } from '../crds/repoPath';

export interface EmbeddedOptions {
  /** How many members (they are named `member-1`, `member-2` …), or what they are named. */
  readonly members: number | readonly string[];
  /** Where the fleet keeps its data over a restart; absent: in memory. */
  readonly dataDir?: string;
  /** Factor on the delays of workloads; 0.1 is ten times as fast. */
  readonly pace?: number;
  /** More users besides the administrator; they may do what RBAC objects of the caller allow them. */
  readonly users?: readonly FleetUser[];
  readonly timeoutMs?: number;
}

/** A cluster of the embedded fleet, with what the stories use of a real control plane. */
export type EmbeddedCluster = Pick<
  ControlPlane,
  'name' | 'url' | 'caPem' | 'adminToken' | 'auditLogPath' | 'kubectl' | 'freeze' | 'thaw' | 'logs'
>;

/** The embedded fleet in its own process. */
export interface EmbeddedProcess {
  readonly pid: number;
  readonly url: string;
  readonly caPem: string;
  readonly kubeconfigPath: string;
  readonly hub: EmbeddedCluster;
  readonly members: readonly EmbeddedCluster[];
  kubectl(context: string, args: readonly string[], options?: KubectlOptions): Promise<KubectlResult>;
  logs(): string;
  /** SIGTERM, and wait until it has ended in order. */
  stop(): Promise<void>;
  /** SIGKILL; what was answered is kept where it has a folder. */
  kill(): Promise<void>;
}

const CLI = repoPath('packages/embedded-kube/src/cli.ts');
const LOG_CHARS = 40_000;

/** Starts the embedded fleet as `npm start` does and returns when it answers. It ends with this process. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetstage-embedded-'));
  const [kubeconfigPath, auditDir] = [join(folder, 'kubeconfig'), join(folder, 'audit')];
  const usersFile = join(folder, 'users.csv');
  await writeFile(usersFile, renderUsers(options.users ?? []), { mode: 0o600 });
  const child = spawnFleet(options, { kubeconfigPath, auditDir, usersFile });
  const log = collect(child);
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  try {
    await untilReady(child, log, options.timeoutMs ?? 60_000);
  } catch (error) {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const entries = readKubeconfig(kubeconfigPath);
  // Once: to find them starts a process, which costs as much as a call of kubectl.
  let assets: Promise<string> | undefined;
  const kubectl = async (context: string, args: readonly string[], how?: KubectlOptions) => {
    assets ??= ensureKubeAssets();
    const kubectlPath = join(await assets, 'kubectl');
    const access = { kubectlPath, kubeconfigPath, cachePath: join(folder, 'kubectl-cache') };
    return runKubectl(access, context, args, how);
  };
  const order = (command: Readonly<Record<string, string>>) =>
    child.stdin?.write(`${JSON.stringify(command)}\n`);
  const [hub, ...members] = entries.map(entry => ({
    ...entry,
    auditLogPath: join(auditDir, `${entry.name}.jsonl`),
    kubectl: (args: readonly string[], how?: KubectlOptions) => kubectl(entry.name, args, how),
    freeze: () => void order({ freeze: entry.name }),
    thaw: () => void order({ thaw: entry.name }),
    logs: () => log.text(),
  }));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  return {
    pid: child.pid ?? 0,
    url: new URL(hub.url).origin,
    caPem: hub.caPem,
    kubeconfigPath,
    hub,
    members,
    kubectl,
    logs: log.text,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function spawnFleet(
  { members, dataDir, pace = 1 }: EmbeddedOptions,
  {
    kubeconfigPath,
    auditDir,
    usersFile,
  }: { readonly kubeconfigPath: string; readonly auditDir: string; readonly usersFile: string },
): ChildProcess {
  const transform = createRequire(CLI).resolve('@backstage/cli/config/nodeTransform.cjs');
  const names = typeof members === 'number' ? String(members) : members.join(',') || '0';
  const args = [
    ...(dataDir === undefined ? ['--memory'] : ['--data', dataDir]),
    ...['--members', names, '--kubeconfig', kubeconfigPath, '--audit', auditDir, '--pace', String(pace)],
    ...['--users', usersFile],
  ];
  return spawn(process.execPath, ['--no-warnings', '--require', transform, CLI, ...args, '--with-parent'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
  });
}

/** As the token file of a real server. */
const renderUsers = (users: readonly FleetUser[]) =>
  users.map(({ name, token, groups = [] }) => `${token},${name},${name},"${groups.join(',')}"\n`).join('');

interface Log {
  text(): string;
}

function collect(child: ChildProcess): Log {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-LOG_CHARS);
    });
  }
  // A command to a fleet that has ended is no failure of its own.
  child.stdin?.on('error', () => {});
  return { text: () => text };
}

function untilReady(child: ChildProcess, log: Log, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the embedded fleet ${why}:\n${log.text()}`));
    const deadline = setTimeout(() => fail(`was not ready within ${timeoutMs} ms`), timeoutMs);
    child.once('exit', (code, signal) => {
      clearTimeout(deadline);
      fail(`ended with ${signal ?? code}`);
    });
    child.stdout?.on('data', () => {
      if (!log.text().includes('"ready":true')) return;
      clearTimeout(deadline);
      resolve();
    });
  });
}

interface Kubeconfig {
  readonly clusters: readonly {
    readonly name: string;
    readonly cluster: { readonly 'server': string; readonly 'certificate-authority-data': string };
  }[];
  readonly users: readonly { readonly name: string; readonly user: { readonly token: string } }[];
  readonly contexts: readonly {
    readonly name: string;
    readonly context: { cluster: string; user: string };
  }[];
}

function readKubeconfig(path: string) {
  const { clusters, users, contexts } = parse(readFileSync(path, 'utf8')) as Kubeconfig;
  return contexts.map(({ name, context }) => {
    const entry = clusters.find(cluster => cluster.name === context.cluster)?.cluster;
    const token = users.find(user => user.name === context.user)?.user.token;
    if (entry === undefined || token === undefined)
      throw new Error(`context ${name} of ${path} is not whole`);
    return {
      name,
      url: entry.server,
      caPem: Buffer.from(entry['certificate-authority-data'], 'base64').toString('utf8'),
      adminToken: token,
    };
  });
}
