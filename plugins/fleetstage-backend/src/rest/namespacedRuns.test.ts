import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import express from 'express';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import {
  aMemberObject,
  aNamespacedPlacement,
  aPlacementObject,
  aRunObject,
  aStrategyObject,
} from '../__testUtils__/objects';
import { queriesApp } from '../__testUtils__/queriesApp';
import type { Database } from '../database/db';
import { markRunsOf } from '../database/marks';
import { saveObject } from '../database/mirrorStore';
import { queues } from '../database/queue/queues';
import { newRunRules, runRules } from '../permissions/rules';
import { FleetResources } from '../service/access/FleetResources';

const databases = createTestDatabases();
const EXTERNAL = { strategy: { type: 'External' } };

/** The namespaced sibling of a staged object. */
const within = (namespace: string, { kind, metadata, ...rest }: KubeObject): KubeObject => ({
  ...rest,
  kind: kind.replace('Cluster', ''),
  metadata: { ...metadata, namespace, uid: `uid-${namespace}-${metadata.name}` },
});

const stages = [{ name: 'all', labelSelector: {} }];
const strategy = aStrategyObject('careful', stages);
const run = aRunObject('web-1', { stagedRolloutStrategyName: 'careful' });

describe.each(databases.eachSupportedId())('runs of one name through REST, on %s (C/UR-008)', databaseId => {
  let database: Database;
  let app: express.Express;
  let knex: Awaited<ReturnType<typeof openTestDatabase>>['knex'];

  const get = async (path: string, status = 200) => {
    const answer = await request(app).get(path);
    expect([path, answer.status]).toEqual([path, status]);
    return answer.body;
  };
  const pathsOf = (items: readonly { scope: string; name: string }[]) =>
    items.map(({ scope, name }) => `${scope}/${name}`).sort();

  beforeAll(async () => {
    ({ database, knex } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    app = queriesApp({ database });
    const objects = [
      aMemberObject('c1'),
      aPlacementObject('web', EXTERNAL),
      strategy,
      run,
      ...['blog', 'shop'].flatMap(namespace => [
        aNamespacedPlacement(namespace, 'web', EXTERNAL),
        within(namespace, strategy),
        within(namespace, run),
      ]),
    ];
    await database.transact(async tx => {
      for (const object of objects) await saveObject(tx, 'hub', object);
    });
  }, 60_000);

  it('lists each in its scope, and those of one placement', async () => {
    const { items } = await get('/runs');
    expect(pathsOf(items)).toEqual(['_/web-1', 'blog/web-1', 'shop/web-1']);
    expect(pathsOf((await get('/runs?placement=shop/web')).items)).toEqual(['shop/web-1']);
    expect(pathsOf((await get('/runs?placement=web')).items)).toEqual(['_/web-1']);
  });

  it.each([
    ['_', 'ClusterStagedUpdateRun', 'uid-web-1'],
    ['shop', 'StagedUpdateRun', 'uid-shop-web-1'],
  ])('shows the one of scope %s', async (scope, kind, uid) => {
    const { run: shown } = await get(`/runs/${scope}/web-1`);
    expect(shown).toMatchObject({ scope, name: 'web-1', placement: 'web', strategy: 'careful', uid });
    expect(shown.manifest.kind).toBe(kind);
    expect((await get(`/runs/${scope}/web-1/timeline`)).items).toEqual([]);
    const { placement } = await get(`/placements/${scope}/web`);
    expect(placement.runs).toMatchObject([{ scope, name: 'web-1', uid }]);
  });

  it.each([
    ['/runs/gone/web-1', 404],
    ['/runs/Not_One/web-1', 400],
    ['/strategies/gone/careful', 404],
  ])('%s → %i', (path, status) => get(path, status));

  it('lists the strategies of each scope with the runs by them', async () => {
    const { items } = await get('/strategies');
    expect(pathsOf(items)).toEqual(['_/careful', 'blog/careful', 'shop/careful']);
    for (const one of items)
      expect(one).toMatchObject({ runCount: 1, openRuns: ['web-1'], placements: ['web'] });
    const { uses, manifest } = await get('/strategies/shop/careful');
    expect(uses).toMatchObject([{ scope: 'shop', name: 'web', openRuns: ['web-1'] }]);
    expect(manifest).toMatchObject({ kind: 'StagedUpdateStrategy', metadata: { namespace: 'shop' } });
  });

  it('wakes the run of the placement that has changed alone', async () => {
    await database.transact(tx => markRunsOf(tx, { hub: 'hub', name: 'shop/web' }));
    expect(await knex('dirty_keys').where({ queue: queues.updateRun }).pluck('key')).toEqual([
      'hub/shop/web-1',
    ]);
  });

  it('hands the one that a reference names to permission rules', async () => {
    const resources = new FleetResources(database);
    const refs = [
      'hub/web-1',
      'hub/web-1/all',
      'hub/shop/web-1/',
      'hub/shop/web-1/all',
      'hub/a/b/c/d',
      'hub',
    ];
    const found = await resources.runs(refs);
    expect(found.map(one => one && [one.name, one.placement, one.stage])).toEqual([
      ['web-1', 'web', undefined],
      ['web-1', 'web', 'all'],
      ['shop/web-1', 'shop/web', undefined],
      ['shop/web-1', 'shop/web', 'all'],
      undefined,
      undefined,
    ]);
    const named = found.map(one => one && runRules.isInNamespace.apply(one, { namespaces: ['shop'] }));
    expect(named.slice(0, 4)).toEqual([false, false, true, true]);
  });

  it('does so for a run that is to be created', async () => {
    const found = await new FleetResources(database).newRuns([
      ...['hub/web/careful', 'hub/shop/web/careful', 'hub/gone/web/careful', 'hub/web'],
    ]);
    expect(found.map(one => one && [one.placement, one.strategy])).toEqual([
      ['web', 'careful'],
      ['shop/web', 'shop/careful'],
      undefined,
      undefined,
    ]);
    const named = found.map(one => one && newRunRules.isInNamespace.apply(one, { namespaces: ['shop'] }));
    expect(named.slice(0, 2)).toEqual([false, true]);
  });
});
