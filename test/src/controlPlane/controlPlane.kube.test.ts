import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { eventually } from '../eventually';
import { besideSources } from './besideSources';
import {
  REAL_FLEET_HOOK_MS,
  readAuditLog,
  startRealFleet,
  type AuditEvent,
  type ControlPlane,
  type RealFleet,
} from './index';

/** As much of any object as these tests ask for. */
interface AnyObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly nodeName?: string;
    readonly clusterIP?: string;
    readonly taints?: readonly unknown[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly unknown[];
    readonly containerStatuses?: readonly { readonly state: { readonly waiting?: unknown } }[];
  };
}

const image = (tag: string) => ({ containers: [{ name: 'web', image: `registry.example/web:${tag}` }] });
const template = (app: string, spec: object) => ({ metadata: { labels: { app } }, spec });
const selected = (app: string) => ({ selector: { matchLabels: { app } } });

async function apply(plane: ControlPlane, ...objects: object[]) {
  const items = { apiVersion: 'v1', kind: 'List', items: objects };
  await plane.kubectl(['apply', '-f', '-'], { stdin: JSON.stringify(items) });
}

async function read(plane: ControlPlane, kind: string, name: string): Promise<AnyObject> {
  return JSON.parse((await plane.kubectl(['get', kind, name, '-o', 'json'])).stdout);
}

async function list(plane: ControlPlane, kind: string, app?: string): Promise<AnyObject[]> {
  const by = app === undefined ? [] : ['-l', `app=${app}`];
  return JSON.parse((await plane.kubectl(['get', kind, ...by, '-o', 'json'])).stdout).items;
}

function deployment(app: string, tag: string, replicas = 1) {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: app },
    spec: { replicas, ...selected(app), template: template(app, image(tag)) },
  };
}

async function untilAvailable(plane: ControlPlane, app: string, replicas = 1) {
  await eventually(`${app} is available on ${plane.name}`, async () => {
    expect((await read(plane, 'deployment', app)).status).toMatchObject({ availableReplicas: replicas });
  });
}

describe('a real fleet', () => {
  let fleet: RealFleet;
  let hub: ControlPlane;
  let first: ControlPlane;
  let second: ControlPlane;

  beforeAll(async () => {
    const users = [{ name: 'guest', token: 'token-of-guest', groups: ['visitors'] }];
    fleet = await startRealFleet({ members: ['member-1', 'member-2'], users });
    hub = fleet.hub;
    [first, second] = fleet.members;
  }, REAL_FLEET_HOOK_MS);

  afterAll(() => fleet?.stop());

  it('has a context for the hub and each member', async () => {
    const contexts = await hub.kubectl(['config', 'get-contexts', '-o', 'name']);
    expect(contexts.stdout.trim().split('\n').sort()).toEqual(['hub', 'member-1', 'member-2']);
  });

  it('has two ready nodes on each member and none on the hub', async () => {
    for (const member of fleet.members) {
      const nodes = await list(member, 'nodes');
      expect(nodes.map(node => node.metadata.name)).toEqual(['node-1', 'node-2']);
      for (const node of nodes) {
        expect(node.status?.conditions).toContainEqual(
          expect.objectContaining({ type: 'Ready', status: 'True' }),
        );
        expect(node.spec?.taints ?? []).toEqual([]);
      }
    }
    expect(await list(hub, 'nodes')).toEqual([]);
  });

  it('makes a Deployment available on the member it is created on, and only there', async () => {
    await apply(first, deployment('plain', '1'));
    await untilAvailable(first, 'plain');
    expect(await list(second, 'deployments', 'plain')).toEqual([]);
    expect((await list(first, 'pods', 'plain'))[0].spec?.nodeName).toMatch(/^node-/);
  });

  it('never gets a pod ready whose image tag begins with "bad", and keeps those that run', async () => {
    await apply(first, deployment('careful', '1', 3));
    await untilAvailable(first, 'careful', 3);
    await apply(first, deployment('careful', 'bad-1', 3));

    const pods = await eventually('the new pod reports that its image cannot be pulled', async () => {
      const found = await list(first, 'pods', 'careful');
      const waiting = found.flatMap(pod => pod.status?.containerStatuses?.[0].state.waiting ?? []);
      expect(waiting).toEqual([expect.objectContaining({ reason: 'ImagePullBackOff' })]);
      return found;
    });
    expect(pods.map(pod => pod.status?.phase).sort()).toEqual(['Pending', 'Running', 'Running', 'Running']);
    const { status } = await read(first, 'deployment', 'careful');
    expect(status).toMatchObject({ availableReplicas: 3, updatedReplicas: 1, unavailableReplicas: 1 });

    await apply(first, deployment('careful', '2', 3));
    await eventually('a good image ends it', async () => {
      const healed = await read(first, 'deployment', 'careful');
      expect(healed.status).toMatchObject({ replicas: 3, updatedReplicas: 3, availableReplicas: 3 });
    });
  });

  it('completes a Job', async () => {
    const spec = { template: { spec: { restartPolicy: 'Never', ...image('1') } } };
    await apply(first, { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'once' }, spec });
    await eventually('the Job is complete', async () => {
      expect((await read(first, 'job', 'once')).status).toMatchObject({ succeeded: 1 });
    });
  });

  it('runs a StatefulSet in order and a DaemonSet on every node', async () => {
    const set = (kind: string, app: string, more: object) => ({
      apiVersion: 'apps/v1',
      kind,
      metadata: { name: app },
      spec: { ...selected(app), template: template(app, image('1')), ...more },
    });
    await apply(
      first,
      set('StatefulSet', 'ordered', { replicas: 2, serviceName: 'ordered' }),
      set('DaemonSet', 'each', {}),
    );
    await eventually('both are ready', async () => {
      expect((await read(first, 'statefulset', 'ordered')).status).toMatchObject({ readyReplicas: 2 });
      expect((await read(first, 'daemonset', 'each')).status).toMatchObject({ numberReady: 2 });
    });
    const nodes = (await list(first, 'pods', 'each')).map(pod => pod.spec?.nodeName);
    expect(nodes.sort()).toEqual(['node-1', 'node-2']);
  });

  it('gives a Service an address and its pods as endpoints', async () => {
    const spec = { selector: { app: 'served' }, ports: [{ port: 80 }] };
    await apply(first, deployment('served', '1'), {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'served' },
      spec,
    });
    expect((await read(first, 'service', 'served')).spec?.clusterIP).toMatch(/^10\.96\./);
    await eventually('the pod is an endpoint', async () => {
      const { stdout } = await first.kubectl([
        'get',
        'endpointslices',
        '-l',
        'kubernetes.io/service-name=served',
        '-o',
        'json',
      ]);
      expect(JSON.parse(stdout).items[0].endpoints).toEqual([
        expect.objectContaining({ conditions: expect.objectContaining({ ready: true }) }),
      ]);
    });
  });

  it('runs nothing on the hub', async () => {
    await apply(hub, deployment('placed', '1'), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'alone' },
      spec: image('1'),
    });
    await hub.kubectl(['create', 'namespace', 'later']);
    await eventually('the controllers of the hub have seen what came after it', async () => {
      await hub.kubectl(['get', 'serviceaccount', 'default', '-n', 'later']);
    });
    expect((await read(hub, 'deployment', 'placed')).status).toEqual({});
    expect(await list(hub, 'replicasets')).toEqual([]);
    expect((await read(hub, 'pod', 'alone')).spec?.nodeName).toBeUndefined();
  });

  it('logs every write with its author and body, and no read', async () => {
    const data = { colour: 'green' };
    await apply(second, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'audited' }, data });
    await second.kubectl(['get', 'configmap', 'audited']);
    await second.kubectl(['delete', 'configmap', 'audited']);

    const events = await eventually('both writes are in the audit log', async () => {
      const found: AuditEvent[] = [];
      for await (const event of readAuditLog(second.auditLogPath)) {
        if (event.objectRef?.name === 'audited') found.push(event);
      }
      expect(found.map(event => event.verb)).toEqual(['create', 'delete']);
      return found;
    });
    expect(events[0]).toMatchObject({
      user: { username: 'admin' },
      objectRef: { resource: 'configmaps', namespace: 'default' },
      requestObject: { data },
      responseStatus: { code: 201 },
    });
  });

  it('lets a further user do what RBAC allows, and knows nobody else', async () => {
    const asGuest = { token: 'token-of-guest', allowFailure: true };
    expect((await first.kubectl(['get', 'configmaps'], asGuest)).stderr).toContain('Forbidden');
    await first.kubectl([
      'create',
      'clusterrolebinding',
      'visitors',
      '--clusterrole=view',
      '--group=visitors',
    ]);
    await eventually('the guest may read', async () => {
      await first.kubectl(['get', 'configmaps'], { token: 'token-of-guest' });
    });
    expect((await first.kubectl(['delete', 'configmaps', '--all'], asGuest)).stderr).toContain('Forbidden');

    const nobody = await first.kubectl(['get', 'configmaps'], { token: 'unknown', allowFailure: true });
    expect(nobody).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Unauthorized') });
    const elsewhere = await first.kubectl(['get', 'nodes'], { token: second.adminToken, allowFailure: true });
    expect(elsewhere.stderr).toContain('Unauthorized');
  });

  it('answers nothing while it is frozen, and goes on when it is thawed', async () => {
    second.freeze();
    try {
      const call = await second.kubectl(['get', 'nodes', '--request-timeout=1s'], { allowFailure: true });
      expect(call.exitCode).not.toBe(0);
      await first.kubectl(['get', 'nodes']);
    } finally {
      second.thaw();
    }
    await eventually('it answers again', () => second.kubectl(['get', 'nodes']));
  });

  it('leaves no process and no folder when it is stopped', async () => {
    const folder = dirname(fleet.kubeconfigPath);
    expect(processesNaming(folder)).toHaveLength(fleet.programs.length);
    await fleet.stop();
    expect(processesNaming(folder)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a fleet whose parent is killed', () => {
  it(
    'leaves no process and no folder',
    async () => {
      const transform = require.resolve('@backstage/cli/config/nodeTransform.cjs');
      const parent = spawn(process.execPath, ['--require', transform, besideSources('cli.ts'), '1'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let printed = '';
      parent.stdout.setEncoding('utf8').on('data', text => {
        printed += text;
      });
      const folder = await eventually(
        'the fleet has printed its kubeconfig',
        () => {
          expect(parent.exitCode).toBeNull();
          expect(printed).toMatch(/kubeconfig\n$/);
          return dirname(printed.trim());
        },
        { timeoutMs: REAL_FLEET_HOOK_MS },
      );
      expect(processesNaming(folder).length).toBeGreaterThanOrEqual(6);

      parent.kill('SIGKILL');

      await eventually('processes and folder are gone', () => {
        expect({ processes: processesNaming(folder), isThere: existsSync(folder) }).toEqual({
          processes: [],
          isThere: false,
        });
      });
    },
    REAL_FLEET_HOOK_MS,
  );
});

/** Command lines of running processes that name the folder. The supervisor names only the folder's parent. */
function processesNaming(folder: string): string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter(line => line.includes(folder));
}
