import type { ServerResponse } from 'node:http';
import { fixedCredentials } from './credentials';
import { KubeClient, type KubeClientOptions } from './KubeClient';
import {
  AlreadyExistsError,
  ConflictError,
  ForbiddenError,
  GoneError,
  InvalidError,
  NotFoundError,
  TransientError,
  UnauthorizedError,
  UnknownKindError,
} from './kubeErrors';
import { failure, json, startAnsweringServer, type Answer, type Seen } from './testing/answeringServer';

const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const WIDGET = { group: 'example.io', version: 'v1', kind: 'Widget' };
const app = { namespace: 'web', name: 'app' };
const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: app };
const widget = { apiVersion: 'example.io/v1', kind: 'Widget', metadata: app };

let cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

async function start(answer: Answer, options: KubeClientOptions = {}) {
  const server = await startAnsweringServer(answer);
  const client = new KubeClient(
    { server: `${server.url}/clusters/one`, credentials: fixedCredentials({ authorization: 'Bearer t' }) },
    options,
  );
  cleanUps.push(server.stop, () => client.close());
  return { client, server };
}

it('sends raw JSON to the right path with token, field manager and force', async () => {
  const { client, server } = await start((seen, response) => json(response, 200, JSON.parse(seen.body)));
  const body = { ...configMap, fieldOfTheFuture: { a: [1] } };
  const answer = await client.patch(CONFIG_MAP, app, {
    patch: { type: 'apply', body, force: true },
    fieldManager: 'work-api-agent',
  });
  expect(answer).toEqual(body);
  expect(server.seen).toHaveLength(1);
  expect(server.seen[0]).toMatchObject({
    method: 'PATCH',
    url: '/clusters/one/api/v1/namespaces/web/configmaps/app?fieldManager=work-api-agent&force=true',
    headers: { 'content-type': 'application/apply-patch+yaml', 'authorization': 'Bearer t' },
  });
});

it('makes a request as another user where asked to, and only that one', async () => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: app };
  const { client, server } = await start((_, response) => json(response, 200, object));
  const as = 'system:serviceaccount:shop:fleetstage';
  await client.find(CONFIG_MAP, app, { as });
  await client.create(object, { as });
  await client.patch(CONFIG_MAP, app, { patch: { type: 'merge', body: {} }, as });
  await client.replace(object, { as });
  await client.delete(CONFIG_MAP, app, { as });
  await client.get(CONFIG_MAP, app);
  expect(server.seen.map(({ headers }) => headers['impersonate-user'])).toEqual([
    as,
    as,
    as,
    as,
    as,
    undefined,
  ]);
});

it('keeps case and special characters of names', async () => {
  const gvk = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole' };
  const metadata = { name: 'My:Role' };
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: gvk.kind, metadata };
  const { client, server } = await start((_, response) => json(response, 200, role));
  await client.get(gvk, metadata);
  expect(server.seen[0].url).toBe('/clusters/one/apis/rbac.authorization.k8s.io/v1/clusterroles/My%3ARole');
});

it.each([
  [400, 'BadRequest', InvalidError],
  [401, 'Unauthorized', UnauthorizedError],
  [403, 'Forbidden', ForbiddenError],
  [404, 'NotFound', NotFoundError],
  [409, 'AlreadyExists', AlreadyExistsError],
  [409, 'Conflict', ConflictError],
  [410, 'Expired', GoneError],
  [413, 'RequestEntityTooLarge', InvalidError],
  [422, 'Invalid', InvalidError],
  [500, 'InternalError', TransientError],
  [503, 'ServiceUnavailable', TransientError],
])('turns %i %s into its error and keeps the message of the server', async (code, reason, type) => {
  const { client } = await start((_, response) =>
    json(response, code, failure(code, reason, `it is ${reason}`)),
  );
  const call = client.get(CONFIG_MAP, app);
  await expect(call).rejects.toThrow(type);
  await expect(call).rejects.toMatchObject({ message: `it is ${reason}`, status: { code, reason } });
});

it('distinguishes a broken webhook (500) from an unavailable cluster (503)', async () => {
  const { client } = await start((seen, response) => {
    const code = seen.url.includes('app') ? 500 : 503;
    json(response, code, failure(code, 'x', 'y'), { 'retry-after': '7' });
  });
  await expect(client.get(CONFIG_MAP, app)).rejects.toMatchObject({ isClusterWide: false });
  await expect(client.get(CONFIG_MAP, { name: 'b' })).rejects.toMatchObject({
    isClusterWide: true,
    retryAfterMs: 7000,
  });
});

it('distinguishes a field conflict of server-side apply from a lost race', async () => {
  const causes = [{ reason: 'FieldManagerConflict', message: 'conflict with "kubectl"', field: '.data.a' }];
  const { client } = await start((_, response) =>
    json(response, 409, failure(409, 'Conflict', 'Apply failed with 1 conflict', { causes })),
  );
  await expect(client.get(CONFIG_MAP, app)).rejects.toMatchObject({ isFieldConflict: true });
});

it('repeats what was throttled when the wait is short', async () => {
  let first = true;
  const { client, server } = await start((_, response) => {
    if (first) json(response, 429, failure(429, 'TooManyRequests', 'slow down'), { 'retry-after': '0' });
    else json(response, 200, configMap);
    first = false;
  });
  await client.patch(CONFIG_MAP, app, { patch: { type: 'merge', body: {} } });
  expect(server.seen.map(call => call.method)).toEqual(['PATCH', 'PATCH']);
});

it('hands a long throttle to the caller', async () => {
  const { client } = await start((_, response) =>
    json(response, 429, failure(429, 'TooManyRequests', 'slow down'), { 'retry-after': '60' }),
  );
  await expect(client.get(CONFIG_MAP, app)).rejects.toMatchObject({
    name: 'TransientError',
    retryAfterMs: 60_000,
    isClusterWide: true,
  });
});

it('gives up a request that is not answered in time', async () => {
  const { client } = await start(() => undefined);
  const call = client.get(CONFIG_MAP, app, { timeoutMs: 50 });
  await expect(call).rejects.toThrow(TransientError);
  await expect(call).rejects.toThrow(/no answer within 50 ms/);
  await expect(call).rejects.toMatchObject({ why: 'no answer within 50 ms' });
});

it('leaves the reason of an abort to the caller', async () => {
  const { client } = await start(() => undefined);
  const controller = new AbortController();
  const call = client.get(CONFIG_MAP, app, { signal: controller.signal });
  controller.abort(new Error('shutting down'));
  await expect(call).rejects.toThrow('shutting down');
});

it('repeats a reading that was reset, and never a write', async () => {
  let resets = 1;
  const { client, server } = await start((_, response) => {
    if (resets-- > 0) response.socket?.destroy();
    else json(response, 200, configMap);
  });
  await client.get(CONFIG_MAP, app);
  resets = 1;
  await expect(client.create(configMap)).rejects.toThrow(TransientError);
  expect(server.seen.map(call => call.method)).toEqual(['GET', 'GET', 'POST']);
});

it('says that a cluster cannot be reached', async () => {
  const { client, server } = await start(() => undefined);
  await server.stop();
  await expect(client.raw('/readyz')).rejects.toMatchObject({
    name: 'TransientError',
    isClusterWide: true,
    message: expect.stringMatching(/^connection refused at 127\.0\.0\.1:\d+ \(GET \/readyz\)$/),
    why: expect.stringMatching(/^connection refused at 127\.0\.0\.1:\d+$/),
    cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
  });
});

it('reads all pages', async () => {
  const { client, server } = await start((seen, response) => {
    const next = seen.url.includes('continue') ? undefined : 'page2';
    json(response, 200, {
      apiVersion: 'v1',
      kind: 'ConfigMapList',
      metadata: { resourceVersion: '7', continue: next },
      items: [{ metadata: { name: next ?? 'last' } }],
    });
  });
  const list = await client.list(CONFIG_MAP, { labelSelector: 'a=b', limit: 1 });
  expect(list.resourceVersion).toBe('7');
  expect(list.items.map(item => [item.kind, item.metadata.name])).toEqual([
    ['ConfigMap', 'page2'],
    ['ConfigMap', 'last'],
  ]);
  expect(server.seen[1].url).toBe(
    '/clusters/one/api/v1/configmaps?limit=1&labelSelector=a%3Db&continue=page2',
  );
});

it('asks for metadata only', async () => {
  const type = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadataList' };
  const { client, server } = await start((_, response) =>
    json(response, 200, { ...type, items: [], metadata: {} }),
  );
  await client.list(CONFIG_MAP, { metadataOnly: true });
  expect(server.seen[0].headers.accept).toContain('as=PartialObjectMetadataList');
});

describe('discovery', () => {
  const resources = { resources: [{ name: 'widgets', kind: 'Widget', namespaced: true }] };

  it('reads a group once, however many ask at the same time', async () => {
    const { client, server } = await start((seen, response) =>
      json(response, 200, seen.url.endsWith('/example.io/v1') ? resources : widget),
    );
    await Promise.all([client.get(WIDGET, app), client.get(WIDGET, app)]);
    await client.get(WIDGET, app);
    expect(server.seen.filter(call => call.url.endsWith('/apis/example.io/v1'))).toHaveLength(1);
    expect(server.seen[1].url).toBe('/clusters/one/apis/example.io/v1/namespaces/web/widgets/app');
  });

  const plain404 = (response: ServerResponse, text = '404 page not found\n') =>
    response.writeHead(404, { 'content-type': 'text/plain' }).end(text);
  const isGroup = ({ url }: Seen) => url.endsWith('/example.io/v1');
  const isGroups = ({ url }: Seen) => url.endsWith('/apis');
  const groupsWith = (...versions: string[]) => ({
    groups: [{ name: 'example.io', versions: versions.map(version => ({ version })) }],
  });

  it('finds a kind whose CRD came later, and notices when it goes', async () => {
    let installed = false;
    const { client } = await start((seen, response) => {
      if (isGroups(seen)) json(response, 200, installed ? groupsWith('v1') : { groups: [] });
      else if (!installed) plain404(response);
      else json(response, 200, isGroup(seen) ? resources : widget);
    });
    await expect(client.get(WIDGET, app)).rejects.toThrow(UnknownKindError);
    installed = true;
    await expect(client.get(WIDGET, app)).resolves.toEqual(widget);
    installed = false;
    await expect(client.get(WIDGET, app)).rejects.toThrow(UnknownKindError);
  });

  const widgets = { ...WIDGET, plural: 'widgets', namespaced: true };

  it('takes a plain 404 for no answer about the object while the kind is served', async () => {
    const { client } = await start((seen, response) => {
      if (isGroup(seen)) json(response, 200, resources);
      else plain404(response, 'default backend - 404');
    });
    const { signal } = new AbortController();
    const calls = [
      () => client.find(WIDGET, app),
      () => client.find(widgets, app),
      () => client.list(WIDGET),
      () => client.delete(WIDGET, app),
      () => client.openWatch(WIDGET, { query: {}, signal }),
    ];
    for (const call of calls) {
      const answer = call();
      await expect(answer).rejects.toMatchObject({ name: 'TransientError', isClusterWide: false });
      await expect(answer).rejects.toThrow(/^default backend - 404: .* serves kind Widget in example.io\/v1/);
    }
  });

  it('knows that a namespaced object without a namespace does not exist', async () => {
    const { client } = await start((seen, response) => {
      if (isGroup(seen)) json(response, 200, resources);
      else plain404(response);
    });
    for (const target of [WIDGET, widgets]) {
      await expect(client.find(target, { name: 'w' })).resolves.toBeUndefined();
      await expect(client.delete(target, { name: 'w' })).resolves.toBe('absent');
    }
  });

  it.each([
    ['a known kind', CONFIG_MAP],
    ['a kind to discover', WIDGET],
    ['a kind that brings its path', widgets],
  ])('takes 404 for everything for a lost API server (%s)', async (_, target) => {
    const { client } = await start((_seen, response) => plain404(response, 'default backend - 404'));
    const call = client.find(target, app);
    await expect(call).rejects.toMatchObject({ name: 'TransientError', isClusterWide: true });
    await expect(call).rejects.toThrow(/^default backend - 404: .* the proxy in front of it/);
  });

  it('doubts that a group is gone which the cluster lists', async () => {
    const { client } = await start((seen, response) => {
      if (isGroups(seen)) json(response, 200, groupsWith('v1beta1', 'v1'));
      else plain404(response);
    });
    await expect(client.find(WIDGET, app)).rejects.toMatchObject({
      name: 'TransientError',
      isClusterWide: false,
    });
  });

  it.each([
    ['lists its other versions', plain404, groupsWith('v1beta1')],
    [
      'says so itself',
      (response: ServerResponse) => json(response, 404, failure(404, 'NotFound', 'no such group')),
      undefined,
    ],
  ])('knows that a kind is gone when the cluster %s', async (_, absent, groups) => {
    const { client } = await start((seen, response) => {
      if (groups && isGroups(seen)) json(response, 200, groups);
      else absent(response);
    });
    await expect(client.find(WIDGET, app)).rejects.toThrow(UnknownKindError);
  });

  it('says "not found" of a target that brings its path when its kind is not served', async () => {
    const { client } = await start((seen, response) => {
      if (isGroups(seen)) json(response, 200, { groups: [] });
      else plain404(response);
    });
    await expect(client.get(widgets, app)).rejects.toThrow(NotFoundError);
    await expect(client.find(widgets, app)).resolves.toBeUndefined();
  });

  it('does not take a known kind for served by a cluster that does not know it', async () => {
    const { client } = await start((seen, response) => {
      if (isGroups(seen)) json(response, 200, { groups: [] });
      else plain404(response);
    });
    const scaler = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' };
    await expect(client.find(scaler, app)).rejects.toThrow(UnknownKindError);
  });
});

it('has no more requests under way than allowed, and counts each', async () => {
  let underWay = 0;
  let most = 0;
  const samples: string[] = [];
  const { client } = await start(
    (_, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        json(response, 200, configMap);
      }, 5);
    },
    { maxConcurrent: 3, onRequest: sample => samples.push(`${sample.verb} ${sample.path} ${sample.status}`) },
  );
  await Promise.all(Array.from({ length: 10 }, () => client.get(CONFIG_MAP, app)));
  expect(most).toBe(3);
  expect(samples).toHaveLength(10);
  expect(samples[0]).toBe('GET /api/v1/namespaces/web/configmaps/app 200');
});

it('asks for fresh credentials after a 401, once', async () => {
  let token = 1;
  const server = await startAnsweringServer((seen, response) =>
    seen.headers.authorization === 'Bearer 2'
      ? json(response, 200, configMap)
      : json(response, 401, failure(401, 'Unauthorized', 'Unauthorized')),
  );
  const client = new KubeClient({
    server: server.url,
    credentials: { read: async () => ({ authorization: `Bearer ${token}` }), expire: () => (token += 1) },
  });
  cleanUps.push(server.stop, () => client.close());
  await expect(client.get(CONFIG_MAP, app)).resolves.toBeDefined();
  token = 7;
  await expect(client.get(CONFIG_MAP, app)).rejects.toThrow(UnauthorizedError);
  expect(token).toBe(9);
});

it('deletes with propagation and preconditions, and takes absence for done', async () => {
  const { client, server } = await start((seen, response) =>
    seen.url.endsWith('/app')
      ? json(response, 200, configMap)
      : json(response, 404, failure(404, 'NotFound', 'gone')),
  );
  const preconditions = { uid: 'u1' };
  await expect(client.delete(CONFIG_MAP, app, { propagation: 'Foreground', preconditions })).resolves.toBe(
    'accepted',
  );
  await expect(client.delete(CONFIG_MAP, { name: 'other' })).resolves.toBe('absent');
  expect(JSON.parse(server.seen[0].body)).toMatchObject({ propagationPolicy: 'Foreground', preconditions });
});
