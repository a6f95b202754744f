import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeClient, LIMITS, Reconnect } from '@fleetstage/kube-client';
import { eventually } from '../__testUtils__/eventually';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { readServedKinds } from '../kube/readServedKinds';
import { silentLog } from '../observe/log';
import { BrokenWatches } from './BrokenWatches';
import { ResourceIndex } from './ResourceIndex';
import { ResourceWatches } from './ResourceWatches';

const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
const MAX_EVENT = 64 * 1024;

let api: StubApi;
let client: KubeClient;
let watches: ResourceWatches;
beforeEach(async () => {
  api = await startStubApi({});
  client = new KubeClient(api.endpoint('hub'), { limits: { ...LIMITS, watchEvent: MAX_EVENT } });
});
afterEach(async () => {
  watches.stop();
  await client.close();
  await api.stop();
});

it('an event of the hub that is too large is reported as a kind that is not watched, and found in the next list', async () => {
  const index = new ResourceIndex();
  index.set('shop/web', [{ group: '', version: 'v1', kind: 'ConfigMap' }]);
  const ports = new ManualPorts();
  const reconnect = new Reconnect();
  const notified: string[] = [];
  const broken = new BrokenWatches({
    hub: 'hub',
    ports,
    log: silentLog,
    hubAnswersSince: () => instant(0),
    onChanged: () => undefined,
  });
  watches = new ResourceWatches({
    client,
    index,
    broken,
    jitter: () => 0.01,
    log: silentLog,
    reconnect,
    onChanged: names => notified.push(...names),
  });
  watches.ensure(await readServedKinds(client));
  await eventually(
    () => watches.unsynced(),
    left => left.length === 0,
    10_000,
  );
  const put = (name: string, note: string) =>
    api.cluster('hub').put(CONFIG_MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'shop', annotations: { note } },
    });
  put('first', '');
  await eventually(
    () => watches.holds({ group: '', version: 'v1', kind: 'ConfigMap' }, 'shop'),
    held => held === true,
    10_000,
  );
  notified.length = 0;
  put('large', 'x'.repeat(MAX_EVENT));
  const [kind] = await eventually(
    () => {
      ports.advance(5_000);
      return broken.reported();
    },
    all => all.length > 0,
    10_000,
  );
  expect(kind).toMatchObject({ kind: '/v1/ConfigMap', reason: expect.stringContaining('64 KiB') });
  expect(notified).toEqual([]);
  // Another reason to go on at once; by itself the list waits for a minute.
  reconnect.now();
  await eventually(
    () => notified,
    names => names.includes('shop/web'),
    10_000,
  );
});
