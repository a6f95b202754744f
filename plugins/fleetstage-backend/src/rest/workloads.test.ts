import { mockCredentials, type TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { AddressInfo } from 'node:net';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startFleetBackend } from '../__testUtils__/fleetBackend';
import { aMemberObject, aPlacementObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const READER = 'user:default/reader';
const BASE = '/placements/_/web/clusters/c1/workloads';
const CORE = { group: '', version: 'v1' };
const APPS = { group: 'apps', version: 'v1' };
const labels = { app: 'app' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app:1' }] } };

function policy({ name }: Permission, user: string | undefined) {
  const isDenied =
    (name === 'fleetstage.workload.logs' && user === READER) || user === 'user:default/visitor';
  const isOfWorkloads = name.startsWith('fleetstage.workload.');
  return { result: isOfWorkloads && isDenied ? AuthorizeResult.DENY : AuthorizeResult.ALLOW } as const;
}

describe.each(databases.eachSupportedId())('workloads on a member over REST, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;
  const get = (path: string, user = ADA) => backend.as(user).get(`${BASE}${path}`);
  const member = () => fleet.api.cluster('c1');
  const podQuery = (name: string) => `?version=v1&kind=Pod&objectNamespace=web&objectName=${name}`;
  const logQuery = (more = '') => `/logs?objectNamespace=web&objectName=app-1-x${more}`;

  function putPod(name: string, owner?: KubeObject): void {
    const ownerReferences = owner && [
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: owner.metadata.name,
        uid: owner.metadata.uid,
        controller: true,
      },
    ];
    const waiting = { reason: 'ImagePullBackOff', message: 'Back-off pulling image "app:1"' };
    member().put(
      { ...CORE, plural: 'pods' },
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, namespace: 'web', labels, ...(ownerReferences && { ownerReferences }) },
        spec: template.spec,
        status: { containerStatuses: [{ name: 'app', image: 'app:1', state: { waiting } }], conditions: [] },
      },
    );
  }

  beforeAll(async () => {
    fleet = await StubFleet.start();
    const { hub } = fleet;
    const metadata = (name: string) => ({ name, namespace: 'web' });
    hub.put(
      { ...CORE, plural: 'namespaces' },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } },
    );
    const spec = { replicas: 1, selector: { matchLabels: labels }, template };
    const app = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: metadata('app'), spec };
    const annotations = { 'kubernetes-fleet.io/envelope-configmap': 'true' };
    hub.put(
      { ...CORE, plural: 'configmaps' },
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { ...metadata('app'), annotations },
        data: { app: JSON.stringify(app) },
      },
    );
    const data = { token: 'cGxhbnRlZA==' };
    hub.put(
      { ...CORE, plural: 'secrets' },
      { apiVersion: 'v1', kind: 'Secret', metadata: metadata('key'), data },
    );
    for (const name of ['c1', 'c2']) fleet.put(aMemberObject(name));
    fleet.put(aPlacementObject('web', { policy: { placementType: 'PickFixed', clusterNames: ['c1'] } }));
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const capture = { ...fleet.settings.capture, configMapEnvelopes: true };
    const settings = { ...fleet.settings, capture };
    backend = await startFleetBackend({ knex, settings, policy });
    const deployment = (await eventually(
      async () => member().find('deployments', 'app', 'web'),
      found => found !== undefined,
      30_000,
    )) as KubeObject;
    const { name, uid } = deployment.metadata;
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true }];
    const set = member().put(
      { ...APPS, plural: 'replicasets' },
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: { ...metadata('app-1'), labels, ownerReferences },
        spec,
      },
    );
    putPod('app-1-x', set);
    putPod('stranger');
    await eventually(
      () => get(''),
      ({ body }) => body.objects?.every(({ uid: known }: { uid?: string }) => known !== undefined),
      30_000,
    );
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  it('shows what was placed with what it owns, and why it fails, failing objects first', async () => {
    const { status, body } = await get('');
    expect(status).toBe(200);
    expect(body.objects[0]).toMatchObject({
      kind: 'Deployment',
      children: [
        {
          kind: 'ReplicaSet',
          name: 'app-1',
          health: 'failing',
          children: [
            {
              name: 'app-1-x',
              health: 'failing',
              message: 'ImagePullBackOff: image app:1 cannot be pulled',
              containers: ['app'],
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/stranger|cGxhbnRlZA/);
  });

  it('RUL 40 values of a Secret do not leave the backend, neither live nor wanted', async () => {
    const { status, body } = await get('/object?version=v1&kind=Secret&objectNamespace=web&objectName=key');
    expect(status).toBe(200);
    expect(body.isPlaced).toBe(true);
    expect(Object.keys(body.live.data)).toEqual(['token']);
    expect(Object.keys(body.desired.data)).toEqual(['token']);
    expect(JSON.stringify(body)).not.toMatch(/cGxhbnRlZA|planted/);
  });

  it('compares a placed object with what Fleetstage would apply', async () => {
    const deployment = member().find('deployments', 'app', 'web')!;
    const path = '/object?group=apps&version=v1&kind=Deployment&objectNamespace=web&objectName=app';
    expect((await get(path)).body.differences).toEqual([]);
    const live = deployment as unknown as { spec: { replicas: number } };
    member().merge(
      { ...APPS, plural: 'deployments', namespace: 'web', name: 'app' },
      { spec: { replicas: 3 } },
      undefined,
    );
    expect((await get(path)).body.differences).toEqual([
      { path: '/spec/replicas', valueInHub: '1', valueInMember: '3' },
    ]);
    member().merge(
      { ...APPS, plural: 'deployments', namespace: 'web', name: 'app' },
      { spec: { replicas: live.spec.replicas } },
      undefined,
    );
  });

  it.each([
    ['a pod of somebody else', podQuery('stranger')],
    ['a pod that is not there', podQuery('nobody')],
    [
      'a kind that nothing placed owns',
      '?version=v1&kind=Secret&objectNamespace=kube-system&objectName=root',
    ],
    ['a name that is a path', podQuery('..%2Fsecrets')],
  ])('0025, 0029 does not find %s', async (_, query) => {
    expect([404, 400, 503]).toContain((await get(`/object${query}`)).status);
    expect((await get(`/object${query}`)).body.live).toBeUndefined();
  });

  it('needs a permission for objects and another one for logs, and is audited', async () => {
    expect((await get('', 'user:default/visitor')).status).toBe(403);
    const { body } = await get('', READER);
    expect(body.mayReadLogs).toMatchObject({ isAllowed: false, permission: 'fleetstage.workload.logs' });
    const before = backend.audited.length;
    expect((await get(logQuery(), READER)).status).toBe(403);
    expect(backend.audited.slice(before)).toEqual([
      expect.objectContaining({
        id: 'workload-logs',
        outcome: 'failed',
        meta: expect.objectContaining({
          placement: 'web',
          cluster: 'c1',
          object: 'web/app-1-x',
          actor: READER,
        }),
      }),
    ]);
  });

  it('gives the log of a container, and its end', async () => {
    member().logs = (_, query, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end(`${query.get('container')} ${query.get('tailLines')} ${query.get('previous')}\n`);
    };
    const { status, text } = await get(logQuery('&previous=true&tailLines=7')).buffer(true).parse(asText);
    expect([status, linesOf(text)]).toEqual([200, [{ text: 'app 7 true\n' }, { end: 'completed' }]]);
    expect((await get(logQuery('&container=other'))).status).toBe(400);
    expect((await get('/logs?objectNamespace=web&objectName=stranger')).status).toBe(404);
  });

  it('ends a log that is followed when its reader goes, and opens four at most for one user', async () => {
    let open = 0;
    member().logs = (_, __, response) => {
      open += 1;
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('begun\n');
      response.on('close', () => {
        open -= 1;
      });
    };
    const leaving = new AbortController();
    const follow = () =>
      fetch(urlOf(`${BASE}${logQuery('&follow=true')}`), { headers: bearer, signal: leaving.signal });
    const answers = await Promise.all([1, 2, 3, 4].map(follow));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { value } = await answers[0].body!.getReader().read();
    expect(linesOf(Buffer.from(value!).toString())).toEqual([{ text: 'begun\n' }]);
    expect((await follow()).status).toBe(429);
    await eventually(
      async () => open,
      count => count === 4,
    );
    leaving.abort();
    await eventually(
      async () => open,
      count => count === 0,
    );
    member().logs = (_, __, response) => response.end('x');
    await eventually(
      () => get(logQuery()),
      ({ status }) => status === 200,
    );
  });

  it('says that a member cannot be reached', async () => {
    member().intercept = () => ({ status: 503, body: 'gone' });
    const { status, body } = await get('');
    member().intercept = undefined;
    expect([status, body.error.name]).toEqual([503, 'ServiceUnavailableError']);
    expect(body.error.message).toMatch(/^Cluster c1 /);
  });

  const bearer = { authorization: mockCredentials.user.header(ADA) };
  const urlOf = (path: string) =>
    `http://127.0.0.1:${(backend.server as unknown as { address(): AddressInfo }).address().port}/api/fleetstage${path}`;
});

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));

function asText(response: any, done: (error: Error | null, body: unknown) => void): void {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- superagent's own stream
  const chunks: Buffer[] = [];
  response.on('data', (chunk: string) => chunks.push(Buffer.from(chunk)));
  response.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    Object.assign(response, { text });
    done(null, text);
  });
}
