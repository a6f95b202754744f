import type { ServerResponse } from 'node:http';
import { fixedCredentials } from './credentials';
import { KubeClient, type KubeClientOptions } from './KubeClient';
import { AnswerTooLargeError, KubeError } from './kubeErrors';
import { LIMITS, MEMBER_LIMITS } from './limits';
import { json, startAnsweringServer, type Answer } from './testing/answeringServer';
import { watchResource } from './watch';

const MIB = 1024 * 1024;
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const configMap = (name: string, bytes = 0) => ({
  metadata: { name, namespace: 'web', resourceVersion: '1' },
  data: { text: 'x'.repeat(bytes) },
});

const LIST = { apiVersion: 'v1', kind: 'ConfigMapList' };

let cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

async function connect(answer: Answer, options: KubeClientOptions = {}) {
  const server = await startAnsweringServer(answer);
  const client = new KubeClient({ server: server.url, credentials: fixedCredentials({}) }, options);
  cleanUps.push(server.stop, () => client.close());
  return { client, server };
}

const tooLarge = (text: string) =>
  expect.objectContaining({ name: 'AnswerTooLargeError', message: expect.stringContaining(text) });

describe('an answer that is larger than its call may cost', () => {
  it.each<{ call: string; bytes: number; ask: (client: KubeClient) => Promise<unknown>; says: string }>([
    {
      call: 'a probe',
      bytes: LIMITS.probe,
      ask: client => client.raw('/readyz'),
      says: 'GET /readyz: the answer is larger than 64 KiB',
    },
    {
      call: 'an object',
      bytes: LIMITS.object,
      ask: client => client.get(CONFIG_MAP, { namespace: 'web', name: 'large' }),
      says: 'GET /api/v1/namespaces/web/configmaps/large: the answer is larger than 32 MiB',
    },
    {
      call: 'a list of kinds',
      bytes: LIMITS.discovery,
      ask: client => client.resolve({ group: 'example.com', version: 'v1', kind: 'Widget' }),
      says: 'GET /apis/example.com/v1: the answer is larger than 16 MiB',
    },
  ])('is refused: $call', async ({ bytes, ask, says }) => {
    const { client } = await connect(
      (_, response) => void response.writeHead(200).end('x'.repeat(bytes + 1)),
    );
    await expect(ask(client)).rejects.toEqual(tooLarge(says));
  });

  it('is read to its end where it is as large as may be', async () => {
    const { client } = await connect(
      (_, response) => void response.writeHead(200).end('x'.repeat(LIMITS.probe)),
    );
    expect((await client.raw('/readyz')).body.length).toBe(LIMITS.probe);
  });

  it.each<{ call: string; ask: (client: KubeClient) => Promise<unknown>; says: string }>([
    {
      call: 'an object',
      ask: client => client.get(CONFIG_MAP, { namespace: 'web', name: 'large' }),
      says: 'GET configmaps: the answer has more than 131072 values, counts as larger than 4 MiB and was not used',
    },
    {
      call: 'what was written',
      ask: client =>
        client.patch(CONFIG_MAP, { namespace: 'web', name: 'large' }, { patch: { type: 'merge', body: {} } }),
      says: 'PATCH configmaps: the answer has more than 131072 values',
    },
    {
      call: 'a list of kinds',
      ask: client => client.resolve({ group: 'example.com', version: 'v1', kind: 'Widget' }),
      says: '/apis/example.com/v1: the answer has more than 131072 values',
    },
    {
      call: 'a list',
      ask: client => client.list(CONFIG_MAP),
      says: 'GET configmaps: the answer has more than 524288 values, counts as larger than 16 MiB',
    },
  ])('is refused where a member sends it, also when it is only dense: $call', async ({ ask, says }) => {
    const dense = `[${'[],'.repeat(MIB)}[]]`;
    const { client } = await connect((_, response) => void response.writeHead(200).end(dense), {
      limits: MEMBER_LIMITS,
    });
    await expect(ask(client)).rejects.toEqual(tooLarge(says));
  });

  it('is not asked for in compressed form', async () => {
    const { client, server } = await connect((_, response) => json(response, 200, {}));
    await client.raw('/version');
    expect(server.seen[0].headers).not.toHaveProperty('accept-encoding');
  });
});

it('all objects of a list that is held at once are weighed together', async () => {
  const items = Array.from({ length: 100 }, (_, i) => configMap(`c-${i}`));
  const { client } = await connect((_, response) =>
    json(response, 200, { ...LIST, metadata: { resourceVersion: '1', continue: 'more' }, items }),
  );
  await expect(client.list(CONFIG_MAP, { maxBytes: 100_000 })).rejects.toEqual(
    tooLarge('the list of kind ConfigMap: the answer has more than 3125 values'),
  );
});

it.each([
  ['larger', JSON.stringify({ ...configMap('gone', 5 * MIB), apiVersion: 'v1', kind: 'ConfigMap' })],
  ['denser', `{"values":[${'0,'.repeat(140_000)}0]}`],
])('a deletion that is accepted with an answer that is %s than may be is accepted', async (_, text) => {
  const { client } = await connect((__, response) => void response.writeHead(200).end(text), {
    limits: MEMBER_LIMITS,
  });
  await expect(client.delete(CONFIG_MAP, { namespace: 'web', name: 'gone' })).resolves.toBe('accepted');
  const unknown = { group: 'example.com', version: 'v1', kind: 'Widget' };
  await expect(client.delete(unknown, { name: 'gone' })).rejects.toBeInstanceOf(KubeError);
});

describe('a refusal', () => {
  it('is cut, and stays a refusal', async () => {
    const { client } = await connect((_, response) => void response.writeHead(403).end('no '.repeat(MIB)));
    const error = await client.raw('/readyz').catch(caught => caught);
    expect(error).toBeInstanceOf(KubeError);
    expect([error.name, error.message.length]).toEqual(['ForbiddenError', 500]);
  });

  it('is reported in a sentence, not in a book', async () => {
    const { client } = await connect((_, response) =>
      json(response, 422, { kind: 'Status', code: 422, reason: 'Invalid', message: 'm'.repeat(20_000) }),
    );
    const error = await client.raw('/readyz').catch(caught => caught);
    expect([error.name, error.message.length]).toEqual(['InvalidError', 4_001]);
  });
});

describe('a list', () => {
  it('of large objects comes in smaller pages', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `large-${i}`);
    const { client, server } = await connect(({ url }, response) => {
      const { searchParams: query } = new URL(url, 'http://x');
      const from = Number(query.get('continue') ?? 0);
      const to = from + Number(query.get('limit'));
      const next = to < names.length ? { continue: String(to) } : {};
      const items = names.slice(from, to).map(name => configMap(name, 8 * MIB));
      json(response, 200, { ...LIST, metadata: { resourceVersion: '7', ...next }, items });
    });
    const { items } = await client.list(CONFIG_MAP, { limit: 8 });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(names);
    expect(server.seen.map(({ url }) => new URL(url, 'http://x').searchParams.get('limit'))).toEqual([
      '8',
      ...names.map(() => '1'),
    ]);
  }, 30_000);

  it('with one object that is too large is refused', async () => {
    const { client } = await connect((_, response) =>
      json(response, 200, { ...LIST, metadata: {}, items: [configMap('huge', 33 * MIB)] }),
    );
    await expect(client.list(CONFIG_MAP)).rejects.toEqual(tooLarge('larger than 32 MiB'));
  }, 30_000);

  it('that never ends is given up', async () => {
    const { client } = await connect((_, response) =>
      json(response, 200, { ...LIST, metadata: { continue: 'more' }, items: [configMap('again', MIB)] }),
    );
    const endless = client.list(CONFIG_MAP, { maxBytes: 5 * MIB });
    await expect(endless).rejects.toEqual(
      tooLarge('the list of kind ConfigMap: the answer is larger than 5 MiB'),
    );
  });
});

it('an event of a watch that never ends is given up, and the watch goes on from a new list', async () => {
  let sessions = 0;
  const flood = (response: ServerResponse) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(MIB)));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  };
  const { client } = await connect(({ url }, response) => {
    const isWatch = url.includes('watch=true');
    if (isWatch) sessions += 1;
    const object = { apiVersion: 'v1', kind: 'ConfigMap', ...configMap('after') };
    if (!isWatch) json(response, 200, { ...LIST, metadata: { resourceVersion: '1' }, items: [] });
    else if (sessions === 1) flood(response);
    else response.write(`${JSON.stringify({ type: 'ADDED', object })}\n`);
  });
  const problems: unknown[] = [];
  const stop = new AbortController();
  cleanUps.push(async () => stop.abort());
  const events = watchResource(client, CONFIG_MAP, {
    signal: stop.signal,
    jitter: () => 0.1,
    backoff: { firstMs: 2, longestMs: 8 },
    onProblem: error => problems.push(error),
  });
  const types = [];
  while (types.length < 3) types.push((await events.next()).value?.type);
  expect(types).toEqual(['SYNCED', 'SYNCED', 'ADDED']);
  expect(problems).toEqual([expect.any(AnswerTooLargeError)]);
}, 30_000);
