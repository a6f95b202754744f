import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import { instant, kinds, plus, type KindName } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aBoundBinding,
  anOutcome,
  aPick,
  aPolicySnapshot,
  aResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { loadInput } from '../__testUtils__/loadInput';
import { aNamespacedPlacement, aPlacementObject } from '../__testUtils__/objects';
import { deleteBindings, saveBindings } from '../database/bindingStore';
import type { Database, Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { deleteObject, saveObject } from '../database/mirrorStore';
import { placementObject } from '../database/placementObject';
import { saveSchedule } from '../database/placementStore';
import { savePolicySnapshot } from '../database/policySnapshotStore';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { TransientError } from '../loop/errors';
import { PartlyDone } from '../loop/PartlyDone';
import { silentLog } from '../observe/log';
import { publishSnapshots } from './publishSnapshots';

const databases = createTestDatabases();
const refOf = (name: string) => ({ hub: 'hub', name });
const SHOP: readonly KindName[] = ['SchedulingPolicySnapshot', 'ResourceSnapshot', 'ResourceBinding'];
const WIDE: readonly KindName[] = [
  'ClusterSchedulingPolicySnapshot',
  'ClusterResourceSnapshot',
  'ClusterResourceBinding',
];

describe.each(databases.eachSupportedId())('publishSnapshots on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
    const namespaces = { group: '', version: 'v1', plural: 'namespaces' };
    hub().put(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
    for (const [key, object] of [
      ['web', aPlacementObject('web')],
      ['shop/web', aNamespacedPlacement('shop', 'web')],
    ] as const) {
      await database.transact(async tx => {
        await saveObject(tx, 'hub', object);
        await lockPlacement(tx, 'hub', key);
        await savePolicySnapshot(tx, refOf(key), aPolicySnapshot());
        await saveSchedule(tx, refOf(key), anOutcome(), [aPick('c1')]);
        const content = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } }];
        await saveResourceSnapshot(tx, refOf(key), aResourceSnapshot({ index: 0 }), content);
        await saveBindings(tx, refOf(key), [aBoundBinding('c1', { name: 'web-c1-1', resourceIndex: 0 })]);
      });
    }
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');
  let now = instant(1_795_262_400_000);
  const effect = publishSnapshots({
    client: async () => client,
    clock: { now: () => now },
    publish: { bindings: true, secrets: 'masked' },
  });
  /** Lets the time between two publications of a placement pass, and publishes. */
  async function publish(key: string) {
    await database.transact(tx => tx.sql('publications').update({ published_at: 0 }));
    const input = await loadInput(database, effect, `hub/${key}`);
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    await database.transact(tx => effect.record(tx, `hub/${key}`, input, output));
    return output;
  }
  const place = (({ group, plural, storageVersion: version }) => ({ group, plural, version }))(
    kinds.ClusterResourceBinding,
  );
  const aBinding = (name: string, finalizers: string[] = []) => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourceBinding',
    metadata: { name, finalizers, labels: { 'kubernetes-fleet.io/parent-CRP': 'web' } },
  });
  const bindings = () => shown(['ClusterResourceBinding']).map(one => one.split(' ')[1]);
  const shown = (of: readonly KindName[], namespace?: string) =>
    of.flatMap(kind => {
      const { group, plural, storageVersion: version } = kinds[kind];
      const { items } = hub().list({ group, version, plural, namespace }).body as {
        items: { metadata: { name: string } }[];
      };
      return items.map(({ metadata }) => `${kind} ${metadata.name}`);
    });

  it('A/PL-007, A/PL-009, A/PL-011, A/PL-060, A/PL-061, A/PL-062, A/PL-063 shows each beside its placement, the names apart by namespace', async () => {
    await publish('web');
    await publish('shop/web');
    expect(shown(SHOP, 'shop')).toEqual([
      'SchedulingPolicySnapshot web-0',
      'ResourceSnapshot web-0-snapshot',
      'ResourceBinding web-c1-1',
    ]);
    expect(shown(WIDE)).toHaveLength(3);
    const published = await database.transact(tx => tx.sql('publications').select('kind', 'name'));
    expect(published.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(['ResourceBinding shop/web-c1-1', 'ClusterResourceBinding web-c1-1']),
    );
    expect(await publish('shop/web')).toMatchObject({ written: [], removed: [] });
  });

  it('removes what was published of a deleted placement, and of no other', async () => {
    await publish('web');
    await publish('shop/web');
    await database.transact(tx => deleteObject(tx, placementObject(refOf('shop/web'))));
    const { removed } = await publish('shop/web');
    expect(removed).toHaveLength(3);
    expect(shown(SHOP, 'shop')).toEqual([]);
    expect(shown(WIDE)).toHaveLength(3);
    const left = await database.transact(tx => tx.sql('publications').where('name', 'like', 'shop/%'));
    expect(left).toEqual([]);
  });

  it('leaves alone what carries a finalizer: it is a binding of another owner', async () => {
    hub().put(place, aBinding('web-c1-1a2b3c4d', ['kubernetes-fleet.io/work-cleanup']));
    hub().put(place, aBinding('web-c9-00000000', []));
    expect(await publish('web')).toMatchObject({ removed: [{ name: 'web-c9-00000000' }] });
    const { deletionTimestamp } = hub().find(place.plural, 'web-c1-1a2b3c4d')?.metadata ?? {};
    expect(deletionTimestamp).toBeUndefined();
    expect(shown(['ClusterResourceBinding']).sort()).toEqual([
      'ClusterResourceBinding web-c1-1',
      'ClusterResourceBinding web-c1-1a2b3c4d',
    ]);
  });

  it('takes away nothing of another placement where the hub answers with more than was asked for', async () => {
    hub().put(place, {
      ...aBinding('other-c1-1'),
      metadata: { name: 'other-c1-1', labels: { 'kubernetes-fleet.io/parent-CRP': 'other' } },
    });
    hub().intercept = call => (call.verb === 'LIST' ? hub().list(call.place) : undefined);
    expect(await publish('web')).toMatchObject({ removed: [] });
    expect(bindings().sort()).toEqual(['other-c1-1', 'web-c1-1']);
  });

  it('lists what others have made there when its names change, and after ten minutes', async () => {
    await publish('web');
    hub().put(place, aBinding('web-c9-00000000'));
    expect(await publish('web')).toMatchObject({ removed: [] });
    now = plus(now, 600_000);
    expect(await publish('web')).toMatchObject({ removed: [{ name: 'web-c9-00000000' }] });
    hub().put(place, aBinding('web-c9-00000000'));
    await database.transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveBindings(tx, refOf('web'), [aBoundBinding('c2', { name: 'web-c2-2', resourceIndex: 0 })]);
    });
    await publish('web');
    expect(bindings().sort()).toEqual(['web-c1-1', 'web-c2-2']);
  });

  it('finds what it had written when it ended before it could record it', async () => {
    await publish('web');
    const withC2 = (change: (tx: Tx) => Promise<void>) =>
      database.transact(async tx => {
        await lockPlacement(tx, 'hub', 'web');
        await change(tx);
        await tx.sql('publications').update({ published_at: 0 });
      });
    const more = [aBoundBinding('c2', { name: 'web-c2-2', resourceIndex: 0 })];
    await withC2(tx => saveBindings(tx, refOf('web'), more));
    const input = await loadInput(database, effect, 'hub/web');
    await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    expect(bindings()).toContain('web-c2-2');
    await withC2(tx => deleteBindings(tx, refOf('web'), ['c2']));
    await publish('web');
    expect(bindings()).toEqual(['web-c1-1']);
  });

  it('lists once more when the placement is gone', async () => {
    await database.transact(tx => deleteBindings(tx, refOf('web'), ['c1']));
    await publish('web');
    hub().put(place, aBinding('web-c1-1'));
    await database.transact(tx => deleteObject(tx, placementObject(refOf('web'))));
    await publish('web');
    expect(shown(WIDE)).toEqual([]);
  });

  it('keeps what was written beside one that cannot be, and retries only that one', async () => {
    hub().intercept = ({ verb, place: { plural } }) =>
      verb === 'POST' && plural === kinds.ClusterResourceBinding.plural
        ? statusOf(500, 'InternalError', 'the store is full')
        : undefined;
    await database.transact(tx => tx.sql('publications').update({ published_at: 0 }));
    const input = await loadInput(database, effect, 'hub/web');
    const failure = await effect
      .run(input, { signal: new AbortController().signal, log: silentLog })
      .catch(error => error);
    expect(failure).toBeInstanceOf(PartlyDone);
    expect(failure.why).toBeInstanceOf(TransientError);
    await database.transact(tx => effect.record(tx, 'hub/web', input, failure.output));
    hub().intercept = undefined;
    const { written } = await publish('web');
    expect(written.map(({ kind }) => kind)).toEqual(['ClusterResourceBinding']);
  });

  it('records what is written when its time is over, and goes on a moment later', async () => {
    let at = 1_795_262_400_000;
    const slow = publishSnapshots({
      client: async () => client,
      // Each reading of the clock is 3 s later; after 5 s nothing more is begun.
      clock: { now: () => instant((at += 3_000)) },
      publish: { bindings: true, secrets: 'masked' },
    });
    const input = await loadInput(database, slow, 'hub/web');
    const output = await slow.run(input, { signal: new AbortController().signal, log: silentLog });
    expect([output.written.length, output.isCut]).toEqual([1, true]);
    const again = await database.transact(tx => slow.record(tx, 'hub/web', input, output));
    expect(again).toEqual({ afterMs: 1_000 });
    expect((await publish('web')).written).toHaveLength(2);
  });

  it('shows nothing new in a namespace that goes, and is content with that', async () => {
    hub().intercept = ({ verb }) =>
      verb === 'POST'
        ? statusOf(403, 'Forbidden', 'it is being terminated', {
            causes: [{ reason: 'NamespaceTerminating' }],
          })
        : undefined;
    expect(await publish('shop/web')).toMatchObject({ written: [] });
    hub().remove('namespaces', 'shop');
    hub().intercept = undefined;
    expect(await publish('shop/web')).toMatchObject({ written: [] });
    expect(shown(SHOP)).toEqual([]);
  });
});
