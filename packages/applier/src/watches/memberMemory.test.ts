import { denseValues, heapMiB } from '../testing';
import { isSameEvidence } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { PLACEMENT_GROUP } from '@fleetstage/backstage-plugin-fleetstage-common';
import { fixedCredentials, KubeClient, MEMBER_LIMITS, VALUE_BYTES } from '@fleetstage/kube-client';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../testing/eventually';
import { KEPT_PER_MEMBER, MemberWatches, type WatchLog } from './MemberWatches';

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
function textOf(
  kind: string,
  name: string,
  { work, extra, group = PLACEMENT_GROUP }: { work: string; extra: string; group?: string },
): string {
  const owner = { apiVersion: `${group}/v1`, kind: 'AppliedWork', name: work, uid: '1' };
  const metadata = { name, namespace: 'shop', resourceVersion: '1', ownerReferences: [owner] };
  return `{"apiVersion":"apps/v1","kind":"${kind}","metadata":${JSON.stringify(metadata)},"extra":${extra}}`;
}

const listed = Array.from({ length: COUNT }, (_, i) => `large-${i}`);
let itemsOf: (kind: string) => readonly string[];
let streams: ServerResponse[];
let server: Server;
let client: KubeClient;
let watches: MemberWatches;
let isWatchRefused: boolean;
let lists: number;
let reported: string[];
let warned: string[];

function answer(url: URL, response: ServerResponse): void {
  const kind = url.pathname.endsWith('/deployments') ? 'Deployment' : 'StatefulSet';
  const isWatch = url.searchParams.has('watch');
  response.writeHead(isWatch && isWatchRefused ? 403 : 200, { 'content-type': 'application/json' });
  if (isWatch && isWatchRefused) {
    response.end('you may not');
    return;
  }
  if (isWatch) {
    response.flushHeaders();
    streams.push(response);
    return;
  }
  const from = Number(url.searchParams.get('continue') ?? 0);
  const to = from + Number(url.searchParams.get('limit'));
  lists += 1;
  const items = itemsOf(kind);
  const metadata = { resourceVersion: '1', ...(to < items.length && { continue: String(to) }) };
  response.end(
    `{"apiVersion":"apps/v1","kind":"${kind}List","metadata":${JSON.stringify(metadata)},"items":[${items.slice(from, to)}]}`,
  );
}

const send = (text: string) => streams[streams.length - 1].write(`{"type":"MODIFIED","object":${text}}\n`);
const stateOf = (name: string, kind = DEPLOYMENT) =>
  watches.stateOf('c1', { ...kind, namespace: 'shop', name });
const reportedOf = (placement: string) =>
  eventually(
    () => reported,
    all => all.includes(placement),
    30_000,
  );
const noLog = () => {};
const log = {
  debug: noLog,
  info: noLog,
  error: noLog,
  warn: (message: string) => warned.push(message),
} as unknown as WatchLog;

beforeEach(async () => {
  itemsOf = () => [];
  streams = [];
  isWatchRefused = false;
  lists = 0;
  reported = [];
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
    backoff: { firstMs: 5, longestMs: 50 },
    log,
    isSame: isSameEvidence,
    onChanged: (_, placements) => reported.push(...placements),
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
  await reportedOf('web');
  await eventually(
    () => streams.length,
    length => length === 1,
    30_000,
  );
  reported.length = 0;
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
    // What changes is reported all the same, each time.
    for (let change = 0; change < 2; change++) {
      reported.length = 0;
      send(textOf('Deployment', 'last', { work: WEB.work, extra: '0' }));
      await reportedOf('web');
    }
    expect(heapMiB() - before).toBeLessThan(MAY_HOLD_MIB);
    // Not `absent`, which would have it applied anew: it is asked for.
    expect(stateOf('last')).toBe('unseen');
  },
  60_000,
);

it('of a list that large nothing is kept either, and other kinds of the member are', async () => {
  const large = listed.map(name => textOf('Deployment', name, { work: 'nobody', extra: DENSE }));
  const small = textOf('StatefulSet', 'small', { work: WEB.work, extra: '0' });
  itemsOf = kind => (kind === 'Deployment' ? large : [small]);
  const before = heapMiB();
  watches.need('c1', WEB, [DEPLOYMENT]);
  await reportedOf('web');
  expect(heapMiB() - before).toBeLessThan(MAY_HOLD_MIB);
  expect(stateOf('large-0')).toBe('unseen');
  watches.need('c1', WEB, [DEPLOYMENT, STATEFUL_SET]);
  await eventually(
    () => stateOf('small', STATEFUL_SET),
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
    () => stateOf('last'),
    seen => typeof seen === 'object',
    30_000,
  );
  expect(stateOf('gone-0')).toBe('absent');
  expect(warned).toEqual([]);
}, 60_000);

describe('what was seen of a kind is not shown as current where its watch does not report it any more', () => {
  const web = (extra: string) => textOf('Deployment', 'web', { work: WEB.work, extra });
  /** A tenant's own object: an event of it is refused, and a page that holds it alone is not. */
  const FOREIGN = textOf('Deployment', 'foreign', { work: 'nobody', extra: `[${'0,'.repeat(140_000)}0]` });
  /** Refused in a page, too. */
  const HUGE = textOf('Deployment', 'huge', { work: 'nobody', extra: `[${'0,'.repeat(600_000)}0]` });
  const shows = (extra: number) =>
    eventually(
      () => stateOf('web'),
      seen => typeof seen === 'object' && 'extra' in seen && seen.extra === extra,
      30_000,
    );
  const isUnseen = () =>
    eventually(
      () => stateOf('web'),
      seen => seen === 'unseen',
      30_000,
    );

  beforeEach(async () => {
    itemsOf = () => [web('1')];
    await watch();
    await shows(1);
  });

  it('since an event is too heavy: it is listed anew', async () => {
    itemsOf = () => [web('2'), FOREIGN];
    send(FOREIGN);
    await shows(2);
    await reportedOf('web');
    expect(warned).toEqual([expect.stringContaining('too large to be watched')]);
  });

  it('since an object is too heavy for a list: it is asked for, until it can be listed', async () => {
    itemsOf = () => [web('2'), HUGE];
    send(HUGE);
    await isUnseen();
    const before = lists;
    await eventually(
      () => lists,
      count => count > before + 6,
      30_000,
    );
    expect([stateOf('web'), warned.length]).toEqual(['unseen', 1]);
    itemsOf = () => [web('3')];
    await shows(3);
  });

  it('since an object is too heavy, where metadata alone are watched: no version is the one that was compared', async () => {
    const seen = (version: string) =>
      eventually(
        () => JSON.stringify(stateOf('small', STATEFUL_SET)),
        text => text === JSON.stringify({ objectVersion: version }),
        30_000,
      );
    const small = textOf('StatefulSet', 'small', { work: WEB.work, extra: '0' });
    const huge = textOf('StatefulSet', 'huge', {
      work: WEB.work,
      extra: JSON.stringify('x'.repeat(MEMBER_LIMITS.page)),
    });
    itemsOf = kind => (kind === 'Deployment' ? [web('1')] : [small, huge]);
    watches.need('c1', WEB, [DEPLOYMENT, { ...STATEFUL_SET, metadataOnly: true }]);
    await seen('');
    itemsOf = kind => (kind === 'Deployment' ? [web('1')] : [small]);
    await seen('1');
  });

  it('since the right to watch it was withdrawn: it is asked for, until the watch is open again', async () => {
    isWatchRefused = true;
    streams[0].end();
    await isUnseen();
    isWatchRefused = false;
    await shows(1);
  });
});

describe('a member whose objects take more than is kept', () => {
  const seesSmall = () =>
    eventually(
      () => stateOf('small', STATEFUL_SET),
      seen => typeof seen === 'object',
      30_000,
    );
  const small = textOf('StatefulSet', 'small', { work: WEB.work, extra: LONG });
  const large = listed
    .slice(0, KEPT_PER_MEMBER / MEMBER_LIMITS.object)
    .map(name => textOf('Deployment', name, { work: WEB.work, extra: LONG }));

  it('gives up the kind that takes the most, whichever comes last, until the next list of it', async () => {
    itemsOf = kind => (kind === 'Deployment' ? large : [small]);
    await watch();
    expect(stateOf('large-0')).toBeInstanceOf(Object);
    watches.need('c1', WEB, [DEPLOYMENT, STATEFUL_SET]);
    await seesSmall();
    await eventually(
      () => streams.length,
      length => length === 2,
      30_000,
    );
    send(textOf('StatefulSet', 'second', { work: WEB.work, extra: LONG }));
    await eventually(
      () => stateOf('second', STATEFUL_SET),
      seen => typeof seen === 'object',
      30_000,
    );
    expect([stateOf('large-0'), warned.length]).toEqual(['unseen', 1]);
    itemsOf = () => [large[0]];
    streams[0].write('{"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired"}}\n');
    await eventually(
      () => stateOf('large-0'),
      seen => typeof seen === 'object',
      30_000,
    );
  }, 60_000);

  it('has nothing kept of what an AppliedWork of another group owns', async () => {
    await watch();
    send(textOf('Deployment', 'other', { work: WEB.work, extra: '0', group: 'example.com' }));
    send(textOf('Deployment', 'ours', { work: WEB.work, extra: '0' }));
    await eventually(
      () => stateOf('ours'),
      seen => typeof seen === 'object',
      30_000,
    );
    expect(stateOf('other')).toBe('absent');
  });
});
