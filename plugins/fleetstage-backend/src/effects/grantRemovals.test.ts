import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import { crdNameOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aBoundBinding } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { loadInput } from '../__testUtils__/loadInput';
import { saveBindings } from '../database/bindingStore';
import type { Database } from '../database/db';
import { acquireLease } from '../database/leaseStore';
import { lockPlacement } from '../database/lockPlacement';
import { savePlacementUid } from '../database/placementStore';
import { listRemovals, requestRemoval } from '../database/removalStore';
import { followPlacementDefinitions } from '../ingest/followPlacementDefinitions';
import { HubLease } from '../ingest/HubLease';
import { PLACEMENT_KINDS, type PlacementKind } from '../kube/readDefinition';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import { MemoryMetrics } from '../observe/metrics';
import { grantRemovals } from './grantRemovals';

const databases = createTestDatabases();
const CRDS = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' };
const PLACEMENTS: Readonly<Record<PlacementKind, string>> = {
  ClusterResourcePlacement: 'web',
  ResourcePlacement: 'shop/web',
};

/** Both kinds are tried: each must be held with its own definition, and none with the other's. */
describe.each(databases.eachSupportedId())('what a lost definition holds, on %s (decision 0032)', id => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, id as TestDatabaseId));
    api = await startStubApi({ groups: ['', 'apiextensions.k8s.io'] });
    client = new KubeClient(api.endpoint('hub'));
    for (const kind of PLACEMENT_KINDS) install(kind);
    await follow();
    for (const name of Object.values(PLACEMENTS)) await place(name);
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');
  const install = (kind: PlacementKind) =>
    hub().put(CRDS, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: crdNameOf(kind) },
      spec: { group: 'placement.kubernetes-fleet.io', names: { kind, plural: kind }, versions: [] },
    });
  const uninstall = (kind: PlacementKind) => hub().remove(CRDS.plural, crdNameOf(kind));
  const LOSSES: Readonly<Record<string, (kind: PlacementKind) => void>> = {
    'is being deleted': kind => {
      const metadata = { deletionTimestamp: '2026-11-24T12:00:00Z' };
      hub().merge({ ...CRDS, name: crdNameOf(kind) }, { metadata }, undefined);
    },
    'is gone': uninstall,
    'is another one': kind => {
      uninstall(kind);
      install(kind);
    },
  };
  const CASES = PLACEMENT_KINDS.flatMap(kind =>
    Object.entries(LOSSES).map(([state, lose]) => ({ kind, state, lose })),
  );

  const place = (name: string) =>
    database.transact(async tx => {
      await lockPlacement(tx, 'hub', name);
      await savePlacementUid(tx, { hub: 'hub', name }, `uid-${name}`);
      await saveBindings(tx, { hub: 'hub', name }, [aBoundBinding('c1')]);
    });
  const follow = async () => {
    const lease = await database.transact(tx =>
      acquireLease(tx, { hub: 'hub', name: 'ingest', holder: 'a', leaseMs: 60_000 }),
    );
    const held = new HubLease({ database, ports: systemPorts }, lease!);
    await followPlacementDefinitions({ hub: 'hub', database, lease: held, log: silentLog }, client);
  };
  async function grant() {
    const effect = grantRemovals({
      client: async () => client,
      limits: { minimum: 10, percentPerMinute: 100 },
      log: silentLog,
      metrics: new MemoryMetrics(),
    });
    const input = await loadInput(database, effect, 'hub/removals');
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    await database.transact(tx => effect.record(tx, 'hub/removals', input, output));
  }
  const stages = async () => {
    const found = await database.transact(tx => listRemovals(tx, 'hub', ['requested', 'held', 'granted']));
    return Object.fromEntries(found.map(({ placement, stage, cause }) => [placement, cause ?? stage]));
  };

  it.each(CASES)(
    'a removal waits while the definition of $kind $state, others begin',
    async ({ kind, lose }) => {
      const all = Object.values(PLACEMENTS);
      for (const name of all)
        await database.transact(tx => requestRemoval(tx, { hub: 'hub', name }, `uid-${name}`));
      lose(kind);
      await grant();
      expect(await stages()).toEqual(
        Object.fromEntries(
          all.map(name => [name, name === PLACEMENTS[kind] ? 'DefinitionDeleted' : 'granted']),
        ),
      );
    },
  );

  it.each(PLACEMENT_KINDS)(
    'placements of %s stay where its definition was made anew, others are untouched',
    async kind => {
      LOSSES['is another one'](kind);
      await follow();
      await follow();
      expect(await stages()).toEqual({ [PLACEMENTS[kind]]: 'DefinitionDeleted' });
    },
  );
});
