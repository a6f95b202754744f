import { configMap, startTestFleet, until, type TestFleet } from '../__testUtils__/testFleet';
import type { Fault } from './fault';

const MAPS = '/api/v1/namespaces/default/configmaps';
const SECRETS = '/api/v1/namespaces/default/secrets';

let test: TestFleet;
beforeEach(async () => {
  test = await startTestFleet();
});
afterEach(() => test.stop());

const add = (fault: Fault) => test.fleet.faults('hub').add(fault);
const create = (name: string) => test.call('POST', MAPS, { body: configMap(name) });
const watch = () => test.watch(`${MAPS}?watch=1`);
const revision = async () => (await test.call('GET', MAPS)).body.metadata.resourceVersion;

it('cuts a watch after so many events, again and again', async () => {
  const cut = add({ type: 'watchCut', afterEvents: 2, how: 'end' });
  for (let round = 1; round <= 2; round += 1) {
    const events = await test.watch(`${MAPS}?watch=1&resourceVersion=${await revision()}`);
    await create(`a${round}`);
    await create(`b${round}`);
    await create(`c${round}`);
    await events.ended();
    expect(await events.take(2)).toEqual([`ADDED a${round}`, `ADDED b${round}`]);
    expect(events.events).toHaveLength(2);
  }
  expect(cut.met).toBe(2);
});

it('cuts watches that are open, after a time', async () => {
  const open = await watch();
  await create('a');
  await open.take(1);
  add({ type: 'watchCut', afterMs: 20 });
  await open.ended();
});

it('cuts those that match once, with 410 where asked for', async () => {
  const maps = await watch();
  const secrets = await test.watch(`${SECRETS}?watch=1`);
  await create('a');
  await maps.take(1);
  expect(test.fleet.faults('hub').cutWatches('expired', { kinds: 'ConfigMap' })).toBe(1);
  expect(await maps.take(2)).toEqual(['ADDED a', 'ERROR Expired']);
  await maps.ended();
  expect(maps.events[1].object).toMatchObject({ kind: 'Status', code: 410 });
  await test.call('POST', SECRETS, { body: { ...configMap('s'), kind: 'Secret' } });
  expect(await secrets.take(1)).toEqual(['ADDED s']);
});

it('silences streams that are open, and breaks them when it is mended', async () => {
  const open = await watch();
  await create('a');
  await open.take(1);
  const hang = add({ type: 'hang', verbs: 'watch' });
  await create('lost');
  await until(
    () => hang.met,
    met => met === 1,
  );
  expect(open.events).toHaveLength(1);
  hang.remove();
  await open.ended();
  expect(open.events).toHaveLength(1);
});

it('lets events trickle, and sends them all at once when it is mended', async () => {
  const open = await watch();
  const slow = add({ type: 'slow', bytesPerSecond: 1, verbs: 'watch' });
  await create('a');
  expect(open.events).toEqual([]);
  slow.remove();
  expect(await open.take(1)).toEqual(['ADDED a']);
});

it('bears readers that leave while events trickle to them, or wait in silence', async () => {
  const [slow, silent] = [await watch(), await test.watch(`${SECRETS}?watch=1`)];
  add({ type: 'slow', bytesPerSecond: 200, kinds: 'ConfigMap', verbs: 'watch' });
  const hang = add({ type: 'hang', kinds: 'Secret', verbs: 'watch' });
  await create('a');
  await test.call('POST', SECRETS, { body: { ...configMap('s'), kind: 'Secret' } });
  await until(
    () => hang.met,
    met => met === 1,
  );
  slow.close();
  silent.close();
  await Promise.all([slow.ended(), silent.ended()]);
  await create('b');
  test.fleet.faults('hub').clear();
  expect((await create('c')).code).toBe(201);
  expect(test.fleet.faultReport()).toEqual({ seed: 1, clusters: {} });
});

it('restarts one cluster: streams break, it is away, what was before is gone from the history', async () => {
  const before = await revision();
  await create('a');
  const [open, elsewhere] = [await watch(), await test.watch(`${MAPS}?watch=1`)];
  await open.take(1);
  const restarted = test.fleet.cluster('hub').restart({ history: 'lost', downMs: 200 });
  await Promise.all([open.ended(), elsewhere.ended()]);
  await expect(create('b')).rejects.toThrow();
  expect((await test.call('GET', MAPS, { cluster: 'member-1' })).code).toBe(200);
  await restarted;
  expect((await create('b')).code).toBe(201);
  const stale = await test.watch(`${MAPS}?watch=1&resourceVersion=${before}`);
  expect(await stale.take(1)).toEqual(['ERROR Expired']);
});

it('restarts the whole server: refused meanwhile, and goes on from any revision that was kept', async () => {
  const before = await revision();
  const open = await watch();
  const restarted = test.fleet.restart({ downMs: 200 });
  await open.ended();
  await expect(test.call('GET', MAPS)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await restarted;
  await create('a');
  const resumed = await test.watch(`${MAPS}?watch=1&resourceVersion=${before}`);
  expect(await resumed.take(1)).toEqual(['ADDED a']);
});

it('switches a cluster off, and on', async () => {
  const hub = test.fleet.cluster('hub');
  hub.stop();
  await expect(create('a')).rejects.toThrow();
  hub.start();
  expect((await create('a')).code).toBe(201);
});
