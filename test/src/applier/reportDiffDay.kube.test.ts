import { applyWork, ServerForms, type ApplyResult } from '@fleetstage/applier';
import { instant, plus, toRfc3339, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { gvkOf, KubeClient, readKubeconfig } from '@fleetstage/kube-client';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';

/** How often an unchanged cluster is compared once the pace has slowed down (B/WA-123): 96 times a day. */
const PACE_MS = 900_000;
const DAY_MS = 24 * 3_600_000;
const NAME = 'report-day';
const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAME } };
const configMap = (name: string, value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: NAME },
  data: { a: value },
});
const deployment = (replicas: number): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: NAME },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'registry.example/web:1' }] },
    },
  },
});
const clusterRole = (verb: string): KubeObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: NAME },
  rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: [verb] }],
});
/** As the member has them, and as the hub wants them; of the last the member has none. */
const LIVE = [
  namespace,
  configMap('same', 'hub'),
  configMap('other', 'member'),
  deployment(0),
  clusterRole('list'),
];
const WANTED = [
  ...[namespace, configMap('same', 'hub'), configMap('other', 'hub'), deployment(3), clusterRole('get')],
  configMap('absent', 'hub'),
];
/** Those that no controller writes to. */
const UNTOUCHED = LIVE.filter(({ kind }) => !['Namespace', 'Deployment'].includes(kind));

jest.setTimeout(180_000);
let fleet: Fleet;
let client: KubeClient;
const writes: string[] = [];

beforeAll(async () => {
  fleet = await startFleet({ members: ['member-1'] });
  client = new KubeClient(await readKubeconfig(fleet.kubeconfigPath, 'member-1'), {
    onRequest: ({ verb, path }) => {
      if (!/^(get|list|watch)$/i.test(verb)) writes.push(`${verb} ${path}`);
    },
  });
  for (const object of LIVE) await client.create(object);
}, FLEET_HOOK_MS);
afterAll(async () => {
  await client?.close();
  await fleet?.stop();
});

const metadataOf = async (objects: readonly KubeObject[]) =>
  Promise.all(objects.map(async object => (await client.get(gvkOf(object), object.metadata)).metadata));

it.each(['PartialComparison', 'FullComparison'] as const)(
  'B/WA-085, B/WA-123: a day of ReportDiff with %s writes nothing, and says since when what differs',
  async comparisonOption => {
    const before = await metadataOf(UNTOUCHED);
    const forms = new ServerForms();
    const startedAt = instant(1_795_262_400_000);
    let result: ApplyResult | undefined;
    writes.length = 0;
    for (let elapsedMs = 0; elapsedMs <= DAY_MS; elapsedMs += PACE_MS)
      result = await applyWork(client, {
        placement: NAME,
        cluster: 'member-1',
        revision: 'r1',
        applyStrategy: { type: 'ReportDiff', comparisonOption, whenToTakeOver: 'Never' },
        forms: forms.of(NAME),
        now: plus(startedAt, elapsedMs),
        manifests: WANTED,
        ...(result && { previousReport: result.report, previousInventory: result.inventory }),
      });

    // Each object that differs is asked about once, by a dry run that shows what the server would make of the manifest.
    expect(writes.filter(path => !/^PATCH .*(configmaps|deployments|clusterroles)\//.test(path))).toEqual([]);
    expect(writes.length).toBeLessThanOrEqual(6);
    expect(await metadataOf(UNTOUCHED)).toEqual(before);
    const absent = configMap('absent', 'hub');
    await expect(client.get(gvkOf(absent), absent.metadata)).rejects.toThrow('not found');
    expect(result?.report).toMatchObject({ diffReported: { status: 'True' } });
    expect(result?.report.applied).toBeUndefined();
    const diffed = result?.report.diffed ?? [];
    expect(diffed.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'ClusterRole report-day',
      'ConfigMap absent',
      'ConfigMap other',
      'Deployment web',
      // Its `spec.finalizers` are the server's, and FullComparison knows the manifest alone (WA-091).
      ...(comparisonOption === 'FullComparison' ? [`Namespace ${NAME}`] : []),
    ]);
    for (const { firstDiffedObservedTime, observationTime } of diffed)
      expect({ firstDiffedObservedTime, observationTime }).toEqual({
        firstDiffedObservedTime: toRfc3339(startedAt),
        observationTime: toRfc3339(plus(startedAt, DAY_MS)),
      });
  },
);
