import { readFileSync } from 'node:fs';
import { applyWork, ensureAppliedWorkCrd, type WorkInput } from '@fleetstage/applier';
import { instant, type ApplyStrategy, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeClient, readKubeconfig } from '@fleetstage/kube-client';
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
const NOTE = 'kubernetes-fleet.io/last-applied-configuration';
const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' };
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const WIDGET = { group: 'merge.example.com', version: 'v1', kind: 'Widget' };

jest.setTimeout(120_000);
let fleet: Fleet;
let client: KubeClient;

beforeAll(async () => {
  fleet = await startFleet({ members: ['member-1'] });
  client = new KubeClient(await readKubeconfig(fleet.kubeconfigPath, 'member-1'));
  await ensureAppliedWorkCrd(client, crd);
}, FLEET_HOOK_MS);
afterAll(async () => {
  await client?.close();
  await fleet?.stop();
});

const apply = (placement: string, manifests: readonly KubeObject[], applyStrategy: ApplyStrategy = {}) => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: placement } };
  const input: WorkInput = {
    placement,
    cluster: 'member-1',
    revision: 'r1',
    applyStrategy,
    now: instant(1_795_262_400_000),
    manifests: [namespace, ...manifests],
  };
  return applyWork(client, input);
};
const expectApplied = async (work: ReturnType<typeof apply>) =>
  expect((await work).report).toMatchObject({ applied: { status: 'True' }, failed: expect.anything() });

const configMap = (namespace: string, data: Record<string, string>): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'app', namespace },
  data,
});
const read = (kind: typeof DEPLOYMENT, namespace: string) =>
  client.get(kind, { name: 'app', namespace }) as Promise<KubeObject & { data?: unknown; spec?: unknown }>;

it('B/WA-052: containers, variables and ports that left go, and those of others stay', async () => {
  const web = (image: string, names: readonly string[], ports: readonly number[]): KubeObject => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'app', namespace: 'merge-1' },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: 'app' } },
      template: {
        metadata: { labels: { app: 'app' } },
        spec: {
          containers: [
            {
              name: 'web',
              image,
              env: names.map(name => ({ name, value: name })),
              ports: ports.map(containerPort => ({ containerPort })),
            },
          ],
        },
      },
    },
  });
  await expectApplied(apply('merge-1', [web('registry.example/web:1', ['A', 'B'], [80, 81])]));
  const proxy = { name: 'proxy', image: 'registry.example/proxy:1' };
  const theirs = {
    spec: { template: { spec: { containers: [proxy, { name: 'web', env: [{ name: 'Z', value: 'z' }] }] } } },
  };
  await client.patch(
    DEPLOYMENT,
    { name: 'app', namespace: 'merge-1' },
    {
      patch: { type: 'strategic', body: theirs },
      fieldManager: 'injector',
    },
  );
  await expectApplied(apply('merge-1', [web('registry.example/web:2', ['A', 'C'], [80])]));
  const { spec } = (await read(DEPLOYMENT, 'merge-1')) as {
    spec: {
      template: {
        spec: { containers: { name: string; image: string; env?: { name: string }[]; ports?: object[] }[] };
      };
    };
  };
  const { containers } = spec.template.spec;
  expect(containers.map(({ name }) => name).sort()).toEqual(['proxy', 'web']);
  const own = containers.find(({ name }) => name === 'web');
  expect(own?.image).toBe('registry.example/web:2');
  expect(own?.env?.map(({ name }) => name).sort()).toEqual(['A', 'C', 'Z']);
  expect(own?.ports).toEqual([{ containerPort: 80, protocol: 'TCP' }]);
});

it('B/WA-051: above the size of annotations server-side apply goes on, and merges come back', async () => {
  const large = 'x'.repeat(262_144);
  const noteOf = async () => (await read(CONFIG_MAP, 'merge-2')).metadata.annotations?.[NOTE];
  await expectApplied(apply('merge-2', [configMap('merge-2', { a: '1' })]));
  expect(JSON.parse((await noteOf()) ?? '')).toMatchObject({ data: { a: '1' } });
  await expectApplied(apply('merge-2', [configMap('merge-2', { large, b: '2' })]));
  expect(await noteOf()).toBe('');
  await expectApplied(apply('merge-2', [configMap('merge-2', { large, c: '3' })]));
  expect((await read(CONFIG_MAP, 'merge-2')).data).toEqual({ large, c: '3' });
  await expectApplied(apply('merge-2', [configMap('merge-2', { d: '4' })]));
  expect((await read(CONFIG_MAP, 'merge-2')).data).toEqual({ d: '4' });
  expect(JSON.parse((await noteOf()) ?? '')).toMatchObject({ data: { d: '4' } });
});

it('what server-side apply wrote before is merged by what we own', async () => {
  await expectApplied(
    apply('merge-3', [configMap('merge-3', { a: '1', b: '2' })], { type: 'ServerSideApply' }),
  );
  await client.patch(
    CONFIG_MAP,
    { name: 'app', namespace: 'merge-3' },
    {
      patch: { type: 'merge', body: { data: { theirs: 'x' } } },
      fieldManager: 'somebody',
    },
  );
  await expectApplied(apply('merge-3', [configMap('merge-3', { a: '1' })]));
  expect((await read(CONFIG_MAP, 'merge-3')).data).toEqual({ a: '1', theirs: 'x' });
});

it('B/WA-055: a custom resource is merged as JSON, and owners of others stay', async () => {
  await client.create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.merge.example.com' },
    spec: {
      group: 'merge.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  } as unknown as KubeObject);
  const widget = (spec: object): KubeObject => ({
    apiVersion: 'merge.example.com/v1',
    kind: 'Widget',
    metadata: { name: 'app', namespace: 'merge-4' },
    spec,
  });
  const both = { allowCoOwnership: true };
  await eventually('widgets are placed', () =>
    expectApplied(apply('merge-4', [widget({ a: 1, b: 1, list: [1] })], both)),
  );
  const live = await read(WIDGET, 'merge-4');
  const owner = { apiVersion: 'v1', kind: 'Namespace', name: 'merge-4', uid: 'a-b-c' };
  await client.patch(
    WIDGET,
    { name: 'app', namespace: 'merge-4' },
    {
      patch: {
        type: 'merge',
        body: {
          metadata: {
            finalizers: ['example.com/theirs'],
            ownerReferences: [...(live.metadata.ownerReferences ?? []), owner],
          },
          spec: { theirs: 1 },
        },
      },
    },
  );
  await expectApplied(apply('merge-4', [widget({ a: 2, list: [2] })], both));
  const after = await read(WIDGET, 'merge-4');
  expect(after.spec).toEqual({ a: 2, list: [2], theirs: 1 });
  await client.patch(
    WIDGET,
    { name: 'app', namespace: 'merge-4' },
    {
      patch: { type: 'merge', body: { metadata: { finalizers: [] } } },
    },
  );
});
