import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configMap, startTestFleet, widgetDefinition, type TestFleet } from './__testUtils__/testFleet';

const MAPS = '/api/v1/namespaces/default/configmaps';
const MERGE = { 'content-type': 'application/merge-patch+json' };

let fleet: TestFleet;
beforeEach(async () => {
  fleet = await startTestFleet();
});
afterEach(() => fleet.stop());

const create = (name: string, labels?: object) =>
  fleet.call('POST', MAPS, { body: configMap(name, { metadata: { name, labels } }) });
const label = (name: string, labels: object) =>
  fleet.call('PATCH', `${MAPS}/${name}`, { body: { metadata: { labels } }, headers: MERGE });
const revision = async () => (await fleet.call('GET', MAPS)).body.metadata.resourceVersion;

it('sends what comes after the revision of a list', async () => {
  await create('before');
  const watch = await fleet.watch(`${MAPS}?watch=1&resourceVersion=${await revision()}`);
  await create('a');
  await label('a', { x: '1' });
  await fleet.call('DELETE', `${MAPS}/a`);
  expect(await watch.take(3)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
  const versions = watch.events.map(({ object }) => Number(object.metadata.resourceVersion));
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
});

it('begins with what is there, without a revision', async () => {
  await create('a');
  const watch = await fleet.watch(`${MAPS}?watch=1`);
  await create('b');
  expect(await watch.take(2)).toEqual(['ADDED a', 'ADDED b']);
});

it('marks by a bookmark that what is there has been sent', async () => {
  await create('a');
  const watch = await fleet.watch(
    `${MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
  );
  expect(await watch.take(2)).toEqual(['ADDED a', 'BOOKMARK']);
  expect(watch.events[1].object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
});

it('lets objects come and go with the selection', async () => {
  const watch = await fleet.watch(`${MAPS}?watch=1&labelSelector=on%3Dyes`);
  await create('a');
  await label('a', { on: 'yes' });
  await label('a', { more: '1' });
  await label('a', { on: 'no' });
  await create('b', { on: 'yes' });
  expect(await watch.take(4)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a', 'ADDED b']);
  expect(watch.events[2].object.metadata.labels).toMatchObject({ on: 'yes' });
});

it('is of one object, of one namespace, of metadata', async () => {
  const one = await fleet.watch(`${MAPS}?watch=1&fieldSelector=metadata.name%3Db`);
  const elsewhere = await fleet.watch('/api/v1/namespaces/kube-system/configmaps?watch=1');
  const partial = await fleet.watch(`${MAPS}?watch=1`, {
    accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  });
  await create('a');
  await create('b');
  expect(await one.take(1)).toEqual(['ADDED b']);
  await partial.take(2);
  expect(partial.events[0].object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } });
  expect(elsewhere.events).toEqual([]);
});

it('ends in time, and with the kind', async () => {
  const timed = await fleet.watch(`${MAPS}?watch=1&timeoutSeconds=1`);
  await timed.ended();
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await fleet.call('POST', definitions, { body: widgetDefinition });
  const widgets = '/apis/example.io/v1/namespaces/default/widgets';
  await fleet.call('POST', widgets, {
    body: { apiVersion: 'example.io/v1', kind: 'Widget', metadata: { name: 'w' } },
  });
  const watch = await fleet.watch(`${widgets}?watch=1`);
  await watch.take(1);
  await fleet.call('DELETE', `${definitions}/widgets.example.io`);
  await watch.ended();
  expect(await watch.take(2)).toEqual(['ADDED w', 'DELETED w']);
  expect((await fleet.call('GET', widgets)).text).toBe('404 page not found\n');
});

it('is silent while the cluster is frozen, and ends when it is cut', async () => {
  const { reach } = fleet.fleet.cluster('hub').inside;
  const watch = await fleet.watch(`${MAPS}?watch=1`);
  await create('a');
  await watch.take(1);
  reach.freeze();
  const late = create('late');
  const other = await fleet.call('GET', MAPS, { cluster: 'member-1' });
  expect(other.code).toBe(200);
  expect(fleet.fleet.cluster('hub').inside.objects.find('/configmaps', 'default', 'late')).toBeUndefined();
  reach.thaw();
  expect((await late).code).toBe(201);
  expect(await watch.take(2)).toEqual(['ADDED a', 'ADDED late']);
  fleet.fleet.cluster('hub').inside.cut();
  await watch.ended();
  await expect(fleet.call('GET', MAPS)).rejects.toThrow();
  reach.thaw();
  expect((await fleet.call('GET', MAPS)).code).toBe(200);
});

describe('over a restart', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'embedded-kube-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('everything is as it was, revisions too, and a watch goes on from where it was', async () => {
    const first = await startTestFleet({ dataDir });
    const firstCall = (...call: Parameters<TestFleet['call']>) => first.call(...call);
    await firstCall('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      body: widgetDefinition,
    });
    await firstCall('POST', MAPS, { body: configMap('a') });
    const before = (await firstCall('GET', MAPS)).body.metadata.resourceVersion;
    await firstCall('POST', MAPS, { body: configMap('b') });
    await firstCall('DELETE', `${MAPS}/b`);
    const identity = await firstCall('GET', '/api/v1/namespaces/kube-system');
    const { caPem, kubeconfig } = first.fleet;
    const token = first.fleet.token('member-1');
    await first.stop();

    const second = await startTestFleet({ dataDir, port: Number(new URL(first.fleet.url).port) });
    try {
      expect(second.fleet.caPem).toBe(caPem);
      expect(second.fleet.token('member-1')).toBe(token);
      expect(second.fleet.kubeconfig).toBe(kubeconfig);
      expect((await second.call('GET', '/api/v1/namespaces/kube-system')).text).toBe(identity.text);
      expect((await second.call('GET', '/apis/example.io/v1/widgets')).code).toBe(200);
      const watch = await second.watch(`${MAPS}?watch=1&resourceVersion=${before}`);
      await second.call('POST', MAPS, { body: configMap('c') });
      expect(await watch.take(3)).toEqual(['ADDED b', 'DELETED b', 'ADDED c']);
    } finally {
      await second.stop();
    }
  });

  it('keeps an account of writes, where asked to', async () => {
    const auditing = await startTestFleet({ auditDir: dataDir });
    await auditing.call('POST', MAPS, { body: configMap('a') });
    await auditing.call('POST', MAPS, { body: configMap('a') });
    await auditing.call('GET', MAPS);
    await auditing.stop();
    const lines = readFileSync(join(dataDir, 'hub.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { verb: 'create', requestURI: MAPS, responseStatus: { code: 201 }, requestObject: configMap('a') },
      { verb: 'create', userAgent: 'test/1', responseStatus: { code: 409, reason: 'AlreadyExists' } },
    ]);
  });

  it('forgets what is old: 410, and what is there stays', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const options = { dataDir, now: () => now };
    const first = await startTestFleet(options);
    const old = (await first.call('GET', MAPS)).body.metadata.resourceVersion;
    await first.call('POST', MAPS, { body: configMap('d') });
    now = new Date('2026-01-01T01:00:00Z');
    first.fleet.compact();
    const watch = await first.watch(`${MAPS}?watch=1&resourceVersion=${old}`);
    expect(await watch.take(1)).toEqual(['ERROR Expired']);
    await first.stop();
    const second = await startTestFleet(options);
    try {
      const again = await second.watch(`${MAPS}?watch=1&resourceVersion=${old}`);
      expect(await again.take(1)).toEqual(['ERROR Expired']);
      expect((await second.call('GET', `${MAPS}/d`)).code).toBe(200);
    } finally {
      await second.stop();
    }
  });
});

// Rights are judged by the path, and this one says "watch": whoever may read would write.
it.each([
  ['PUT', `/api/v1/watch/namespaces/default/configmaps/a`],
  ['PATCH', `/apis/apps/v1/watch/namespaces/default/deployments/a/scale`],
  ['POST', `/api/v1/watch/namespaces/default/serviceaccounts/default/token`],
  ['DELETE', `/api/v1/watch/namespaces/default/configmaps/a`],
] as const)('does nothing but watch below /watch/: %s %s', async (method, path) => {
  await create('a');
  expect((await fleet.call(method, path, { body: {}, headers: MERGE })).code).toBe(405);
});

it('keeps both of two patches of one scale that wait for the same write', async () => {
  const deployments = '/apis/apps/v1/namespaces/default/deployments';
  const template = {
    metadata: { labels: { app: 'a' } },
    spec: { containers: [{ name: 'main', image: 'registry.example/web:1' }] },
  };
  await fleet.call('POST', deployments, {
    body: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { app: 'a' } }, template },
    },
  });
  const scale = (replicas: number) =>
    fleet.call('PATCH', `${deployments}/a/scale`, { body: { spec: { replicas } }, headers: MERGE });
  const answers = await Promise.all([create('b'), ...[2, 3, 4, 5].map(scale)]);
  expect(answers.map(({ code }) => code)).toEqual([201, 200, 200, 200, 200]);
  const { generation } = (await fleet.call('GET', `${deployments}/a`)).body.metadata;
  expect(generation).toBe(5);
});
