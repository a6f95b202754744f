import type { TestDatabaseId } from '@backstage/backend-test-utils';
import {
  aBoundBinding,
  anAvailableReport,
  anOutcome,
  aPick,
  aPolicySnapshot,
  aResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aMemberObject, aNamespacedPlacement, aPlacementObject, aRunObject } from '../__testUtils__/objects';
import { listPlacementsOn, loadBindings, saveBindings } from './bindingStore';
import { loadCapture, requestCaptures } from './captureStore';
import type { Database, Tx } from './db';
import { loadPlacementFacts } from './facts';
import { loadRunForPass } from './loadRunState';
import { lockPlacement } from './lockPlacement';
import { markAllPlacements, markRunsOf } from './marks';
import { deleteObject, saveObject, saveObjects } from './mirrorStore';
import { listPlacementKeys, loadPlacementBodies, placementObject } from './placementObject';
import { forgetPlacement, loadPlacementState, saveSchedule } from './placementStore';
import { savePolicySnapshot } from './policySnapshotStore';
import { loadPublication, savePublication } from './publicationStore';
import { loadManifests, saveResourceSnapshot } from './snapshotStore';
import { loadHoldings } from './views/holdings';
import { loadListedPlacements } from './views/placementObservations';
import { saveWork } from './workStore';

const databases = createTestDatabases();
/** A ClusterResourcePlacement and two ResourcePlacements, all called web. */
const KEYS = ['blue/web', 'green/web', 'web'];
const refOf = (name: string) => ({ hub: 'hub', name });

describe('placementObject (A/PL-069)', () => {
  it.each([
    ['web', { hub: 'hub', kind: 'ClusterResourcePlacement', name: 'web' }],
    ['shop/web', { hub: 'hub', kind: 'ResourcePlacement', namespace: 'shop', name: 'web' }],
  ])('A/PL-069 %s', (key, ref) => expect(placementObject(refOf(key))).toEqual(ref));

  it('A/PL-069 is an error with two slashes', () => {
    expect(() => placementObject(refOf('a/b/c'))).toThrow('neither "name" nor "namespace/name"');
  });
});

describe.each(databases.eachSupportedId())('rows of placements of one name on %s', databaseId => {
  let database: Database;
  const read = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    const namespaced = ['blue', 'green'].map(namespace => aNamespacedPlacement(namespace, 'web'));
    await read(async tx => {
      await saveObject(tx, 'hub', aMemberObject('c1'));
      await saveObject(tx, 'hub', aPlacementObject('web'));
      await saveObjects(tx, 'hub', { kind: 'ResourcePlacement', objects: namespaced });
    });
    for (const [i, key] of KEYS.entries()) await derive(key, i);
  });

  /** Rows that record `index` of the placement. */
  const derive = (key: string, index: number) =>
    read(async tx => {
      const ref = refOf(key);
      const manifests = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `of-${index}` } }];
      await lockPlacement(tx, 'hub', key);
      await savePolicySnapshot(tx, ref, aPolicySnapshot({ index }));
      await saveSchedule(tx, ref, anOutcome({ message: key }), [aPick('c1')]);
      await saveResourceSnapshot(tx, ref, aResourceSnapshot({ index }), manifests);
      await saveBindings(tx, ref, [aBoundBinding('c1', { resourceIndex: index })]);
      const report = anAvailableReport('c1', { revision: (await loadBindings(tx, 'hub', key))[0].revision });
      await saveWork(tx, ref, { report, inventory: { objects: [] } });
      await requestCaptures(tx, 'hub', [key]);
      await savePublication(tx, 'hub', { kind: placementObject(ref).kind, name: key, hash: key });
    });

  it('A/PL-069 are apart', async () => {
    await read(async tx => {
      expect(await listPlacementKeys(tx, 'hub')).toEqual(KEYS);
      for (const [i, key] of KEYS.entries()) {
        const state = await loadPlacementState(tx, `hub/${key}`);
        const [namespace] = key === 'web' ? [undefined] : key.split('/');
        expect(state?.placement).toMatchObject({ name: 'web', ...(namespace && { namespace }) });
        expect(state?.placement.uid).toBe(namespace ? `uid-${namespace}-web` : 'uid-web');
        expect(state).toMatchObject({
          schedule: { message: key },
          policySnapshots: [{ index: i }],
          resourceSnapshots: [{ index: i }],
          bindings: [{ resourceIndex: i }],
          reports: [{ cluster: 'c1' }],
        });
      }
    });
  });

  it('mirror: says which of the name has changed', async () => {
    const saved = await read(tx =>
      saveObjects(tx, 'hub', {
        kind: 'ResourcePlacement',
        objects: [
          aNamespacedPlacement('blue', 'web', {}, { resourceVersion: '2', generation: 2 }),
          aNamespacedPlacement('pink', 'web'),
        ],
      }),
    );
    expect(saved.map(({ before, after }) => [before?.metadata.uid, after.metadata.uid])).toEqual([
      ['uid-blue-web', 'uid-blue-web'],
      [undefined, 'uid-pink-web'],
    ]);
    const generation = (key: string) =>
      read(async tx => (await loadPlacementFacts(tx, refOf(key)))?.generation);
    expect([await generation('blue/web'), await generation('green/web')]).toEqual([2, 1]);
  });

  it('go alone', async () => {
    await read(async tx => {
      await deleteObject(tx, placementObject(refOf('blue/web')));
      await forgetPlacement(tx, 'hub', 'blue/web');
    });
    await read(async tx => {
      expect(await loadPlacementState(tx, 'hub/blue/web')).toBeUndefined();
      expect(await loadBindings(tx, 'hub', 'blue/web')).toEqual([]);
      expect(await loadManifests(tx, refOf('blue/web'), 0)).toBeUndefined();
      expect(
        await loadPublication(tx, 'hub', { kind: 'ResourcePlacement', name: 'blue/web' }),
      ).toBeUndefined();
      expect(await listPlacementsOn(tx, 'hub', 'c1')).toEqual(['green/web', 'web']);
      for (const key of ['green/web', 'web']) {
        expect((await loadPlacementState(tx, `hub/${key}`))?.bindings).toHaveLength(1);
        expect(await loadCapture(tx, 'hub', key)).toMatchObject({ requested: 1 });
        const { kind } = placementObject(refOf(key));
        expect(await loadPublication(tx, 'hub', { kind, name: key })).toMatchObject({ hash: key });
      }
    });
  });

  it('ui §2: are listed with the cluster whose claims a group shows', async () => {
    await read(async tx => {
      const pair = ['c2', 'c1'].map(cluster => aBoundBinding(cluster, { resourceIndex: 0 }));
      await saveBindings(tx, refOf('web'), pair);
      for (const { cluster, revision } of await loadBindings(tx, 'hub', 'web')) {
        const own = anAvailableReport(cluster, { revision });
        const message = `cluster "${cluster}" has no label "rack"`;
        const overridden = {
          status: 'False',
          reason: 'OverriddenFailed',
          message,
          at: own.observedAt,
        } as const;
        const report = { ...own, overridden };
        await saveWork(tx, refOf('web'), { report, inventory: { objects: [] } });
      }
    });
    const listed = await read(tx => loadListedPlacements(tx, 'hub', ['web'], new Set()));
    const [group] = listed[0].observation.groups;
    expect(group).toMatchObject({ count: 2, binding: { cluster: 'c1' } });
    expect(group.report?.overridden?.message).toBe('cluster "c1" has no label "rack"');
  });

  it('are marked, listed and held by their keys', async () => {
    await read(tx => markAllPlacements(tx, 'hub'));
    await read(async tx => {
      const marked = await tx.sql('dirty_keys').where({ queue: 'placement' }).pluck('key');
      expect(marked.sort()).toEqual(KEYS.map(key => `hub/${key}`));
      const listed = await loadListedPlacements(tx, 'hub', ['web', 'green/web', 'gone/web'], new Set());
      expect(
        listed.map(({ observation }) => [observation.placement.namespace, observation.schedule?.message]),
      ).toEqual([
        [undefined, 'web'],
        ['green', 'green/web'],
      ]);
      const groupsOf = async (silent: readonly string[]) => {
        const [{ observation }] = await loadListedPlacements(tx, 'hub', ['web'], new Set(silent));
        return observation.groups.map(({ count, isSilent }) => [count, isSilent]);
      };
      expect(await groupsOf(['c0', 'c1'])).toEqual([[1, true]]);
      expect(await groupsOf(['c0'])).toEqual([[1, undefined]]);
      expect((await loadHoldings(tx, 'hub', 'c1')).map(({ placement }) => placement)).toEqual(KEYS);
      expect([...(await loadPlacementBodies(tx, 'hub', ['blue/web'])).keys()]).toEqual(['blue/web']);
    });
  });

  it('no run moves one in a namespace, whatever it names', async () => {
    await read(async tx => {
      await saveObject(tx, 'hub', aRunObject('r1', { placementName: 'blue/web' }));
      const state = await loadRunForPass(tx, 'hub/r1');
      expect(state?.placement).toBeUndefined();
      expect(state?.bindings).toEqual([]);
      await markRunsOf(tx, refOf('blue/web'));
    });
    const marked = await read(tx => tx.sql('dirty_keys').where({ queue: 'update-run' }).pluck('key'));
    expect(marked).toEqual([]);
  });
});
