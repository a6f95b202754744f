import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  applyWork,
  ensureAppliedWorkCrd,
  observeWork,
  releaseWork,
  type ApplyResult,
  type WorkInput,
} from '@fleetstage/applier';
import { instant, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  KubeClient,
  NotFoundError,
  readKubeconfig,
  watchResource,
  type WatchEvent,
} from '@fleetstage/kube-client';
import { parse } from 'yaml';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { eventually } from '../eventually';

const CRDS = path.resolve(__dirname, '../../../plugins/fleetstage-backend/crds');
const appliedWorkCrd: KubeObject = parse(
  readFileSync(path.join(CRDS, 'appliedworks.placement.kubernetes-fleet.io.yaml'), 'utf8'),
);
const NOON = instant(1_795_262_400_000);
const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' };
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace' };

jest.setTimeout(120_000);
let fleet: Fleet;
let client: KubeClient;
const requests: string[] = [];

beforeAll(async () => {
  fleet = await startFleet({ members: ['member-1'] });
  client = new KubeClient(await readKubeconfig(fleet.kubeconfigPath, 'member-1'), {
    onRequest: ({ verb, path: where, status }) => requests.push(`${verb} ${where} ${status}`),
  });
}, FLEET_HOOK_MS);
afterAll(async () => {
  await client?.close();
  await fleet?.stop();
});

/** A namespace for each story, with a ConfigMap and a Deployment. */
function aWork(
  placement: string,
  patch: Partial<WorkInput> & { image?: string; data?: Record<string, string> } = {},
): WorkInput {
  const { image = 'registry.example/app:1', data = { a: '1' }, ...rest } = patch;
  const metadata = { name: 'app', namespace: placement };
  return {
    placement,
    cluster: 'member-1',
    revision: 'r1',
    applyStrategy: {},
    now: NOON,
    manifests: [
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata,
        spec: {
          replicas: 2,
          selector: { matchLabels: { app: 'app' } },
          template: {
            metadata: { labels: { app: 'app' } },
            spec: {
              containers: [{ name: 'app', image, resources: { requests: { cpu: '0.1', memory: '64Mi' } } }],
            },
          },
        },
      },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata, data },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: placement } },
    ],
    ...rest,
  };
}
const next = (result: ApplyResult) => ({
  previousReport: result.report,
  previousInventory: result.inventory,
});
const written = () => requests.filter(request => /^(POST|PATCH|PUT|DELETE) /.test(request));

it('installs the CRD of AppliedWork and finds it again', async () => {
  await expect(ensureAppliedWorkCrd(client, appliedWorkCrd)).resolves.toEqual({
    kind: 'ready',
    isOurs: true,
  });
  requests.length = 0;
  await ensureAppliedWorkCrd(client, appliedWorkCrd);
  expect(written()).toEqual([]);
});

it('applies in six requests, sees the Deployment become available, and writes nothing twice', async () => {
  requests.length = 0;
  const first = await applyWork(client, aWork('story-1'));
  expect(requests).toHaveLength(6);
  expect(first.report.applied).toMatchObject({ status: 'True' });
  expect(first.report.available).toMatchObject({ status: 'False' });
  const done = await eventually('the work is available', async () => {
    const seen = await observeWork(client, aWork('story-1', next(first)));
    expect(seen.report.available).toMatchObject({ status: 'True', reason: 'AllWorkAreAvailable' });
    return seen;
  });
  expect(done.needsApply).toBe('no');
  requests.length = 0;
  const again = await applyWork(client, aWork('story-1', next(first)));
  await applyWork(client, aWork('story-1'));
  expect(written()).toEqual([expect.stringMatching(/^POST .*appliedworks 409$/)]);
  expect(again.report.available?.status).toBe('True');
});

it('takes the old pods for no evidence of a new revision', async () => {
  const first = await applyWork(client, aWork('story-1'));
  const second = await applyWork(
    client,
    aWork('story-1', { ...next(first), revision: 'r2', image: 'registry.example/app:2' }),
  );
  expect(second.writeCount).toBe(1);
  expect(second.report.available).toMatchObject({ status: 'False' });
});

it('follows changes with a watch', async () => {
  const stop = new AbortController();
  const events = watchResource(client, CONFIG_MAP, {
    signal: stop.signal,
    jitter: () => 0.5,
    namespace: 'story-1',
  });
  const seen: WatchEvent[] = [];
  const reading = (async () => {
    for await (const event of events) seen.push(event);
  })();
  await eventually('the first list is there', () =>
    expect(seen.some(({ type }) => type === 'SYNCED')).toBe(true),
  );
  await applyWork(client, aWork('story-1', { data: { a: '2' } }));
  await eventually('the change is seen', () =>
    expect(
      seen.some(event => event.type === 'MODIFIED' && JSON.stringify(event.object.data) === '{"a":"2"}'),
    ).toBe(true),
  );
  stop.abort();
  await reading;
});

it('removes fields and objects that left the placement', async () => {
  const first = await applyWork(client, aWork('story-2', { data: { a: '1', b: '2' } }));
  const second = await applyWork(client, aWork('story-2', { ...next(first), data: { a: '1' } }));
  const configMap = await client.get(CONFIG_MAP, { namespace: 'story-2', name: 'app' });
  expect(configMap.data).toEqual({ a: '1' });
  const [, ...rest] = aWork('story-2').manifests;
  await applyWork(client, aWork('story-2', { ...next(second), manifests: rest }));
  await eventually('the Deployment is gone', async () =>
    expect(await client.find(DEPLOYMENT, { namespace: 'story-2', name: 'app' })).toBeUndefined(),
  );
});

it('takes over what is there, and leaves it with Never', async () => {
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'story-3' } });
  await client.create(
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'app', namespace: 'story-3' },
      data: { a: 'x', b: 'y' },
    },
    { fieldManager: 'kubectl' },
  );
  const manifests = aWork('story-3').manifests.slice(1);
  const left = await applyWork(
    client,
    aWork('story-3', { manifests, applyStrategy: { whenToTakeOver: 'Never' } }),
  );
  expect(left.report.failed.map(({ condition }) => condition.reason)).toEqual([
    'NotTakenOver',
    'NotTakenOver',
  ]);
  const refused = await applyWork(
    client,
    aWork('story-3', { manifests, applyStrategy: { type: 'ServerSideApply' } }),
  );
  expect(refused.report.failed[0].condition.message).toContain('conflict with "kubectl"');
  const taken = await applyWork(client, aWork('story-3', { manifests }));
  expect(taken.report.applied?.status).toBe('True');
  expect((await client.get(CONFIG_MAP, { namespace: 'story-3', name: 'app' })).data).toEqual({
    a: '1',
    b: 'y',
  });
});

it('keeps the words of the API server for what it refuses, and applies the rest', async () => {
  const [, configMap, namespace] = aWork('story-4').manifests;
  const bad = { ...configMap, metadata: { name: 'Not A Name', namespace: 'story-4' } };
  const large = {
    ...configMap,
    metadata: { name: 'large', namespace: 'story-4' },
    data: { a: 'x'.repeat(5 * 1024 * 1024) },
  };
  const result = await applyWork(client, aWork('story-4', { manifests: [bad, large, configMap, namespace] }));
  expect(result.report.failed.map(({ name, condition }) => [name, condition.reason])).toEqual([
    ['Not A Name', 'ManifestApplyFailed'],
    ['large', 'ManifestApplyFailed'],
  ]);
  expect(result.report.failed[0].condition.message).toContain('Invalid value: "Not A Name"');
  expect(result.report.failed[1].condition.message).toMatch(/too large|3145728/);
  await expect(client.get(CONFIG_MAP, { namespace: 'story-4', name: 'app' })).resolves.toBeDefined();
});

it('releases everything with the AppliedWork', async () => {
  const { inventory } = await applyWork(client, aWork('story-5'));
  const release = {
    placement: 'story-5',
    cluster: 'member-1',
    previousInventory: inventory,
    deletion: 'Delete',
  } as const;
  const release5 = async () => expect(await releaseWork(client, release)).toEqual({ kind: 'released' });
  // A namespace with running pods goes when their grace period is over, not before.
  await eventually('the placement is released', release5, { timeoutMs: 90_000, intervalMs: 500 });
  await expect(client.get(NAMESPACE, { name: 'story-5' })).rejects.toThrow(NotFoundError);
});

it('leaves the objects in place when it abandons them', async () => {
  const { inventory } = await applyWork(client, aWork('story-6'));
  const release = {
    placement: 'story-6',
    cluster: 'member-1',
    previousInventory: inventory,
    deletion: 'Abandon',
  } as const;
  await eventually('the placement is released', async () =>
    expect(await releaseWork(client, release)).toEqual({ kind: 'released' }),
  );
  const deployment = await client.get(DEPLOYMENT, { namespace: 'story-6', name: 'app' });
  expect(deployment.metadata.ownerReferences ?? []).toEqual([]);
});

it('leaves the work of a cluster that is registered under two names to the later registration', async () => {
  const a = await applyWork(client, aWork('story-7', { cluster: 'a' }));
  const b = await applyWork(client, aWork('story-7', { cluster: 'b' }));
  const release = (cluster: string, { inventory: previousInventory }: ApplyResult) =>
    releaseWork(client, { placement: 'story-7', cluster, previousInventory, deletion: 'Delete' });
  requests.length = 0;
  expect(await release('a', a)).toEqual({ kind: 'released', holder: 'fleet-member-b' });
  expect(written()).toEqual([]);
  await expect(client.get(CONFIG_MAP, { namespace: 'story-7', name: 'app' })).resolves.toBeDefined();
  const release7 = async () => expect(await release('b', b)).toEqual({ kind: 'released' });
  await eventually('the placement is released', release7, { timeoutMs: 90_000, intervalMs: 500 });
  await expect(client.get(NAMESPACE, { name: 'story-7' })).rejects.toThrow(NotFoundError);
});
