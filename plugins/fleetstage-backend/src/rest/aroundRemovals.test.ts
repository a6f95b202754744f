import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import {
  annotationKeys,
  deletePlacementPermission,
  updateStrategyPermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { Knex } from 'knex';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startFleetBackend } from '../__testUtils__/fleetBackend';
import { aPlacementObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';
import { createFleetPlacementConditionalDecision, fleetPlacementConditions } from '../permissions/rules';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
/** Everything but `fleetstage.placement.delete`. */
const MALLORY = 'user:default/mallory';
/** Deletes what is not labelled `env=prod`. */
const DEV = 'user:default/dev';
/** Deletes all, writes no strategies. */
const TIDY = 'user:default/tidy';
const ALLOW = { result: AuthorizeResult.ALLOW } as const;
const DENY = { result: AuthorizeResult.DENY } as const;
const CRP = 'ClusterResourcePlacement';
const CONFIRM = annotationKeys.confirmRemoval;
const PROD = { labels: { env: 'prod' } };

function policy(permission: Permission, user: string | undefined) {
  if (permission.name === updateStrategyPermission.name && user === TIDY) return DENY;
  if (permission.name !== deletePlacementPermission.name) return ALLOW;
  if (user === MALLORY) return DENY;
  if (user !== DEV) return ALLOW;
  return createFleetPlacementConditionalDecision(deletePlacementPermission, {
    not: fleetPlacementConditions.hasLabel({ key: 'env', values: ['prod'] }),
  });
}

/** Decision 0032. Nothing may be removed here without a confirmation. */
describe.each(databases.eachSupportedId())('ways round the brake on mass removal, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;
  let knex: Knex;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    ({ knex } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    backend = await startFleetBackend({
      knex,
      settings: { ...fleet.settings, removals: { minimum: 0, percentPerMinute: 0 } },
      policy,
    });
  }, 120_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  const clustersOf = async (name: string): Promise<number> =>
    (await backend.as(ADA).get(`/placements/_/${name}/clusters`)).body.items?.length ?? 0;
  const removalOf = (name: string) => knex('removals').where({ placement: name }).first();
  const untilState = (name: string, state: string) =>
    eventually(
      () => removalOf(name),
      row => row?.state === state,
      30_000,
    );
  const decide = async (user: string, verb: 'confirm' | 'release', name: string) =>
    (await backend.as(user).post(`/removals/${verb}`, { placements: [name] })).status;
  const finalizersOf = (name: string) => fleet.find(CRP, name)?.metadata.finalizers ?? [];

  async function place(name: string, metadata: Parameters<typeof aPlacementObject>[2] = {}) {
    fleet.put(aPlacementObject(name, {}, metadata));
    await eventually(
      () => clustersOf(name),
      count => count === 2,
      30_000,
    );
    await eventually(
      async () => finalizersOf(name),
      finalizers => finalizers.length === 2,
      30_000,
    );
  }

  /** As the API server deletes what finalizers hold. */
  const remove = (name: string) =>
    fleet.merge(CRP, name, { metadata: { deletionTimestamp: '2026-11-24T12:00:00Z' } });
  /** As the API server drops it once nothing holds it. */
  const vanish = (name: string) => fleet.hub.remove('clusterresourceplacements', name);
  const listed = async (name: string) => {
    const { body } = await backend.as(DEV).get('/removals');
    return (body as Schemas['HeldRemovals']).items.find(({ placement }) => placement === name);
  };
  const untilOffHub = (name: string) =>
    eventually(
      () => listed(name),
      item => item?.isOnHub === false,
      30_000,
    );

  async function hold(name: string, metadata: Parameters<typeof aPlacementObject>[2] = {}) {
    await place(name, metadata);
    remove(name);
    await untilState(name, 'held');
  }

  const untilGone = async (name: string) => {
    await eventually(
      async () => finalizersOf(name),
      finalizers => finalizers.length === 0,
      30_000,
    );
    expect(await clustersOf(name)).toBe(0);
  };

  async function eventsOf(name: string): Promise<string[]> {
    const { body } = await backend.as(ADA).get(`/placements/_/${name}/timeline`);
    return body.items.map(
      ({ event, actor }: { event: string; actor: { ref?: string } | string }) =>
        `${event} ${typeof actor === 'string' ? actor : actor.ref}`,
    );
  }

  it('are closed to whoever may write a placement through Fleetstage, whatever else they may', async () => {
    await hold('web-1');
    expect(await decide(MALLORY, 'confirm', 'web-1')).toBe(403);
    const { spec, metadata } = fleet.find(CRP, 'web-1')!;
    const { resourceVersion, generation } = metadata;
    const write = (user: string, annotations: Record<string, string>) =>
      backend.as(user).put('/placements/_/web-1', { spec, resourceVersion, generation, annotations });
    for (const user of [MALLORY, ADA]) {
      const { status, body } = await write(user, { [CONFIRM]: 'mine' });
      expect({ status, message: body.error.message }).toEqual({
        status: 403,
        message: expect.stringContaining('POST /removals/confirm'),
      });
      expect(backend.audited.at(-1)).toMatchObject({
        id: 'placement-update',
        outcome: 'failed',
        meta: { actor: user },
      });
    }
    expect((await write(MALLORY, { note: 'mine' })).status).toBe(200);
    expect(fleet.find(CRP, 'web-1')?.metadata.annotations).toEqual({ note: 'mine' });
    expect(await removalOf('web-1')).toMatchObject({ state: 'held' });
    expect(await clustersOf('web-1')).toBe(2);
  });

  it('are closed to whoever creates a placement, or has one validated', async () => {
    const { spec } = aPlacementObject('web-2');
    const asked = { scope: '_', name: 'web-2', spec, annotations: { [CONFIRM]: 'mine' } };
    expect((await backend.as(ADA).post('/placements', asked)).status).toBe(403);
    expect((await backend.as(ADA).post('/placements/validate', { ...asked, isNew: true })).status).toBe(403);
    expect(fleet.find(CRP, 'web-2')).toBeUndefined();
  });

  it('leave the annotation of a live placement alone, and let it be taken off', async () => {
    await place('web-3', { annotations: { [CONFIRM]: 'gitops' } });
    const write = async (annotations: Record<string, string>) => {
      const { spec, metadata } = fleet.find(CRP, 'web-3')!;
      const { resourceVersion, generation } = metadata;
      const body = {
        spec,
        resourceVersion,
        generation,
        annotations,
        shown: { annotations: metadata.annotations },
      };
      return (await backend.as(MALLORY).put('/placements/_/web-3', body)).status;
    };
    expect(await write({ [CONFIRM]: 'gitops', note: 'x' })).toBe(200);
    expect(await write({ [CONFIRM]: 'other', note: 'x' })).toBe(403);
    expect(await write({ note: 'x' })).toBe(200);
  });

  it('do not begin with an annotation of before: it is held like any other, until kubectl answers', async () => {
    await hold('web-4', { annotations: { [CONFIRM]: 'in every manifest' } });
    // A pass has seen all of it: the status says that it is held.
    const heldInStatus = () =>
      JSON.stringify(fleet.find(CRP, 'web-4')?.status ?? {}).includes('FleetstageRemovalHeld');
    await eventually(async () => heldInStatus(), Boolean, 30_000);
    expect(await clustersOf('web-4')).toBe(2);
    fleet.merge(CRP, 'web-4', { metadata: { annotations: { [CONFIRM]: 'end of season' } } });
    await untilGone('web-4');
    const events = await eventsOf('web-4');
    expect(events).toEqual(expect.arrayContaining(['removalHeld engine', 'removalConfirmed kubectl']));
  });

  it('keep on its clusters what is released while it is on the hub, and let the object go', async () => {
    await hold('web-5');
    expect(await decide(MALLORY, 'release', 'web-5')).toBe(403);
    expect(await decide(ADA, 'release', 'web-5')).toBe(200);
    await eventually(
      async () => finalizersOf('web-5'),
      finalizers => finalizers.length === 0,
      30_000,
    );
    vanish('web-5');
    await untilOffHub('web-5');
    expect(await removalOf('web-5')).toMatchObject({ state: 'released', actor: ADA });
    const kept = await knex('bindings').where({ placement: 'web-5' }).select('cluster', 'released_at');
    expect(kept).toEqual(['c1', 'c2'].map(cluster => ({ cluster, released_at: null })));
    expect(await eventsOf('web-5')).toContain(`removalReleased ${ADA}`);
  });

  it('are no wider for rules on labels once the object was relabelled, or is gone', async () => {
    await hold('web-6', PROD);
    expect(await decide(DEV, 'confirm', 'web-6')).toBe(403);
    fleet.merge(CRP, 'web-6', { metadata: { labels: { env: null } } });
    await eventually(
      () => knex('objects').where({ kind: CRP, name: 'web-6' }).first('body'),
      row => row !== undefined && !row.body.includes('"env"'),
      30_000,
    );
    expect(await decide(DEV, 'confirm', 'web-6')).toBe(403);
    vanish('web-6');
    await untilOffHub('web-6');
    expect(await decide(DEV, 'confirm', 'web-6')).toBe(403);
    expect(await decide(DEV, 'release', 'web-6')).toBe(403);
    expect(await removalOf('web-6')).toMatchObject({ state: 'held' });
    expect(await decide(ADA, 'confirm', 'web-6')).toBe(200);
  });

  it('are decided by whoever may delete any, where nobody knows any more what it was', async () => {
    await place('web-7');
    vanish('web-7');
    await untilState('web-7', 'held');
    expect(await decide(DEV, 'confirm', 'web-7')).toBe(403);
    expect(await decide(TIDY, 'confirm', 'web-7')).toBe(403);
    expect((await listed('web-7'))?.permit.reason).toContain('its labels are not known any more');
    expect(await decide(ADA, 'confirm', 'web-7')).toBe(200);
  });

  it('ask for the right to lift accepted strategies also once the object is gone', async () => {
    await hold('web-8', { annotations: { [annotationKeys.acceptedStrategies]: 'strategy' } });
    vanish('web-8');
    await untilOffHub('web-8');
    expect(await decide(TIDY, 'confirm', 'web-8')).toBe(403);
    expect(await decide(ADA, 'confirm', 'web-8')).toBe(200);
  });
});
