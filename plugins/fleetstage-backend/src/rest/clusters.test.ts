import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import {
  leaveFleetPermission,
  updateClusterPermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startReadyBackend } from '../__testUtils__/fleetBackend';
import { StubFleet } from '../__testUtils__/stubFleet';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const EVE = 'user:default/eve';
const MAINTENANCE = { key: 'maintenance', effect: 'NoSchedule' };

function policy(permission: Permission, user: string | undefined) {
  const denied: readonly string[] = [updateClusterPermission.name, leaveFleetPermission.name];
  const isDenied = denied.includes(permission.name) && user === EVE;
  return { result: isDenied ? AuthorizeResult.DENY : AuthorizeResult.ALLOW } as const;
}

describe.each(databases.eachSupportedId())('labels and taints of a member over REST, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startReadyBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    backend = await startReadyBackend({ knex, settings: fleet.settings, policy });
    await fleet.untilPlaced();
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  const shown = async (user = ADA) => (await backend.as(user).get('/clusters/c1')).body.cluster;

  it('say who may change them', async () => {
    expect((await shown()).may.update).toEqual({ isAllowed: true });
    expect((await shown(EVE)).may.update).toMatchObject({ isAllowed: false });
    const { resourceVersion, generation } = await shown(EVE);
    const refused = await backend.as(EVE).put('/clusters/c1', { taints: [], resourceVersion, generation });
    expect(refused.status).toBe(403);
  });

  it('would move placements and stages, before anything is written', async () => {
    const labels = { stage: 'production' };
    const { body } = await backend.as(ADA).post('/clusters/c1/what-if', { labels });
    expect(body).toMatchObject({ checked: 1, total: 1, placements: [] });
    expect(body.strategies).toEqual([
      { scope: '_', name: 'strategy', today: ['canary'], then: ['production'] },
    ]);
    expect(fleet.find('MemberCluster', 'c1')?.metadata.labels).toMatchObject({ stage: 'canary' });
    expect((await backend.as(ADA).post('/clusters/nobody/what-if', { labels })).status).toBe(404);
  });

  it('are written where nobody has changed them, with a line in the timeline', async () => {
    const { resourceVersion, generation, labels } = await shown();
    const asked = { resourceVersion, generation, shown: { labels } };
    const written = await backend.as(ADA).put('/clusters/c1', { ...asked, taints: [MAINTENANCE] });
    expect([written.status, written.body.error]).toEqual([200, undefined]);
    const { metadata, spec } = fleet.find('MemberCluster', 'c1')!;
    expect(spec).toMatchObject({ identity: expect.anything(), taints: [MAINTENANCE] });
    expect(metadata.labels).toEqual(labels);
    // The spec is another one by now.
    const late = await backend.as(ADA).put('/clusters/c1', { ...asked, taints: [] });
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringContaining('load it again')]);
    const nothing = await backend.as(ADA).put('/clusters/c1', asked);
    expect([nothing.status, nothing.body.error.message]).toEqual([
      400,
      expect.stringContaining('labels, taints'),
    ]);
    expect(backend.audited.map(({ id }) => id)).toContain('cluster-update');
  });

  describe('a member that leaves', () => {
    it('says beforehand how, and which placements lose it', async () => {
      expect(await shown()).toMatchObject({
        leave: { way: 'atOnce', forceAfterSeconds: 900 },
        may: { leave: { isAllowed: true } },
        evictions: [],
        evictionsTotal: 0,
      });
      expect((await shown(EVE)).may.leave).toMatchObject({ isAllowed: false });
      const { body } = await backend.as(ADA).post('/clusters/c1/what-if', { leaves: true });
      expect(body.placements).toMatchObject([{ scope: '_', name: 'web', effect: 'loses', found: 1 }]);
    });

    it('C/MC-053: is deleted on the hub by its uid, with a line in the timeline and the audit', async () => {
      const { uid } = await shown();
      expect((await backend.as(EVE).delete('/clusters/c1', { uid })).status).toBe(403);
      expect((await backend.as(ADA).delete('/clusters/c1', { uid: 'of-another' })).status).toBe(409);
      expect((await backend.as(ADA).delete('/clusters/nobody', { uid })).status).toBe(404);
      const left = await backend.as(ADA).delete('/clusters/c1', { uid });
      expect([left.status, left.body]).toEqual([200, { isLeaving: true }]);
      await eventually(
        () => fleet.find('MemberCluster', 'c1'),
        member => member === undefined,
        30_000,
      );
      expect(backend.audited.map(({ id }) => id)).toContain('cluster-leave');
    });
  });
});
