import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import {
  annotationKeys,
  approveRunPermission,
  controlRunPermission,
  createPlacementPermission,
  createRunPermission,
  createStrategyPermission,
  deleteRunPermission,
  deleteStrategyPermission,
  kinds,
  updatePlacementPermission,
  updateStrategyPermission,
  viewPermission,
  type KindName,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startReadyBackend } from '../__testUtils__/fleetBackend';
import { aNamespacedPlacement, aRunObject, aStrategyObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';
import {
  createFleetNewRunConditionalDecision,
  createFleetPlacementConditionalDecision,
  createFleetRunConditionalDecision,
  createFleetStrategyConditionalDecision,
  fleetNewRunConditions,
  fleetPlacementConditions,
  fleetRunConditions,
  fleetStrategyConditions,
} from '../permissions/rules';

const databases = createTestDatabases();
const ALLOW = { result: AuthorizeResult.ALLOW } as const;
const DENY = { result: AuthorizeResult.DENY } as const;
/** May do everything, but in the namespace shop alone. */
const TENANT = 'user:default/tenant';
/** May change the strategy `careful` of shop, and what bears the label; strategies alone. */
const AUTHOR = 'user:default/author';
const ADA = 'user:default/ada';

const SHOP = { namespaces: ['shop'] };

function forTenant(permission: Permission) {
  if ([viewPermission.name, createPlacementPermission.name].includes(permission.name)) return ALLOW;
  if (permission.name === createRunPermission.name)
    return createFleetNewRunConditionalDecision(
      createRunPermission,
      fleetNewRunConditions.isInNamespace(SHOP),
    );
  for (const run of [approveRunPermission, controlRunPermission, deleteRunPermission])
    if (permission.name === run.name)
      return createFleetRunConditionalDecision(run, fleetRunConditions.isInNamespace(SHOP));
  for (const strategy of [createStrategyPermission, updateStrategyPermission, deleteStrategyPermission])
    if (permission.name === strategy.name)
      return createFleetStrategyConditionalDecision(strategy, fleetStrategyConditions.isInNamespace(SHOP));
  return permission.name === updatePlacementPermission.name
    ? createFleetPlacementConditionalDecision(
        updatePlacementPermission,
        fleetPlacementConditions.isInNamespace(SHOP),
      )
    : DENY;
}

function policy(permission: Permission, user: string | undefined) {
  if (user === TENANT) return forTenant(permission);
  if (user !== AUTHOR) return ALLOW;
  if ([viewPermission.name, updatePlacementPermission.name].includes(permission.name)) return ALLOW;
  for (const strategy of [createStrategyPermission, updateStrategyPermission])
    if (permission.name === strategy.name)
      return createFleetStrategyConditionalDecision(strategy, {
        anyOf: [
          fleetStrategyConditions.isStrategy({ strategies: ['shop/careful'] }),
          fleetStrategyConditions.hasLabel({ key: 'team', values: ['blue'] }),
        ],
      });
  return DENY;
}

type Space = '_' | 'blog' | 'shop';
const SPACES: readonly Space[] = ['_', 'blog', 'shop'];

interface Call {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly body?: object;
}

interface Row {
  readonly call: (world: World, space: Space) => Call;
  /** Of what is in shop. */
  readonly status?: number;
  /** The run goes on as soon as its gate is approved. */
  readonly mayBeLate?: true;
}

const STAGES = [
  {
    name: 'canary',
    labelSelector: { matchLabels: { stage: 'canary' } },
    afterStageTasks: [{ type: 'Approval' }],
  },
  { name: 'production', labelSelector: { matchLabels: { stage: 'production' } } },
];
const ALL = { stages: [{ name: 'all', labelSelector: {} }] };

/** The fleet with the same in both namespaces as cluster-wide. */
class World {
  constructor(readonly fleet: StubFleet) {}

  put(space: Space, object: KubeObject): void {
    if (space === '_') {
      this.fleet.put(object);
      return;
    }
    const kind = object.kind.replace(/^Cluster/, '') as KindName;
    const { group, plural, storageVersion: version } = kinds[kind];
    const { name, labels } = object.metadata;
    this.fleet.hub.put(
      { group, version, plural, namespace: space },
      { ...object, kind, metadata: { name, namespace: space, ...(labels && { labels }) } },
    );
  }

  find(space: Space, kind: KindName, name: string): KubeObject | undefined {
    if (space === '_') return this.fleet.find(kind, name);
    const { plural } = kinds[kind.replace(/^Cluster/, '') as KindName];
    return this.fleet.hub.find(plural, name, space) as KubeObject | undefined;
  }

  /** How many clusters the placement has there; a run that is planned before both are picked would fail. */
  bindings(space: Space): number {
    const {
      group,
      plural,
      storageVersion: version,
    } = kinds[space === '_' ? 'ClusterResourceBinding' : 'ResourceBinding'];
    const { body } = this.fleet.hub.list({
      group,
      version,
      plural,
      ...(space !== '_' && { namespace: space }),
    });
    return (body as { items: unknown[] }).items.length;
  }

  metadata(space: Space, kind: KindName, name: string) {
    return this.find(space, kind, name)?.metadata;
  }
}

const gate =
  (verb: string, body: object = {}) =>
  (world: World, space: Space) => ({
    method: 'post' as const,
    path: `/runs/${space}/r1/gates/canary/after/${verb}`,
    body: { requestUid: world.metadata(space, 'ClusterApprovalRequest', 'r1-canary')?.uid ?? '', ...body },
  });
const post = (path: (space: Space) => string, body: object | ((space: Space) => object) = {}) =>
  ((_, space) => ({
    ...{ method: 'post', path: path(space) },
    body: typeof body === 'function' ? body(space) : body,
  })) satisfies Row['call'];

/** In this order, for what is cluster-wide, in another namespace, and in the own one. */
const ROWS: Readonly<Record<string, Row>> = {
  createRun: {
    call: post(
      () => '/runs',
      scope => ({ scope, name: 'new', placement: 'web', strategy: 'strategy', state: 'Initialize' }),
    ),
    status: 201,
  },
  approveGate: { call: gate('approve') },
  withdrawApproval: { call: gate('withdraw'), mayBeLate: true },
  rejectGate: { call: gate('reject', { reason: 'not now' }), mayBeLate: true },
  setRunState: { call: post(scope => `/runs/${scope}/r2/state`, { state: 'Stop' }) },
  retryRun: { call: post(scope => `/runs/${scope}/r2/retry`) },
  endRun: { call: post(scope => `/runs/${scope}/r2/end`, { reason: 'wrong day' }) },
  rollBackRun: {
    call: post(scope => `/runs/${scope}/broken/rollback`, { newName: 'back', snapshot: '0' }),
    status: 201,
  },
  deleteRun: {
    call: (world, scope) => ({
      ...{ method: 'delete', path: `/runs/${scope}/broken` },
      body: { uid: world.metadata(scope, 'ClusterStagedUpdateRun', 'broken')?.uid ?? '' },
    }),
  },
  createStrategy: {
    call: post(
      () => '/strategies',
      scope => ({ scope, name: 'new', spec: ALL, annotations: { [annotationKeys.approvers]: TENANT } }),
    ),
    status: 201,
  },
  validateStrategy: {
    call: post(
      () => '/strategies/validate',
      scope => ({ scope, name: 'careful', isNew: false, spec: ALL }),
    ),
  },
  updateStrategy: {
    call: (world, scope) => {
      const { resourceVersion } = world.metadata(scope, 'ClusterStagedUpdateStrategy', 'careful') ?? {};
      return { method: 'put', path: `/strategies/${scope}/careful`, body: { spec: ALL, resourceVersion } };
    },
  },
  deleteStrategy: {
    call: (world, scope) => ({
      ...{ method: 'delete', path: `/strategies/${scope}/spare` },
      body: { uid: world.metadata(scope, 'ClusterStagedUpdateStrategy', 'spare')?.uid ?? '' },
    }),
  },
};

describe.each(databases.eachSupportedId())('permissions in one namespace, on %s', databaseId => {
  let world: World;
  let backend: Awaited<ReturnType<typeof startReadyBackend>>;

  beforeAll(async () => {
    const fleet = await StubFleet.start();
    world = new World(fleet);
    fleet.putFleet();
    for (const space of ['blog', 'shop'] as const) {
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: space } };
      for (const cluster of ['hub', 'c1', 'c2'])
        fleet.api.cluster(cluster).put({ group: '', version: 'v1', plural: 'namespaces' }, namespace);
      world.put(space, aNamespacedPlacement(space, 'web', { strategy: { type: 'External' } }));
      world.put(space, aStrategyObject('strategy', STAGES));
    }
    for (const space of SPACES)
      for (const name of ['careful', 'spare']) world.put(space, aStrategyObject(name, ALL.stages));
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    backend = await startReadyBackend({ knex, settings: fleet.settings, policy });
    for (const space of SPACES) {
      await placed(space);
      world.put(space, aRunObject('r1'));
    }
    for (const space of SPACES) {
      await shown(`/runs/${space}/r1/gates/canary/after`, body => body.gate?.requestUid !== undefined);
      world.put(space, aRunObject('r2'));
      world.put(space, aRunObject('broken', { resourceSnapshotIndex: '99' }));
    }
    for (const space of SPACES) {
      await shown(`/runs/${space}/broken`, ({ run }) => run?.isOver === true);
      await shown(`/runs/${space}/r2`, ({ run }) => run !== undefined);
      await shown(`/strategies/${space}/spare`, ({ strategy }) => strategy !== undefined);
    }
  }, 90_000);
  afterAll(async () => {
    await backend?.stop();
    await world?.fleet.stop();
  });

  const placed = (space: Space) =>
    eventually(
      () => world.bindings(space),
      count => count === 2,
      60_000,
    );
  const send = (user: string, { method, path, body }: Call) =>
    method === 'get' ? backend.as(user).get(path) : backend.as(user)[method](path, body ?? {});
  const shown = (path: string, isIt: (body: any) => boolean) =>
    eventually(
      () => send(ADA, { method: 'get', path }),
      ({ status, body }) => status === 200 && isIt(body),
      60_000,
    );

  const cases = SPACES.flatMap(space => Object.keys(ROWS).map(operation => ({ space, operation })));
  it.each(cases)('$operation of what is in $space', async ({ space, operation }) => {
    const { call, status: done = 200, mayBeLate } = ROWS[operation];
    const before = backend.audited.length;
    const { status, body } = await send(TENANT, call(world, space));
    const audited = backend.audited.slice(before).map(({ meta }) => meta.outcome);
    if (space === 'shop') {
      expect({ status, said: status < 400 ? undefined : body.error }).toEqual({
        status: mayBeLate && status === 409 ? 409 : done,
        said: status === 409 ? expect.anything() : undefined,
      });
      return;
    }
    expect([status, body.error?.message]).toEqual([403, expect.stringMatching(/does not cover/)]);
    expect(audited).toEqual(operation === 'validateStrategy' ? [] : ['refused']);
  });

  it('offers what is covered, and says of the other things why not', async () => {
    const permits = async (space: Space) => {
      const { body } = await send(TENANT, { method: 'get', path: `/strategies/${space}/careful` });
      return [body.mayCreate, body.mayUpdate, body.mayDelete].map(({ isAllowed }) => isAllowed);
    };
    expect(await permits('shop')).toEqual([true, true, true]);
    for (const space of ['_', 'blog'] as const) expect(await permits(space)).toEqual([true, false, false]);
  });

  /** Which strategies a placement accepts is for whoever may change all that it could name. */
  it('lets whoever may change all strategies of a namespace, and nobody else, say which its placements accept', async () => {
    const accept = async (user: string, space: Space, name: string) => {
      const placement = world.find(space, 'ClusterResourcePlacement', 'web')!;
      const { resourceVersion, generation } = placement.metadata;
      const annotations = { [annotationKeys.acceptedStrategies]: name };
      const body = { spec: placement.spec, resourceVersion, generation, annotations };
      return (await send(user, { method: 'put', path: `/placements/${space}/web`, body })).status;
    };
    expect(await accept(TENANT, 'shop', 'strategy, careful')).toBe(200);
    expect(await accept(AUTHOR, 'shop', 'careful')).toBe(403);
    expect(await accept(AUTHOR, '_', 'careful')).toBe(403);
  });

  it('covers a strategy as it is and as it is to be, by name or label', async () => {
    const create = (name: string, labels?: object) =>
      send(AUTHOR, { method: 'post', path: '/strategies', body: { scope: 'shop', name, spec: ALL, labels } });
    expect((await create('mine', { team: 'blue' })).status).toBe(201);
    expect((await create('theirs', { team: 'red' })).status).toBe(403);
    await shown('/strategies/shop/mine', ({ strategy }) => strategy !== undefined);
    const change = (name: string, labels?: object) => {
      const { resourceVersion } = world.metadata('shop', 'ClusterStagedUpdateStrategy', name)!;
      const body = { spec: ALL, resourceVersion, ...(labels && { labels }) };
      return send(AUTHOR, { method: 'put', path: `/strategies/shop/${name}`, body });
    };
    expect((await change('mine', { team: 'red' })).status).toBe(403);
    expect((await change('mine', { team: 'blue', tier: '1' })).status).toBe(200);
    expect((await change('careful', { any: 'label' })).status).toBe(200);
    expect((await change('strategy')).status).toBe(403);
  });
});
