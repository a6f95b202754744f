import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { renderOnce } from '@fleetstage/applier';
import { ok, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MatchedOverrides } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { aResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import type { Database, Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { ManifestCache } from './ManifestCache';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const config: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { zone: '?' } },
  metadata: { name: 'app', namespace: 'web' },
};
const inZone = (zone: string): MatchedOverrides => ({
  snapshots: [{ kind: 'ClusterResourceOverrideSnapshot', name: 'zone-0', hash: 'zone', rules: [0] }],
  variables: { zone },
});

describe.each(databases.eachSupportedId())('manifests that are being applied, on %s', databaseId => {
  let database: Database;
  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await transact(async tx => {
      await lockPlacement(tx, WEB.hub, WEB.name);
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 4, hash: 'four' }), [config]);
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 5, hash: 'five' }), [config]);
    });
  });

  it('1,000 clusters in three variants are rendered three times', async () => {
    const cache = new ManifestCache();
    let renderings = 0;
    const renderOn = async (tx: Tx, overrides?: MatchedOverrides) => {
      const manifests = await cache.load(tx, WEB, { resourceIndex: 4, overrides });
      const override = (object: KubeObject) => {
        renderings += 1;
        return ok(overrides === undefined ? object : { ...object, data: overrides.variables });
      };
      return renderOnce({ placement: 'web', manifests: manifests!, override });
    };
    const zones = [undefined, 'a', 'b'];
    const works = await transact(async tx => {
      const all = [];
      for (let i = 0; i < 1000; i += 1) {
        const zone = zones[i % 3];
        all.push(await renderOn(tx, zone === undefined ? undefined : inZone(zone)));
      }
      return all;
    });
    expect(renderings).toBe(3);
    expect(works.slice(0, 3).map(({ manifests: [{ object }] }) => object.data)).toEqual([
      { zone: '?' },
      { zone: 'a' },
      { zone: 'b' },
    ]);
    expect(new Set(works).size).toBe(3);
  });

  it('what nobody has asked for in a while is rendered again, and is the same', async () => {
    const cache = new ManifestCache();
    const load = (zone: number) =>
      transact(tx => cache.load(tx, WEB, { resourceIndex: 4, overrides: inZone(`${zone}`) }));
    const first = await load(0);
    const last = await load(64);
    expect(await load(0)).toBe(first);
    for (let i = 1; i < 64; i += 1) await load(i);
    expect(await load(0)).toBe(first);
    expect(await load(64)).not.toBe(last);
    expect(await load(64)).toEqual(last);
  });

  it('as many variants of large content are kept as fit, and one in any case', async () => {
    const size = JSON.stringify([config]).length;
    const kept = async (variantBytes: number) => {
      const cache = new ManifestCache({ variantBytes, bytes: 1e9 });
      const load = (zone: number) =>
        transact(tx => cache.load(tx, WEB, { resourceIndex: 4, overrides: inZone(`${zone}`) }));
      const first: unknown[] = [];
      for (let i = 0; i < 5; i += 1) first.push(await load(i));
      let count = 0;
      for (let i = 4; i >= 0; i -= 1) count += (await load(i)) === first[i] ? 1 : 0;
      return count;
    };
    expect([await kept(0), await kept(3 * size), await kept(100 * size)]).toEqual([1, 3, 5]);
  });

  it('placements that were asked for longest ago make room for others', async () => {
    const API = { hub: 'hub', name: 'api' };
    await transact(async tx => {
      await lockPlacement(tx, API.hub, API.name);
      await saveResourceSnapshot(tx, API, aResourceSnapshot({ index: 0, hash: 'zero' }), [config]);
    });
    const isKept = async (bytes: number) => {
      const cache = new ManifestCache({ variantBytes: 1e9, bytes });
      const load = (placement: typeof WEB, resourceIndex: number) =>
        transact(tx => cache.load(tx, placement, { resourceIndex }));
      const web = await load(WEB, 4);
      await load(API, 0);
      return (await load(WEB, 4)) === web;
    };
    // Content and one variant of each.
    const size = 2 * JSON.stringify([config]).length;
    expect([await isKept(2 * size - 1), await isKept(2 * size)]).toEqual([false, true]);
  });

  it('other content is another array, and a snapshot that is gone is none', async () => {
    const cache = new ManifestCache();
    const load = (resourceIndex: number) => transact(tx => cache.load(tx, WEB, { resourceIndex }));
    const four = await load(4);
    expect(await load(5)).not.toBe(four);
    expect(await load(4)).toBe(four);
    expect(await load(6)).toBeUndefined();
  });
});
