import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aBoundBinding,
  aCluster,
  aResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aMemberObject, aPlacementObject, aRunObject } from '../__testUtils__/objects';
import { loadBinding, saveBindings } from './bindingStore';
import type { Database } from './db';
import { loadOverridesFor } from './loadOverrides';
import { loadRunForPass } from './loadRunState';
import { lockPlacement } from './lockPlacement';
import { saveObject } from './mirrorStore';
import {
  loadLatestOverrides,
  loadMatched,
  loadOverride,
  retireOverride,
  saveOverride,
} from './overrideStore';
import { saveResourceSnapshot } from './snapshotStore';
import { loadPlannedRun } from './views/plannedRun';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const RO = { hub: 'hub', kind: 'ResourceOverride', namespace: 'web', name: 'ro' } as const;
const at = instant(1000);
const spec = (value: string) => ({
  resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'app' }],
  policy: {
    overrideRules: [
      {
        clusterSelector: { clusterSelectorTerms: [] },
        jsonPatchOverrides: [{ op: 'add', path: '/data/a', value }],
      },
    ],
  },
});
const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'app', namespace: 'web' } };
const envelope = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceEnvelope',
  metadata: { name: 'e', namespace: 'web' },
  data: { app: config },
};

describe.each(databases.eachSupportedId())('overrides on %s', databaseId => {
  let database: Database;

  beforeAll(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });

  const names = () =>
    database.transact(async tx =>
      (await loadOverride(tx, RO)).map(one => `${one.snapshot.name}${one.isLatest ? ' latest' : ''}`),
    );
  const save = (value: string) => database.transact(tx => saveOverride(tx, RO, spec(value), at));

  it('B/OV-012, B/OV-013, B/RO-084: keeps ten snapshots, the newest the latest', async () => {
    expect(await save('0')).toBe(true);
    expect(await save('0')).toBe(false);
    for (let i = 1; i < 12; i += 1) await save(String(i));
    const kept = await names();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([10, 'ro-2', 'ro-11 latest']);
    const latest = await database.transact(tx => loadLatestOverrides(tx, 'hub'));
    expect(latest.map(({ name }) => name)).toEqual(['ro-11']);
  });

  it('B/OV-031, OV-033: matches a snapshot, and the binding keeps it', async () => {
    const match = async (manifest: object) =>
      database.transact(async tx => {
        await lockPlacement(tx, 'hub', 'web');
        const { apiVersion, kind, metadata } = manifest as typeof envelope;
        const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
        const snapshot = aResourceSnapshot({ identifiers: [{ group, version, kind, ...metadata }] });
        await saveResourceSnapshot(tx, WEB, snapshot, [manifest as typeof config]);
        const inputs = { snapshot, clusters: [aCluster('c1')], bindings: [] };
        return (await loadOverridesFor(tx, WEB, inputs)).overrides?.get('c1');
      });
    const overrides = await match(config);
    expect(overrides?.snapshots.map(({ name }) => name)).toEqual(['ro-11']);
    expect(await match(envelope)).toEqual(overrides);
    expect(await match({ ...config, metadata: { name: 'other', namespace: 'web' } })).toBeUndefined();
    await database.transact(tx => saveBindings(tx, WEB, [aBoundBinding('c1', { overrides })]));
    const key = { hub: 'hub', placement: 'web', cluster: 'c1' };
    expect((await database.transact(tx => loadBinding(tx, key)))?.overrides).toEqual(overrides);
  });

  it('B/OV-016: a cluster may still run with a deleted one, or one recreated under its name', async () => {
    const [latest] = await database.transact(tx => loadLatestOverrides(tx, 'hub'));
    const matched = { snapshots: [{ ...latest, rules: [0] }], variables: {} };
    expect(await database.transact(tx => retireOverride(tx, RO, at))).toBe(true);
    expect(await database.transact(tx => retireOverride(tx, RO, at))).toBe(false);
    expect(await names()).toEqual([]);
    await save('anew');
    expect(await names()).toEqual(['ro-0 latest']);
    expect(await database.transact(tx => loadMatched(tx, 'hub', matched))).toEqual([latest]);
  });

  it('B/OV-031, C/UR-085: a run is matched by the objects of the snapshot that it names', async () => {
    const shop = { hub: 'hub', name: 'shop' };
    const held = { group: '', version: 'v1', kind: 'ConfigMap', name: 'app', namespace: 'web' };
    const matched = await database.transact(async tx => {
      await lockPlacement(tx, 'hub', 'shop');
      await saveObject(tx, 'hub', aPlacementObject('shop'));
      await saveObject(tx, 'hub', aMemberObject('c1'));
      const old = aResourceSnapshot({ index: 0, identifiers: [held] });
      await saveResourceSnapshot(tx, shop, old, [config]);
      await saveResourceSnapshot(tx, shop, aResourceSnapshot({ index: 1, identifiers: [] }), []);
      const ofShop = { placementName: 'shop' };
      await saveObject(tx, 'hub', aRunObject('older', { ...ofShop, resourceSnapshotIndex: '0' }));
      await saveObject(tx, 'hub', aRunObject('newest', ofShop));
      const read = async (run: string) => (await loadRunForPass(tx, `hub/${run}`))?.overrides?.has('c1');
      const planned = await loadPlannedRun(tx, 'hub', { placement: 'shop', strategy: '', snapshot: '0' });
      return [await read('older'), await read('newest'), planned.state.overrides?.has('c1')];
    });
    expect(matched).toEqual([true, false, true]);
  });
});
