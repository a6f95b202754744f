import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import { drainClusterPermission, type MemberCluster } from '@fleetstage/backstage-plugin-fleetstage-common';
import { CORDON_TAINT } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startReadyBackend } from '../__testUtils__/fleetBackend';
import { aBudgetObject, aPlacementObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const EVE = 'user:default/eve';
const DRAIN = '/clusters/c1/drain';
const EVICTION = 'ClusterResourcePlacementEviction';
const OTHER = { key: 'gpu', value: 'true', effect: 'NoSchedule' };

function policy(permission: Permission, user: string | undefined) {
  const isDenied = permission.name === drainClusterPermission.name && user === EVE;
  return { result: isDenied ? AuthorizeResult.DENY : AuthorizeResult.ALLOW } as const;
}

interface Shown {
  readonly state?: string;
  readonly sentence?: string;
  readonly placements?: readonly { readonly name: string; readonly state: string; readonly reason: string }[];
}

interface Moved {
  readonly placements?: readonly { readonly name: string; readonly move?: object }[];
}
interface Line {
  readonly event: string;
  readonly actor: { readonly ref: string };
  readonly message?: string;
}

describe.each(databases.eachSupportedId())('drains over REST, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startReadyBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    for (const name of ['free', 'shop', 'fixed'])
      fleet.hub.put(
        { group: '', version: 'v1', plural: 'namespaces' },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
      );
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    backend = await startReadyBackend({ knex, settings: fleet.settings, policy });
    for (const name of ['free', 'shop']) fleet.put(aPlacementObject(name));
    fleet.put(aPlacementObject('fixed', { policy: { placementType: 'PickFixed', clusterNames: ['c1'] } }));
    const budget = aBudgetObject({ minAvailable: 2 });
    fleet.put({ ...budget, metadata: { ...budget.metadata, name: 'shop' } });
    await shown(({ placements = [] }) =>
      ['free due', 'shop blocked', 'fixed stays'].every(wanted =>
        placements.some(one => wanted === `${one.name} ${one.state}` && !one.reason.includes('none is')),
      ),
    );
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  const shown = (isAsWanted: (body: Shown) => boolean): Promise<Shown> =>
    eventually(async () => (await backend.as(ADA).get(DRAIN)).body as Shown, isAsWanted, 30_000);
  interface Listed {
    readonly name: string;
    readonly drain?: { readonly state: string };
  }
  /** As lists show it: when the drain was last looked at. */
  const kept = (isAsWanted: (cluster: Listed) => boolean): Promise<Listed> =>
    eventually(
      async () =>
        ((await backend.as(ADA).get('/clusters')).body.items as Listed[]).find(({ name }) => name === 'c1')!,
      isAsWanted,
      30_000,
    );
  const member = () => fleet.find('MemberCluster', 'c1') as unknown as MemberCluster;
  const setBudget = (minAvailable: number) =>
    fleet.merge('ClusterResourcePlacementDisruptionBudget', 'shop', { spec: { minAvailable } });

  it('C/DR-003, DR-011: show beforehand what would be evicted, what blocks and what stays', async () => {
    const { body } = await backend.as(EVE).get(DRAIN);
    expect(body).toMatchObject({
      state: 'idle',
      may: { drain: { isAllowed: false, reason: expect.stringContaining('fleetstage.cluster.drain') } },
      placements: expect.arrayContaining([
        expect.objectContaining({ scope: '_', name: 'fixed', state: 'stays' }),
        {
          ...{ scope: '_', name: 'shop', state: 'blocked' },
          reason: 'the budget needs 2 of 2 available, 2 are: blocked',
        },
      ]),
    });
    expect(JSON.stringify(body.placements)).not.toContain('"move"');
    expect((await backend.as(ADA).get('/clusters/nobody/drain')).status).toBe(404);
    expect((await backend.as(ADA).post('/clusters/nobody/drain', {})).status).toBe(404);
    expect((await backend.as(ADA).post('/clusters/nobody/uncordon', {})).status).toBe(404);
    expect((await backend.as(EVE).post(DRAIN, {})).status).toBe(403);
    expect((await backend.as(EVE).post('/clusters/c1/uncordon', {})).status).toBe(403);
    expect(member().spec.taints ?? []).toEqual([]);
  });

  it('C/EV-033: say beforehand where each placement goes, where that is asked', async () => {
    const { placements = [] } = (await backend.as(EVE).get(`${DRAIN}?moves=true`)).body as Moved;
    expect(Object.fromEntries(placements.map(({ name, move }) => [name, move]))).toMatchObject({
      fixed: { instead: [], found: 0, sentence: 'PickFixed: not placed elsewhere' },
      free: { instead: [], found: 1, sentence: 'PickAll: not placed elsewhere; 1 other cluster has it' },
      shop: { instead: [], found: 1, sentence: 'PickAll: not placed elsewhere; 1 other cluster has it' },
    });
  });

  it('C/DR-003, DR-006: write taint and request at once; a second one writes nothing', async () => {
    fleet.merge('MemberCluster', 'c1', { spec: { taints: [OTHER] }, metadata: { annotations: { a: 'b' } } });
    const first = await backend.as(ADA).post(DRAIN, { reason: 'new kernel' });
    expect([first.status, first.body]).toEqual([200, { isFirst: true }]);
    expect(member()).toMatchObject({
      metadata: {
        annotations: {
          'a': 'b',
          'fleetstage.io/drain': 'new kernel',
          'fleetstage.io/drain-by': ADA,
          'fleetstage.io/drain-at': expect.stringMatching(/Z$/),
        },
      },
      spec: { taints: [OTHER, CORDON_TAINT] },
    });
    const second = await backend.as(ADA).post(DRAIN, { reason: 'another' });
    expect(second.body).toEqual({ isFirst: false });
    expect(member().metadata.annotations?.['fleetstage.io/drain']).toBe('new kernel');
  });

  it('C/EV-026: say what blocks, and go on when the budget lets them', async () => {
    await kept(({ drain }) => drain?.state === 'blocked');
    const { sentence } = await shown(({ state }) => state === 'blocked');
    expect(sentence).toMatch(/^Blocked: 1 of 2 placements evicted; shop is blocked; fixed stays\.$/);
    const names = () => fleet.list(EVICTION).map(({ metadata }) => metadata.name);
    expect(names()).toEqual([expect.stringMatching(/^drain-eviction-free-c1-/)]);
    setBudget(1);
    expect((await kept(({ drain }) => drain?.state === 'drained')).drain).toMatchObject({
      ...{ evicted: 2, total: 2, stays: 1 },
      sentence: 'Drained: 2 placements evicted; fixed stays.',
    });
    expect(await shown(() => true)).toMatchObject({ state: 'drained', evicted: 2 });
    expect(names()).toHaveLength(2);
    expect((await backend.as(ADA).get('/clusters/c1')).body.cluster).toMatchObject({
      drain: { state: 'drained' },
      may: { drain: { isAllowed: true } },
    });
  });

  it('C/DR-015: end with uncordon: other taints and annotations stay, and placements come back', async () => {
    const ended = await backend.as(ADA).post('/clusters/c1/uncordon', {});
    expect([ended.status, ended.body]).toEqual([200, { isFirst: true }]);
    expect(member().spec.taints).toEqual([OTHER]);
    const left = Object.keys(member().metadata.annotations ?? {});
    expect(left.filter(key => key.startsWith('fleetstage.io/drain'))).toEqual([]);
    expect(left).toContain('a');
    expect((await backend.as(ADA).post('/clusters/c1/uncordon', {})).body).toEqual({ isFirst: false });
    fleet.merge('MemberCluster', 'c1', { spec: { taints: [] } });
    setBudget(2);
    await shown(({ placements = [] }) =>
      placements.some(one => one.name === 'shop' && one.state === 'blocked'),
    );
    await kept(({ drain }) => drain === undefined);
  });

  it('have their lines in the timeline of the cluster, and are audited', async () => {
    const { body } = await backend.as(EVE).get('/clusters/c1/timeline');
    const lines = body.items as readonly Line[];
    expect(lines.map(({ event, actor }) => [event, actor.ref]).reverse()).toEqual(
      expect.arrayContaining([
        ['clusterJoined', 'engine'],
        ['drainAsked', ADA],
        ['tainted', 'engine'],
        ['drainStarted', 'engine'],
        ['evicted', 'engine'],
        ['drainBlocked', 'engine'],
        ['drained', 'engine'],
        ['uncordonAsked', ADA],
        ['untainted', 'engine'],
        ['drainEnded', 'engine'],
      ]),
    );
    const saidOf = (event: string) =>
      lines.filter(line => line.event === event).map(({ message }) => message);
    expect(saidOf('tainted')).toContain('cordon-key=cordon-value:NoSchedule');
    expect(saidOf('evicted').sort()).toEqual([
      expect.stringMatching(/^Placement "free"\. Eviction "drain-eviction-free-c1-\w+": no budget protects/),
      expect.stringMatching(
        /^Placement "shop"\. Eviction "drain-eviction-shop-c1-\w+": the budget needs 1 of 2/,
      ),
    ]);
    const counted = (event: string) => saidOf(event).length;
    expect(['drainAsked', 'drainStarted', 'drained', 'uncordonAsked', 'drainEnded'].map(counted)).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect(backend.audited.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['cluster-drain', 'cluster-uncordon']),
    );
  });
});
