import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aBoundBinding, aReleasedReport } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { grantRequested } from '../__testUtils__/grantRequested';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { aMemberObject, aNamespacedPlacement, aPlacementObject } from '../__testUtils__/objects';
import { loadBinding, saveBindings } from '../database/bindingStore';
import type { Database } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { deleteObject, saveObject } from '../database/mirrorStore';
import { loadPropagationPolicy } from '../database/placementStore';
import { claim } from '../database/queue/claim';
import { mark } from '../database/queue/mark';
import { listRemovals } from '../database/removalStore';
import { listTimeline } from '../database/timelineStore';
import { saveWork } from '../database/workStore';
import { applyWork } from '../effects/applyWork';
import { openMemberWatches } from '../effects/watchMember';
import { Connections } from '../kube/Connections';
import { reconcileOnce } from '../loop/reconcileOnce';
import { silentLog } from '../observe/log';
import { placementReconciler } from './placement';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const ABANDON = { strategy: { type: 'RollingUpdate', deleteStrategy: { propagationPolicy: 'Abandon' } } };
const DELETE = { strategy: { type: 'RollingUpdate', deleteStrategy: { propagationPolicy: 'Delete' } } };

/** The effect as it is composed, on members that nobody can reach. */
function anApplyWork() {
  const nobody = async () => {
    throw new Error('no member is there');
  };
  const ports = new ManualPorts();
  return applyWork({
    connections: new Connections({
      hub: { name: 'hub' },
      accessOf: () => undefined,
      requestTimeoutMs: 1_000,
      requestsPerMember: 1,
      now: () => ports.clock.now(),
      onRecovered: () => {},
      onRequest: () => {},
    }),
    watches: openMemberWatches({ client: nobody, jitter: () => 0, log: silentLog, onChanged: () => {} }),
    prepare: nobody,
    clock: ports.clock,
    jitter: ports.jitter,
    resyncEveryMs: 60_000,
    fleetStartedAt: () => undefined,
  });
}

describe.each(databases.eachSupportedId())('draining a placement on %s', databaseId => {
  const effect = anApplyWork();
  let database: Database;

  let versions = 1;
  const see = ({ metadata, ...rest }: ReturnType<typeof aPlacementObject>) => {
    versions += 1;
    const object = { ...rest, metadata: { ...metadata, resourceVersion: `${versions}` } };
    return database.transact(tx => saveObject(tx, 'hub', object));
  };
  const vanish = () =>
    database.transact(tx => deleteObject(tx, { ...WEB, kind: 'ClusterResourcePlacement' }));
  const loaded = () => database.transact(tx => effect.load(tx, 'hub/web/c1'));

  /** The removal is granted as soon as it is asked for. */
  async function pass(name = 'web'): Promise<void> {
    await passOnce(name);
    await database.transact(tx => grantRequested(tx, 'hub'));
    await passOnce(name);
  }

  async function passOnce(name: string): Promise<void> {
    await database.transact(async tx => tx.sql('dirty_keys').delete());
    await database.transact(async tx => mark(tx, { queue: placementReconciler.name, key: `hub/${name}` }));
    const options = { queue: placementReconciler.name, limit: 1, token: 't', leaseMs: 60_000 };
    const [taken] = await database.transact(tx => claim(tx, options));
    const clock = { now: () => instant(1_795_262_400_000) };
    await reconcileOnce({ database, clock }, placementReconciler, taken);
  }

  const bind = (name = 'web') =>
    database.transact(async tx => {
      await lockPlacement(tx, 'hub', name);
      await saveBindings(tx, { hub: 'hub', name }, [aBoundBinding('c1')]);
    });

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await see(aMemberObject('c1'));
  });

  it('abandons what an object placed that said so and is gone (RUL 15)', async () => {
    await see(aPlacementObject('web', ABANDON));
    await pass();
    await bind();
    await vanish();
    await pass();
    expect(await loaded()).toMatchObject({ kind: 'release', deletion: 'Abandon' });
  });

  it('A/PL-069 drains a ResourcePlacement, and leaves the ones of its name alone', async () => {
    await see(aPlacementObject('web'));
    await see(aNamespacedPlacement('shop', 'web', ABANDON));
    await bind();
    await pass('shop/web');
    await bind('shop/web');
    const shop = { hub: 'hub', kind: 'ResourcePlacement', namespace: 'shop', name: 'web' };
    await database.transact(tx => deleteObject(tx, shop));
    await pass('shop/web');
    const loadedShop = () => database.transact(tx => effect.load(tx, 'hub/shop/web/c1'));
    expect(await loadedShop()).toMatchObject({ kind: 'release', deletion: 'Abandon' });
    const key = { hub: 'hub', placement: 'shop/web', cluster: 'c1' };
    const { revision } = (await database.transact(tx => loadBinding(tx, key)))!;
    const report = aReleasedReport('c1', { revision });
    const ref = { hub: 'hub', name: 'shop/web' };
    await database.transact(tx => saveWork(tx, ref, { report, inventory: { objects: [] } }));
    await pass('shop/web');
    await database.transact(async tx => {
      expect(await loadBinding(tx, key)).toBeUndefined();
      expect((await loadBinding(tx, { ...key, placement: 'web' }))?.releasedAt).toBeUndefined();
      const [line] = await listTimeline(tx, 'hub', { kind: 'ResourcePlacement', name: 'shop/web' });
      expect(line).toMatchObject({ event: 'gone' });
    });
  });

  it('follows the policy of the old object, not of one recreated under its name', async () => {
    await see(aPlacementObject('web', ABANDON));
    await pass();
    await bind();
    await see(aPlacementObject('web', DELETE, { uid: 'uid-other' }));
    await pass();
    expect(await loaded()).toMatchObject({ kind: 'release', deletion: 'Abandon' });
    const { revision } = (await database.transact(tx =>
      loadBinding(tx, { hub: 'hub', placement: 'web', cluster: 'c1' }),
    ))!;
    const report = aReleasedReport('c1', { revision });
    await database.transact(tx => saveWork(tx, WEB, { report, inventory: { objects: [] } }));
    await pass();
    expect(await loaded()).toBeUndefined();
    await pass();
    expect(await database.transact(tx => loadPropagationPolicy(tx, WEB))).toBe('Delete');
  });

  it('asks before it leaves the others, where one cluster was leaving for another reason (decision 0032)', async () => {
    await see(aPlacementObject('web'));
    await pass();
    await bind();
    await database.transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveBindings(tx, WEB, [aBoundBinding('c2', { releasedAt: instant(1_795_262_300_000) })]);
    });
    await vanish();
    await passOnce('web');
    const binding = () =>
      database.transact(tx => loadBinding(tx, { hub: 'hub', placement: 'web', cluster: 'c1' }));
    expect((await binding())?.releasedAt).toBeUndefined();
    expect(await database.transact(tx => listRemovals(tx, 'hub', ['requested']))).toHaveLength(1);
    await pass();
    expect((await binding())?.releasedAt).toBeDefined();
  });

  it('follows the last policy that a pass has seen', async () => {
    await see(aPlacementObject('web', ABANDON));
    await pass();
    await see(aPlacementObject('web'));
    await pass();
    expect(await database.transact(tx => loadPropagationPolicy(tx, WEB))).toBe('Delete');
    await see(aPlacementObject('web', ABANDON));
    await pass();
    await bind();
    await vanish();
    await pass();
    expect(await loaded()).toMatchObject({ kind: 'release', deletion: 'Abandon' });
  });
});
