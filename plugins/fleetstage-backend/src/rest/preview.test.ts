import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { statusOf } from '@fleetstage/applier/testing';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startFleetBackend } from '../__testUtils__/fleetBackend';
import { aMemberObject, aPlacementObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const VISITOR = 'user:default/visitor';
const WEB = '/placements/_/web';
const DIFF = `${WEB}/preview/c1/diff`;

const policy = ({ name }: Permission, user: string | undefined) =>
  ({
    result:
      name === 'fleetstage.workload.read' && user === VISITOR ? AuthorizeResult.DENY : AuthorizeResult.ALLOW,
  }) as const;

const CONFIG = { version: 'v1', kind: 'ConfigMap', name: 'config' };
const rule = (value: unknown, environment: string) => ({
  clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { environment } } }] },
  jsonPatchOverrides: [{ op: 'replace', path: '/data/level', value }],
});
const specOf = (...overrideRules: readonly object[]) => ({
  resourceSelectors: [{ group: '', ...CONFIG }],
  policy: { overrideRules },
});
const OVERRIDES = { group: 'placement.kubernetes-fleet.io', version: 'v1beta1', plural: 'resourceoverrides' };
const anOverride = (spec: object): KubeObject => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceOverride',
  metadata: { name: 'levels', namespace: 'web' },
  spec,
});

describe.each(databases.eachSupportedId())('previews over REST, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;
  const get = (path: string, user = ADA) => backend.as(user).get(path);
  const whatIf = (body: object) => backend.as(ADA).post('/overrides/what-if').send(body);
  const tried = { kind: 'ResourceOverride', namespace: 'web', name: 'levels' };

  const putOverride = (spec: object) => fleet.hub.put(OVERRIDES, anOverride(spec));

  beforeAll(async () => {
    fleet = await StubFleet.start();
    const { hub } = fleet;
    const metadata = (name: string) => ({ name, namespace: 'web' });
    const put = (plural: string, object: KubeObject) => hub.put({ group: '', version: 'v1', plural }, object);
    put('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } });
    put('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metadata('config'),
      data: { level: 'info', region: 'eu' },
    });
    put('secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: metadata('key'),
      data: { token: 'cGxhbnRlZA==' },
    });
    for (const [name, environment] of Object.entries({ c1: 'prod', c2: 'test', c3: 'test' }))
      fleet.put(aMemberObject(name, { environment }));
    putOverride(specOf(rule('warn', 'prod')));
    // What somebody changes on a member stays there.
    const strategy = { type: 'RollingUpdate', applyStrategy: { whenToApply: 'IfNotDrifted' } };
    fleet.put(aPlacementObject('web', { policy: { placementType: 'PickAll' }, strategy }));
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    backend = await startFleetBackend({ knex, settings: fleet.settings, policy });
    await eventually(
      async () => fleet.api.cluster('c1').find('configmaps', 'config', 'web') as KubeObject | undefined,
      found => found?.data !== undefined,
      30_000,
    );
    await eventually(
      () => get(`${WEB}/preview`),
      ({ body }) => body.clusterCount === 3 && body.variantCount === 2,
      30_000,
    );
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  it('groups clusters by what they get, and gives the objects of one', async () => {
    const { status, body } = await get(`${WEB}/preview?cluster=c1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ snapshot: '0', clusterCount: 3, variantCount: 2, sameCount: 2, refused: [] },
      byOverrideCount: [
        { overrides: 0, clusters: 2 },
        { overrides: 1, clusters: 1 },
      ],
      variants: [
        { clusters: ['c2', 'c3'], overrides: [], changes: [] },
        {
          clusters: ['c1'],
          overrides: [{ kind: 'ResourceOverride', namespace: 'web', name: 'levels', rules: [1] }],
          changes: [{ kind: 'ConfigMap', fields: [{ path: 'data.level', before: 'info', after: 'warn' }] }],
        },
      ],
    });
    const config = body.manifests.find(({ kind }: KubeObject) => kind === 'ConfigMap');
    expect(config.data).toEqual({ level: 'warn', region: 'eu' });
    expect(JSON.stringify(body)).not.toContain('cGxhbnRlZA');
  });

  it('compares the object on a cluster with what its overrides make of it', async () => {
    const object = '/object?version=v1&kind=ConfigMap&objectNamespace=web&objectName=config';
    const { body } = await eventually(
      () => get(`${WEB}/clusters/c1/workloads${object}`),
      answer => answer.body.live !== undefined,
      30_000,
    );
    expect(body).toMatchObject({ desired: { data: { level: 'warn' } }, differences: [] });
  });

  it('says whose preview there is not', async () => {
    for (const path of [
      `${WEB}/preview?cluster=c9`,
      `${WEB}/preview?run=none`,
      '/placements/_/none/preview',
      `${WEB}/preview/c9/diff`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('shows of a changed override which clusters and fields would change', async () => {
    const { status, body } = await whatIf({
      ...tried,
      spec: specOf(rule('error', 'prod'), rule('debug', 'test')),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ isNew: false, checked: 1, total: 1 },
      placements: [
        {
          ...{ scope: '_', name: 'web', changedCount: 3, sameCount: 0 },
          effects: [
            {
              clusters: ['c2', 'c3'],
              changes: [{ fields: [{ path: 'data.level', before: 'info', after: 'debug' }] }],
            },
            { clusters: ['c1'], changes: [{ fields: [{ before: 'warn', after: 'error' }] }] },
          ],
        },
      ],
    });
  });

  it('of a deleted one, of a failing one, and of one that changes nothing', async () => {
    expect((await whatIf(tried)).body.placements).toMatchObject([
      { effects: [{ clusters: ['c1'], changes: [{ fields: [{ before: 'warn', after: 'info' }] }] }] },
    ]);
    const broken = { ...rule(1, 'test'), jsonPatchOverrides: [{ op: 'remove', path: '/data/none' }] };
    expect(
      (await whatIf({ ...tried, spec: specOf(rule('warn', 'prod'), broken) })).body.placements,
    ).toMatchObject([
      {
        effects: [
          { clusters: ['c2', 'c3'], problem: expect.stringContaining('rule 2, remove /data/none') },
          // A changed override is rolled out wherever it matches, also where it says what it said.
          { clusters: ['c1'], changes: [] },
        ],
      },
    ]);
    expect((await whatIf({ ...tried, spec: specOf(rule('warn', 'prod')) })).body).toMatchObject({
      ...{ placements: [], checked: 0, total: 0 },
    });
  });

  it.each([
    [{ kind: 'ResourceOverride', name: 'levels' }, 'namespace'],
    [{ ...tried, spec: { policy: {} } }, 'resourceSelectors'],
    [{ ...tried, spec: specOf({ jsonPatchOverrides: [{ op: 'test', path: '/data' }] }) }, 'op'],
  ])('refuses what is no override: %j', async (body, word) => {
    const { status, body: answer } = await whatIf(body);
    expect(status).toBe(400);
    expect(answer.error.message).toContain(word);
  });

  const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
  const config = () => fleet.api.cluster('c1').find('configmaps', 'config', 'web') as KubeObject;

  it('compares with what runs on a cluster, as the strategy would apply: a drift that is kept stays (B/WA-046)', async () => {
    await eventually(
      () => get(DIFF),
      ({ body }) => body.counts?.unchanged === 3,
      30_000,
    );
    const data = { level: 'debug', region: 'eu' };
    fleet.api.cluster('c1').put(CONFIG_MAPS, { ...config(), data });
    const { status, body } = await get(DIFF);
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ cluster: 'c1', snapshot: '0', problems: [], isCut: false, objects: [] },
        counts: { added: 0, changed: 0, deleted: 0, unchanged: 3 },
        kept: [
          {
            ...{ kind: 'ConfigMap', namespace: 'web', name: 'config' },
            message:
              'the object was changed on the member cluster (/data/level) and whenToApply is IfNotDrifted',
          },
        ],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('cGxhbnRlZA');
    expect(config().data).toEqual(data);
  });

  it('says what applying would change, by a dry run that changes nothing there', async () => {
    const member = fleet.api.cluster('c1');
    const data = { level: 'debug', region: 'eu' };
    // Without our mark it carries something else, which is replaced; the member refuses the engine until it was compared.
    member.intercept = ({ verb, isDryRun, place }) =>
      verb === 'PATCH' && !isDryRun && place.plural === 'configmaps'
        ? statusOf(403, 'Forbidden', 'later')
        : undefined;
    try {
      const { annotations: _, ...metadata } = config().metadata;
      member.put(CONFIG_MAPS, { ...config(), metadata, data });
      const { body } = await get(DIFF);
      expect(body).toMatchObject({
        ...{ problems: [], kept: [], counts: { added: 0, changed: 1, deleted: 0, unchanged: 2 } },
        objects: [{ name: 'config', fields: [{ path: 'data.level', before: 'debug', after: 'warn' }] }],
      });
      expect(config().data).toEqual(data);
    } finally {
      member.intercept = undefined;
    }
  });

  it.each(['GET', 'PATCH'])(
    'RUL 40: hides what a cluster repeats of a Secret when it refuses a %s',
    async verb => {
      const member = fleet.api.cluster('c1');
      const says = 'admission webhook "x" denied it: "cGxhbnRlZA==", which is "planted", is too weak';
      member.intercept = call =>
        call.verb === verb && call.place.plural === 'secrets' ? statusOf(403, 'Forbidden', says) : undefined;
      try {
        const secret = member.find('secrets', 'key', 'web') as KubeObject;
        const { annotations: _, ...metadata } = secret.metadata;
        member.put({ group: '', version: 'v1', plural: 'secrets' }, { ...secret, metadata });
        const { status, body } = await get(DIFF);
        expect([status, body.problems]).toMatchObject([
          200,
          [
            {
              kind: 'Secret',
              name: 'key',
              message: expect.stringContaining('webhook "x" denied it: "(redacted'),
            },
          ],
        ]);
        expect(JSON.stringify(body)).not.toMatch(/cGxhbnRlZA|planted/);
      } finally {
        member.intercept = undefined;
      }
    },
  );

  it('needs the right to read workloads', async () => {
    const { status, body } = await get(DIFF, VISITOR);
    expect(status).toBe(403);
    expect(body.error.message).toContain('fleetstage.workload.read');
    expect((await get(`${WEB}/preview`, VISITOR)).status).toBe(200);
  });
});
