import { readFileSync } from 'node:fs';
import {
  applyWork,
  ensureAppliedWorkCrd,
  ServerForms,
  type ApplyResult,
  type WorkInput,
} from '@fleetstage/applier';
import { instant, type ApplyStrategy, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { gvkOf, KubeClient, readKubeconfig } from '@fleetstage/kube-client';
import { parse } from 'yaml';
import { repoPath } from '../crds/repoPath';
import { eventually } from '../eventually';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';

const crd: KubeObject = parse(
  readFileSync(
    repoPath('plugins/fleetstage-backend/crds/appliedworks.placement.kubernetes-fleet.io.yaml'),
    'utf8',
  ),
);
const WIDGET = { group: 'ask.example.com', version: 'v1', kind: 'Widget' };
const WIDGETS: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.ask.example.com' },
  spec: {
    group: WIDGET.group,
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer' },
                  mode: { type: 'string', default: 'auto' },
                  hosts: { 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'set' },
                  key: {
                    'type': 'string',
                    'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'key is immutable' }],
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

const widget = (namespace: string, spec: object): KubeObject => ({
  apiVersion: 'ask.example.com/v1',
  kind: 'Widget',
  metadata: { name: 'app', namespace },
  spec,
});
const deployment = (namespace: string, spec: object): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'app', namespace },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: 'app' } },
    template: {
      metadata: { labels: { app: 'app' } },
      spec: { containers: [{ name: 'web', image: 'registry.example/web:1' }] },
    },
    ...spec,
  },
});
/** Its target is a quantity in a place where the hub expects none. */
const autoscaler = (namespace: string, averageValue: string): KubeObject => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'app', namespace },
  spec: {
    maxReplicas: 3,
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'app' },
    metrics: [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue } } },
    ],
  },
});

jest.setTimeout(180_000);
let fleet: Fleet;
let client: KubeClient;
const requests: string[] = [];

beforeAll(async () => {
  fleet = await startFleet({ members: ['member-1'] });
  client = new KubeClient(await readKubeconfig(fleet.kubeconfigPath, 'member-1'), {
    onRequest: ({ verb, path }) => requests.push(`${verb} ${path}`),
  });
  await ensureAppliedWorkCrd(client, crd);
  await client.create(WIDGETS);
  await eventually('the API server serves Widgets', async () => {
    await client.list(WIDGET);
  });
}, FLEET_HOOK_MS);
afterAll(async () => {
  await client?.close();
  await fleet?.stop();
});

/** What the engine keeps between passes of one placement, and loses with `restart`. */
function aPlacement(placement: string, applyStrategy: ApplyStrategy) {
  let forms = new ServerForms();
  let before: ApplyResult | undefined;
  return {
    restart: () => {
      forms = new ServerForms();
    },
    async apply(...manifests: readonly KubeObject[]): Promise<ApplyResult> {
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: placement } };
      const input: WorkInput = {
        placement,
        cluster: 'member-1',
        revision: 'r1',
        applyStrategy,
        forms: forms.of(placement),
        now: instant(1_795_262_400_000),
        manifests: [namespace, ...manifests],
        ...(before && { previousReport: before.report, previousInventory: before.inventory }),
      };
      before = await applyWork(client, input);
      return before;
    },
  };
}
/** How often something was sent, as a write or a dry run, and whether an object is another since. */
async function asked<T>(act: () => Promise<T>): Promise<{ result: T; sent: number }> {
  const since = requests.length;
  const result = await act();
  return { result, sent: requests.slice(since).filter(request => /^(PATCH|POST) /.test(request)).length };
}
/** What we have written of an object, and when; controllers write to it, too. */
const ourWritesOf = async (object: KubeObject) => {
  const { metadata } = await client.get(gvkOf(object), object.metadata);
  const { managedFields = [] } = metadata as { managedFields?: readonly { manager?: string }[] };
  return managedFields.filter(({ manager }) => manager === 'work-api-agent');
};
const NO_DRIFT = { applied: { status: 'True' }, drifted: [], failed: expect.anything() };
const somebody = (kind: typeof WIDGET, namespace: string, body: object) =>
  client.patch(kind, { name: 'app', namespace }, { patch: { type: 'merge', body: body as never } });

const CASES = [
  {
    what: 'a quantity',
    objects: (ns: string) => [autoscaler(ns, '1000m')],
  },
  {
    what: 'a field that the server fills in',
    objects: (ns: string) => [deployment(ns, { revisionHistoryLimit: null })],
  },
  {
    what: 'a default, and a field that is not kept, of a custom resource',
    objects: (ns: string) => [widget(ns, { size: 1, mode: null, unknown: 'x' })],
  },
] as const;

describe.each(CASES.map((one, i) => ({ ...one, ns: `ask-${i}` })))('B/WA-092 $what', ({ objects, ns }) => {
  it.each(['IfNotDrifted', 'Always'] as const)(
    'is no drift with whenToApply %s, and costs nothing once it is known',
    async whenToApply => {
      const name = `${ns}-${whenToApply.toLowerCase()}`;
      const placement = aPlacement(name, { whenToApply });
      await placement.apply(...objects(name));
      const rest = await asked(() => placement.apply(...objects(name)));
      expect(rest.result.report).toMatchObject(NO_DRIFT);
      expect(rest.sent).toBe(0);
      placement.restart();
      const [object] = objects(name);
      const before = await ourWritesOf(object);
      const first = await asked(() => placement.apply(...objects(name)));
      expect(first.result.report).toMatchObject(NO_DRIFT);
      expect(first.sent).toBe(1);
      expect((await asked(() => placement.apply(...objects(name)))).sent).toBe(0);
      expect(await ourWritesOf(object)).toEqual(before);
    },
  );

  it('is no difference with ReportDiff, and for whoever takes over what does not differ', async () => {
    const name = `${ns}-theirs`;
    await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    for (const object of objects(name)) await client.create(object);
    const reporting = aPlacement(name, { type: 'ReportDiff' });
    const [object] = objects(name);
    const before = await ourWritesOf(object);
    const { result, sent } = await asked(() => reporting.apply(...objects(name)));
    expect(result.report).toMatchObject({ diffReported: { status: 'True' }, diffed: [] });
    // An apply does not take a field that the schema lacks; then the member is asked by a merge.
    expect(sent).toBe(object.kind === 'Widget' ? 2 : 1);
    expect(await ourWritesOf(object)).toEqual(before);
    const { report } = await aPlacement(name, { whenToTakeOver: 'IfNoDiff' }).apply(...objects(name));
    expect(report).toMatchObject({ ...NO_DRIFT, diffed: [] });
  });
});

describe('B/WA-092 beside what only seems to differ', () => {
  it('a real drift is reported alone, after one dry run', async () => {
    const placement = aPlacement('ask-real', { whenToApply: 'IfNotDrifted' });
    const objects = [widget('ask-real', { size: 1, mode: null, unknown: 'x' })];
    await placement.apply(...objects);
    await somebody(WIDGET, 'ask-real', { spec: { size: 2 } });
    const { result, sent } = await asked(() => placement.apply(...objects));
    expect(result.report.drifted).toMatchObject([
      { kind: 'Widget', observedDrifts: [{ path: '/spec/size', valueInHub: '1', valueInMember: '2' }] },
    ]);
    expect(sent).toBe(1);
    expect((await asked(() => placement.apply(...objects))).sent).toBe(0);
  });

  it('what others add to a set is theirs', async () => {
    const placement = aPlacement('ask-set', { type: 'ServerSideApply', whenToApply: 'IfNotDrifted' });
    const objects = [widget('ask-set', { hosts: ['a'] })];
    await placement.apply(...objects);
    await somebody(WIDGET, 'ask-set', { spec: { hosts: ['a', 'b'] } });
    expect((await placement.apply(...objects)).report).toMatchObject(NO_DRIFT);
  });
});

it('B/WA-081, RUL 16: an immutable field that differs has this object compared in full, and says so', async () => {
  const name = 'ask-invalid';
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  await client.create(widget(name, { size: 1, key: 'theirs', hosts: ['x'] }));
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'app', namespace: name } };
  const placement = aPlacement(name, { whenToTakeOver: 'IfNoDiff' });
  const { report } = await placement.apply(widget(name, { size: 1, key: 'ours' }), configMap);
  expect(report.failed).toMatchObject([
    {
      kind: 'Widget',
      condition: { reason: 'FailedToTakeOver', message: expect.stringContaining('key is immutable') },
    },
  ]);
  expect(report.diffed).toMatchObject([
    {
      kind: 'Widget',
      observedDiffs: expect.arrayContaining([
        { path: '/spec/key', valueInHub: 'ours', valueInMember: 'theirs' },
        { path: '/spec/hosts', valueInMember: '[x]' },
      ]),
    },
  ]);
});
