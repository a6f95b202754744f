import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { NotAllowedError } from '@backstage/errors';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aHealthyMember } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import express from 'express';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { aMemberObject, aPlacementObject, aStrategyObject } from '../__testUtils__/objects';
import { queriesApp } from '../__testUtils__/queriesApp';
import { ADA } from '../__testUtils__/viewers';
import { loadCluster, saveCluster } from '../database/clusterStore';
import type { Database } from '../database/db';
import { saveObject } from '../database/mirrorStore';
import { saveNamespaces } from '../database/namespaceStore';
import { placementReconciler } from '../reconcilers/placement';

const databases = createTestDatabases();
const GPU = { key: 'gpu', effect: 'NoSchedule' };
const PICK_2 = { placementType: 'PickN', numberOfClusters: 2 };
const WEB = '/placements/_/web';

describe.each(databases.eachSupportedId())('what-if over REST, on %s', databaseId => {
  let database: Database;
  let app: express.Express;
  let ports: ManualPorts;
  let mayView: boolean;

  const send = async (method: 'get' | 'post', path: string, body: object | undefined, status: number) => {
    const asked = request(app)[method](path);
    const answer = await (body === undefined ? asked : asked.send(body));
    const message = answer.status === status ? '' : answer.body.error?.message;
    expect([path, answer.status, message]).toEqual([path, status, '']);
    return answer.body;
  };
  const get = (path: string, status = 200) => send('get', path, undefined, status);
  const post = (path: string, body: object, status = 200) => send('post', path, body, status);
  const refusal = async (path: string, body: object) => (await post(path, body, 400)).error.message as string;

  const join = async (name: string, labels: Record<string, string>, taints: readonly object[] = []) => {
    const now = ports.clock.now();
    const health = aHealthyMember({ lastHeartbeatAt: now, healthChangedAt: plus(now, -600_000) });
    const member = aMemberObject(name, labels);
    await database.transact(async tx => {
      await saveObject(tx, 'hub', { ...member, spec: { ...(member.spec as object), taints } });
      await saveCluster(tx, 'hub', name, { health, properties: {} });
    });
  };
  /** The namespaces of the cluster were listed. */
  const collect = (name: string, namespaces: readonly string[]) =>
    database.transact(async tx => {
      const record = (await loadCluster(tx, 'hub', name))!;
      await saveCluster(tx, 'hub', name, {
        ...record,
        collection: { core: {}, namespaces: 'Succeeded', providers: {} },
      });
      const after = Object.fromEntries(namespaces.map(namespace => [namespace, '']));
      await saveNamespaces(tx, { hub: 'hub', cluster: name }, { before: {}, after });
    });
  let version = 0;
  const aPlacement = (spec: Record<string, unknown>) => {
    version += 1;
    return aPlacementObject('web', spec, { resourceVersion: `${version}`, generation: version });
  };
  const place = async (spec: Record<string, unknown>) => {
    await database.transact(async tx => {
      await saveObject(tx, 'hub', aPlacement(spec));
      const state = await placementReconciler.load(tx, 'hub/web');
      const decision = placementReconciler.decide(state!, ports.clock.now());
      await placementReconciler.commit(tx, 'hub/web', state!, decision);
    });
  };

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    ports = new ManualPorts();
    mayView = true;
    const viewerOf = async () => {
      if (!mayView) throw new NotAllowedError('You need the permission fleetstage.view');
      return ADA;
    };
    app = queriesApp({
      database,
      ports,
      viewerOf,
      readSelection: async () => {
        throw new Error('nothing is selected here');
      },
    });
    await join('c1', { stage: 'canary' });
    await join('c2', { stage: 'canary' });
    await join('c3', { stage: 'production' }, [GPU]);
    await place({ policy: PICK_2 });
  });

  it('shows who gains, what the rollout would begin, and writes nothing', async () => {
    const before = await get(`${WEB}/clusters`);
    const body = {
      policy: { ...PICK_2, numberOfClusters: 3 },
      clusters: [{ cluster: 'c3', change: 'edit', removeTaints: [{ key: 'gpu' }] }],
    };
    expect(await post(`${WEB}/what-if`, body)).toMatchObject({
      hub: { name: 'hub' },
      today: { found: 2, wanted: 2, isFulfilled: true, total: 3 },
      then: { found: 3, wanted: 3, isFulfilled: true, causes: [{ cause: 'Picked', clusters: 3 }] },
      counts: { stays: 2, gains: 1, loses: 0, without: 0 },
      total: 3,
      items: [
        { cluster: 'c3', effect: 'gains', today: { cause: 'UntoleratedTaint' }, then: { rank: 3, of: 3 } },
      ],
      rollout: { kind: 'nothingCaptured' },
    });
    expect(await get(`${WEB}/clusters`)).toEqual(before);
  });

  it('shows of other labels and taints of a member which placements would come to it', async () => {
    const canary = { labelSelector: { matchLabels: { stage: 'canary' } } };
    const required = { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [canary] } };
    await place({ policy: { placementType: 'PickAll', affinity: { clusterAffinity: required } } });
    const change = { labels: { stage: 'canary' }, taints: [] };
    expect(await post('/clusters/c3/what-if', change)).toMatchObject({
      placements: [{ scope: '_', name: 'web', effect: 'gains', found: 3 }],
      checked: 1,
      total: 1,
      strategies: [],
    });
    expect(await post('/clusters/c3/what-if', { labels: change.labels })).toMatchObject({ placements: [] });
  });

  it('shows every cluster where all are asked for, and why nothing changes', async () => {
    const answer = await post(`${WEB}/what-if`, { show: 'all' });
    expect(answer.items.map(({ effect }: { effect: string }) => effect)).toEqual([
      'stays',
      'stays',
      'without',
    ]);
    expect(answer.nothingChanges).toBe('Nothing is changed.');
  });

  it('shows the stages that a run would have', async () => {
    const stages = ['canary', 'production'].map(stage => ({
      name: stage,
      labelSelector: { matchLabels: { stage } },
    }));
    await database.transact(tx => saveObject(tx, 'hub', aStrategyObject('careful', stages)));
    await place({ policy: PICK_2, strategy: { type: 'External' } });
    const body = {
      updateStrategy: 'careful',
      policy: { ...PICK_2, numberOfClusters: 3, tolerations: [{ key: 'gpu', operator: 'Exists' }] },
    };
    const { run, rollout } = await post(`${WEB}/what-if`, body);
    expect(rollout.kind).toBe('runs');
    expect(run).toMatchObject({
      strategy: 'careful',
      stages: [
        { name: 'canary', today: 2, then: 2 },
        { name: 'production', today: 0, then: 1, gains: ['c3'] },
      ],
    });
    const { run: unknown } = await post(`${WEB}/what-if`, { updateStrategy: 'gone' });
    expect(unknown).toMatchObject({ stages: [], problems: [{ isFatal: true }] });
    expect(unknown.problems[0].message).toMatch(/ClusterStagedUpdateStrategy "gone" does not exist/);
  });

  it('places what nobody has created', async () => {
    const spec = { resourceSelectors: [], policy: { placementType: 'PickAll' } };
    expect(await post('/placements/what-if', { spec })).toMatchObject({
      today: { found: 0, message: 'The placement does not exist yet.' },
      then: { found: 2 },
      rollout: {
        begins: ['c1', 'c2'],
        message: 'Rollout to 2 clusters starts immediately.',
      },
    });
  });

  it.each([
    { scope: 'shop', begins: ['c1', 'c4'], missing: 1 },
    { scope: 'unknown', begins: ['c4'], missing: 2 },
    { scope: '_', begins: ['c1', 'c2', 'c4'], missing: 0 },
  ])(
    'A/SCH-056, SCH-057, SCH-059, SCH-060 places what nobody has created in scope $scope where its namespace is',
    async ({ scope, begins, missing }) => {
      await collect('c1', ['shop', 'web']);
      await collect('c2', ['web']);
      await join('c4', { stage: 'production' });
      const spec = { resourceSelectors: [], policy: { placementType: 'PickAll' } };
      const { then, rollout } = await post('/placements/what-if', { scope, spec });
      const causes: { cause: string; clusters: number }[] = then.causes;
      expect([then.found, rollout.begins]).toEqual([begins.length, begins]);
      expect(causes.find(({ cause }) => cause === 'NamespaceMissing')?.clusters ?? 0).toBe(missing);
    },
  );

  it.each(['', 'Shop', 'a/b'])(
    'names the scope of what nobody has created that is no namespace: "%s"',
    async scope => {
      expect(await refusal('/placements/what-if', { scope, spec: {} })).toMatch(
        `scope "${scope}" is no namespace`,
      );
    },
  );

  it.each([
    ['a field that there is not', { polices: {} }, /polices|additional properties/],
    [
      'a type of policy that there is not',
      { policy: { placementType: 'PickSome' } },
      /policy\/placementType/,
    ],
    ['a number that is none', { policy: { ...PICK_2, numberOfClusters: 'two' } }, /policy\/numberOfClusters/],
    ['a term without a shape', { spec: { policy: { affinity: 'prod' } } }, /spec\/policy\/affinity/],
    [
      'PickN without a number',
      { policy: { placementType: 'PickN' } },
      /^policy\.numberOfClusters must be set/,
    ],
    [
      'a cluster that nobody knows',
      { clusters: [{ cluster: 'c9', change: 'edit' }] },
      /^clusters\[0\]\.cluster: "c9" is not in the fleet/,
    ],
    [
      'usage that is no quantity',
      {
        clusters: [
          {
            cluster: 'c1',
            change: 'edit',
            properties: { 'resources.kubernetes-fleet.io/available-cpu': 'x' },
          },
        ],
      },
      /^clusters\[0\]\.properties\["resources/,
    ],
  ])('names the field of %s', async (_, body, message) => {
    expect(await refusal(`${WEB}/what-if`, body)).toMatch(message);
  });

  it('explains a cluster that is out: filters in order, what was seen, and what would have to change', async () => {
    const why = await get(`${WEB}/clusters/c3`);
    expect(why).toMatchObject({
      cluster: 'c3',
      isPicked: false,
      cause: 'UntoleratedTaint',
      isStale: false,
      wanted: 2,
    });
    const outcomes = why.filters.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes.indexOf('refused')).toBeGreaterThan(0);
    expect(new Set(outcomes.slice(outcomes.indexOf('refused') + 1))).toEqual(new Set(['notLookedAt']));
    const { ways, isPicked } = await get(`${WEB}/clusters/c3/suggestion`);
    expect(isPicked).toBe(false);
    for (const { change, clusters, text } of ways) {
      expect([text, clusters]).toEqual([text, expect.arrayContaining(['c3'])]);
      const { items } = await post(`${WEB}/what-if`, change);
      expect([text, items]).toEqual([
        text,
        expect.arrayContaining([expect.objectContaining({ cluster: 'c3', effect: 'gains' })]),
      ]);
    }
  });

  it('says that an explanation is out of date when the policy has changed since', async () => {
    await database.transact(tx =>
      saveObject(tx, 'hub', aPlacement({ policy: { placementType: 'PickAll' } })),
    );
    expect(await get(`${WEB}/clusters/c1`)).toMatchObject({
      isPicked: true,
      isStale: true,
      policyIndex: '0',
    });
  });

  it('finds the change that a placement without enough clusters needs', async () => {
    expect(await get(`${WEB}/shortage-suggestion`)).toMatchObject({ isFulfilled: true, missing: 0 });
    await place({ policy: { ...PICK_2, numberOfClusters: 3 } });
    const { missing, way, isFulfilled } = await get(`${WEB}/shortage-suggestion`);
    expect([isFulfilled, missing]).toEqual([false, 1]);
    expect(way).toMatchObject({ clusters: ['c3'], loses: [], isFulfilled: true });
    expect((await post(`${WEB}/what-if`, way.change)).then).toMatchObject({ found: 3, isFulfilled: true });
  });

  it('knows no placement and no cluster that there is not', async () => {
    await post('/placements/_/gone/what-if', {}, 404);
    await get('/placements/_/gone/shortage-suggestion', 404);
    await get(`${WEB}/clusters/c9`, 404);
  });

  it.each([
    ['post', `${WEB}/what-if`],
    ['post', '/placements/what-if'],
    ['get', `${WEB}/clusters/c1`],
    ['get', `${WEB}/clusters/c1/suggestion`],
    ['get', `${WEB}/shortage-suggestion`],
  ] as const)('is refused to whoever may not see the fleet: %s %s', async (method, path) => {
    mayView = false;
    await send(method, path, method === 'post' ? { spec: {} } : undefined, 403);
  });
});
