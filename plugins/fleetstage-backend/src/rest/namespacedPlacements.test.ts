import type { TestDatabaseId } from '@backstage/backend-test-utils';
import {
  aBoundBinding,
  anAvailableReport,
  anOutcome,
  aPick,
  aPolicySnapshot,
  aResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import express from 'express';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aMemberObject, aNamespacedPlacement, aPlacementObject, aRunObject } from '../__testUtils__/objects';
import { queriesApp } from '../__testUtils__/queriesApp';
import { loadBindings, saveBindings } from '../database/bindingStore';
import type { Database } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { saveObject } from '../database/mirrorStore';
import { placementObject } from '../database/placementObject';
import { saveSchedule } from '../database/placementStore';
import { savePolicySnapshot } from '../database/policySnapshotStore';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { appendTimeline } from '../database/timelineStore';
import { saveWork } from '../database/workStore';
import { placementRules } from '../permissions/rules';
import { FleetResources } from '../service/access/FleetResources';

const databases = createTestDatabases();
const KEYS = ['blog/web', 'shop/web', 'web'];

describe.each(databases.eachSupportedId())('placements of one name through REST, on %s', databaseId => {
  let database: Database;
  let app: express.Express;

  const get = async (path: string, status = 200) => {
    const answer = await request(app).get(path);
    expect([path, answer.status, status === 200 && answer.body.error]).toEqual([
      path,
      status,
      status === 200 ? undefined : false,
    ]);
    return answer.body;
  };
  /** `scope/name` of each. */
  const pathsOf = (items: readonly { scope: string; name: string }[]) =>
    items.map(({ scope, name }) => `${scope}/${name}`);

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    app = queriesApp({ database });
    await database.transact(tx => saveObject(tx, 'hub', aMemberObject('c1')));
    for (const [i, key] of KEYS.entries()) await place(key, i);
  });

  /** On c1, with snapshot `index`. */
  const place = (key: string, index: number) =>
    database.transact(async tx => {
      const ref = { hub: 'hub', name: key };
      const { kind, namespace, name } = placementObject(ref);
      const labels = { team: key };
      await saveObject(
        tx,
        'hub',
        namespace
          ? aNamespacedPlacement(namespace, name, {}, { labels })
          : aPlacementObject(name, {}, { labels }),
      );
      await lockPlacement(tx, 'hub', key);
      await savePolicySnapshot(tx, ref, aPolicySnapshot());
      await saveSchedule(tx, ref, anOutcome(), [aPick('c1')]);
      await saveResourceSnapshot(tx, ref, aResourceSnapshot({ index }), []);
      await saveBindings(tx, ref, [aBoundBinding('c1', { resourceIndex: index })]);
      const [{ revision }] = await loadBindings(tx, 'hub', key);
      await saveWork(tx, ref, {
        report: anAvailableReport('c1', { revision }),
        inventory: { objects: [] },
      });
      await appendTimeline(tx, 'hub', [
        {
          subjectKind: kind,
          subjectName: key,
          event: 'placementUpdated',
          actor: key,
          data: { generation: index + 1 },
        },
      ]);
    });

  it('A/PL-004, A/PL-069 lists both kinds, and finds some by their keys', async () => {
    const { items, total } = await get('/placements?sort=name');
    expect([pathsOf(items), total]).toEqual([['blog/web', 'shop/web', '_/web'], 3]);
    expect(items.map((one: { latestSnapshot: string }) => one.latestSnapshot)).toEqual(['0', '1', '2']);
    expect(pathsOf((await get('/placements?names=web,blog/web')).items)).toEqual(['blog/web', '_/web']);
    expect(pathsOf((await get('/placements?q=shop')).items)).toEqual(['shop/web']);
  });

  it('pages from one to the next though they have one name', async () => {
    for (const query of ['sort=name', 'sort=default', 'sort=newest']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await get(`/placements?limit=1&${query}${cursor}`);
        seen.push(...pathsOf(page.items));
        cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
      } while (cursor !== '');
      expect([query, seen.sort()]).toEqual([query, ['_/web', 'blog/web', 'shop/web']]);
    }
  });

  it.each([
    ['_', '2', 'web', 'ClusterResourcePlacement'],
    ['shop', '1', 'shop/web', 'ResourcePlacement'],
  ])('shows the one of scope %s with what is its own', async (scope, snapshot, key, kind) => {
    const path = `/placements/${scope}/web`;
    const { placement } = await get(path);
    expect(placement).toMatchObject({
      scope,
      name: 'web',
      state: 'available',
      latestSnapshot: snapshot,
      manifest: { kind },
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: `${kind}Available`, status: 'True' }),
      ]),
    });
    expect(placement.may.createRun.isAllowed).toBe(true);
    const { items: clusters } = await get(`${path}/clusters`);
    expect(clusters).toMatchObject([{ cluster: 'c1', snapshot }]);
    const { items: lines } = await get(`${path}/timeline`);
    expect(lines).toMatchObject([{ actor: { ref: key }, generation: Number(snapshot) + 1 }]);
  });

  it.each([
    ['/placements/gone/web', 404],
    ['/placements/gone/web/clusters', 404],
    ['/placements/Not_One/web', 400],
  ])('%s → %i', (path, status) => get(path, status));

  it('shows on the page of a cluster which is which', async () => {
    const { cluster } = await get('/clusters/c1');
    expect(pathsOf(cluster.placementsHere)).toEqual(['blog/web', 'shop/web', '_/web']);
  });

  it('counts all of them on the overview', async () => {
    const { placements } = await get('/overview');
    expect(placements).toMatchObject({ total: 3, scheduled: 3, applied: 3, available: 3 });
  });

  it('says how many runs there are where it shows the newest 20 alone', async () => {
    const names = Array.from({ length: 21 }, (_, i) => `r${i}`);
    await database.transact(async tx => {
      for (const name of names) await saveObject(tx, 'hub', aRunObject(name));
    });
    const { placement } = await get('/placements/_/web');
    expect([placement.runs.length, placement.runsTotal]).toEqual([20, 21]);
  });

  it('hands the one that a reference names to permission rules', async () => {
    const refs = ['hub/web', 'hub/shop/web', 'hub/gone/web', 'hub/a/b/c', 'hub'];
    const found = await new FleetResources(database).placements(refs);
    expect(found.map(one => one && [one.name, one.labels.team])).toEqual([
      ['web', 'web'],
      ['shop/web', 'shop/web'],
      undefined,
      undefined,
      undefined,
    ]);
    const judge = (namespaces: string[]) =>
      found.map(one => one && placementRules.isInNamespace.apply(one, { namespaces })).slice(0, 2);
    expect([judge(['shop']), judge(['blog', 'web'])]).toEqual([
      [false, true],
      [false, false],
    ]);
    const named = found.map(one => one && placementRules.isPlacement.apply(one, { placements: ['web'] }));
    expect(named.slice(0, 2)).toEqual([true, false]);
  });
});
