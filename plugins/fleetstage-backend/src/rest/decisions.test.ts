import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { ScheduleVerdict } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { aPick, anOutcome } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import express from 'express';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { aMemberObject, aPlacementObject } from '../__testUtils__/objects';
import { queriesApp } from '../__testUtils__/queriesApp';
import type { Database } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { deleteObject, saveObject } from '../database/mirrorStore';
import { saveSchedule } from '../database/placementStore';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const PATH = '/placements/_/web';
const PARTS = [{ plugin: 'ClusterAffinity', subject: 'weight 7', affinity: 7 }];

const tainted = (cluster: string, inputs: string): ScheduleVerdict => ({
  cluster,
  selected: false,
  code: 'UntoleratedTaint',
  reason: 'ClusterUnschedulable, taint {Key:gpu} is not tolerated',
  filter: 'TaintToleration',
  inputs,
});
const scored = (cluster: string, inputs: string) =>
  aPick(cluster, { inputs, parts: PARTS, score: { affinityScore: 7, priorityScore: 0 } });

describe.each(databases.eachSupportedId())('decisions over REST, on %s', databaseId => {
  let database: Database;
  let app: express.Express;
  let ports: ManualPorts;

  const get = async (path: string, status = 200) => {
    const answer = await request(app).get(path);
    const message = answer.status === status ? '' : answer.body.error?.message;
    expect([path, answer.status, message]).toEqual([path, status, '']);
    return answer.body;
  };
  const decide = (verdicts: readonly ScheduleVerdict[], patch = {}) =>
    database.transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveSchedule(tx, WEB, anOutcome(patch), verdicts);
    });
  const names = (body: { items: { cluster: string }[] }) => body.items.map(({ cluster }) => cluster);

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    ports = new ManualPorts();
    app = queriesApp({
      database,
      ports,
      readSelection: async () => {
        throw new Error('nothing is selected here');
      },
    });
    await database.transact(async tx => {
      await saveObject(tx, 'hub', aPlacementObject('web'));
      for (const name of ['c1', 'c2', 'c3']) await saveObject(tx, 'hub', aMemberObject(name, { stage: 'a' }));
    });
    await decide([scored('c1', 'a'), tainted('c2', 'b')]);
    await decide([tainted('c1', 'z'), scored('c2', 'b'), scored('c3', 'c')], { message: 'the last' });
  });

  it('lists them, newest first, with cause, gains, losses, histogram and input revision', async () => {
    const { items, nextCursor } = await get(`${PATH}/decisions`);
    expect(nextCursor).toBeUndefined();
    expect(items).toMatchObject([
      {
        number: 2,
        isLast: true,
        policyIndex: String(anOutcome().policyIndex),
        message: 'the last',
        cause: {
          kind: 'clusters',
          clusters: [
            { cluster: 'c1', before: 'Picked', after: 'UntoleratedTaint' },
            { cluster: 'c3', after: 'Picked' },
          ],
          count: 2,
        },
        picked: 2,
        gained: { count: 2, names: ['c2', 'c3'] },
        lost: { count: 1, names: ['c1'] },
        causes: [
          { cause: 'Picked', clusters: 2 },
          { cause: 'UntoleratedTaint', clusters: 1 },
        ],
        decided: { total: 3, picked: 2, notPicked: 1 },
        inputs: expect.stringMatching(/^[0-9a-f]{12}$/),
      },
      { number: 1, cause: { kind: 'first', clusters: [], count: 0 }, picked: 1 },
    ]);
    expect(items[1]).not.toHaveProperty('isLast');
  });

  it('lists them page by page, and refuses the cursor of another list', async () => {
    const first = await get(`${PATH}/decisions?limit=1`);
    expect(first.items).toMatchObject([{ number: 2 }]);
    const second = await get(`${PATH}/decisions?limit=1&cursor=${first.nextCursor}`);
    expect(second.items).toMatchObject([{ number: 1 }]);
    expect(second).not.toHaveProperty('nextCursor');
    const clusters = await get(`${PATH}/clusters?limit=1`);
    await get(`${PATH}/decisions?cursor=${clusters.nextCursor}`, 400);
    expect((await get('/placements/_/nobody/decisions')).items).toEqual([]);
  });

  it('one of before there was a history is shown by its verdicts', async () => {
    await database.transact(tx => tx.sql('decisions').where({ number: 2 }).update({ summary: null }));
    const [last] = (await get(`${PATH}/decisions`)).items;
    expect(last).toMatchObject({
      number: 2,
      causes: [{ cause: 'Picked', clusters: 2 }, {}],
      decided: { total: 3, picked: 2, notPicked: 1 },
    });
    expect(last).not.toHaveProperty('cause');
  });

  it('shows the clusters as an earlier decision had them, without what they run now', async () => {
    const { items } = await get(`${PATH}/clusters?decided=1`);
    expect(items).toMatchObject([
      { cluster: 'c1', isPicked: true, cause: 'Picked', conditions: [], labels: { stage: 'a' } },
      { cluster: 'c2', isPicked: false, cause: 'UntoleratedTaint', conditions: [] },
    ]);
    expect(items[0]).not.toHaveProperty('state');
    expect(items[0]).not.toHaveProperty('memberState');
    expect(names(await get(`${PATH}/clusters`)).sort()).toEqual(['c1', 'c2', 'c3']);
    expect(names(await get(`${PATH}/clusters?decided=1&cause=UntoleratedTaint`))).toEqual(['c2']);
    expect((await get(`${PATH}/clusters?decided=9`, 404)).error.message).toMatch(
      /^Decision 9 of placement "web" is not kept; leave "decided" out/,
    );
    await get(`${PATH}/clusters?decided=0`, 400);
  });

  it('says why as it was kept: filters up to the refusal, score parts, input revision', async () => {
    const refused = await get(`${PATH}/clusters/c2?decided=1`);
    expect(refused).toMatchObject({ isPicked: false, cause: 'UntoleratedTaint', inputs: 'b', parts: [] });
    const outcomes = refused.filters.map((line: { outcome: string }) => line.outcome);
    const at = outcomes.indexOf('refused');
    expect(refused.filters[at]).toMatchObject({
      filter: 'TaintToleration',
      message: expect.stringContaining('is not tolerated'),
    });
    expect(new Set(outcomes.slice(0, at))).toEqual(new Set(['passed']));
    expect(outcomes.slice(at + 1).every((one: string) => one === 'notLookedAt')).toBe(true);
    const picked = await get(`${PATH}/clusters/c1?decided=1`);
    expect(picked).toMatchObject({
      isPicked: true,
      inputs: 'a',
      isStale: false,
      policyIndex: String(anOutcome().policyIndex),
      decidedAt: expect.any(String),
      parts: [{ plugin: 'ClusterAffinity', subject: 'weight 7', kind: 'affinity', value: 7 }],
      score: { affinity: 7, topology: 0 },
    });
    expect(picked.filters.every((line: { outcome: string }) => line.outcome === 'passed')).toBe(true);
    expect((await get(`${PATH}/clusters/c3?decided=1`, 404)).error.message).toBe(
      'Cluster "c3" was not in the fleet at decision 1',
    );
  });

  describe('the next page of clusters', () => {
    const page = (cursor: string, more = '') => get(`${PATH}/clusters?limit=2&cursor=${cursor}${more}`);

    it('is of the same list as the first, whatever was decided meanwhile', async () => {
      const first = await get(`${PATH}/clusters?limit=2`);
      await decide([tainted('c1', 'z')]);
      const second = await page(first.nextCursor);
      expect(names(first)).toEqual(['c2', 'c3']);
      expect(second).toMatchObject({ asOf: first.asOf, total: 3, items: [{ cluster: 'c1' }] });
      expect(second).not.toHaveProperty('nextCursor');
    });

    it('is read anew after a minute, and for another question', async () => {
      const first = await get(`${PATH}/clusters?limit=2`);
      await database.transact(tx => deleteObject(tx, { hub: 'hub', kind: 'MemberCluster', name: 'c1' }));
      await decide([scored('c2', 'b'), scored('c3', 'c')]);
      expect((await page(first.nextCursor, '&decision=picked')).total).toBe(2);
      expect((await page(first.nextCursor)).total).toBe(3);
      ports.advance(60_001);
      expect(await page(first.nextCursor)).toMatchObject({ total: 2, items: [] });
    });
  });
});
