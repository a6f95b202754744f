import { fixedCredentials } from './credentials';
import { InvalidError, InvalidPathError, UnexpectedAnswerError } from './kubeErrors';
import { KubeClient } from './KubeClient';
import { findSegmentFault } from './paths';
import { failure, json, startAnsweringServer } from './testing/answeringServer';
import { watchResource } from './watch';

const SECRETS = { group: '', version: 'v1', kind: 'Secret' };
const secret = (metadata: object) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata,
  data: { password: PLANTED },
});
const PLANTED = 'cGxhbnRlZA==';

let cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

/** Answers everything with `body`, as a server that folds paths, a proxy or a wicked member would. */
async function answeringWith(body: unknown) {
  const server = await startAnsweringServer((_, response) => {
    if (typeof body === 'string') response.writeHead(200).end(body);
    else json(response, 200, body);
  });
  const client = new KubeClient({ server: `${server.url}/base`, credentials: fixedCredentials({}) });
  cleanUps.push(server.stop, () => client.close());
  return { client, server };
}

const ODD = ['', '.', '..', 'a/b', '../b', '/', 'a%2fb', '%2e%2e', '%', '\ud800'];
const PLACES = {
  name: odd => [SECRETS, { namespace: 'web', name: odd }],
  namespace: odd => [SECRETS, { namespace: odd, name: 'app' }],
  group: odd => [
    { ...SECRETS, group: odd },
    { namespace: 'web', name: 'app' },
  ],
  version: odd => [
    { ...SECRETS, version: odd },
    { namespace: 'web', name: 'app' },
  ],
  plural: odd => [
    { ...SECRETS, plural: odd, namespaced: true },
    { namespace: 'web', name: 'app' },
  ],
} as const satisfies Record<string, (odd: string) => readonly [object, { namespace: string; name: string }]>;
const cases = Object.entries(PLACES).flatMap(([place, render]) =>
  // Without a group it is the core's, and without a namespace all of them are meant.
  ODD.filter(odd => odd !== '' || !['group', 'namespace'].includes(place)).map(
    odd => [place, odd, ...render(odd)] as const,
  ),
);

it.each(cases)('asks nothing under the %s %j', async (place, _odd, target, object) => {
  const { client, server } = await answeringWith({ kind: 'SecretList', apiVersion: 'v1', items: [] });
  const { signal } = new AbortController();
  const merge = { type: 'merge', body: {} } as const;
  const body = { apiVersion: `${target.group}/${target.version}`, kind: target.kind, metadata: object };
  const calls = [
    client.get(target, object),
    client.find(target, object, { metadataOnly: true }),
    client.patch(target, object, { patch: merge }),
    client.patch(target, object, { patch: merge, subresource: 'status' }),
    client.create(body, { target }),
    client.replace(body, { target }),
    client.delete(target, object),
    ...(place === 'name'
      ? []
      : [
          client.list(target, { namespace: object.namespace }),
          client.openWatch(target, { query: {}, namespace: object.namespace, signal }),
        ]),
  ];
  for (const call of calls) await expect(call).rejects.toThrow(InvalidPathError);
  expect(server.seen.map(({ url }) => url)).toEqual([]);
});

it.each(['/api/v1/../../x', '/api/%2e%2E/x', '/a/./b', 'api', '', '/a#b', '/a\\..\\b', '/a b'])(
  'sends no path that a URL parser makes another one of: %j',
  async path => {
    const { client, server } = await answeringWith({});
    await expect(client.raw(path)).rejects.toThrow(InvalidPathError);
    expect(server.seen).toEqual([]);
  },
);

it.each([
  'web',
  'My:Role',
  '...',
  '..a',
  '.a',
  'a..b',
  'system:node:x',
  'a b',
  'ü',
  '日本',
  '\\',
  '?',
  '#',
  ';a=b',
])('sends the name %j as it is', async name => {
  const { client, server } = await answeringWith(secret({ namespace: 'web', name }));
  await client.get(SECRETS, { namespace: 'web', name });
  const segments = server.seen[0].url.split('/').map(decodeURIComponent);
  expect(segments).toEqual(['', 'base', 'api', 'v1', 'namespaces', 'web', 'secrets', name]);
  expect(findSegmentFault(name)).toBeUndefined();
});

it('lets the resource of a discovery not lead elsewhere', async () => {
  const resources = ['..', '.', '', 'a%2f..'].map((name, i) => ({ name, kind: `W${i}`, namespaced: true }));
  const { client, server } = await answeringWith({ resources });
  for (const { kind } of resources)
    await expect(
      client.get({ group: 'example.io', version: 'v1', kind }, { namespace: 'web', name: 'app' }),
    ).rejects.toThrow(InvalidPathError);
  expect(new Set(server.seen.map(({ url }) => url))).toEqual(new Set(['/base/apis/example.io/v1']));
});

describe('an answer that is not what was asked', () => {
  const app = { namespace: 'web', name: 'app' };
  const own = { ...secret(app), metadata: app };
  const list = (items: unknown, type: object = { apiVersion: 'v1', kind: 'SecretList' }) => ({
    ...type,
    items,
  });

  it.each([
    ['a list', list([own])],
    ['another kind', { ...own, kind: 'ConfigMap' }],
    ['the kind of another group', { ...own, apiVersion: 'example.io/v1' }],
    ['another name', secret({ ...app, name: 'b' })],
    ['no name', secret({ namespace: 'web' })],
    ['another namespace', secret({ ...app, namespace: 'b' })],
    ['no namespace', secret({ name: 'app' })],
    ['no metadata', { apiVersion: 'v1', kind: 'Secret', data: own.data }],
    ['a Status', { apiVersion: 'v1', kind: 'Status', message: PLANTED }],
    ['no object', [own]],
    ['null', null],
    ['no JSON', `<p>${PLANTED}</p>`],
    ['half of one', JSON.stringify(own).slice(0, -5)],
  ])('is an error without a word of it: %s', async (_, body) => {
    const { client } = await answeringWith(body);
    const patch = { type: 'merge', body: {} } as const;
    const calls = [
      () => client.get(SECRETS, app),
      () => client.find(SECRETS, app, { metadataOnly: true }),
      () => client.create({ ...own, data: {} }),
      () => client.replace({ ...own, data: {} }),
      () => client.patch(SECRETS, app, { patch }),
      () => client.patch(SECRETS, app, { patch, subresource: 'status' }),
      () => client.delete(SECRETS, app),
    ];
    for (const call of calls) {
      const error = await call().catch(thrown => thrown);
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error.message).not.toContain(PLANTED);
      expect(error.cause).toBeUndefined();
    }
  });

  it.each([
    ['an object', own],
    ['a list of another group', list([own], { apiVersion: 'example.io/v1', kind: 'SecretList' })],
    ['a list of another kind', list([{ metadata: app }], { apiVersion: 'v1', kind: 'ConfigMapList' })],
    ['items of another kind', list([{ ...own, kind: 'ConfigMap' }])],
    ['items of another namespace', list([secret({ name: 'app', namespace: 'b' })])],
    ['an item that is none', list([null])],
    ['no items', { apiVersion: 'v1', kind: 'Status', items: [] }],
    ['no JSON', PLANTED],
  ])('is an error of a list: %s', async (_, body) => {
    const { client } = await answeringWith(body);
    for (const metadataOnly of [false, true]) {
      const error = await client.list(SECRETS, { namespace: 'web', metadataOnly }).catch(thrown => thrown);
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error.message).not.toContain(PLANTED);
    }
  });

  it('may be a list under its own name, if each item says what it is', async () => {
    const type = { apiVersion: 'v1', kind: 'Vault' };
    const { client } = await answeringWith(list([own], type));
    await expect(client.list(SECRETS)).resolves.toMatchObject({ items: [own] });
  });

  it('may be a Status of success where an object is deleted', async () => {
    const { client } = await answeringWith({ apiVersion: 'v1', kind: 'Status', status: 'Success' });
    await expect(client.delete(SECRETS, app)).resolves.toBe('accepted');
  });

  it.each([
    ['another kind', { ...own, kind: 'ConfigMap' }],
    ['another namespace', secret({ name: 'app', namespace: 'b' })],
    ['no object', PLANTED],
  ])('is no event of a watch: %s', async (_, object) => {
    const server = await startAnsweringServer((seen, response) => {
      if (seen.url.includes('watch=true')) response.write(`${JSON.stringify({ type: 'ADDED', object })}\n`);
      else json(response, 200, { ...list([]), metadata: { resourceVersion: '1' } });
    });
    const client = new KubeClient({ server: server.url, credentials: fixedCredentials({}) });
    const stop = new AbortController();
    cleanUps.push(server.stop, () => client.close());
    const problem = new Promise<Error>(resolve => {
      const onProblem = (error: unknown) => {
        resolve(error as Error);
        stop.abort();
      };
      const watched = { signal: stop.signal, jitter: () => 0, namespace: 'web', onProblem };
      void (async () => {
        for await (const event of watchResource(client, SECRETS, watched)) expect(event.type).toBe('SYNCED');
      })();
    });
    await expect(problem).resolves.toBeInstanceOf(UnexpectedAnswerError);
    expect((await problem).message).not.toContain(PLANTED);
  });

  it('is not repeated from a failure that is no Status', async () => {
    const server = await startAnsweringServer((_, response) => json(response, 422, own));
    const client = new KubeClient({ server: server.url, credentials: fixedCredentials({}) });
    cleanUps.push(server.stop, () => client.close());
    await expect(client.get(SECRETS, app)).rejects.toThrow('the server answered 422');
  });

  it('leaves what an API server says of a failure as it is', async () => {
    const server = await startAnsweringServer((_, response) =>
      json(response, 422, failure(422, 'Invalid', 'spec.replicas is wrong')),
    );
    const client = new KubeClient({ server: server.url, credentials: fixedCredentials({}) });
    cleanUps.push(server.stop, () => client.close());
    await expect(client.get(SECRETS, app)).rejects.toThrow('spec.replicas is wrong');
  });
});

it.each([
  ['name', { name: 'b', namespace: 'web' }],
  ['namespace', { name: 'app', namespace: 'b' }],
])('sends no body under the path of another %s', async (_, metadata) => {
  const { client, server } = await answeringWith({});
  const body = secret(metadata);
  const call = client.patch(SECRETS, { name: 'app', namespace: 'web' }, { patch: { type: 'apply', body } });
  await expect(call).rejects.toThrow(InvalidError);
  await expect(call).rejects.toThrow(/give both the same kind, name and namespace/);
  expect(server.seen).toEqual([]);
});
