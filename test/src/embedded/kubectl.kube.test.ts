import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureKubeAssets } from '../controlPlane/ensureKubeAssets';
import { eventually } from '../eventually';
import { workloadYaml } from '../story/hub';
import { startEmbedded, type EmbeddedProcess } from './startEmbedded';

/** What people do by hand, with the real kubectl. */

jest.setTimeout(120_000);

let fleet: EmbeddedProcess;
let folder: string;
let kubectlPath: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetstage-kubectl-'));
  kubectlPath = join(await ensureKubeAssets(), 'kubectl');
  fleet = await startEmbedded({ members: 1, pace: 0.1 });
  await member(['apply', '-f', '-'], workloadYaml('shop'));
});

afterAll(async () => {
  await fleet?.stop();
  await rm(folder, { recursive: true, force: true });
});

const member = (args: readonly string[], stdin?: string) =>
  fleet.members[0].kubectl(args, { allowFailure: true, ...(stdin !== undefined && { stdin }) });

/** Started here, for what runs on until it is stopped or needs variables of its own. */
const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawn(kubectlPath, [`--kubeconfig=${fleet.kubeconfigPath}`, '--context=member-1', ...args], {
    env: { ...process.env, KUBECACHEDIR: join(folder, 'cache'), KUBERC: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

function finish(child: ReturnType<typeof start>): Promise<{ code: number | null; said: string }> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve({ code, said }));
  });
}

const replicas = async () =>
  (await member(['get', 'deployment/web', '-n', 'shop', '-o', 'jsonpath={.spec.replicas}'])).stdout;

it('waits for a Deployment, and for one that never comes', async () => {
  const wait = (name: string) =>
    member(['wait', '--for=condition=Available', name, '-n', 'shop', '--timeout=30s']);
  expect((await wait('deployment/web')).stdout).toBe('deployment.apps/web condition met\n');
  expect(await wait('deployment/none')).toMatchObject({
    exitCode: 1,
    stderr: 'Error from server (NotFound): deployments.apps "none" not found\n',
  });
  expect((await member(['rollout', 'status', 'deployment/web', '-n', 'shop'])).stdout).toBe(
    'deployment "web" successfully rolled out\n',
  );
});

it('shows what would change, and changes nothing', async () => {
  expect(await member(['diff', '-f', '-'], workloadYaml('shop'))).toMatchObject({ exitCode: 0, stdout: '' });
  const changed = workloadYaml('shop', { image: 'registry.example/web:v2' });
  for (const how of [[], ['--server-side', '--force-conflicts']]) {
    const { exitCode, stdout, stderr } = await member(['diff', ...how, '-f', '-'], changed);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 1,
      stderr: '',
      stdout: expect.stringMatching(
        /^-.*image: registry.example\/web:v1\n\+.*image: registry.example\/web:v2$/m,
      ),
    });
  }
  const image = 'jsonpath={.spec.template.spec.containers[0].image}';
  expect((await member(['get', 'deployment/web', '-n', 'shop', '-o', image])).stdout).toBe(
    'registry.example/web:v1',
  );
});

it('edits in an editor', async () => {
  const edit = (editor: string) =>
    finish(start(['edit', 'deployment/web', '-n', 'shop'], { KUBE_EDITOR: editor }));
  expect(await edit("sed -i 's/replicas: 1/replicas: 2/'")).toEqual({
    code: 0,
    said: 'deployment.apps/web edited\n',
  });
  expect(await replicas()).toBe('2');
  expect(await edit('true')).toEqual({ code: 0, said: 'Edit cancelled, no changes made.\n' });
});

it('applies on the server, meets who owns a field, and takes it', async () => {
  const config = JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { replicas: 3 },
  });
  const apply = (...how: readonly string[]) =>
    member(['apply', '--server-side', '--field-manager=night-shift', ...how, '-f', '-'], config);
  const refused = await apply();
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('Apply failed with 1 conflict: conflict with "kubectl-edit"');
  expect(refused.stderr).toContain('.spec.replicas');
  expect((await apply('--force-conflicts')).stdout).toBe('deployment.apps/web serverside-applied\n');
  expect(await replicas()).toBe('3');
});

it('watches', async () => {
  const child = start(['get', 'configmaps', '-n', 'shop', '-w', '--output-watch-events']);
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    seen += chunk;
  });
  const events = () => [...seen.matchAll(/^(\w+) +bell /gm)].map(([, type]) => type);
  try {
    await eventually('the watch prints what is there', () => expect(seen).toContain('settings'));
    await member(['create', 'configmap', 'bell', '-n', 'shop']);
    await member(['label', 'configmap', 'bell', '-n', 'shop', 'rung=once']);
    await member(['delete', 'configmap', 'bell', '-n', 'shop']);
    await eventually('the watch prints all three', () =>
      expect(events()).toEqual(['ADDED', 'MODIFIED', 'DELETED']),
    );
  } finally {
    child.kill();
  }
});

it('explains fields of built-in kinds', async () => {
  const { stdout } = await member(['explain', 'deployment.spec.strategy']);
  expect(stdout).toMatch(
    /^GROUP: +apps\nKIND: +Deployment\nVERSION: +v1\n\nFIELD: strategy <DeploymentStrategy>/,
  );
  expect(stdout).toMatch(/rollingUpdate\t<RollingUpdateDeployment>/);
});
