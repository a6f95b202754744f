import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import {
  annotationKeys,
  CLUSTER_GROUP,
  kinds,
  PLACEMENT_GROUP,
  type Instant,
  type KindName,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { CORDON_TAINT } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  aBoundBinding,
  anAvailableReport,
  anUnavailableReport,
  NOON,
  secondsAfter,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aBudgetObject, aMemberObject, aPlacementObject } from '../__testUtils__/objects';
import { loadBindings, saveBindings } from '../database/bindingStore';
import type { Database } from '../database/db';
import { loadDrain } from '../database/drainStore';
import { lockPlacement } from '../database/lockPlacement';
import { deleteObject, saveObject } from '../database/mirrorStore';
import { savePlacementUid } from '../database/placementStore';
import { listTimeline } from '../database/timelineStore';
import { saveWork } from '../database/workStore';
import { followDrains } from '../ingest/followDrains';
import { Later, type Effect } from '../loop/effect';
import { silentLog } from '../observe/log';
import { MemoryMetrics, type Metrics } from '../observe/metrics';
import { drainCluster } from './drainCluster';
import { settleEviction } from './settleEviction';

const databases = createTestDatabases();
const CLUSTERS = ['c1', 'c2', 'c3'];
const placeOf = (kind: KindName) => {
  const { group, storageVersion: version, plural } = kinds[kind];
  return { group, version, plural };
};
const EVICTIONS = placeOf('ClusterResourcePlacementEviction');
const MEMBERS = placeOf('MemberCluster');
const EVENTS = { group: '', version: 'v1', plural: 'events' };

describe.each(databases.eachSupportedId())('drains on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;
  let gauges: Map<string, number>;
  let metrics: Metrics;
  let now: Instant;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi({ groups: ['', PLACEMENT_GROUP, CLUSTER_GROUP] });
    client = new KubeClient(api.endpoint('hub'));
    now = secondsAfter(1);
    gauges = new Map();
    metrics = new MemoryMetrics();
    const nameOf = (labels: object) => Object.values(labels).join(' ');
    metrics.gauge = (_, value, labels) => void gauges.set(nameOf(labels), value);
    metrics.forget = (_, labels) => void gauges.delete(nameOf(labels));
    // Of the Events of members.
    hub().put(
      { group: '', version: 'v1', plural: 'namespaces' },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } },
    );
    for (const name of CLUSTERS) await onBoth(aMemberObject(name));
    for (const name of ['api', 'web']) await place(name);
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');
  const put = (object: KubeObject) => hub().put(placeOf(object.kind as KindName), object);
  const mirror = (object: object) => database.transact(tx => saveObject(tx, 'hub', object as never));
  const onBoth = async (object: KubeObject) => mirror(put(object));
  const clock = { now: () => now };
  const context = { signal: new AbortController().signal, log: silentLog };
  const deps = () => ({ client: async () => client, clock, metrics });

  async function place(name: string, spec: Record<string, unknown> = {}) {
    await onBoth(aPlacementObject(name, spec));
    const ref = { hub: 'hub', name };
    await database.transact(async tx => {
      await lockPlacement(tx, 'hub', name);
      await savePlacementUid(tx, ref, hub().find('clusterresourceplacements', name)!.metadata.uid!);
      await saveBindings(
        tx,
        ref,
        CLUSTERS.map(cluster => aBoundBinding(cluster)),
      );
    });
    for (const cluster of CLUSTERS)
      await database.transact(tx =>
        saveWork(tx, ref, { report: anAvailableReport(cluster), inventory: { objects: [] } }),
      );
  }

  /** By the taint and the annotation, as kubectl does it. */
  async function ask(
    annotations: Record<string, string | null> = {},
    taints: readonly object[] = [CORDON_TAINT],
  ) {
    const asked = {
      [annotationKeys.drain]: 'new kernel',
      [annotationKeys.drainAt]: '2026-11-21T12:00:00Z',
      ...annotations,
    };
    hub().merge(
      { ...MEMBERS, name: 'c1' },
      { metadata: { annotations: asked }, spec: { taints } },
      undefined,
    );
    await mirror(hub().find(MEMBERS.plural, 'c1')!);
  }

  async function pass<I, O>(effect: Effect<I, O>, key: string, { isKilled = false } = {}) {
    const input = await database.transact(tx => effect.load(tx, key));
    if (input === undefined || input instanceof Later) return undefined;
    const output = await effect.run(input, context);
    if (isKilled) return undefined;
    return database.transact(tx => effect.record(tx, key, input, output));
  }

  const drain = (options = {}) => pass(drainCluster(deps()), 'hub/c1', options);
  const evictions = () => (hub().list(EVICTIONS).body as { items: KubeObject[] }).items;
  const evicted = () =>
    evictions()
      .map(one => (one.spec as { placementName: string }).placementName)
      .sort();
  const progress = async () =>
    (await database.transact(tx => loadDrain(tx, { hub: 'hub', name: 'c1' })))?.progress.sentence;

  /** The watch brings them, they are decided, the member is clean. */
  async function settle() {
    for (const eviction of evictions()) {
      await mirror(eviction);
      await pass(settleEviction(deps()), `hub/${eviction.metadata.name}`);
    }
  }
  const clean = () =>
    database.transact(async tx => void (await tx.sql('bindings').whereNotNull('released_at').delete()));

  const lines = async () => {
    const entries = await database.transact(tx =>
      listTimeline(tx, 'hub', { kind: 'MemberCluster', name: 'c1' }),
    );
    // Evictions have lines of their own.
    const ofDrain = entries.filter(({ event }) => event.startsWith('drain'));
    return ofDrain.map(({ event, message }) => [event, message]).reverse();
  };
  const hubEvents = () =>
    (hub().list(EVENTS).body as { items: KubeObject[] }).items.map(
      ({ type, reason, message }) => `${type} ${reason}: ${message}`,
    );
  const dueKeys = async () =>
    database.transact(async tx => tx.sql('dirty_keys').where({ queue: 'drain-cluster' }).pluck('key'));
  const clearKeys = () => database.transact(async tx => void (await tx.sql('dirty_keys').delete()));

  it('C/DR-004, DR-006, DR-009: evicts every placement of the cluster, once, and says so', async () => {
    await ask();
    await drain();
    expect(evicted()).toEqual(['api', 'web']);
    expect(evictions()[0].metadata).toMatchObject({
      name: expect.stringMatching(/^drain-eviction-api-c1-[0-9a-f]{8}$/),
      annotations: { [annotationKeys.evictionReason]: 'drain of the cluster: new kernel' },
    });
    await settle();
    await drain();
    expect(await progress()).toBe('Draining: 0 of 2 placements evicted.');
    await clean();
    await drain();
    expect(await progress()).toBe('Drained: 2 placements evicted.');
    expect(evicted()).toEqual(['api', 'web']);
    expect(await lines()).toEqual([
      ['drainStarted', undefined],
      ['drained', 'Drained: 2 placements evicted.'],
    ]);
    for (const name of ['api', 'web']) {
      const left = await database.transact(tx => loadBindings(tx, 'hub', name));
      expect(left.map(({ cluster }) => cluster)).toEqual(['c2', 'c3']);
    }
  });

  it('killed after the evictions were created and before that was recorded, it creates none again', async () => {
    await ask();
    await drain({ isKilled: true });
    expect(await progress()).toBeUndefined();
    await drain();
    expect(evicted()).toEqual(['api', 'web']);
    expect(await lines()).toEqual([['drainStarted', undefined]]);
  });

  it('tried again after the hub refused one, it creates those that are missing', async () => {
    await ask();
    let refused = 0;
    hub().intercept = ({ verb, place: { plural } }) => {
      if (verb !== 'POST' || plural !== EVICTIONS.plural || evictions().length === 0) return undefined;
      refused += 1;
      return statusOf(503, 'ServiceUnavailable', 'not now');
    };
    await expect(drain()).rejects.toThrow('evict placements from c1');
    expect(refused).toBeGreaterThan(0);
    expect(evicted()).toEqual(['api']);
    hub().intercept = undefined;
    await drain();
    expect(evicted()).toEqual(['api', 'web']);
  });

  it('C/EV-011: a placement that its budget blocks is evicted once the budget lets it go', async () => {
    await onBoth(aBudgetObject({ minAvailable: 3 }));
    await ask();
    expect(await drain()).toEqual({ afterMs: 30_000 });
    expect(evicted()).toEqual(['api']);
    await settle();
    await clean();
    await drain();
    expect(await progress()).toBe('Blocked: 1 of 2 placements evicted; web is blocked.');
    expect(await lines()).toEqual([
      ['drainStarted', undefined],
      ['drainBlocked', 'Blocked: 1 of 2 placements evicted; web is blocked.'],
    ]);
    expect(hubEvents()).toEqual([
      'Normal MemberClusterDrainStarted: Evicting placements from the member cluster',
      'Warning MemberClusterDrainBlocked: Blocked: 1 of 2 placements evicted; web is blocked.',
    ]);
    await onBoth(aBudgetObject({ minAvailable: 2 }));
    await drain();
    expect(evicted()).toEqual(['api', 'web']);
    await settle();
    await clean();
    await drain();
    expect(await progress()).toBe('Drained: 2 placements evicted.');
  });

  it('C/DB-007: blocked by a budget that the mirror did not have, it is tried again after a while', async () => {
    await ask();
    await drain();
    put(aBudgetObject({ minAvailable: 3 }));
    await settle();
    await mirror(hub().find('clusterresourceplacementdisruptionbudgets', 'web')!);
    await drain();
    expect(await progress()).toContain('web is blocked');
    await onBoth(aBudgetObject({ minAvailable: 0 }));
    const createdAt = Date.parse(evictions()[0].metadata.creationTimestamp!);
    now = (createdAt + 1_000) as Instant;
    expect(await drain()).toEqual({ afterMs: 9_000 });
    expect(evicted()).toEqual(['api', 'web']);
    now = (createdAt + 10_000) as Instant;
    await drain();
    expect(evicted()).toEqual(['api', 'web', 'web']);
    expect(new Set(evictions().map(({ metadata }) => metadata.name)).size).toBe(3);
  });

  it.each([
    ['without the taint', {}, []],
    ['with a similar taint', {}, [{ ...CORDON_TAINT, value: 'other' }]],
    ['with the taint alone', { [annotationKeys.drain]: null }, [CORDON_TAINT]],
  ])('C/DR-003: %s evicts nothing', async (_, annotations, taints) => {
    await ask(annotations, taints);
    await drain();
    expect(evictions()).toEqual([]);
    expect(await progress()).toBeUndefined();
  });

  it('C/DR-015: without the taint it ends, and nothing more is evicted', async () => {
    await onBoth(aBudgetObject({ minAvailable: 3 }));
    await ask();
    await drain();
    await settle();
    await clean();
    await drain();
    expect(gauges.get('hub c1 blocked')).toBe(1);
    expect(gauges.get('hub c1 evicted')).toBe(1);
    await ask({}, []);
    await onBoth(aBudgetObject({ minAvailable: 0 }));
    await drain();
    await drain();
    expect(evicted()).toEqual(['api']);
    expect(await progress()).toBeUndefined();
    expect((await lines()).at(-1)).toEqual(['drainEnded', undefined]);
    expect(hubEvents().at(-1)).toBe(
      'Normal MemberClusterDrainEnded: The drain of the member cluster has ended',
    );
    expect(gauges).toEqual(new Map([...gauges].filter(([name]) => !name.startsWith('hub c1'))));
  });

  it('another request begins another drain', async () => {
    await ask();
    await drain();
    await settle();
    await clean();
    await drain();
    await ask({ [annotationKeys.drainAt]: '2027-01-01T12:00:00Z' });
    await drain();
    expect(await progress()).toBe('Drained: nothing had to be evicted.');
    expect((await lines()).map(([event]) => event)).toEqual([
      'drainStarted',
      'drained',
      'drainStarted',
      'drained',
    ]);
  });

  it('C/DR-011: leaves PickFixed, and does the others', async () => {
    await place('web', { policy: { placementType: 'PickFixed', clusterNames: CLUSTERS } });
    await ask();
    await drain();
    await settle();
    await clean();
    await drain();
    expect(evicted()).toEqual(['api']);
    expect(await progress()).toBe('Drained: 1 placement evicted; web stays.');
  });

  it('ends with its member', async () => {
    await ask();
    await drain();
    await database.transact(tx => deleteObject(tx, { hub: 'hub', kind: 'MemberCluster', name: 'c1' }));
    await drain();
    expect(await progress()).toBeUndefined();
  });

  it('is woken by reports, decisions, budgets and evictions of placements that are on the cluster', async () => {
    await ask();
    await drain();
    await clearKeys();
    const report = anUnavailableReport('c2', {}, NOON);
    await database.transact(tx =>
      saveWork(tx, { hub: 'hub', name: 'web' }, { report, inventory: { objects: [] } }),
    );
    expect(await dueKeys()).toEqual(['hub/c1']);
    await clearKeys();
    await settle();
    expect(await dueKeys()).toEqual(['hub/c1']);
    await clean();
    await clearKeys();
    const after = aBudgetObject({ minAvailable: 3 });
    const kind = 'ClusterResourcePlacementDisruptionBudget';
    await database.transact(tx => followDrains(tx, 'hub', [{ kind, name: 'web', after }]));
    expect(await dueKeys()).toEqual(['hub/c1']);
    await clearKeys();
    await database.transact(tx => followDrains(tx, 'hub', [{ kind, name: 'other', after }]));
    expect(await dueKeys()).toEqual([]);
  });
});
