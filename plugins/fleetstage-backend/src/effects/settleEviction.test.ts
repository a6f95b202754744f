import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import {
  CLUSTER_GROUP,
  kinds,
  PLACEMENT_GROUP,
  type KindName,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aBoundBinding,
  anAvailableReport,
  minutesBefore,
  NOON,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import type { WorkReport } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { KubeClient } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { loadInput } from '../__testUtils__/loadInput';
import { aBudgetObject, aMemberObject, anEvictionObject, aPlacementObject } from '../__testUtils__/objects';
import { loadBindings, saveBindings } from '../database/bindingStore';
import type { Database } from '../database/db';
import { listOutcomes } from '../database/evictionStore';
import { lockPlacement } from '../database/lockPlacement';
import { deleteObject, saveObject } from '../database/mirrorStore';
import { savePlacementUid } from '../database/placementStore';
import { listTimeline } from '../database/timelineStore';
import { saveWork } from '../database/workStore';
import { silentLog } from '../observe/log';
import { MemoryMetrics, type Metrics } from '../observe/metrics';
import { publishStatus } from './publishStatus';
import { evictionStatus } from './evictionStatus';
import { settleEviction } from './settleEviction';

const databases = createTestDatabases();
const CLUSTERS = ['c1', 'c2', 'c3'];
const WEB = { hub: 'hub', name: 'web' };
const placeOf = (kind: KindName) => {
  const { group, storageVersion: version, plural } = kinds[kind];
  return { group, version, plural };
};
const EVICTIONS = placeOf('ClusterResourcePlacementEviction');

describe.each(databases.eachSupportedId())('evictions on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;
  let gauges: Map<string, number>;
  let metrics: Metrics;
  let publication: ReturnType<typeof publishEviction>;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi({ groups: ['', PLACEMENT_GROUP, CLUSTER_GROUP] });
    client = new KubeClient(api.endpoint('hub'));
    gauges = new Map();
    metrics = new MemoryMetrics();
    const nameOf = (labels: object) => Object.values(labels).join(' ');
    metrics.gauge = (_, value, labels) => void gauges.set(nameOf(labels), value);
    metrics.forget = (_, labels) => void gauges.delete(nameOf(labels));
    publication = publishEviction();
    await onBoth(aPlacementObject('web'));
    for (const name of CLUSTERS) await onBoth(aMemberObject(name));
    await database.transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      const { uid } = hub().find('clusterresourceplacements', 'web')!.metadata;
      await savePlacementUid(tx, WEB, uid!);
      await saveBindings(
        tx,
        WEB,
        CLUSTERS.map(name => aBoundBinding(name)),
      );
    });
    for (const name of CLUSTERS) await report(anAvailableReport(name));
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');
  const put = (object: KubeObject) => hub().put(placeOf(object.kind as KindName), object);
  const mirror = (object: object) => database.transact(tx => saveObject(tx, 'hub', object as never));
  const onBoth = async (object: KubeObject) => mirror(put(object));
  const report = (one: WorkReport) =>
    database.transact(tx => saveWork(tx, WEB, { report: one, inventory: { objects: [] } }));
  const bindings = () => database.transact(tx => loadBindings(tx, 'hub', 'web'));
  const outcomes = async () =>
    (await database.transact(tx => listOutcomes(tx, WEB)))
      .map(({ name, outcome }) => `${name} ${outcome.verdict} ${outcome.cause}`)
      .sort();
  const conditionsOf = (name: string) => {
    const status = hub().find(EVICTIONS.plural, name)?.status as { conditions?: object[] } | undefined;
    return status?.conditions;
  };
  const dueKeys = async (queue: string) =>
    database.transact(async tx => (await tx.sql('dirty_keys').where({ queue }).pluck('key')).sort());
  const clearKeys = () => database.transact(async tx => void (await tx.sql('dirty_keys').delete()));

  const publishEviction = () => publishStatus(async () => client, evictionStatus(metrics));
  const clock = { now: () => NOON };
  const settle = () => settleEviction({ client: async () => client, clock, metrics });
  const context = { signal: new AbortController().signal, log: silentLog };

  async function decide(name: string, meanwhile: () => Promise<unknown> = async () => {}) {
    const key = `hub/${name}`;
    const input = await loadInput(database, settle(), key);
    const live = await settle().run(input, context);
    await meanwhile();
    await database.transact(tx => settle().record(tx, key, input, live));
  }

  const nothingToDo = async (name: string) =>
    (await database.transact(tx => settle().load(tx, `hub/${name}`))) === undefined;

  async function publish(name: string) {
    const input = await loadInput(database, publication, `hub/${name}`);
    const output = await publication.run(input, context);
    await database.transact(tx => publication.record(tx, `hub/${name}`, input, output));
    await mirror(hub().find(EVICTIONS.plural, name)!);
  }

  it('C/EV-012, EV-016, EV-031: releases the binding with the verdict, and wakes the member, the pass and the status', async () => {
    await onBoth(anEvictionObject('e1'));
    await clearKeys();
    await decide('e1');
    expect(await outcomes()).toEqual(['e1 executed NoBudget']);
    expect(await bindings()).toMatchObject([
      { cluster: 'c1', phase: 'Unscheduled', previousPhase: 'Bound', releasedAt: NOON, revision: 'r0' },
      { cluster: 'c2', phase: 'Bound' },
      { cluster: 'c3', phase: 'Bound' },
    ]);
    expect(await dueKeys('apply-work')).toEqual(['hub/web/c1']);
    expect(await dueKeys('placement')).toEqual(['hub/web']);
    expect(await dueKeys('publish-eviction')).toEqual(['hub/e1']);
  });

  it('C/EV-014: both conditions are written at once', async () => {
    await onBoth(anEvictionObject('e1'));
    await decide('e1');
    hub().calls.length = 0;
    await publish('e1');
    expect(hub().calls.filter(call => call.startsWith('PATCH'))).toHaveLength(1);
    expect(conditionsOf('e1')).toMatchObject([
      { type: 'Valid', status: 'True', observedGeneration: 1, message: 'Eviction is valid' },
      { type: 'Executed', status: 'True', reason: 'ClusterResourcePlacementEvictionExecuted' },
    ]);
  });

  it('C/EV-012: evictions that wait together are decided in the order in which they were made', async () => {
    await onBoth(aBudgetObject({ minAvailable: 2 }));
    const made = (at: string) => ({ metadata: { creationTimestamp: at } });
    await mirror(anEvictionObject('a', { clusterName: 'c1' }, made('2026-11-21T12:00:02Z')));
    await mirror(anEvictionObject('b', { clusterName: 'c2' }, made('2026-11-21T12:00:01Z')));
    await decide('a');
    expect(await outcomes()).toEqual(['a blocked BudgetBlocks', 'b executed BudgetAllows']);
    expect(await nothingToDo('b')).toBe(true);
  });

  it('C/EV-012: two that are decided at the same time do not both pass', async () => {
    await onBoth(aBudgetObject({ minAvailable: 2 }));
    await onBoth(anEvictionObject('a', { clusterName: 'c1' }));
    await decide('a', async () => {
      await onBoth(anEvictionObject('b', { clusterName: 'c2' }));
      await decide('b');
    });
    expect(await outcomes()).toEqual(['a executed BudgetAllows', 'b blocked BudgetBlocks']);
    expect((await bindings()).filter(({ releasedAt }) => releasedAt !== undefined)).toHaveLength(1);
  });

  it('C/DB-007: the budget counts as it is on the hub, not as the mirror has it', async () => {
    await onBoth(aBudgetObject({ minAvailable: 0 }));
    hub().merge(
      { ...placeOf('ClusterResourcePlacementDisruptionBudget'), name: 'web' },
      { spec: { minAvailable: 3 } },
      undefined,
    );
    await onBoth(anEvictionObject('e1'));
    await decide('e1');
    expect(await outcomes()).toEqual(['e1 blocked BudgetBlocks']);
  });

  it('C/DB-007: one that is made while the hub is read waits for its own reading', async () => {
    await onBoth(anEvictionObject('a'));
    await decide('a', async () => {
      await onBoth(aBudgetObject({ minAvailable: 3 }));
      await onBoth(anEvictionObject('b', { clusterName: 'c2' }));
    });
    expect(await outcomes()).toEqual(['a executed NoBudget']);
    await decide('b');
    expect(await outcomes()).toEqual(['a executed NoBudget', 'b blocked BudgetBlocks']);
  });

  it('C/EV-017: killed after the removal and before the status, it ends as executed', async () => {
    await onBoth(anEvictionObject('e1'));
    await decide('e1');
    // The process is gone here. The member has cleaned up meanwhile, and the pass has forgotten the binding.
    await database.transact(async tx => void (await tx.sql('bindings').where({ cluster: 'c1' }).delete()));
    expect(await nothingToDo('e1')).toBe(true);
    await publish('e1');
    expect(conditionsOf('e1')).toMatchObject([{ status: 'True' }, { type: 'Executed', status: 'True' }]);
  });

  it('C/EV-017: a status that somebody wipes is written again', async () => {
    await onBoth(anEvictionObject('e1'));
    await decide('e1');
    await publish('e1');
    hub().setStatus(EVICTIONS.plural, {}, { name: 'e1' });
    await mirror(hub().find(EVICTIONS.plural, 'e1')!);
    expect(await nothingToDo('e1')).toBe(true);
    await database.transact(async tx => void (await tx.sql('publications').update({ published_at: 0 })));
    await publish('e1');
    expect(conditionsOf('e1')).toMatchObject([{ type: 'Valid' }, { type: 'Executed', status: 'True' }]);
  });

  it('C/EV-015: while the hub does not answer it stays undecided', async () => {
    await onBoth(anEvictionObject('e1'));
    hub().intercept = () => statusOf(503, 'ServiceUnavailable', 'not now');
    await expect(decide('e1')).rejects.toThrow('read what evictions of web are decided on');
    expect(await outcomes()).toEqual([]);
    expect(gauges).toEqual(new Map([['e1 false unknown', NOON / 1000]]));
    hub().intercept = undefined;
    await decide('e1');
    await publish('e1');
    expect(gauges).toEqual(new Map([['e1 true true', NOON / 1000]]));
  });

  it('C/EV-011: one that KubeFleet has decided is never decided again', async () => {
    const conditions = [{ type: 'Executed', status: 'False', reason: 'r', message: 'm' }];
    await onBoth(anEvictionObject('e1', {}, { status: { conditions } }));
    expect(await nothingToDo('e1')).toBe(true);
  });

  it.each([
    ['of a placement that is not there', 'gone'],
    ['of a ResourcePlacement (EV-001)', 'shop/web'],
    ['of what no object can be called', '../web'],
    ['of what no database takes', 'web\u0000'],
  ])('C/EV-019a: an eviction %s is invalid', async (_, placementName) => {
    await onBoth(anEvictionObject('e1', { placementName }));
    await decide('e1');
    await publish('e1');
    expect(conditionsOf('e1')).toMatchObject([{ type: 'Valid', status: 'False' }]);
    expect(conditionsOf('e1')).toHaveLength(1);
    expect(await database.transact(tx => tx.sql('placements').pluck('name'))).toEqual(['web']);
    expect([...gauges.keys()]).toEqual(['e1 true false']);
  });

  it('waits while the mirror has not seen the placement', async () => {
    await onBoth(anEvictionObject('e1', { placementName: 'new' }));
    const live = put(aPlacementObject('new'));
    await clearKeys();
    await decide('e1');
    expect(await outcomes()).toEqual([]);
    expect(await dueKeys('settle-eviction')).toEqual(['hub/e1']);
    await mirror(live);
    await decide('e1');
    expect(await database.transact(tx => listOutcomes(tx, { hub: 'hub', name: 'new' }))).toMatchObject([
      { outcome: { cause: 'NoBinding' } },
    ]);
  });

  it('C/EV-032: waits while the mirror has not seen the taint of the cluster', async () => {
    await onBoth(anEvictionObject('e1'));
    const members = placeOf('MemberCluster');
    const taints = [{ key: 'drain', effect: 'NoSchedule' }];
    hub().merge({ ...members, name: 'c1' }, { spec: { taints } }, undefined);
    await decide('e1');
    expect(await outcomes()).toEqual([]);
    await mirror(hub().find(members.plural, 'c1')!);
    await decide('e1');
    expect(await outcomes()).toEqual(['e1 executed NoBudget']);
  });

  it('waits while the rows are those of an earlier placement of the name', async () => {
    await onBoth(anEvictionObject('e1'));
    await database.transact(tx => savePlacementUid(tx, WEB, 'another'));
    await decide('e1');
    expect(await outcomes()).toEqual([]);
    expect(await dueKeys('settle-eviction')).toEqual(['hub/e1']);
  });

  it('C/EV-035, EV-036, EV-037: with the object go its row and its series; one made anew is decided anew', async () => {
    const old = put(anEvictionObject('e1'));
    await mirror(old);
    await decide('e1');
    await publish('e1');
    hub().remove(EVICTIONS.plural, 'e1');
    await database.transact(tx =>
      deleteObject(tx, { hub: 'hub', kind: 'ClusterResourcePlacementEviction', name: 'e1' }),
    );
    expect(await database.transact(tx => publication.load(tx, 'hub/e1'))).toBeUndefined();
    expect(await outcomes()).toEqual([]);
    expect(gauges).toEqual(new Map());
    await onBoth(anEvictionObject('e1', { clusterName: 'c2' }, { metadata: { uid: 'another' } }));
    await decide('e1');
    expect(await outcomes()).toEqual(['e1 executed NoBudget']);
  });

  it('says on the timeline of the placement what was evicted, and what was not, with the arithmetic', async () => {
    await onBoth(aBudgetObject({ minAvailable: 2 }));
    await report(anAvailableReport('c3', {}, minutesBefore(5)));
    await onBoth(anEvictionObject('a', { clusterName: 'c1' }));
    await onBoth(anEvictionObject('b', { clusterName: 'c2' }));
    await onBoth(anEvictionObject('c', { clusterName: 'nowhere' }));
    await decide('a');
    const lines = await database.transact(tx =>
      listTimeline(tx, 'hub', { kind: 'ClusterResourcePlacement', name: 'web' }),
    );
    expect(lines.map(({ event, cluster, message }) => [event, cluster, message]).reverse()).toEqual([
      ['evicted', 'c1', 'Eviction "a": the budget needs 2 of 3 available, 3 are: 1 may be evicted'],
      ['evictionBlocked', 'c2', 'Eviction "b": the budget needs 2 of 3 available, 2 are: blocked'],
    ]);
  });
});
