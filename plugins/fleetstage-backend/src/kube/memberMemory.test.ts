import { denseValues, heapMiB } from '@fleetstage/applier/testing';
import { isSameEvidence } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { fixedCredentials, KubeClient, MEMBER_LIMITS, VALUE_BYTES } from '@fleetstage/kube-client';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../__testUtils__/eventually';
import type { Log } from '../observe/log';
import { KEPT_PER_MEMBER, MemberWatches } from './MemberWatches';

/** More than KEPT_PER_MEMBER. */
const COUNT = 18;
/** Of what is kept; each of the objects takes 13 MiB. */
const MAY_HOLD_MIB = 60;
const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' };
const STATEFUL_SET = { ...DEPLOYMENT, kind: 'StatefulSet' };
const WEB = { work: 'web-work', placement: 'web' };
const LONG = JSON.stringify('x'.repeat(MEMBER_LIMITS.object - 1_000));
const DENSE = JSON.stringify(denseValues(MEMBER_LIMITS.object / VALUE_BYTES - 500));

/** As text, so that this process does not hold what the server sends. */
function textOf(kind: string, name: string, { work, extra }: { work: string; extra: string }): string {
  const owner = { apiVersion: 'x/v1', kind: 'AppliedWork', name: work, uid: '1' };
  const metadata = { name, namespace: 'shop', resourceVersion: '1', ownerReferences: [owner] };
  return `{"apiVersion":"apps/v1","kind":"${kind}","metadata":${JSON.stringify(metadata)},"extra":${extra}}`;
}

const listed = Array.from({ length: COUNT }, (_, i) => `large-${i}`);
let itemsOf: (kind: string) => readonly string[];
let streams: ServerResponse[];
let server: Server;
let client: KubeClient;
let watches: MemberWatches;
let told: string[];
let warned: string[];

function answer(url: URL, response: ServerResponse): void {
  const kind = url.pathname.endsWith('/deployments') ? 'Deployment' : 'StatefulSet';
  response.writeHead(200, { 'content-type': 'application/json' });
  if (url.searchParams.has('watch')) {
    response.flushHeaders();
    streams.push(response);
    return;
  }
  const from = Number(url.searchParams.get('continue') ?? 0);
  const to = from + Number(url.searchParams.get('limit'));
  const items = itemsOf(kind);
  const metadata = { resourceVersion: '1', ...(to < items.length && { continue: String(to) }) };
  response.end(
    `{"apiVersion":"apps/v1","kind":"${kind}List","metadata":${JSON.stringify(metadata)},"items":[${items.slice(from, to)}]}`,
  );
}

const send = (text: string) => streams[0].write(`{"type":"MODIFIED","object":${text}}\n`);
const sight = (name: string, kind = DEPLOYMENT) => watches.sight('c1', { ...kind, namespace: 'shop', name });
const toldOf = (placement: string) =>
  eventually(
    () => told,
    all => all.includes(placement),
    30_000,
  );
const noLog = () => {};
const log = {
  debug: noLog,
  info: noLog,
  error: noLog,
  warn: (message: string) => warned.push(message),
} as unknown as Log;

beforeEach(async () => {
  itemsOf = () => [];
  streams = [];
  told = [];
  warned = [];
  server = createServer((request, response) => answer(new URL(request.url ?? '', 'http://x'), response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  client = new KubeClient(
    {
      server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: fixedCredentials({}),
    },
    { limits: MEMBER_LIMITS },
  );
  watches = new MemberWatches({
    client: async () => client,
    jitter: () => 0,
    log,
    isSame: isSameEvidence,
    onChanged: (_, placements) => told.push(...placements),
  });
});
afterEach(async () => {
  watches.stop();
  await client.close();
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

/** Watches Deployments, and waits until the stream is open. */
async function watch(): Promise<void> {
  watches.need('c1', WEB, [DEPLOYMENT]);
  await toldOf('web');
  await eventually(
    () => streams.length,
    length => length === 1,
    30_000,
  );
  told.length = 0;
}

it.each(['nobody', WEB.work])(
  'of objects of %s that a member sends without end, none is kept',
  async work => {
    await watch();
    const before = heapMiB();
    for (const name of listed) send(textOf('Deployment', name, { work, extra: DENSE }));
    await eventually(
      () => warned.length,
      length => length === 1,
      30_000,
    );
    // What changes is told all the same, each time.
    for (let change = 0; change < 2; change++) {
      told.length = 0;
      send(textOf('Deployment', 'last', { work: WEB.work, extra: '0' }));
      await toldOf('web');
    }
    expect(heapMiB() - before).toBeLessThan(MAY_HOLD_MIB);
    // Not `absent`, which would have it applied anew: it is asked for.
    expect(sight('last')).toBe('unseen');
  },
  60_000,
);

it('of a list that large nothing is kept either, and other kinds of the member are', async () => {
  const large = listed.map(name => textOf('Deployment', name, { work: 'nobody', extra: DENSE }));
  const small = textOf('StatefulSet', 'small', { work: WEB.work, extra: '0' });
  itemsOf = kind => (kind === 'Deployment' ? large : [small]);
  const before = heapMiB();
  watches.need('c1', WEB, [DEPLOYMENT]);
  await toldOf('web');
  expect(heapMiB() - before).toBeLessThan(MAY_HOLD_MIB);
  expect(sight('large-0')).toBe('unseen');
  watches.need('c1', WEB, [DEPLOYMENT, STATEFUL_SET]);
  await eventually(
    () => sight('small', STATEFUL_SET),
    seen => typeof seen === 'object',
    30_000,
  );
  expect(warned).toHaveLength(1);
}, 60_000);

it('what goes makes room, and what changes counts once', async () => {
  await watch();
  const fits = KEPT_PER_MEMBER / MEMBER_LIMITS.object;
  for (let i = 0; i < fits + 2; i++) {
    send(textOf('Deployment', 'large-0', { work: WEB.work, extra: LONG }));
    const gone = textOf('Deployment', `gone-${i}`, { work: WEB.work, extra: LONG });
    streams[0].write(`{"type":"ADDED","object":${gone}}\n{"type":"DELETED","object":${gone}}\n`);
  }
  send(textOf('Deployment', 'last', { work: WEB.work, extra: '0' }));
  await eventually(
    () => sight('last'),
    seen => typeof seen === 'object',
    30_000,
  );
  expect(sight('gone-0')).toBe('absent');
  expect(warned).toEqual([]);
}, 60_000);
