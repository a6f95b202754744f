import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:https';
import { eventually } from '../eventually';
import { exists, paths, read } from '../story/hub';
import { startEmbedded, type EmbeddedCluster, type EmbeddedProcess } from './startEmbedded';

jest.setTimeout(120_000);

let folder: string;
let fleet: EmbeddedProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetstage-embedded-test-'));
  fleet = await startEmbedded({ members: 2, dataDir: folder, pace: 0.1 });
});

afterAll(async () => {
  await fleet?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A POST, as a client of any kind would send it. */
function create({ url, caPem, adminToken }: EmbeddedCluster, path: string, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'authorization': `Bearer ${adminToken}`, 'content-type': 'application/json' };
    const call = request(`${url}${path}`, { method: 'POST', ca: caPem, agent: false, headers });
    call.on('error', reject).on('response', response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.end(JSON.stringify(body));
  });
}

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'registry.example/web:v1' }] },
    },
  },
};

it('makes a Deployment available on a member, and nothing of it on the hub', async () => {
  const { hub, members } = fleet;
  for (const cluster of [hub, members[0]]) {
    expect(await create(cluster, '/api/v1/namespaces', namespace)).toBe(201);
    expect(await create(cluster, '/apis/apps/v1/namespaces/shop/deployments', deployment)).toBe(201);
  }
  await eventually('both replicas are available', async () => {
    const { status } = await read(members[0], paths.deployment('shop', 'web'));
    expect(status).toMatchObject({ observedGeneration: 1, updatedReplicas: 2, availableReplicas: 2 });
  });
  expect((await read(hub, paths.deployment('shop', 'web'))).status).toEqual({});
});

it('hangs one member and no other, until it is thawed', async () => {
  const [first, second] = fleet.members;
  first.freeze();
  const path = paths.namespace('default');
  await eventually('the frozen one is silent', async () => {
    const silence = new Promise<string>(resolve => {
      setTimeout(() => resolve('silent'), 500).unref();
    });
    const answer = read(first, path).then(
      () => 'answered',
      () => 'silent',
    );
    expect(await Promise.race([answer, silence])).toBe('silent');
  });
  expect(await exists(second, path)).toBe(true);
  first.thaw();
  await eventually('it answers again', () => read(first, path));
});

it('keeps what it answered when it is killed, and goes on with it', async () => {
  await create(fleet.members[1], '/api/v1/namespaces', namespace);
  await create(fleet.members[1], '/apis/apps/v1/namespaces/shop/deployments', deployment);
  await fleet.kill();
  fleet = await startEmbedded({ members: 2, dataDir: folder, pace: 0.1 });
  const { members } = fleet;
  await eventually('its replicas are available after all', async () => {
    const { status } = await read(members[1], paths.deployment('shop', 'web'));
    expect(status).toMatchObject({ availableReplicas: 2 });
  });
});
