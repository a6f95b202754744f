import type { ServerResponse } from 'node:http';
import { fixedCredentials } from './credentials';
import { KubeClient } from './KubeClient';
import { ClosedError } from './kubeErrors';
import { MEMBER_LIMITS, type AnswerLimits } from './limits';
import { failure, json, startAnsweringServer, type Seen } from './testing/answeringServer';
import { Reconnect, watchResource, type WatchEvent, type WatchOptions } from './watch';

const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const object = (name: string, resourceVersion: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, resourceVersion, managedFields: [{}] },
});
const line = (type: string, body: unknown) => `${JSON.stringify({ type, object: body })}\n`;
const describeEvent = (event: WatchEvent) =>
  event.type === 'SYNCED'
    ? `SYNCED ${[...event.keys].join()}`
    : `${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion}`;

let cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

/** Lists and sessions of the server, in order; when they run out, a session stays open and silent. */
async function watching(
  script: {
    lists: { names: string[]; version: string }[];
    sessions: ((response: ServerResponse, seen: Seen) => void)[];
  },
  options: Partial<WatchOptions> = {},
  limits?: AnswerLimits,
) {
  const server = await startAnsweringServer((seen, response) => {
    if (!seen.url.includes('watch=true')) {
      const list = script.lists.length > 1 ? script.lists.shift()! : script.lists[0];
      json(response, 200, {
        apiVersion: 'v1',
        kind: 'ConfigMapList',
        metadata: { resourceVersion: list.version },
        items: list.names.map(name => object(name, list.version)),
      });
      return;
    }
    const session = script.sessions.shift();
    response.flushHeaders();
    session?.(response, seen);
  });
  const client = new KubeClient({ server: server.url, credentials: fixedCredentials({}) }, { limits });
  const stop = new AbortController();
  cleanUps.push(
    server.stop,
    () => client.close(),
    async () => stop.abort(),
  );
  const events = watchResource(client, CONFIG_MAP, {
    signal: stop.signal,
    jitter: () => 0.5,
    backoff: { firstMs: 2, longestMs: 8 },
    ...options,
  });
  const take = async (count: number) => {
    const types: string[] = [];
    while (types.length < count) types.push(describeEvent((await events.next()).value as WatchEvent));
    return types;
  };
  const sessions = () => server.seen.filter(call => call.url.includes('watch=true'));
  return { events, take, stop, server, sessions, client };
}

it('leaves a silent stream when asked to, and goes on from where it was', async () => {
  const reconnect = new Reconnect();
  const problems: unknown[] = [];
  let opened = 0;
  const { take, sessions } = await watching(
    {
      lists: [{ names: ['a'], version: '5' }],
      sessions: [
        response => response.write(line('MODIFIED', object('a', '6'))),
        response => response.write(line('MODIFIED', object('a', '7'))),
      ],
    },
    { reconnect, onOpen: () => (opened += 1), onProblem: error => problems.push(error) },
  );
  expect(await take(3)).toEqual(['ADDED a@5', 'SYNCED a', 'MODIFIED a@6']);
  const next = take(1);
  setImmediate(() => reconnect.now());
  expect(await next).toEqual(['MODIFIED a@7']);
  expect(sessions()[1].url).toContain('resourceVersion=6');
  expect(opened).toBe(2);
  expect(problems).toEqual([]);
});

it('waits no longer for its next attempt when asked to go on', async () => {
  const reconnect = new Reconnect();
  const { take } = await watching(
    {
      lists: [{ names: ['a'], version: '5' }],
      sessions: [
        response => response.destroy(),
        response => response.write(line('MODIFIED', object('a', '6'))),
      ],
    },
    {
      reconnect,
      backoff: { firstMs: 600_000, longestMs: 600_000 },
      onProblem: () => setImmediate(() => reconnect.now()),
    },
  );
  expect(await take(3)).toEqual(['ADDED a@5', 'SYNCED a', 'MODIFIED a@6']);
});

it('lists, says so, and follows', async () => {
  const { take, sessions } = await watching({
    lists: [{ names: ['a', 'b'], version: '5' }],
    sessions: [
      response => {
        response.write(line('MODIFIED', object('a', '6')));
        // A line may come in any number of pieces.
        const text = line('DELETED', object('b', '7'));
        response.write(text.slice(0, 20));
        setImmediate(() => response.write(text.slice(20)));
      },
    ],
  });
  await expect(take(5)).resolves.toEqual([
    'ADDED a@5',
    'ADDED b@5',
    'SYNCED a,b',
    'MODIFIED a@6',
    'DELETED b@7',
  ]);
  expect(sessions()[0].url).toMatch(/resourceVersion=5&allowWatchBookmarks=true&timeoutSeconds=450/);
});

it('resumes where it was when the server ends the session, bookmarks included', async () => {
  const { take, sessions } = await watching({
    lists: [{ names: [], version: '5' }],
    sessions: [
      response => response.end(line('ADDED', object('a', '6')) + line('BOOKMARK', object('', '9'))),
      response => response.write(line('ADDED', object('b', '10'))),
    ],
  });
  await expect(take(3)).resolves.toEqual(['SYNCED ', 'ADDED a@6', 'ADDED b@10']);
  expect(sessions()[1].url).toContain('resourceVersion=9&');
});

it.each([
  ['as an answer', (response: ServerResponse) => response.socket?.destroy()],
  [
    'as half a line',
    (response: ServerResponse) => {
      response.write(line('ADDED', object('x', '6')).slice(0, 30));
      setImmediate(() => response.socket?.destroy());
    },
  ],
])('resumes after a cut that comes %s', async (_, cut) => {
  const problems: unknown[] = [];
  const { take, sessions } = await watching(
    {
      lists: [{ names: [], version: '5' }],
      sessions: [cut, response => response.write(line('ADDED', object('x', '6')))],
    },
    { onProblem: error => problems.push(error) },
  );
  await expect(take(2)).resolves.toEqual(['SYNCED ', 'ADDED x@6']);
  expect(sessions()[1].url).toContain('resourceVersion=5&');
  expect(problems).toHaveLength(1);
});

it.each([
  [
    'an event',
    (response: ServerResponse) => response.write(line('ERROR', failure(410, 'Expired', 'too old'))),
  ],
  [
    'an answer',
    (response: ServerResponse) =>
      response.end(line('ERROR', failure(410, 'Gone', 'too old resource version'))),
  ],
])('lists again after 410 as %s, so that deletions in the gap are seen', async (_, gone) => {
  const { take } = await watching({
    lists: [
      { names: ['a', 'b'], version: '5' },
      { names: ['b', 'c'], version: '90' },
    ],
    sessions: [gone, response => response.write(line('MODIFIED', object('c', '91')))],
  });
  await expect(take(7)).resolves.toEqual([
    'ADDED a@5',
    'ADDED b@5',
    'SYNCED a,b',
    'ADDED b@90',
    'ADDED c@90',
    'SYNCED b,c',
    'MODIFIED c@91',
  ]);
});

it('lists soon after 410, however often the server failed before, unless 410 is all that it says', async () => {
  const waits: number[] = [];
  const cut = (response: ServerResponse) => response.destroy();
  const gone = (response: ServerResponse) =>
    response.write(line('ERROR', failure(410, 'Expired', 'too old')));
  const { take } = await watching(
    {
      lists: [{ names: ['a'], version: '5' }],
      sessions: [
        cut,
        cut,
        cut,
        gone,
        gone,
        gone,
        response => response.write(line('ADDED', object('b', '6'))),
      ],
    },
    { onProblem: (_, retryInMs) => waits.push(retryInMs) },
  );
  await take(9);
  expect(waits).toEqual([1, 2, 4, 1, 2, 4]);
});

it('lists again after an event that is too large, and no sooner than after many failures', async () => {
  const waits: number[] = [];
  const lists: number[] = [];
  const heavy = (response: ServerResponse) =>
    response.write(
      line('MODIFIED', object('tenant', '6')) + line('MODIFIED', { values: Array(2_000).fill(0) }),
    );
  const { take, sessions } = await watching(
    {
      lists: [
        { names: ['a'], version: '5' },
        { names: ['a'], version: '7' },
        { names: ['b'], version: '9' },
      ],
      sessions: [heavy, heavy],
    },
    {
      onListing: () => lists.push(waits.length),
      onProblem: (_, retryInMs) => waits.push(retryInMs),
    },
    { ...MEMBER_LIMITS, watchEvent: 32_000 },
  );
  expect(await take(8)).toEqual([
    'ADDED a@5',
    'SYNCED a',
    'MODIFIED tenant@6',
    'ADDED a@7',
    'SYNCED a',
    'MODIFIED tenant@6',
    'ADDED b@9',
    'SYNCED b',
  ]);
  expect([waits, lists]).toEqual([
    [8, 8],
    [0, 1, 2],
  ]);
  expect(sessions()[1].url).toContain('resourceVersion=7&');
});

it('takes a silent stream for dead', async () => {
  const problems: string[] = [];
  const { take } = await watching(
    {
      lists: [{ names: [], version: '5' }],
      sessions: [() => undefined, response => response.write(line('ADDED', object('a', '6')))],
    },
    { idleMs: 30, onProblem: error => problems.push(String(error)) },
  );
  await expect(take(2)).resolves.toEqual(['SYNCED ', 'ADDED a@6']);
  expect(problems[0]).toMatch(/silent for 30 ms/);
});

it('does not run hot against a server that closes at once', async () => {
  const waits: number[] = [];
  const { take, sessions } = await watching(
    {
      lists: [{ names: [], version: '5' }],
      sessions: [
        response => response.end(),
        response => response.end(),
        response => response.write(line('ADDED', object('a', '6'))),
      ],
    },
    {
      jitter: () => {
        waits.push(1);
        return 0.5;
      },
    },
  );
  await expect(take(2)).resolves.toEqual(['SYNCED ', 'ADDED a@6']);
  expect(sessions()).toHaveLength(3);
});

it('ends when asked to, stream and all', async () => {
  const { events, take, stop } = await watching({ lists: [{ names: [], version: '5' }], sessions: [] });
  await take(1);
  const next = events.next();
  stop.abort();
  await expect(next).resolves.toMatchObject({ done: true });
});

it('does not carry managed fields', async () => {
  const { events } = await watching({ lists: [{ names: ['a'], version: '5' }], sessions: [] });
  const first = (await events.next()).value as WatchEvent;
  expect(JSON.stringify(first)).not.toContain('managedFields');
});

it('shows managed fields to who asks for the whole object', async () => {
  const whole: unknown[] = [];
  const onWhole = (seen: unknown) => void whole.push(seen);
  const { events } = await watching({ lists: [{ names: ['a'], version: '5' }], sessions: [] }, { onWhole });
  await events.next();
  expect(whole).toMatchObject([{ metadata: { name: 'a', managedFields: [{}] } }]);
});

it('ends, and asks no more, when its client is closed', async () => {
  const { take, events, client, server } = await watching({
    lists: [{ names: ['a'], version: '5' }],
    sessions: [response => response.write(line('ADDED', object('b', '6')))],
  });
  expect(await take(3)).toEqual(['ADDED a@5', 'SYNCED a', 'ADDED b@6']);
  const next = events.next();
  const asked = server.seen.length;
  await client.close();
  await expect(next).rejects.toBeInstanceOf(ClosedError);
  await expect(client.list(CONFIG_MAP)).rejects.toBeInstanceOf(ClosedError);
  expect(server.seen.length).toBe(asked);
});
