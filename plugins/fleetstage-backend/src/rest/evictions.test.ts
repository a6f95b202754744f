import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import {
  evictPlacementPermission,
  setBudgetPermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startReadyBackend } from '../__testUtils__/fleetBackend';
import { aBudgetObject, aNamespacedPlacement, aPlacementObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';
import { createFleetPlacementConditionalDecision, fleetPlacementConditions } from '../permissions/rules';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const EVE = 'user:default/eve';
const WEB = '/placements/_/shop/evictions';
const EVICTION = 'ClusterResourcePlacementEviction';

/** Eve may evict and protect placements of team blue alone. */
function policy(permission: Permission, user: string | undefined) {
  const asked = [evictPlacementPermission, setBudgetPermission].find(({ name }) => name === permission.name);
  if (asked === undefined || user !== EVE) return { result: AuthorizeResult.ALLOW } as const;
  return createFleetPlacementConditionalDecision(
    asked,
    fleetPlacementConditions.hasLabel({ key: 'team', values: ['blue'] }),
  );
}

describe.each(databases.eachSupportedId())('evictions over REST, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startReadyBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    for (const name of ['shop', 'fixed', 'team-a'])
      fleet.hub.put(
        { group: '', version: 'v1', plural: 'namespaces' },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
      );
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    backend = await startReadyBackend({ knex, settings: fleet.settings, policy });
    fleet.put(aPlacementObject('shop'));
    fleet.put(aPlacementObject('fixed', { policy: { placementType: 'PickFixed', clusterNames: ['c1'] } }));
    const plural = 'resourceplacements';
    fleet.hub.put(
      { group: 'placement.kubernetes-fleet.io', version: 'v1beta1', plural, namespace: 'team-a' },
      aNamespacedPlacement('team-a', 'app'),
    );
    await shown(({ clusters = [] }) => clusters.filter(({ isAllowed }) => isAllowed).length === 2);
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  interface Shown {
    readonly clusters?: readonly { readonly isAllowed: boolean }[];
    readonly evictions?: readonly { readonly name: string; readonly state: string }[];
    readonly budget?: { readonly available: number };
    readonly mayEvict?: object;
  }
  /** What is shown of the placement, once it is as wanted. */
  const shown = (isAsWanted: (body: Shown) => boolean = () => true): Promise<Shown> =>
    eventually(async () => (await backend.as(ADA).get(WEB)).body as Shown, isAsWanted, 30_000);
  const isOver = (name: string) => (body: Shown) =>
    body.evictions?.some(one => one.name === name && one.state !== 'waiting') === true;

  it('say for each cluster what would happen, and who may', async () => {
    const { body } = await backend.as(EVE).get(WEB);
    expect(body).toMatchObject({
      clusters: ['c1', 'c2'].map(cluster => ({
        cluster,
        verdict: 'executed',
        isAllowed: true,
        reason: 'no budget protects the placement',
      })),
      evictions: [],
      total: 0,
      mayEvict: { isAllowed: false, reason: expect.stringContaining('fleetstage.placement.evict') },
    });
    expect(body.budget).toBeUndefined();
    const refused = await backend.as(EVE).post(WEB, { cluster: 'c1' });
    expect(refused.status).toBe(403);
    expect(fleet.list(EVICTION)).toEqual([]);
  });

  it.each([
    ['C/EV-009: PickFixed', '/placements/_/fixed/evictions', 'c1', 400, 'spec.policy.clusterNames'],
    ['C/EV-020: a cluster that does not have it', WEB, 'c9', 400, 'the placement is not on the cluster'],
    [
      'C/EV-001: of a namespace',
      '/placements/team-a/app/evictions',
      'c1',
      400,
      'only cluster-wide placements',
    ],
    ['C/EV-007, RUL 44: unknown', '/placements/_/nothing/evictions', 'c1', 404, 'does not exist'],
  ])('are refused where they could not be valid: %s', async (_, path, cluster, status, words) => {
    const refused = await backend.as(ADA).post(path, { cluster });
    expect([refused.status, refused.body.error.message]).toEqual([status, expect.stringContaining(words)]);
    expect(fleet.list(EVICTION)).toEqual([]);
  });

  it('are created on the hub and decided there, with who asked and why in the timeline and the audit', async () => {
    const made = await backend.as(ADA).post(WEB, { cluster: 'c1', reason: 'its rack is replaced' });
    expect([made.status, made.body]).toEqual([201, { name: expect.stringMatching(/^shop-c1-[0-9a-f]{8}$/) }]);
    const { name } = made.body as { name: string };
    expect(fleet.find(EVICTION, name)).toMatchObject({
      metadata: { annotations: { 'fleetstage.io/reason': 'its rack is replaced' } },
      spec: { placementName: 'shop', clusterName: 'c1' },
    });
    const { evictions } = await shown(isOver(name));
    expect(evictions).toMatchObject([
      {
        name,
        cluster: 'c1',
        state: 'executed',
        reason: 'its rack is replaced',
        requestedBy: ADA,
        explanation: 'no budget protects the placement',
        message: 'Eviction is allowed, no ClusterResourcePlacementDisruptionBudget specified',
        conditions: [{ type: 'Valid' }, { type: 'Executed' }],
      },
    ]);
    const { items } = (await backend.as(ADA).get('/placements/_/shop/timeline')).body;
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'evictionAsked', message: 'its rack is replaced' }),
        expect.objectContaining({
          event: 'evicted',
          message: `Eviction "${name}": no budget protects the placement`,
        }),
      ]),
    );
    expect(backend.audited.map(({ id }) => id)).toContain('placement-evict');
  });

  it('C/EV-026: are blocked by a budget, which is shown with its arithmetic', async () => {
    const budget = aBudgetObject({ minAvailable: 2 });
    fleet.put({ ...budget, metadata: { ...budget.metadata, name: 'shop' } });
    const { clusters, budget: view } = await shown(body => body.budget?.available === 2);
    expect(view).toEqual({
      ...{ uid: expect.any(String), resourceVersion: expect.any(String) },
      minAvailable: 2,
      limit: 'minAvailable',
      scaled: 2,
      total: 2,
      available: 2,
      allowed: 0,
      sentence: 'needs 2 of 2 available, 2 are: blocked',
    });
    expect(clusters).toMatchObject([
      { cluster: 'c1', verdict: 'blocked', reason: 'the budget needs 2 of 2 available, 2 are: blocked' },
      { cluster: 'c2', verdict: 'blocked', isAllowed: false },
    ]);
    const { name } = (await backend.as(ADA).post(WEB, { cluster: 'c2' })).body as { name: string };
    const { evictions } = await shown(isOver(name));
    expect(evictions).toContainEqual(expect.objectContaining({ name, state: 'blocked' }));
  });

  it('are foreseen, with what the scheduler does then: PickAll picks the cluster again, unless it is tainted', async () => {
    const { body } = await backend.as(EVE).get('/placements/_/shop/clusters/c2/eviction');
    expect(body).toMatchObject({
      ...{ cluster: 'c2', verdict: 'blocked', moves: 'rolling', runs: [] },
      reason: 'the budget needs 2 of 2 available, 2 are: blocked',
      after: { returns: true, instead: [], found: 2 },
      afterTaint: { returns: false, instead: [], found: 1 },
      taint: { key: 'fleetstage.io/evicted', effect: 'NoSchedule' },
      mayEvict: { isAllowed: false },
      mayTaint: { isAllowed: true },
    });
    const namespaced = await backend.as(ADA).get('/placements/team-a/app/clusters/c1/eviction');
    expect([namespaced.status, namespaced.body.error.message]).toEqual([
      400,
      expect.stringContaining('Only cluster-wide placements'),
    ]);
  });

  it('C/EV-001: a placement of a namespace has none', async () => {
    const { body } = await backend.as(ADA).get('/placements/team-a/app/evictions');
    expect(body).toMatchObject({ clusters: [], evictions: [], mayEvict: { isAllowed: false } });
  });

  describe('a budget', () => {
    const BUDGET = '/placements/_/shop/budget';
    const KIND = 'ClusterResourcePlacementDisruptionBudget';
    const version = () => fleet.find(KIND, 'shop')?.metadata.resourceVersion;

    it('is tried before it is written', async () => {
      const { body } = await backend.as(ADA).post(`${BUDGET}/what-if`, { minAvailable: 1 });
      expect(body.budget).toMatchObject({ sentence: 'needs 1 of 2 available, 2 are: 1 may be evicted' });
      const none = await backend.as(ADA).post(`${BUDGET}/what-if`, { maxUnavailable: '200%' });
      expect(none.status).toBe(400);
    });

    it('C/DB-007: is changed where nobody else has, and counts for the next eviction', async () => {
      const late = await backend.as(ADA).put(BUDGET, { limits: { minAvailable: 1 } });
      expect([late.status, late.body.error.message]).toEqual([
        409,
        expect.stringContaining('since you opened it'),
      ]);
      const limits = { minAvailable: 1 };
      const refused = await backend.as(EVE).put(BUDGET, { limits, resourceVersion: version() });
      expect(refused.status).toBe(403);
      const written = await backend.as(ADA).put(BUDGET, { limits, resourceVersion: version() });
      expect([written.status, fleet.find(KIND, 'shop')?.spec]).toEqual([200, limits]);
      const { clusters } = await shown(body => body.clusters?.some(({ isAllowed }) => isAllowed) === true);
      expect(clusters).toContainEqual(
        expect.objectContaining({
          reason: 'the budget needs 1 of 2 available, 2 are: 1 may be evicted',
        }),
      );
    });

    it.each([
      ['DB-010: of PickAll takes no maxUnavailable', { maxUnavailable: 1 }],
      ['DB-011: of PickAll takes no share', { minAvailable: '50%' }],
      ['DB-006: has a limit', {}],
    ])('C/%s', async (_, limits) => {
      const refused = await backend.as(ADA).put(BUDGET, { limits, resourceVersion: version() });
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringContaining('every eviction would be blocked'),
      ]);
    });

    it('is deleted, and its changes are in the timeline and the audit', async () => {
      const other = await backend.as(ADA).delete(BUDGET, { uid: 'of-another' });
      expect(other.status).toBe(409);
      const { uid } = fleet.find(KIND, 'shop')!.metadata;
      const deleted = await backend.as(ADA).delete(BUDGET, { uid });
      expect([deleted.status, deleted.body]).toEqual([200, { isDeleted: true }]);
      expect(fleet.find(KIND, 'shop')).toBeUndefined();
      const again = await backend.as(ADA).delete(BUDGET, { uid });
      expect(again.body).toEqual({ isDeleted: false });
      const { items } = (await backend.as(ADA).get('/placements/_/shop/timeline')).body;
      expect(items).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ event: 'budgetSet', message: 'at least 1 available' }),
          expect.objectContaining({ event: 'budgetDeleted' }),
        ]),
      );
      expect(backend.audited.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['placement-budget', 'placement-budget-delete']),
      );
    });
  });
});
