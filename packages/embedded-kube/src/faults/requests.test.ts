import { configMap, startTestFleet, until, type TestFleet } from '../__testUtils__/testFleet';
import type { Fault } from './fault';

const MAPS = '/api/v1/namespaces/default/configmaps';
const MERGE = { 'content-type': 'application/merge-patch+json' };

let test: TestFleet;
beforeEach(async () => {
  test = await startTestFleet();
});
afterEach(() => test.stop());

const add = (fault: Fault, cluster = 'hub') => test.fleet.faults(cluster).add(fault);
const list = async (cluster = 'hub') => (await test.call('GET', MAPS, { cluster })).code;
const create = (name: string) => test.call('POST', MAPS, { body: configMap(name) });
const read = (name: string) =>
  test.fleet.cluster('hub').read({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name });

it('delays the answers of one cluster, and no other', async () => {
  const latency = add({ type: 'latency', ms: [300, 320] });
  const startedAt = performance.now();
  expect(await list('member-1')).toBe(200);
  expect(latency.met).toBe(0);
  expect(await list()).toBe(200);
  expect(performance.now() - startedAt).toBeGreaterThan(290);
  expect(latency.met).toBe(1);
});

it('refuses the next ones in the words of the code, and nothing is written', async () => {
  const error = add({ type: 'error', code: 503, verbs: 'create', kinds: 'ConfigMap', next: 2 });
  expect((await create('a')).body).toMatchObject({
    ...{ kind: 'Status', status: 'Failure', reason: 'ServiceUnavailable', code: 503 },
  });
  expect(read('a')).toBeUndefined();
  expect([(await create('a')).code, (await create('a')).code]).toEqual([503, 201]);
  expect(error.met).toBe(2);
  expect(test.fleet.cluster('hub').inside.gate).toBeUndefined();
});

it('says with each code what Kubernetes says with it', async () => {
  await create('a');
  const refused = async (fault: Omit<Extract<Fault, { type: 'error' }>, 'type'>) => {
    add({ ...fault, type: 'error', next: 1 });
    const { body, headers } = await test.call('PATCH', `${MAPS}/a`, { body: {}, headers: MERGE });
    return { ...body, retryAfter: headers['retry-after'] };
  };
  const details = { name: 'a', kind: 'configmaps' };
  expect(await refused({ code: 409 })).toMatchObject({ reason: 'Conflict', details });
  expect(await refused({ code: 404 })).toMatchObject({ message: 'configmaps "a" not found', details });
  expect(await refused({ code: 403 })).toMatchObject({ reason: 'Forbidden', details });
  expect(await refused({ code: 500 })).toMatchObject({ reason: 'InternalError' });
  expect(await refused({ code: 429, retryAfterSeconds: 3, message: 'later' })).toMatchObject({
    ...{ reason: 'TooManyRequests', message: 'later', retryAfter: '3' },
    details: { retryAfterSeconds: 3 },
  });
});

it.each([
  [{ verbs: ['delete', 'get'] }, 200],
  [{ verbs: 'list' }, 500],
  [{ kinds: 'Secret' }, 200],
  [{ groups: '' }, 500],
  [{ resources: 'config*' }, 500],
  [{ namespaces: 'kube-*' }, 200],
  [{ names: 'a' }, 200],
  [{ paths: '/api/v1/*' }, 500],
  [{ userAgents: 'test*' }, 500],
  [{ userAgents: 'kubectl*' }, 200],
  [{ chance: 0 }, 200],
])('matches %j: %d', async (match, code) => {
  add({ type: 'error', code: 500, ...match });
  expect(await list()).toBe(code);
});

it('meets by chance, the same requests after the same seed', async () => {
  const play = async () => {
    test.fleet.setFaults({ seed: 4, clusters: { hub: [{ type: 'error', code: 500, chance: 0.5 }] } });
    const codes: number[] = [];
    for (let i = 0; i < 20; i += 1) codes.push(await list());
    return codes;
  };
  const first = await play();
  expect(new Set(first)).toEqual(new Set([200, 500]));
  expect(await play()).toEqual(first);
});

it('breaks the connection before a write, or after it', async () => {
  add({ type: 'reset', verbs: 'create', next: 1 });
  await expect(create('before')).rejects.toThrow();
  expect(read('before')).toBeUndefined();
  add({ type: 'reset', verbs: 'create', moment: 'after', next: 1 });
  await expect(create('after')).rejects.toThrow();
  expect(read('after')).toBeDefined();
  add({ type: 'error', code: 504, moment: 'after', next: 1 });
  expect((await create('refused')).code).toBe(504);
  expect(read('refused')).toBeDefined();
});

it('throttles each client for itself, as a server that has too much to do', async () => {
  add({ type: 'throttle', perSecond: 0.01, burst: 2, retryAfterSeconds: 7 });
  expect([await list(), await list()]).toEqual([200, 200]);
  const { code, text, headers } = await test.call('GET', MAPS);
  expect({ code, text }).toEqual({ code: 429, text: 'Too many requests, please try again later.\n' });
  expect(headers).toMatchObject({ 'retry-after': '7', 'content-type': 'text/plain; charset=utf-8' });
  const other = await test.call('GET', MAPS, { headers: { 'user-agent': 'other/1' } });
  expect(other.code).toBe(200);
});

it('lets bodies trickle', async () => {
  await test.call('POST', MAPS, { body: configMap('big', { data: { a: 'x'.repeat(20_000) } }) });
  add({ type: 'slow', bytesPerSecond: 50_000 });
  const startedAt = performance.now();
  const { body } = await test.call('GET', `${MAPS}/big`);
  expect(performance.now() - startedAt).toBeGreaterThan(300);
  expect(body.data).toEqual({ a: 'x'.repeat(20_000) });
});

it('hangs requests, and breaks their connection when it is mended', async () => {
  const hang = add({ type: 'hang', verbs: 'create' });
  let isOver = false;
  const late = create('a').finally(() => {
    isOver = true;
  });
  late.catch(() => undefined);
  await until(
    () => hang.met,
    met => met === 1,
  );
  expect(await list()).toBe(200);
  expect(isOver).toBe(false);
  hang.remove();
  await expect(late).rejects.toThrow();
  expect((await create('a')).code).toBe(201);
});

it('sets the clock of one cluster ahead, and back', async () => {
  const skew = add({ type: 'clock', skewMs: 86_400_000 });
  const createdAt = async (name: string) =>
    Date.parse((await create(name)).body.metadata.creationTimestamp ?? '');
  expect((await createdAt('ahead')) - Date.now()).toBeGreaterThan(86_000_000);
  expect(test.fleet.cluster('hub').inside.gate).toBeUndefined();
  skew.remove();
  expect(Math.abs((await createdAt('right')) - Date.now())).toBeLessThan(60_000);
});

it('forgets nothing early, whatever the clock shows', async () => {
  add({ type: 'clock', skewMs: -86_400_000 });
  await create('a');
  const { resourceVersion } = (await test.call('GET', MAPS)).body.metadata;
  await create('b');
  test.fleet.compact();
  const watch = await test.watch(`${MAPS}?watch=1&resourceVersion=${resourceVersion}`);
  expect(await watch.take(1)).toEqual(['ADDED b']);
});
