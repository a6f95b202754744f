import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ControlPlane } from './ControlPlane';
import {
  auditLogPath,
  certificatePath,
  kubeconfigOf,
  manifestPath,
  renderApiServer,
  renderControllerManager,
  renderKwok,
  tokensPath,
  type ControlPlaneLayout,
  type FleetLayout,
} from './programs';
import { renderKubeconfig } from './renderKubeconfig';
import { applyObject, requestKube, type KubeEndpoint } from './requestKube';
import type { RunningProgram, Supervisor } from './Supervisor';
import { untilReady } from './untilReady';

/** Somebody besides the administrator, known to every control plane of a fleet. */
export interface FleetUser {
  readonly name: string;
  readonly token: string;
  readonly groups?: readonly string[];
}

/** What it takes to start one control plane of a fleet whose etcd runs. */
export interface StartContext {
  readonly fleet: FleetLayout;
  readonly supervisor: Supervisor;
  readonly users: readonly FleetUser[];
  readonly nodes: readonly string[];
  readonly kubeconfigPath: string;
  readonly deadlineAt: number;
}

const newToken = () => randomBytes(24).toString('hex');

/** Starts one control plane and waits until it works: {@link provesAccounts} on a hub, {@link provesBinding} on a member. */
export async function startControlPlane(
  context: StartContext,
  plane: ControlPlaneLayout,
): Promise<ControlPlane> {
  const { fleet, supervisor, deadlineAt } = context;
  await mkdir(plane.folder, { recursive: true });
  const tokens = { 'admin': newToken(), 'controller-manager': newToken(), 'kwok': newToken() };
  await writeFile(tokensPath(plane), renderTokens(tokens, context.users), { mode: 0o600 });

  const apiServer = await supervisor.run(renderApiServer(fleet, plane));
  const url = `https://127.0.0.1:${plane.port}`;
  const endpoint = await untilReady({
    description: `the API server of ${plane.name} is ready`,
    programs: [apiServer],
    deadlineAt,
    probe: async () => {
      const admin = { url, caPem: await readAuthority(certificatePath(plane)), token: tokens.admin };
      await requestKube(admin, 'GET', '/readyz');
      return admin;
    },
  });

  const others = await startWorkers(context, plane, { ...endpoint, tokens });
  await untilReady({
    description: `the controllers of ${plane.name} are at work`,
    programs: [apiServer, ...others],
    deadlineAt,
    probe: () => (plane.kind === 'hub' ? provesAccounts(endpoint) : provesBinding(endpoint, context.nodes)),
  });

  return new ControlPlane({
    name: plane.name,
    url,
    caPem: endpoint.caPem,
    adminToken: tokens.admin,
    auditLogPath: auditLogPath(plane),
    kubeconfigPath: context.kubeconfigPath,
    kubectlPath: join(fleet.assets, 'kubectl'),
    kubectlCachePath: join(fleet.folder, 'kubectl-cache'),
    apiServer,
    others,
  });
}

type Tokens = Readonly<Record<'admin' | 'controller-manager' | 'kwok', string>>;

async function startWorkers(
  { fleet, supervisor, nodes }: StartContext,
  plane: ControlPlaneLayout,
  { url, caPem, token, tokens }: KubeEndpoint & { tokens: Tokens },
): Promise<RunningProgram[]> {
  const saveKubeconfig = (user: 'controller-manager' | 'kwok') =>
    writeFile(
      kubeconfigOf(plane, user),
      renderKubeconfig([{ name: plane.name, url, caPem, token: tokens[user] }]),
      { mode: 0o600 },
    );
  await saveKubeconfig('controller-manager');
  const controllerManager = await supervisor.run(renderControllerManager(fleet, plane));
  if (plane.kind === 'hub') return [controllerManager];

  await saveKubeconfig('kwok');
  const kwok = await supervisor.run(renderKwok(fleet, plane));
  await installNodes({ url, caPem, token }, nodes);
  return [controllerManager, kwok];
}

async function installNodes(endpoint: KubeEndpoint, nodes: readonly string[]): Promise<void> {
  const admission = '/apis/admissionregistration.k8s.io/v1';
  for (const [resource, file] of [
    ['mutatingadmissionpolicies', 'bind-pods.policy.yaml'],
    ['mutatingadmissionpolicybindings', 'bind-pods.binding.yaml'],
  ]) {
    const object = parse(await readFile(manifestPath(file), 'utf8'));
    await applyObject(endpoint, `${admission}/${resource}/bind-pods`, object);
  }
  for (const name of nodes) {
    const labels = {
      'kubernetes.io/hostname': name,
      'kubernetes.io/os': 'linux',
      'kubernetes.io/arch': 'amd64',
    };
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name, labels } };
    await applyObject(endpoint, `/api/v1/nodes/${name}`, node);
  }
}

/** The controllers made the account that every namespace has: so they run. */
async function provesAccounts(endpoint: KubeEndpoint): Promise<void> {
  await requestKube(endpoint, 'GET', '/api/v1/namespaces/default/serviceaccounts/default');
}

/** Nodes are ready, and a pod that is only tried gets one; admission asks for its namespace's account on the way. */
async function provesBinding(endpoint: KubeEndpoint, nodes: readonly string[]): Promise<void> {
  for (const name of nodes) {
    const node: NodeObject = JSON.parse(await requestKube(endpoint, 'GET', `/api/v1/nodes/${name}`));
    const ready = node.status?.conditions?.find(condition => condition.type === 'Ready');
    if (ready?.status !== 'True') throw new Error(`node ${name} is not ready`);
  }
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'probe' },
    spec: { containers: [{ name: 'probe', image: 'probe' }] },
  };
  const tried = await requestKube(endpoint, 'POST', '/api/v1/namespaces/default/pods?dryRun=All', {
    contentType: 'application/json',
    text: JSON.stringify(pod),
  });
  if (!JSON.parse(tried).spec.nodeName) throw new Error('a new pod gets no node');
}

interface NodeObject {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** The server signs its certificate with its own authority and appends that to the file. */
async function readAuthority(path: string): Promise<string> {
  if (!existsSync(path)) throw new Error('it has no certificate yet');
  const certificates = (await readFile(path, 'utf8')).match(/-----BEGIN[^]*?-----END CERTIFICATE-----\n/g);
  const authority = certificates?.[1];
  if (authority === undefined) throw new Error('its certificate is not written yet');
  return authority;
}

/** The controllers have names of their own, so an audit log distinguishes their writes from those of a test. */
function renderTokens(tokens: Tokens, users: readonly FleetUser[]): string {
  const masters = ['system:masters'];
  const all: FleetUser[] = [
    { name: 'admin', token: tokens.admin, groups: masters },
    { name: 'system:kube-controller-manager', token: tokens['controller-manager'], groups: masters },
    { name: 'kwok', token: tokens.kwok, groups: masters },
    ...users,
  ];
  return all
    .map(({ name, token, groups = [] }) => `${token},${name},${name},"${groups.join(',')}"\n`)
    .join('');
}
