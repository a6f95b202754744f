import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import { viewPermission } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startReadyBackend } from '../__testUtils__/fleetBackend';
import { aPlacementObject, anOverrideObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const EVE = 'user:default/eve';
const ALLOW = { result: AuthorizeResult.ALLOW } as const;
const DENY = { result: AuthorizeResult.DENY } as const;

const policy = ({ name }: Permission, user: string | undefined) =>
  user === EVE && name !== viewPermission.name ? DENY : ALLOW;

const specOf = (patch: object = {}) => anOverrideObject('x', patch).spec as Record<string, unknown>;
const everywhere = (...jsonPatchOverrides: object[]) => ({
  policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides }] },
});
const label = (value: string) => ({ op: 'add', path: '/metadata/labels', value: { ring: value } });

describe.each(databases.eachSupportedId())('overrides through REST, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startReadyBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    // `web` itself moves by runs.
    fleet.put(aPlacementObject('api', { resourceSelectors: WEB }));
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    backend = await startReadyBackend({ knex, settings: fleet.settings, policy });
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  const WEB = [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }];
  const until = (name: string, test: (body: any) => boolean) =>
    eventually(
      () => backend.as(ADA).get(`/overrides/_/${name}`),
      ({ status, body }) => status === 200 && test(body),
      30_000,
    );
  const create = (user: string, name: string, body: object = {}) =>
    backend.as(user).post('/overrides', { scope: '_', name, spec: specOf(), ...body });

  it('B/OV-033: shows where an override is applied, by which rule, and with which snapshot', async () => {
    expect((await create(ADA, 'ring')).status).toBe(201);
    const { body } = await until('ring', ({ override }) => override.status.applied === 1);
    expect(body.override).toMatchObject({
      kind: 'ClusterResourceOverride',
      objects: [{ kind: 'Namespace', name: 'web' }],
      matched: 1,
      clusterCount: 2,
      snapshot: 'ring-0',
      status: { state: expect.stringMatching(/applied|pending/), failed: 0 },
    });
    expect(body.match).toMatchObject({
      rules: [{ terms: ['stage = canary'], clusters: { count: 1, names: ['c1'] } }],
      variants: [{ rules: [0], clusters: ['c1'], operations: [{ path: '/metadata/labels' }] }],
    });
    expect(body.uses).toContainEqual(
      expect.objectContaining({ name: 'api', clusters: 2, applied: 1, failed: 0, pending: 0 }),
    );
    expect(body.history).toMatchObject([{ name: 'ring-0', isLatest: true, clusters: expect.any(Number) }]);
    const { items } = (await backend.as(ADA).get('/placements/_/api/clusters')).body;
    expect(Object.fromEntries(items.map((one: any) => [one.cluster, one.overrides]))).toEqual({
      c1: [{ scope: '_', name: 'ring', snapshot: 'ring-0', rules: [0] }],
      c2: undefined,
    });
  });

  it('B/OV-072: names what fails, where, and leaves the other clusters alone', async () => {
    const { override } = (await until('ring', () => true)).body;
    const written = await backend.as(ADA).put('/overrides/_/ring', {
      spec: specOf(everywhere({ op: 'replace', path: '/data/none', value: 1 })),
      resourceVersion: override.resourceVersion,
    });
    expect(written.status).toBe(200);
    const { body } = await until('ring', one => one.override.status.failed > 0);
    expect(body.override.status).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('/data'),
    });
    expect(body.uses.find(({ name }: any) => name === 'api').failures[0]).toMatchObject({
      cluster: expect.stringMatching(/^c[12]$/),
      message: expect.stringContaining('Override ring fails on Namespace "web": rule 1, replace /data/none'),
    });
    expect(body.history.map(({ index }: any) => index)).toEqual([1, 0]);
    const timeline = await backend.as(ADA).get('/overrides/_/ring/timeline');
    expect(timeline.body.items).toMatchObject([
      { event: 'overrideUpdated', message: 'Rule 1 changed.', actor: { ref: ADA } },
      { event: 'overrideCreated' },
    ]);
  });

  it('says why an override is not used', async () => {
    const because = {
      'no-placement': { placement: { name: 'nobody' } },
      'no-object': { clusterResourceSelectors: [{ ...WEB[0], name: 'other' }] },
      'no-cluster': {
        policy: {
          overrideRules: [
            {
              clusterSelector: {
                clusterSelectorTerms: [{ labelSelector: { matchLabels: { stage: 'none' } } }],
              },
              overrideType: 'Delete',
            },
          ],
        },
      },
    };
    for (const [name, patch] of Object.entries(because))
      expect((await create(ADA, name, { spec: specOf(patch) })).status).toBe(201);
    const { body } = await eventually(
      () => backend.as(ADA).get('/overrides'),
      answer => answer.body.items?.length === 4,
    );
    const reasons = body.items.map(({ name, status }: any) => [name, status.unusedBecause]);
    expect(Object.fromEntries(reasons)).toMatchObject({
      'no-placement': 'noPlacement',
      'no-object': 'noObject',
      'no-cluster': 'noCluster',
    });
  });

  it('matches a draft without writing it, and names what cannot be read', async () => {
    const match = (body: object) => backend.as(ADA).post('/overrides/match', { scope: '_', ...body });
    const draft = await match({ spec: specOf(everywhere(label('${MEMBER-CLUSTER-LABEL-KEY-region}'))) });
    expect(draft.body).toMatchObject({
      matched: 2,
      missingLabelCount: 2,
      missingLabels: [{ cluster: 'c1', label: 'region', rule: 0 }, { cluster: 'c2' }],
      placements: expect.arrayContaining([{ scope: '_', name: 'api', clusters: 2, matched: 2 }]),
    });
    const nobody = await match({ spec: specOf({ placement: { name: 'nobody' } }) });
    expect(nobody.body).toMatchObject({ placements: [], placementMissing: true });
    const wrong = await match({ spec: { policy: { overrideRules: [{ jsonPatchOverrides: 'x' }] } } });
    expect([wrong.status, wrong.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^spec\.policy\.overrideRules\[0\]\.jsonPatchOverrides cannot be read/),
    ]);
  });

  it('says before it is saved what would be refused of a name, and of one that does not exist', async () => {
    const judge = (body: object) =>
      backend
        .as(ADA)
        .post('/overrides/validate', { scope: '_', name: 'ring', isNew: false, spec: specOf(), ...body });
    expect((await judge({})).body).toEqual({ causes: [] });
    expect((await judge({ name: 'Bad Name', isNew: true })).body.causes).toMatchObject([
      { field: 'metadata.name' },
    ]);
    expect((await judge({ name: 'absent' })).status).toBe(404);
  });

  it('shows and writes nothing without the permissions', async () => {
    for (const path of ['/overrides', '/overrides/_/ring', '/overrides/_/ring/timeline']) {
      const { status, body } = await backend.as(EVE).get(path);
      expect([status, body.error.message]).toEqual([
        403,
        expect.stringContaining('fleetstage.override.read'),
      ]);
    }
    expect((await create(EVE, 'mine')).status).toBe(403);
  });

  it('B/OV-015: deleting names how many clusters change, and they run without it', async () => {
    const { override } = (await until('ring', () => true)).body;
    const late = await backend.as(ADA).delete('/overrides/_/ring', { uid: 'other' });
    expect(late.status).toBe(409);
    const { body } = await backend.as(ADA).delete('/overrides/_/ring', { uid: override.uid });
    expect(body.clusters).toBeGreaterThan(0);
    await eventually(
      () => backend.as(ADA).get('/placements/_/api/clusters'),
      answer => answer.body.items.every((one: any) => one.overrides === undefined),
    );
  });
});
