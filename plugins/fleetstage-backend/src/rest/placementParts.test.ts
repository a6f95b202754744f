import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { Entity } from '@backstage/catalog-model';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startFleetBackend } from '../__testUtils__/fleetBackend';
import { StubFleet } from '../__testUtils__/stubFleet';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const clusterEntity = (cluster: string, owner: string): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: { name: cluster, annotations: { 'fleetstage.io/cluster': cluster } },
  spec: { type: 'kubernetes-cluster', owner },
});
const CONFIG = { group: '', version: 'v1', plural: 'configmaps' };

describe.each(databases.eachSupportedId())('parts of a placement through REST, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;
  const get = (path: string) => backend.as(ADA).get(path);

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    backend = await startFleetBackend({
      knex,
      settings: fleet.settings,
      policy: () => ({ result: AuthorizeResult.ALLOW }),
      entities: [clusterEntity('c1', 'ops'), clusterEntity('c3', 'web')],
    });
    await fleet.untilPlaced();
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  it('sorts clusters, and counts them by the values of a label', async () => {
    const shown = await eventually(
      () => get('/placements/_/web/clusters?group=stage&sort=-cluster'),
      ({ body }) => body.items?.length === 2,
    );
    expect(shown.body.items.map(({ cluster }: { cluster: string }) => cluster)).toEqual(['c2', 'c1']);
    expect(shown.body.groups).toEqual([
      expect.objectContaining({ value: 'canary', clusters: 1, picked: 1 }),
      expect.objectContaining({ value: 'production', clusters: 1, picked: 1 }),
    ]);
    const { body } = await get('/placements/_/web/clusters?group=stage&of=canary');
    expect([body.total, body.items[0].cluster, body.groups.length]).toEqual([1, 'c1', 2]);
    expect((await get('/placements/_/web/clusters?sort=size')).status).toBe(400);
  });

  it('counts clusters by the owners that the catalog names, and narrows the list to those of one', async () => {
    const { body: all } = await get('/placements/_/web/clusters?group=~owner');
    expect(all.groups).toEqual([
      expect.objectContaining({ value: '', clusters: 1 }),
      expect.objectContaining({ value: 'group:default/ops', clusters: 1 }),
    ]);
    const { body: ops } = await get('/placements/_/web/clusters?group=~owner&of=group%3Adefault%2Fops');
    expect([ops.total, ops.items[0].cluster]).toEqual([1, 'c1']);
  });

  it('lists those that a placement is on', async () => {
    const { body } = await get('/placements/_/web/clusters?decision=here');
    expect(body.items.map(({ cluster }: { cluster: string }) => cluster)).toEqual(['c1', 'c2']);
    expect((await get('/placements/_/web/clusters?decision=there')).status).toBe(400);
  });

  it('compares two snapshots object by object, and shows no value of a Secret', async () => {
    fleet.hub.put(CONFIG, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'hours', namespace: 'web' },
      data: { from: '9' },
    });
    fleet.hub.put(
      { ...CONFIG, plural: 'secrets' },
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'token', namespace: 'web' },
        data: { token: 'c2VjcmV0LXZhbHVl' },
      },
    );
    const changed = await eventually(
      async () => {
        const { body } = await get('/placements/_/web');
        const last = body.placement.latestSnapshot;
        return get(`/placements/_/web/changes?from=0&to=${last}`);
      },
      ({ body }) => body.objects?.length === 2,
      30_000,
    );
    const objects = changed.body.objects as { change: string; kind: string; name: string }[];
    expect(objects.map(({ change, kind, name }) => `${change} ${kind} ${name}`).sort()).toEqual([
      'added ConfigMap hours',
      'added Secret token',
    ]);
    expect(changed.text).not.toContain('c2VjcmV0LXZhbHVl');
    expect((await get('/placements/_/web/changes?from=0&to=0')).body.objects).toEqual([]);
  });

  it.each([
    ['a snapshot that is not kept', 'from=0&to=77', 404, 'snapshot 77 of placement "web" is not kept'],
    ['what is no index', 'from=x&to=0', 400, 'snapshot "x" is no index; use a whole number'],
    ['nothing', 'from=0', 400, 'to'],
  ])('refuses to compare with %s, and says why', async (_, query, status, words) => {
    const answer = await get(`/placements/_/web/changes?${query}`);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(words)]);
  });
});
