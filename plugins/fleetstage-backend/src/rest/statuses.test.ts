import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { mockErrorHandler } from '@backstage/backend-test-utils';
import express from 'express';
import { resolve } from 'node:path';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { aMemberObject, aPlacementObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';
import { ADA, YES } from '../__testUtils__/viewers';
import { composeEngine, type Engine } from '../compose';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import { parseSettings } from '../settings';
import { openRouter } from './openRouter';
import { mountQueries } from './queries';

const databases = createTestDatabases();
const NO = { isAllowed: false, reason: 'You need fleetstage.placement.update.' };
const toWorkApi = { reportBackStrategy: { type: 'Mirror', destination: 'WorkAPI' } };

describe.each(databases.eachSupportedId())('statuses per cluster over REST, on %s', databaseId => {
  let fleet: StubFleet;
  let engine: Engine;
  let app: express.Express;
  let mayUpdate = true;

  const get = async (cluster: string, placement = 'web') => {
    const path = `/placements/_/${placement}/clusters/${cluster}/statuses`;
    const { status, body } = await request(app).get(path);
    return { status, body };
  };
  /** None before the placement is known. */
  const statusesOf = async (cluster: string) => (await get(cluster)).body.statuses ?? [];

  beforeAll(async () => {
    fleet = await StubFleet.start();
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    fleet.hub.put(
      { group: '', version: 'v1', plural: 'namespaces' },
      object('v1', 'Namespace', { name: 'web' }),
    );
    const service = object('v1', 'Service', { name: 'app', namespace: 'web' });
    fleet.hub.put(
      { group: '', version: 'v1', plural: 'services' },
      { ...service, spec: { type: 'ClusterIP' } },
    );
    for (const member of ['c1', 'c2']) fleet.put(aMemberObject(member));
    fleet.put(aPlacementObject('web', { strategy: toWorkApi }));
    fleet.put(
      aPlacementObject('quiet', {
        resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'x' }],
      }),
    );
    engine = await composeEngine({
      knex,
      settings: parseSettings(fleet.settings, '/'),
      ports: systemPorts,
      log: silentLog,
      crdsDir: resolve(__dirname, '../../crds'),
    });
    await engine.start();
    const router = openRouter({ checkAnswers: true });
    const viewerOf = async () => ({ ...ADA, mayUpdatePlacement: () => (mayUpdate ? YES : NO) });
    mountQueries(router, { queries: engine.queries, viewerOf });
    app = express().use(router).use(mockErrorHandler());
  }, 60_000);
  afterAll(async () => {
    await engine.stop();
    await fleet.stop();
  });
  beforeEach(() => {
    mayUpdate = true;
  });

  const balancerAt = (ip: string) => ({ loadBalancer: { ingress: [{ ip }] } });

  it('B/WA-140 with WorkAPI each cluster shows the statuses of its objects as they are there, and follows them', async () => {
    for (const [cluster, ip] of [
      ['c1', '10.0.0.1'],
      ['c2', '10.0.0.2'],
      ['c2', '10.0.0.3'],
    ]) {
      const member = fleet.api.cluster(cluster);
      await eventually(
        async () => member.find('services', 'app', 'web'),
        found => found !== undefined,
        30_000,
      );
      const status = balancerAt(ip);
      member.setStatus('services', status, { name: 'app', namespace: 'web' });
      const shown = await eventually(
        () => statusesOf(cluster),
        found => JSON.stringify(found).includes(ip),
        30_000,
      );
      expect(shown).toEqual([
        {
          version: 'v1',
          kind: 'Service',
          namespace: 'web',
          name: 'app',
          observationTime: expect.stringMatching(/Z$/),
          observedStatus: { apiVersion: 'v1', kind: 'Service', status },
        },
      ]);
    }
    expect((await get('c1')).body).toMatchObject({ isKept: true, mayRead: YES });
    expect(fleet.hub.find('services', 'app', 'web')).not.toHaveProperty('status');
  });

  it('shows names alone to whoever may not change the placement', async () => {
    mayUpdate = false;
    const { body } = await get('c1');
    expect(body.mayRead).toEqual(NO);
    expect(body.statuses).toMatchObject([{ kind: 'Service', name: 'app' }]);
    expect(body.statuses[0]).not.toHaveProperty('observedStatus');
  });

  it('A/PL-126 a placement that does not ask for statuses has none, and one that is not there is not found', async () => {
    expect((await get('c1', 'quiet')).body).toMatchObject({ isKept: false, statuses: [] });
    expect((await get('c1', 'nobody')).status).toBe(404);
  });
});

const object = (apiVersion: string, kind: string, metadata: object) => ({ apiVersion, kind, metadata });
