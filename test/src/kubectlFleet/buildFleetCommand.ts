import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureKubeAssets } from '../controlPlane/ensureKubeAssets';
import { repoPath } from '../crds/repoPath';
import type { Fleet } from '../story/startFleet';

/** What a call of the command gave. */
export interface Called {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A call that is under way. */
export interface Calling {
  /** What it has said on the standard error so far. */
  stderr(): string;
  readonly done: Promise<Called>;
}

/** `kubectl-fleet` as it is published, in a folder of its own. */
export interface FleetCommand {
  /** Calls it as a person would: KUBECONFIG names the fleet, whose hub is the current context. */
  fleet(...args: readonly string[]): Promise<Called>;
  /** As the user of a token. */
  fleetAs(token: string, ...args: readonly string[]): Promise<Called>;
  /** As the user of a token, without waiting for the end. */
  beginAs(token: string, ...args: readonly string[]): Calling;
  /** The same through the plugin lookup of a real kubectl. */
  viaKubectl(...args: readonly string[]): Promise<Called>;
  /** Removes the folder. */
  remove(): void;
}

const PACKAGE = repoPath('packages/kubectl-fleet');

/** Bundles it; suites run side by side, so each has its own. */
export function buildFleetCommand(kubeconfigOf: () => Fleet): FleetCommand {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubectl-fleet-'));
  execFileSync(process.execPath, [path.join(PACKAGE, 'bundle.mjs'), path.join(folder, 'dist')], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: 'pipe',
  });
  cpSync(path.join(PACKAGE, 'bin'), path.join(folder, 'bin'), { recursive: true });
  const binary = path.join(folder, 'bin/kubectl-fleet');
  const run = (kubeconfig: string, args: readonly string[]) =>
    begin(process.execPath, [binary, ...args], { PATH: process.env.PATH ?? '', KUBECONFIG: kubeconfig });
  const beginAs: FleetCommand['beginAs'] = (token, ...args) => {
    const file = path.join(folder, `${randomUUID()}.yaml`);
    writeFileSync(file, kubeconfigWith(kubeconfigOf(), token));
    return run(file, args);
  };
  return {
    beginAs,
    fleet: (...args) => run(kubeconfigOf().kubeconfigPath, args).done,
    fleetAs: (...args) => beginAs(...args).done,
    viaKubectl: async (...args) =>
      begin(path.join(await ensureKubeAssets(), 'kubectl'), args, {
        // The first Node on it runs the plugin.
        PATH: [path.dirname(binary), path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
        KUBECONFIG: kubeconfigOf().kubeconfigPath,
        KUBECACHEDIR: path.join(folder, 'kubectl-cache'),
      }).done,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const kubeconfigWith = ({ hub }: Fleet, token: string) =>
  JSON.stringify({
    'current-context': 'hub',
    'contexts': [{ name: 'hub', context: { cluster: 'hub', user: 'somebody' } }],
    'clusters': [
      {
        name: 'hub',
        cluster: {
          'server': hub.url,
          'certificate-authority-data': Buffer.from(hub.caPem).toString('base64'),
        },
      },
    ],
    'users': [{ name: 'somebody', user: { token } }],
  });

function begin(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Calling {
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', chunk => {
      texts[name] += chunk;
    });
  const done = new Promise<Called>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({ exitCode: code ?? 1, ...texts }));
  });
  return { stderr: () => texts.stderr, done };
}
