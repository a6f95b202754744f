import {
  derivedKinds,
  contentHash,
  kinds,
  labelKeys,
  type ClusterResourcePlacement,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  overridesHash,
  projectBinding,
  projectPlacement,
  snapshotHash,
  projectResourceSnapshot,
  type MatchedOverrides,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  NOON,
  aBoundBinding,
  aPlacement,
  aPlacementState,
  aResourceSnapshot,
  anAvailableReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { bindingName, finalizerKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { fixedCredentials, KubeClient } from '@fleetstage/kube-client';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { silentLog } from '../observe/log';
import { listAnswer } from '../__testUtils__/listAnswer';
import { aMemberObject, aNamespacedPlacement, aPlacementObject } from '../__testUtils__/objects';
import { loadBindings, saveBindings } from '../database/bindingStore';
import type { Database } from '../database/db';
import { acquireLease } from '../database/leaseStore';
import { lockPlacement } from '../database/lockPlacement';
import { listObjectNames, saveObject } from '../database/mirrorStore';
import { loadOverride } from '../database/overrideStore';
import { listPlacementKeys, PLACEMENT_KINDS, placementObject } from '../database/placementObject';
import { loadPlacementState } from '../database/placementStore';
import { claim } from '../database/queue/claim';
import { queues } from '../database/queue/queues';
import { loadResourceSnapshots } from '../database/snapshotStore';
import { loadWork, saveWork } from '../database/workStore';
import { reconcileOnce } from '../loop/reconcileOnce';
import { systemPorts } from '../loop/systemPorts';
import { placementReconciler } from '../reconcilers/placement';
import { HubLease } from './HubLease';
import { restoreHub } from './restoreHub';

const databases = createTestDatabases();
const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };

/** What a hub shows of placements that an earlier life has brought to `c1`, by the plural of each kind. */
function published(...keys: string[]): Record<string, readonly object[]> {
  const hash = snapshotHash([namespace]);
  const snapshot = aResourceSnapshot({ index: 0, hash, identifiers: [], createdAt: NOON });
  const shown = keys.map(key => {
    const { kind, namespace: home, name } = placementObject({ hub: 'hub', name: key });
    const object = home ? aNamespacedPlacement(home, name) : aPlacementObject(name);
    const uid = object.metadata.uid ?? '';
    const binding = aBoundBinding('c1', {
      name: bindingName(name, uid, 'c1'),
      resourceIndex: 0,
      createdAt: NOON,
    });
    const state = aPlacementState({
      placement: aPlacement({ name, uid, ...(home && { namespace: home }) }),
      resourceSnapshots: [snapshot],
      bindings: [binding],
    });
    return {
      kind,
      placement: object,
      snapshots: projectResourceSnapshot(state, { snapshot, manifests: [namespace] }, { secrets: 'masked' }),
      binding: projectBinding(state, binding, { generation: 1, now: NOON }),
    };
  });
  return Object.fromEntries([
    [kinds.MemberCluster.plural, [aMemberObject('c1')]],
    ...PLACEMENT_KINDS.flatMap(kind => {
      const ofKind = shown.filter(one => one.kind === kind);
      return [
        [kinds[kind].plural, ofKind.map(({ placement }) => placement)],
        [kinds[derivedKinds[kind].resourceSnapshot].plural, ofKind.flatMap(({ snapshots }) => snapshots)],
        [kinds[derivedKinds[kind].binding].plural, ofKind.map(({ binding }) => binding)],
      ];
    }),
  ]);
}

const overrideSpec = (value: string) => ({
  clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }],
  policy: {
    overrideRules: [
      {
        clusterSelector: { clusterSelectorTerms: [] },
        jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels/a', value }],
      },
    ],
  },
});

/** Snapshot 3 of `cro` is its newest, and what `c1` runs with. */
const MATCHED: MatchedOverrides = {
  snapshots: [
    {
      kind: 'ClusterResourceOverrideSnapshot',
      name: 'cro-3',
      hash: contentHash(overrideSpec('three')),
      rules: [0],
    },
  ],
  variables: {},
};

/** Shows of the overrides the snapshots 2 and 3, and what it says now. */
function publishedWithOverride(said: string): Record<string, readonly object[]> {
  const objects = published('web');
  const bindings = kinds.ClusterResourceBinding.plural;
  const [binding] = objects[bindings] as KubeObject[];
  const spec = { ...(binding.spec as object), clusterResourceOverrideSnapshots: ['cro-3'] };
  const annotations = { 'fleetstage.io/overrides-hash': overridesHash(MATCHED) };
  const apiVersion = 'placement.kubernetes-fleet.io/v1';
  const snapshotOf = (value: string, index: number) => ({
    apiVersion,
    kind: 'ClusterResourceOverrideSnapshot',
    metadata: {
      name: `cro-${index}`,
      labels: { [labelKeys.parentOverride]: 'cro', [labelKeys.overrideIndex]: String(index) },
      ownerReferences: [{ apiVersion, kind: 'ClusterResourceOverride', name: 'cro', uid: 'uid-cro' }],
    },
    spec: { overrideSpec: overrideSpec(value), overrideHash: '' },
  });
  return {
    ...objects,
    [bindings]: [{ ...binding, metadata: { ...binding.metadata, annotations }, spec }],
    [kinds.ClusterResourceOverride.plural]: [
      {
        apiVersion,
        kind: 'ClusterResourceOverride',
        metadata: { name: 'cro', uid: 'uid-cro' },
        spec: overrideSpec(said),
      },
    ],
    [kinds.ClusterResourceOverrideSnapshot.plural]: [snapshotOf('two', 2), snapshotOf('three', 3)],
  };
}

/** The placement was edited after its status was published. */
const publishedThree = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, generation: 4 },
  status: {
    conditions: [
      { type: `${object.kind}Scheduled`, status: 'False', observedGeneration: 4 },
      { type: `${object.kind}RolloutStarted`, status: 'True', observedGeneration: 3 },
    ],
  },
});

describe('restoreHub', () => {
  let server: Server;
  let objects: Record<string, readonly object[]> = {};
  let onList: (plural: string) => Promise<unknown> = async () => undefined;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://hub');
      const plural = pathname.split('/').pop() ?? '';
      await onList(plural);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(listAnswer(pathname, objects[plural] ?? [])));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Takes the lease of the hub, whoever has it. */
  const takeOver = (database: Database, holder: string) =>
    database.transact(async tx => {
      await tx.sql('hub_leases').update({ lease_until: 0 });
      const lease = await acquireLease(tx, { hub: 'hub', name: 'ingest', holder, leaseMs: 5_000 });
      return new HubLease({ database, ports: systemPorts }, lease!);
    });
  const restore = async (database: Database) => {
    const { port } = server.address() as AddressInfo;
    const client = new KubeClient({ server: `http://127.0.0.1:${port}`, credentials: fixedCredentials({}) });
    const lease = await takeOver(database, 'a');
    await restoreHub({ hub: 'hub', database, lease, ports: systemPorts, log: silentLog }, client).finally(
      () => client.close(),
    );
  };
  const bindingsOf = (database: Database, name: string) =>
    database.transact(tx => loadBindings(tx, 'hub', name));
  const mirrored = (database: Database, kind: string) =>
    database.transact(async tx => (await listObjectNames(tx, 'hub', kind)).map(({ name }) => name));

  it.each(databases.eachSupportedId())(
    'A/PL-069 takes over placements of one name, each with its own rows, on %s',
    async id => {
      const { database } = await openTestDatabase(databases, id);
      objects = published('web', 'shop/web', 'blog/web');
      await restore(database);
      expect(await database.transact(tx => listPlacementKeys(tx, 'hub'))).toEqual([
        'blog/web',
        'shop/web',
        'web',
      ]);
      for (const [key, uid] of [
        ['web', 'uid-web'],
        ['shop/web', 'uid-shop-web'],
      ]) {
        expect(await bindingsOf(database, key)).toMatchObject([{ name: bindingName('web', uid, 'c1') }]);
        expect(await database.transact(tx => loadResourceSnapshots(tx, 'hub', key))).toHaveLength(1);
      }
    },
  );

  it.each(databases.eachSupportedId())(
    'A/ST-002 knows the generation of the status on the hub, so that an edit made meanwhile waits until it is read, on %s',
    async id => {
      const { database } = await openTestDatabase(databases, id);
      objects = published('web', 'shop/web');
      for (const { plural } of PLACEMENT_KINDS.map(kind => kinds[kind]))
        objects[plural] = objects[plural].map(object => publishedThree(object as KubeObject));
      await restore(database);
      for (const key of ['hub/web', 'hub/shop/web']) {
        const state = await database.transact(tx => loadPlacementState(tx, key));
        expect(state).toMatchObject({ capturedGeneration: 3, placement: { generation: 4 } });
        expect(projectPlacement(state!, undefined, NOON).conditions).toMatchObject([
          { status: 'Unknown', reason: 'SchedulePending', message: expect.stringContaining('been read') },
        ]);
      }
    },
  );

  it.each(databases.eachSupportedId())(
    'cleans nothing up when a member reports before the hub is watched, on %s',
    async id => {
      const { database } = await openTestDatabase(databases, id);
      objects = published('web');
      await restore(database);
      const [binding] = await bindingsOf(database, 'web');
      const report = anAvailableReport('c1', { revision: binding.revision });
      await database.transact(tx =>
        saveWork(tx, { hub: 'hub', name: 'web' }, { report, inventory: { objects: [] } }),
      );

      const pass = { database, clock: systemPorts.clock };
      const claims = await database.transact(tx =>
        claim(tx, { queue: queues.placement, token: 't', limit: 10, leaseMs: 30_000 }),
      );
      expect(claims.map(({ key }) => key)).toEqual(['hub/web']);
      for (const one of claims)
        expect((await reconcileOnce(pass, placementReconciler, one)).outcome).toBe('settled');

      const after = await bindingsOf(database, 'web');
      expect(after.map(({ cluster, phase, releasedAt }) => [cluster, phase, releasedAt])).toEqual([
        ['c1', 'Bound', undefined],
      ]);
    },
  );

  const historyOf = (database: Database) =>
    database.transact(async tx => {
      const ref = { hub: 'hub', kind: 'ClusterResourceOverride', name: 'cro' } as const;
      return (await loadOverride(tx, ref)).map(one => `${one.snapshot.name}${one.isLatest ? ' latest' : ''}`);
    });
  const appliedNext = (database: Database) =>
    database.transact(async tx =>
      (await claim(tx, { queue: queues.applyWork, token: 't', limit: 10, leaseMs: 30_000 })).map(
        ({ key }) => key,
      ),
    );

  it.each(databases.eachSupportedId())(
    'B/OV-060 keeps the overrides of a cluster, and goes on with their indexes, on %s',
    async id => {
      const { database } = await openTestDatabase(databases, id);
      objects = publishedWithOverride('three');
      await restore(database);
      expect(await historyOf(database)).toEqual(['cro-2', 'cro-3 latest']);
      expect((await bindingsOf(database, 'web')).map(({ overrides }) => overrides)).toEqual([MATCHED]);
      expect(await appliedNext(database)).toEqual(['hub/web/c1']);
      expect(await mirrored(database, 'ClusterResourceOverride')).toEqual(['cro']);
    },
  );

  it('B/OV-012 makes the next snapshot of an override that was edited while the database was lost', async () => {
    const { database } = await openTestDatabase(databases, 'SQLITE_3');
    objects = publishedWithOverride('four');
    await restore(database);
    expect(await historyOf(database)).toEqual(['cro-2', 'cro-3', 'cro-4 latest']);
    expect((await bindingsOf(database, 'web')).map(({ overrides }) => overrides)).toEqual([MATCHED]);
  });

  it('B/OV-060 applies nothing where the snapshot that a cluster runs with is gone', async () => {
    const { database } = await openTestDatabase(databases, 'SQLITE_3');
    objects = publishedWithOverride('three');
    const { plural } = kinds.ClusterResourceOverrideSnapshot;
    objects[plural] = objects[plural].slice(0, 1);
    await restore(database);
    expect(await appliedNext(database)).toEqual([]);
    const [{ revision }] = await bindingsOf(database, 'web');
    const work = await database.transact(tx => loadWork(tx, { hub: 'hub', placement: 'web', cluster: 'c1' }));
    expect(work?.report.revision).toBe(revision);
  });

  it('goes on where it was stopped, and leaves alone what was done before', async () => {
    const { database } = await openTestDatabase(databases, 'SQLITE_3');
    objects = published('shop', 'web');
    const [shop] = objects[kinds.ClusterResourcePlacement.plural] as KubeObject[];
    await database.transact(async tx => {
      await saveObject(tx, 'hub', shop);
      await lockPlacement(tx, 'hub', 'shop');
      await saveBindings(tx, { hub: 'hub', name: 'shop' }, [aBoundBinding('c2')]);
    });
    await restore(database);
    expect((await bindingsOf(database, 'shop')).map(({ cluster }) => cluster)).toEqual(['c2']);
    expect((await bindingsOf(database, 'web')).map(({ cluster }) => cluster)).toEqual(['c1']);
    expect(await mirrored(database, 'MemberCluster')).toEqual(['c1']);
  });

  it.each([
    ['the first', kinds.ClusterResourcePlacement.plural],
    ['the last', kinds.MemberCluster.plural],
  ])('writes nothing when another replica takes the hub over during %s list', async (_, during) => {
    const { database } = await openTestDatabase(databases, 'SQLITE_3');
    objects = published('web');
    onList = async plural => plural === during && takeOver(database, 'b');
    await expect(restore(database)).rejects.toThrow('another replica watches it now');
    onList = async () => undefined;
    expect(await bindingsOf(database, 'web')).toEqual([]);
    expect(await mirrored(database, 'MemberCluster')).toEqual([]);
    expect(await mirrored(database, 'ClusterResourcePlacement')).toEqual([]);
  });

  it('takes nothing over of a placement that nobody has placed yet', async () => {
    const { database } = await openTestDatabase(databases, 'SQLITE_3');
    objects = published('web');
    const [web] = objects[kinds.ClusterResourcePlacement.plural] as unknown as ClusterResourcePlacement[];
    objects[kinds.ClusterResourcePlacement.plural] = [
      { ...web, metadata: { ...web.metadata, finalizers: [finalizerKeys.updateRun] } },
    ];
    await restore(database);
    expect(await bindingsOf(database, 'web')).toEqual([]);
    expect(await mirrored(database, 'ClusterResourcePlacement')).toEqual([]);
  });
});
