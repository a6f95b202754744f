import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { DELETION_STAGE, plus, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import express from 'express';
import request from 'supertest';
import { createTestDatabases, openTestDatabase, type TestDatabase } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { aMemberObject, anApprovalObject, aPlacementObject, aRunObject } from '../__testUtils__/objects';
import { queriesApp } from '../__testUtils__/queriesApp';
import { saveObject } from '../database/mirrorStore';
import { saveRun } from '../database/runStore';
import { silentLog } from '../observe/log';
import { FailureLog } from './FailureLog';

const databases = createTestDatabases();
const damaged = (what: string) =>
  `${what} in Fleetstage's database is damaged. Restore the database from a backup. The log of the backend says what is wrong.`;
const FAILED = 'Reading it failed. The log of the backend says why.';

describe.each(databases.eachSupportedId())(
  'the overview, a part of which cannot be read, on %s',
  databaseId => {
    let knex: TestDatabase['knex'];
    let app: express.Express;
    let ports: ManualPorts;
    let lines: unknown[];
    const get = async (path: string, status = 200) => {
      const answer = await request(app).get(path);
      expect([path, answer.status]).toEqual([path, status]);
      return answer.body;
    };

    beforeEach(async () => {
      const opened = await openTestDatabase(databases, databaseId as TestDatabaseId);
      const { database } = opened;
      knex = opened.knex;
      ports = new ManualPorts();
      lines = [];
      const error = (message: string, fields?: object) => lines.push({ message, ...fields });
      const failures = new FailureLog({ ...silentLog, error }, ports.clock);
      app = queriesApp({ database, ports, failures });
      const objects: KubeObject[] = [
        aMemberObject('c1', { stage: 'canary' }),
        aPlacementObject('web'),
        aPlacementObject('db'),
        aRunObject('web-1'),
        anApprovalObject('web-1-canary', 'web-1', 'canary'),
        anApprovalObject('db-0-canary', 'db-0', 'canary'),
        aRunObject('db-0', { placementName: 'db' }),
        aRunObject('db-1', { placementName: 'db' }),
      ];
      const now = ports.clock.now();
      const progress = {
        stages: [],
        deletion: { name: DELETION_STAGE, clusters: [], before: [], after: [] },
      };
      await database.transact(async tx => {
        for (const object of objects) await saveObject(tx, 'hub', object);
        const save = (name: string, placement: string, succeeded: object = {}) =>
          saveRun(tx, 'hub', {
            name,
            uid: `uid-${name}`,
            placement,
            createdAt: now,
            progress: { ...progress, ...succeeded },
          });
        await save('web-1', 'web');
        await save('db-0', 'db', { startedAt: plus(now, -60_000), succeededAt: now });
        await save('db-1', 'db');
      });
    });

    /** Its state becomes `updating`; the others that are not over are still preparing. */
    const planRun = async (name: string) => {
      const at = ports.clock.now();
      const deletion = { name: DELETION_STAGE, clusters: [], before: [], after: [] };
      const counts = { policyIndex: 0, clusterCount: 0, resourceIndex: 0 };
      const plan = { at, placementUid: 'uid-web', ...counts, applyStrategy: {}, stages: [] };
      const progress = JSON.stringify({ stages: [], deletion, plan, startedAt: at });
      await knex('runs').where({ name }).update({ progress });
    };

    const breakRun = (progress: string) => knex('runs').where({ name: 'web-1' }).update({ progress });

    it('has every part where all can be read', async () => {
      const overview = await get('/overview');
      expect(overview).toMatchObject({
        failed: [],
        clusters: { total: 1 },
        placements: { total: 2, moving: 2 },
        runs: { total: 2, items: [{ name: 'db-1' }, { name: 'web-1' }] },
        waiting: [],
        // Nothing has decided on them for longer than that takes.
        trouble: ['db', 'web'].map(name => ({ cause: 'deciding', subject: { kind: 'placement', name } })),
        troubleTotal: 2,
        next: [],
        finished: [{ name: 'db-0' }],
      });
      expect((await get('/runs')).unreadable).toBeUndefined();
      expect((await get('/clusters')).items).toMatchObject([{ name: 'c1', runsComing: 0 }]);
      expect(lines).toEqual([]);
    });

    it('says in the list of placements, by name too, how a run stands, as the page of the placement does', async () => {
      await planRun('web-1');
      const { placement } = await get('/placements/_/web');
      expect(placement.runIs).toMatchObject({ state: 'updating' });
      for (const sort of ['default', 'name']) {
        const { items } = await get(`/placements?q=web&sort=${sort}`);
        expect(items).toMatchObject([{ run: 'web-1', runIs: placement.runIs }]);
      }
    });

    it('RUL 37: says first that KubeFleet runs on the hub, too', async () => {
      const foreign = { kind: 'MemberCluster', name: 'c1', manager: 'hubagent', since: 1, at: 2 };
      await knex('hub_leases').insert({
        ...{ hub: 'hub', name: 'ingest', holder: 'a', token: 1, lease_until: Date.now() + 60_000 },
        foreign_writer: JSON.stringify(foreign),
      });
      const { trouble } = await get('/overview');
      expect(trouble[0]).toMatchObject({
        ...{ cause: 'KubeFleetWrites', subject: { kind: 'cluster', name: 'c1' } },
        message: expect.stringMatching(/scale it to 0/),
      });
    });

    it.each([
      ['that is no JSON', '{"stages":[', 'The progress of run "web-1"'],
      ['without the shape of a memory', '{"deletion":null}', 'The progress of run "web-1"'],
    ])('shows the other runs beside one with a text %s, and names it', async (_, progress, what) => {
      await breakRun(progress);
      expect((await get('/placements?names=db')).items).toMatchObject([{ runIs: { state: 'preparing' } }]);
      const overview = await get('/overview');
      expect(overview.failed).toEqual(
        expect.arrayContaining([{ part: 'runs', message: damaged(what), names: ['web-1'] }]),
      );
      expect(overview).toMatchObject({
        clusters: { total: 1 },
        placements: { total: 2 },
        runs: { total: 2, items: [{ name: 'db-1' }] },
        waitingForYou: 0,
        finished: [{ name: 'db-0' }],
      });
      for (const query of ['', '?state=preparing', '?cluster=c9']) {
        expect([query, (await get(`/runs${query}`)).unreadable]).toEqual([query, ['web-1']]);
      }
      expect((await get('/runs')).items).toMatchObject([{ name: 'db-1' }, { name: 'db-0' }]);
      // How many runs will come is not known, which is not none.
      expect((await get('/clusters')).items[0].runsComing).toBeUndefined();
    });

    it('says that a later release wrote it, and does not call it damaged', async () => {
      await breakRun('{"documentVersion":2,"value":{}}');
      expect((await get('/overview')).failed).toContainEqual({
        part: 'runs',
        message:
          'The progress of run "web-1" in Fleetstage\'s database was written by a later release of Fleetstage. Run that release again. The log of the backend says which version it has.',
        names: ['web-1'],
      });
    });

    it.each([
      ['', ['web-1', 'db-1', 'db-0']],
      ['?sort=newest', ['db-0', 'db-1', 'web-1']],
      ['?limit=1', ['web-1']],
      ['?state=preparing,updating', ['web-1', 'db-1']],
      ['?state=preparing,updating&sort=name', ['db-1', 'web-1']],
    ])('lists runs that are not over by how much they need somebody: /runs%s', async (query, names) => {
      await planRun('web-1');
      const { items, total } = await get(`/runs${query}`);
      expect(items.map(({ name }: { name: string }) => name)).toEqual(names);
      expect(total).toBe(query.startsWith('?state') ? 2 : 3);
    });

    it('goes on after the last run of a page, in the same order', async () => {
      await planRun('web-1');
      const first = await get('/runs?limit=2');
      const second = await get(`/runs?limit=2&cursor=${first.nextCursor}`);
      expect([first.items, second.items]).toMatchObject([
        [{ name: 'web-1' }, { name: 'db-1' }],
        [{ name: 'db-0' }],
      ]);
    });

    it('logs once which row is broken, and again after ten minutes', async () => {
      await breakRun('{"stages":[');
      await get('/overview');
      await get('/overview');
      const reason = expect.stringContaining('the progress of run "web-1" cannot be read');
      expect(lines).toEqual([
        { message: 'A run could not be read', hub: 'hub', run: 'web-1', reason },
        { message: 'A placement could not be read', hub: 'hub', placement: 'web', reason },
      ]);
      ports.advance(10 * 60_000);
      await get('/overview');
      expect(lines).toHaveLength(4);
    });

    it('leaves a part out that cannot be read at all', async () => {
      await knex('objects').where({ kind: 'MemberCluster' }).update({ body: '{' });
      const overview = await get('/overview');
      expect(overview.clusters).toBeUndefined();
      expect(overview).toMatchObject({
        failed: [{ part: 'clusters', message: damaged('The object of cluster "c1"') }],
        placements: { total: 2 },
        runs: { total: 2, items: [{}, {}] },
      });
      expect(lines).toEqual([
        { message: 'The overview lacks parts', hub: 'hub', parts: 'clusters', reason: expect.any(String) },
      ]);
    });

    it('logs a cause that several parts share in one line', async () => {
      await knex.schema.dropTable('approvals');
      const overview = await get('/overview');
      expect(overview.failed).toEqual(
        ['runs', 'waiting', 'trouble', 'next', 'finished'].map(part => ({ part, message: FAILED })),
      );
      expect(overview).toMatchObject({ clusters: { total: 1 }, placements: { total: 2 } });
      expect(overview.runs).toBeUndefined();
      expect(lines).toMatchObject([
        { message: 'The overview lacks parts', parts: 'runs, waiting, trouble, next' },
        { message: 'The overview lacks parts', parts: 'finished' },
      ]);
    });

    it('fails where it is not even known what there is, or nothing of it can be read', async () => {
      await get('/overview?hub=other', 404);
      for (const table of ['approvals', 'bindings', 'clusters', 'version_rollouts'])
        await knex.schema.dropTable(table);
      await get('/overview', 500);
      await knex.schema.dropTable('objects');
      await get('/overview', 500);
      expect(lines).toEqual([]);
    });
  },
);
