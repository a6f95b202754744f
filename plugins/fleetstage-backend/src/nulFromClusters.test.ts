import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { statusOf } from '@fleetstage/applier/testing';
import { annotationKeys, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import type { Knex } from 'knex';
import { createTestDatabases, openTestDatabase } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { startFleetBackend } from './__testUtils__/fleetBackend';
import { aPlacementObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';

const databases = createTestDatabases();
const NUL = 'a\u0000b';
const KEPT = 'a\ufffdb';
const ADA = 'user:default/ada';
const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' };
const NAMES = ['web-1', 'web-2'];

/** JSON carries NUL, and PostgreSQL refuses it: nothing that a hub or a member says stops a pass. */
describe.each(databases.eachSupportedId())('NUL in what clusters say, on %s', id => {
  let fleet: StubFleet;
  let knex: Knex;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    fleet.hub.put(NAMESPACES, named('shop'));
    const [refusing, odd] = [fleet.api.cluster('c2'), fleet.api.cluster('c1')];
    refusing.intercept = ({ verb, place }) =>
      (verb === 'POST' || verb === 'PATCH') && place.plural === 'namespaces'
        ? statusOf(503, 'Odd', NUL)
        : undefined;
    odd.put(NAMESPACES, named('kube-system', { uid: NUL }));
    odd.put(
      NAMESPACES,
      named('owned', {
        ownerReferences: [{ apiVersion: 'v1', kind: 'AppliedWork', name: NUL, uid: 'uid' }],
      }),
    );
    odd.put(NAMESPACES, named(NUL));
    for (const name of NAMES) fleet.put(aPlacementObject(name, { policy: ON_C1 }));
    fleet.put(aPlacementObject('refused', { resourceSelectors: [SHOP] }));
    ({ knex } = await openTestDatabase(databases, id as TestDatabaseId));
    backend = await startFleetBackend({
      knex,
      settings: { ...fleet.settings, removals: { minimum: 1, percentPerMinute: 0 } },
      policy: () => ({ result: AuthorizeResult.ALLOW }),
    });
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  const get = async (path: string) => (await backend.as(ADA).get(path)).body;

  it('a member with an odd uid and odd namespaces joins, and its namespaces are known', async () => {
    await eventually(
      () => get('/clusters/c1'),
      ({ cluster }) => cluster?.state === 'healthy',
      30_000,
    );
    await eventually(
      () => knex('cluster_namespaces').where({ cluster: 'c1' }).select('namespace', 'owner'),
      rows => rows.some(({ namespace, owner }) => namespace === 'owned' && owner === KEPT),
      30_000,
    );
  });

  it('the message of a Status is kept with the key that is tried again', async () => {
    await eventually(
      () => knex('dirty_keys').where({ queue: 'apply-work' }).select('key', 'last_error'),
      rows =>
        rows.some(({ key, last_error: said }) => key.startsWith('hub/refused/') && said?.includes(KEPT)),
      30_000,
    );
  });

  it('a held removal is confirmed by an annotation', async () => {
    const finalizersOf = (name: string) =>
      fleet.find('ClusterResourcePlacement', name)?.metadata.finalizers ?? [];
    await eventually(
      () => NAMES.map(finalizersOf),
      all => all.every(finalizers => finalizers.length > 0),
      30_000,
    );
    for (const name of NAMES)
      fleet.merge('ClusterResourcePlacement', name, {
        metadata: { deletionTimestamp: '2026-11-24T12:00:00Z' },
      });
    const [{ placement }] = (
      await eventually(
        () => get('/removals'),
        ({ items }) => items.length === 1,
        30_000,
      )
    ).items;
    fleet.merge('ClusterResourcePlacement', placement, {
      metadata: { annotations: { [annotationKeys.confirmRemoval]: NUL } },
    });
    const { items } = await eventually(
      () => get(`/placements/_/${placement}/timeline`),
      timeline => eventsOf(timeline).includes('forgotten'),
      30_000,
    );
    expect(eventsOf({ items })).toContain('removalConfirmed');
  });
});

const eventsOf = ({ items }: { readonly items: readonly { readonly event: string }[] }) =>
  items.map(({ event }) => event);
const ON_C1 = { placementType: 'PickFixed', clusterNames: ['c1'] };
const SHOP = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const named = (name: string, metadata: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, ...metadata },
});
