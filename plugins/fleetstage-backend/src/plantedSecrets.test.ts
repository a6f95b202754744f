import { mockErrorHandler, type TestDatabaseId } from '@backstage/backend-test-utils';
import { statusOf } from '@fleetstage/applier/testing';
import { kinds, type KindName, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import express from 'express';
import type { Knex } from 'knex';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { aMemberObject, aPlacementObject, aRunObject, aStrategyObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';
import { ADA } from './__testUtils__/viewers';
import { composeEngine, type Engine } from './compose';
import { systemPorts } from './loop/systemPorts';
import type { Log, LogFields } from './observe/log';
import { openRouter } from './rest/openRouter';
import { mountQueries } from './rest/queries';
import { parseSettings } from './settings';

const databases = createTestDatabases();
const SECRETS = { group: '', version: 'v1', plural: 'secrets' };
const MEMBERS = ['c1', 'c2', 'c3'];
const ODD = ['.', '..', './', '../secrets', 'a/b', '%2e%2e', '..%2f', '%'];
const HUB = 'planted-on-the-hub-7d1f';
const MEMBER = 'planted-on-a-member-3c9a';
const PLANTED = [HUB, MEMBER].flatMap(value => [value, Buffer.from(value).toString('base64')]);
const secret = (value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'login',
    namespace: 'web',
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': `{"stringData":{"password":"${value}"}}`,
    },
  },
  type: 'Opaque',
  data: { password: Buffer.from(value).toString('base64') },
});

const WEB = {
  ...{ group: '', version: 'v1', kind: 'Namespace', name: 'web' },
  selectionScope: 'NamespaceWithResourceSelectors',
};
const comparing = { strategy: { applyStrategy: { type: 'ReportDiff', comparisonOption: 'FullComparison' } } };
const selecting = (name: string, term: object, spec: object = {}) =>
  aPlacementObject(name, { resourceSelectors: [WEB, term], ...spec });

describe.each(databases.eachSupportedId())('values of Secrets on hub and members, on %s', databaseId => {
  let fleet: StubFleet;
  let knex: Knex;
  let engine: Engine;
  let app: express.Express;
  const lines: (LogFields & { readonly message: string })[] = [];

  const write = (message: string, fields?: LogFields) => {
    lines.push({ message, ...fields });
  };
  const log: Log = { debug: write, info: write, warn: write, error: write };

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    fleet.hub.put(SECRETS, secret(HUB));
    fleet.put(aMemberObject('c3', { stage: 'first' }));
    for (const name of MEMBERS) {
      const member = fleet.api.cluster(name);
      member.put(
        { ...SECRETS, plural: 'namespaces' },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } },
      );
      member.put(SECRETS, secret(MEMBER));
    }
    // A refusal is reported; what is tried again is also logged, and kept with its key.
    for (const [name, code] of [
      ['c2', 422],
      ['c3', 503],
    ] as const)
      fleet.api.cluster(name).intercept = ({ verb, place }) =>
        (verb === 'POST' || verb === 'PATCH') && place.plural === 'secrets'
          ? statusOf(code, 'Odd', `admission webhook "strict" denied ${PLANTED.join(' ')}`)
          : undefined;
    fleet.hub.put(
      { ...SECRETS, plural: 'configmaps' },
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: 'odd',
          namespace: 'web',
          annotations: { 'kubernetes-fleet.io/envelope-configmap': 'true' },
        },
        data: Object.fromEntries(
          ODD.map((name, i) => [
            `e${i}`,
            JSON.stringify({ ...secret(HUB), metadata: { name, namespace: 'web' } }),
          ]),
        ),
      },
    );
    ODD.forEach((name, i) =>
      fleet.put(selecting(`odd-${i}`, { group: '', version: 'v1', kind: 'Secret', name })),
    );
    fleet.put(selecting('placed', { group: '', version: 'v1', kind: 'Secret', name: 'login' }));
    fleet.put(selecting('compared', { group: '', version: 'v1', kind: 'Secret', name: 'login' }, comparing));
    fleet.put(
      selecting('enveloped', { group: '', version: 'v1', kind: 'ConfigMap', name: 'odd' }, comparing),
    );
    const stages = ['first', 'canary', 'production'].map(stage => ({
      name: stage,
      labelSelector: { matchLabels: { stage } },
    }));
    fleet.put(aStrategyObject('by-stage', stages));
    fleet.put(aRunObject('staged', { stagedRolloutStrategyName: 'by-stage' }));
    ({ knex } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    const { capture, ...settings } = fleet.settings;
    const encryption = { keys: [{ id: 'a', secret: randomBytes(32).toString('base64') }] };
    engine = await composeEngine({
      knex,
      settings: parseSettings(
        { ...settings, capture: { ...capture, configMapEnvelopes: true }, encryption },
        '/',
      ),
      ports: systemPorts,
      log,
      crdsDir: resolve(__dirname, '../crds'),
    });
    await engine.start();
    const router = openRouter({ checkAnswers: true });
    mountQueries(router, { queries: engine.queries, viewerOf: async () => ADA });
    app = express().use(router).use(mockErrorHandler());
  }, 60_000);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  });

  const statusText = (name: string) =>
    JSON.stringify(fleet.find('ClusterResourcePlacement', name)?.status ?? {});
  const soon = (name: string, text: string) =>
    eventually(
      () => statusText(name),
      status => status.includes(text),
      20_000,
    );

  it('the stories have been played', async () => {
    for (const [i] of ODD.entries()) await soon(`odd-${i}`, 'InvalidResourceSelectors');
    await soon('compared', '(redacted for security reasons)');
    await soon('enveloped', 'correct it in the manifest');
    await soon('placed', 'admission webhook \\"strict\\" denied (redacted for security reasons)');
    const shown = () => fleet.list('ClusterResourceSnapshot').map(({ metadata }) => metadata.name);
    await eventually(shown, names => names.includes('placed-0-snapshot'), 20_000);
    const failing = () => lines.filter(({ message }) => message === 'An effect failed; trying again');
    await eventually(failing, some => some.some(({ cluster }) => cluster === 'c3'), 20_000);
    const canary = async () => (await request(app).get('/runs/_/staged/clusters/c3')).text;
    await eventually(canary, text => text.includes('denied (redacted'), 20_000);
  }, 120_000);

  const expectNothing = (text: string) => {
    for (const planted of PLANTED) expect(text).not.toContain(planted);
  };

  it('are in no object of the fleet', () => {
    for (const kind of Object.keys(kinds) as KindName[]) expectNothing(JSON.stringify(fleet.list(kind)));
    expectNothing(JSON.stringify(fleet.hub.list({ group: '', version: 'v1', plural: 'events' })));
  });

  it('are in no row', async () => {
    const tables: string[] = await knex('information_schema.tables')
      .where({ table_schema: 'public' })
      .pluck('table_name')
      .catch(() => knex('sqlite_master').where({ type: 'table' }).pluck('name'));
    const rows = await Promise.all(tables.map(table => knex(table).select()));
    expectNothing(JSON.stringify(rows));
  });

  it('are in no answer of the REST API', async () => {
    const names = ['placed', 'compared', 'enveloped', 'odd-0', 'odd-1'];
    const below = [
      '',
      '/clusters',
      '/clusters/c1',
      '/clusters/c1/statuses',
      '/decisions',
      '/timeline',
      '/resources',
    ];
    const more = ['/changes?from=0&to=0', '/clusters/c2', '/clusters/c3'];
    const paths = names.flatMap(name => [...below, ...more].map(path => `/placements/_/${name}${path}`));
    const codes = new Set<number>();
    for (const path of [
      '/overview',
      '/placements',
      '/clusters',
      '/clusters/c1',
      '/strategies',
      '/runs',
      '/runs/_/staged',
      '/runs/_/staged/timeline',
      '/runs/_/staged/changes',
      '/runs/_/staged/clusters/c3',
      '/approvals',
      ...paths,
    ]) {
      const { status, text } = await request(app).get(path);
      codes.add(status);
      expectNothing(text);
    }
    expect([...codes].sort()).toEqual(expect.arrayContaining([200]));
    expect(Math.max(...codes)).toBeLessThan(500);
  });

  it('are in no metric', () => expectNothing(engine.metricsText({ withNames: true })));

  it('are in no line of the log', () => expectNothing(JSON.stringify(lines)));

  it('and no request was made of what nobody has named, but for metadata', () => {
    for (const name of MEMBERS)
      expect(
        fleet.api.cluster(name).calls.filter(call => /\/secrets\/?$|^\w+ .*\/namespaces\/web\/$/.test(call)),
      ).toEqual([]);
    const lists = fleet.hub.calls.filter(call => /^GET .*\/secrets\/?$/.test(call));
    expect(lists).toEqual([]);
  });
});
