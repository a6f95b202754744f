import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { mockCredentials } from '@backstage/backend-test-utils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { startFleetBackend } from './__testUtils__/fleetBackend';
import { aPlacementObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';

const databases = createTestDatabases();
const NAMES = ['web-1', 'web-2', 'web-3'];
const token = mockCredentials.user.header('user:default/ada');

describe.each(databases.eachSupportedId())(
  'removals that wait for a confirmation (decision 0032), on %s',
  id => {
    let fleet: StubFleet;
    let backend: Awaited<ReturnType<typeof startFleetBackend>>;

    beforeAll(async () => {
      fleet = await StubFleet.start();
      fleet.putFleet();
      for (const name of NAMES) fleet.put(aPlacementObject(name));
      const { knex } = await openTestDatabase(databases, id as TestDatabaseId);
      backend = await startFleetBackend({
        knex,
        settings: { ...fleet.settings, removals: { minimum: 1, percentPerMinute: 0 } },
        policy: () => ({ result: AuthorizeResult.ALLOW }),
      });
      for (const name of NAMES)
        await eventually(
          () => onClusters(name),
          count => count > 0,
          30_000,
        );
    }, 180_000);
    afterAll(async () => {
      await backend.stop();
      await fleet.stop();
    });

    const get = async (path: string) =>
      (await request(backend.server).get(`/api/fleetstage${path}`).set('Authorization', token)).body;
    const post = (path: string, body: object) =>
      request(backend.server).post(`/api/fleetstage${path}`).set('Authorization', token).send(body);
    const onClusters = async (name: string): Promise<number> =>
      (await get(`/placements/_/${name}/clusters`)).items?.length ?? 0;
    const held = async () =>
      (await get('/removals')).items.map(
        ({ placement, state, cause }: Record<string, string>) => `${placement} ${state} ${cause}`,
      );

    it('lets one begin, holds the others, and shows of each what it would take away', async () => {
      for (const name of NAMES) fleet.hub.remove('clusterresourceplacements', name);
      await eventually(held, items => items.length === 2, 30_000);
      const { items } = await get('/removals');
      expect(items[0]).toMatchObject({
        state: 'held',
        cause: 'TooManyRemovals',
        isOnHub: false,
        permit: { isAllowed: true },
        message: expect.stringContaining('fleetstage.io/confirm-removal'),
      });
      expect(items[0].clusters).toBeGreaterThan(0);
    });

    it('decides all that are named or none', async () => {
      const answer = await post('/removals/confirm', { placements: ['web-1', 'web-2', 'web-3'] });
      expect(answer.status).toBe(409);
      expect(await held()).toHaveLength(2);
      expect(backend.audited.at(-1)).toMatchObject({ id: 'removal-confirm', outcome: 'failed' });
    });

    it('keeps on its clusters what is released, and adopts it when it is applied again', async () => {
      const [{ placement }] = (await get('/removals')).items;
      expect(
        (await post('/removals/release', { placements: [placement], comment: 'by mistake' })).status,
      ).toBe(200);
      expect(await held()).toContainEqual(`${placement} released TooManyRemovals`);
      fleet.put(aPlacementObject(placement, {}, { uid: 'uid-again' }));
      await eventually(held, items => items.length === 1, 30_000);
      expect(await onClusters(placement)).toBeGreaterThan(0);
    });

    it('carries out what is confirmed, with its name in audit and timeline', async () => {
      const [{ placement }] = (await get('/removals')).items;
      expect((await post('/removals/confirm', { placements: [placement] })).status).toBe(200);
      expect(backend.audited.at(-1)).toMatchObject({
        id: 'removal-confirm',
        outcome: 'succeeded',
        severity: 'high',
        meta: { removal: placement, actor: 'user:default/ada' },
      });
      const events = async (): Promise<string[]> =>
        (await get(`/placements/_/${placement}/timeline`)).items.map(({ event }: { event: string }) => event);
      const seen = await eventually(events, found => found.includes('gone'), 30_000);
      expect(seen).toEqual(expect.arrayContaining(['removalHeld', 'removalConfirmed', 'gone']));
      expect(await held()).toEqual([]);
    });
  },
);
