import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { mockErrorHandler } from '@backstage/backend-test-utils';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import express from 'express';
import { resolve } from 'node:path';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { aPlacementObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';
import { ADA, aViewer } from '../__testUtils__/viewers';
import { composeEngine, type Engine } from '../compose';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import type { QueryDeps } from '../service/queryDeps';
import { previewSelection } from '../service/selection';
import { parseSettings } from '../settings';
import { openRouter } from './openRouter';
import { mountQueries } from './queries';

const databases = createTestDatabases();
const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace' };
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
const configMap = (name: string, rest: Partial<KubeObject['metadata']> = {}, data: object = { a: '1' }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'web', ...rest },
  data,
});
const MARKED = { annotations: { 'kubernetes-fleet.io/envelope-configmap': 'true' } };

describe.each(databases.eachSupportedId())('selections in REST, on %s', databaseId => {
  let fleet: StubFleet;
  let engine: Engine;
  let app: express.Express;
  let viewer = ADA;
  afterEach(() => {
    viewer = ADA;
  });

  const preview = (body: object) => request(app).post('/selection/preview').send(body);
  const previewOf = async (selectors: object[], more: object = {}) =>
    (await preview({ selectors, ...more }).expect(200)).body;
  const get = (path: string) => request(app).get(path);

  beforeAll(async () => {
    fleet = await StubFleet.start();
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    fleet.putFleet();
    for (const one of [
      configMap('settings'),
      configMap('kube-root-ca.crt'),
      configMap('side-effects', MARKED, { 'a.yaml': '{}', 'b.yaml': '{}' }),
    ])
      fleet.hub.put(CONFIG_MAPS, one);
    fleet.put(
      aPlacementObject('web', {
        strategy: { type: 'External' },
        resourceSelectors: [
          { ...NAMESPACE, name: 'web' },
          { ...NAMESPACE, name: 'gone', selectionScope: 'NamespaceOnly' },
        ],
      }),
    );
    engine = await composeEngine({
      knex,
      settings: parseSettings(
        {
          ...fleet.settings,
          capture: { ...fleet.settings.capture, skippedNamespaces: ['internal'], configMapEnvelopes: true },
        },
        '/',
      ),
      ports: systemPorts,
      log: silentLog,
      crdsDir: resolve(__dirname, '../../crds'),
    });
    await engine.start();
    const router = openRouter({ checkAnswers: true });
    mountQueries(router, { queries: engine.queries, viewerOf: async () => viewer });
    app = express().use(router).use(mockErrorHandler());
    await eventually(
      async () => (await get('/placements/_/web/resources')).body,
      ({ objects }) => objects === 3,
      30_000,
    );
  }, 60_000);
  afterAll(async () => {
    await engine.stop();
    await fleet.stop();
  });

  it('shows what the latest snapshot holds, what was left out and what matches nothing', async () => {
    const { body } = await get('/placements/_/web/resources').expect(200);
    expect(body).toMatchObject({
      index: '0',
      isLatest: true,
      objects: 3,
      resources: [
        { kind: 'Namespace', name: 'web' },
        { kind: 'ConfigMap', namespace: 'web', name: 'settings' },
        { kind: 'ConfigMap', namespace: 'web', name: 'side-effects', isEnvelope: true, entries: 2 },
      ],
      excludedCount: 1,
      excluded: [{ kind: 'ConfigMap', name: 'kube-root-ca.crt', reason: 'MadeForNamespace' }],
      warnings: [
        { selector: 1, message: expect.stringContaining('Namespace gone does not exist on the hub') },
      ],
    });
    expect(body.resources.every(({ bytes }: { bytes: number }) => bytes > 0)).toBe(true);
    expect(body).not.toHaveProperty('problem');
    expect((await get('/placements/_/web/resources?index=0')).body.resources).toEqual(body.resources);
  });

  it.each([
    { rule: 'a placement that is not there', path: '/placements/_/nobody/resources', status: 404 },
    { rule: 'a snapshot that is not kept', path: '/placements/_/web/resources?index=7', status: 404 },
    { rule: 'an index that is none', path: '/placements/_/web/resources?index=x', status: 400 },
    { rule: 'a hub that is not configured', path: '/placements/_/web/resources?hub=x', status: 404 },
  ])('answers $status for $rule', async ({ path, status }) => {
    await get(path).expect(status);
  });

  it('previews by the steps of a capture, and writes nothing', async () => {
    const body = await previewOf([{ ...NAMESPACE, name: 'web' }]);
    const { body: captured } = await get('/placements/_/web/resources');
    expect(body).toMatchObject({
      objects: 3,
      bytes: captured.bytes,
      resources: captured.resources,
      excluded: captured.excluded,
      excludedCount: 1,
      problems: [],
      warnings: [],
    });
  });

  it.each<{ rule: string; selectors: object[]; more?: object; says: object }>([
    {
      rule: 'A/SEL-019 in the namespace of a ResourcePlacement',
      selectors: [{ ...CONFIG_MAP, name: 'settings' }],
      more: { scope: 'web', name: 'mine' },
      says: { objects: 1, resources: [{ name: 'settings' }], problems: [] },
    },
    {
      rule: 'A/SEL-012 no Namespace in a ResourcePlacement',
      selectors: [{ ...NAMESPACE, name: 'web' }],
      more: { scope: 'web', name: 'mine' },
      says: {
        objects: 0,
        problems: [
          {
            message:
              'spec.resourceSelectors[0]: invalid placement web/mine: cannot select cluster-scoped resource Namespace in a resourcePlacement; remove it, or select it in a ClusterResourcePlacement',
          },
        ],
      },
    },
    {
      rule: 'A/SEL-016 a kind that the hub does not serve',
      selectors: [{ group: 'example.com', version: 'v1', kind: 'Foo' }],
      says: {
        objects: 0,
        bytes: 0,
        problems: [
          {
            message: expect.stringMatching(
              /^spec\.resourceSelectors\[0\]: .*no matches for kind "Foo".*; install/,
            ),
          },
        ],
      },
    },
    {
      rule: 'A/SEL-011 a kind that is never placed',
      selectors: [{ ...NAMESPACE, kind: 'Pod' }],
      says: {
        objects: 0,
        problems: [],
        warnings: [{ selector: 0, message: 'Pod is never placed: this selector has no effect' }],
      },
    },
    {
      rule: 'RUL 21 a name that nothing has',
      selectors: [{ ...NAMESPACE, name: 'nothing' }],
      says: { objects: 0, problems: [], warnings: [{ selector: 0 }] },
    },
    {
      rule: 'a selector that somebody is typing',
      selectors: [{ ...NAMESPACE, name: 'web' }, { kind: 'Con' }, {}],
      says: {
        problems: [
          { selector: 1, message: 'version of selector 2: missing' },
          { selector: 2, message: 'kind and version of selector 3: missing' },
        ],
      },
    },
    { rule: 'no selector yet', selectors: [], says: { objects: 0, problems: [] } },
  ])('reports $rule', async ({ selectors, more, says }) => {
    expect(await previewOf(selectors, more)).toMatchObject(says);
  });

  it.each<{ rule: string; creates?: boolean; updates: string[]; more: object; status: number }>([
    { rule: 'who may neither create nor update', updates: [], more: { name: 'web' }, status: 403 },
    { rule: 'who may update the one that is named', updates: ['web'], more: { name: 'web' }, status: 200 },
    {
      rule: 'who may update another one',
      updates: ['web'],
      more: { scope: 'web', name: 'web' },
      status: 403,
    },
    { rule: 'who names none', updates: ['web', 'new'], more: {}, status: 403 },
    { rule: 'who names one that is not there', updates: ['nobody'], more: { name: 'nobody' }, status: 403 },
    {
      rule: 'who may create what updates cover, by its name',
      creates: true,
      updates: ['mine'],
      more: { name: 'mine' },
      status: 200,
    },
    {
      rule: 'who may create what updates cover, by a label',
      creates: true,
      updates: ['team=blue'],
      more: { name: 'mine', labels: { team: 'blue' } },
      status: 200,
    },
    {
      rule: 'who may create, but nothing here',
      creates: true,
      updates: ['team-a/mine', 'team=blue'],
      more: { name: 'mine', labels: { team: 'red' } },
      status: 403,
    },
    {
      rule: 'who may create, but names one that he may not update, under labels of his own',
      creates: true,
      updates: ['team=blue'],
      more: { name: 'web', labels: { team: 'blue' } },
      status: 403,
    },
  ])('answers $status to one $rule', async ({ creates = false, updates, more, status }) => {
    const no = { isAllowed: false, reason: 'You need the permission x' };
    viewer = aViewer('user:default/eve', {
      mayCreatePlacement: () => (creates ? { isAllowed: true } : no),
      mayUpdatePlacement: ({ hub, name, labels }) =>
        hub === 'hub' && (updates.includes(name) || updates.includes(`team=${labels.team}`))
          ? { isAllowed: true }
          : no,
    });
    const { body } = await preview({ selectors: [{ ...NAMESPACE, name: 'web' }], ...more }).expect(status);
    if (status === 200) expect(body).toMatchObject({ objects: 3 });
    else
      expect(body.error.message).toBe(
        'You may not look at the objects of the hub here. You need the permission x',
      );
  });

  it.each(['kube-system', 'fleet-member-c1', 'internal'])('A/SEL-005 shows nothing of %s', async scope => {
    const body = await previewOf([CONFIG_MAP], { scope, name: 'mine' });
    expect(body).toMatchObject({
      objects: 0,
      resources: [],
      problems: [
        {
          message: expect.stringMatching(
            `^metadata.namespace: invalid placement ${scope}/mine: namespace ${scope} is not allowed to propagate; create the placement in`,
          ),
        },
      ],
    });
  });

  it.each([
    { rule: 'a scope that is no namespace', body: { selectors: [], scope: 'No/Way' } },
    { rule: 'selectors that are no list', body: { selectors: 'all' } },
    { rule: 'fields that it does not know', body: { selectors: [], dryRun: true } },
  ])('refuses $rule', async ({ body }) => {
    await preview(body).expect(400);
  });
});

it('says that the hub does not answer', async () => {
  const deps = {
    hub: 'hub',
    database: { transact: async () => undefined },
    readSelection: () => Promise.reject(new Error('connection refused')),
  } as unknown as QueryDeps;
  const asked = { selectors: [{ ...NAMESPACE, name: 'web' }] };
  await expect(previewSelection(deps, asked, ADA)).rejects.toMatchObject({
    name: 'ServiceUnavailableError',
    message: 'Hub "hub" does not answer: connection refused. Try again when the hub answers.',
  });
});
