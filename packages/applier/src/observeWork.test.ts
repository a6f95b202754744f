import { instant, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeObject } from '@fleetstage/kube-client';
import { applyWork, type ApplyResult } from './applyWork';
import { observeWork, type LiveObject } from './observeWork';
import { statusOf } from './testing';
import { aConfigMap, aWebsite, aWork, startCluster } from './testing/aFleet.testing';

let c: Awaited<ReturnType<typeof startCluster>>;
let first: ApplyResult;
beforeEach(async () => {
  c = await startCluster();
  first = await applyWork(c.client, aWork());
  c.stub.calls.length = 0;
});
afterEach(() => c.stop());

const input = (patch: object = {}) =>
  aWork({ previousReport: first.report, previousInventory: first.inventory, ...patch });
const deployment = () => c.stub.find('deployments', 'app', 'web')!;
const becomeReady = (observedGeneration = 1) =>
  c.stub.setStatus(
    'deployments',
    { observedGeneration, replicas: 2, updatedReplicas: 2, availableReplicas: 2 },
    { name: 'app', namespace: 'web' },
  );
/** As a watch on Deployments would know. */
const watched = ({ kind }: { kind: string }): LiveObject => (kind === 'Deployment' ? deployment() : 'unseen');

it('sees availability in what a watch knows, without a request', async () => {
  becomeReady();
  const { report, needsApply } = await observeWork(c.client, { ...input(), live: watched });
  expect(report.available).toMatchObject({ status: 'True', reason: 'AllWorkAreAvailable' });
  expect(needsApply).toBe('no');
  expect(c.stub.calls).toEqual([]);
});

it('reads everything where there is no watch', async () => {
  becomeReady();
  const { report } = await observeWork(c.client, input());
  expect(report.available?.status).toBe('True');
  expect(c.stub.calls).toHaveLength(3);
});

it('takes an object of another revision for no evidence', async () => {
  becomeReady();
  const manifests = aWebsite({ image: 'nginx:2' });
  const { report, needsApply } = await observeWork(c.client, {
    ...input({ revision: 'r2', manifests }),
    live: watched,
  });
  expect(report.available).toMatchObject({ status: 'False' });
  expect(needsApply).toBe('missing');
});

it('takes an object older than our own write for no evidence', async () => {
  becomeReady();
  const stale = deployment();
  const manifests = aWebsite({ image: 'nginx:2' });
  const second = await applyWork(c.client, input({ revision: 'r2', manifests }));
  const generationOneWithOurHash = {
    ...stale,
    metadata: { ...deployment().metadata, generation: 1 },
    spec: deployment().spec,
  };
  const { report } = await observeWork(c.client, {
    ...input({ revision: 'r2', manifests, previousInventory: second.inventory }),
    live: ({ kind }) => (kind === 'Deployment' ? generationOneWithOurHash : 'unseen'),
  });
  expect(report.available?.message).toContain('the latest change has not been seen yet');
});

it('B/WA-135 asks for an apply when an object is gone, and holds the gate meanwhile', async () => {
  becomeReady();
  c.stub.remove('configmaps', 'app', 'web');
  const { report, needsApply } = await observeWork(c.client, input());
  expect(needsApply).toBe('missing');
  expect(report.applied?.status).toBe('True');
  expect(report.available).toMatchObject({ status: 'False' });
});

it('distinguishes drift from loss', async () => {
  becomeReady();
  c.stub.merge(
    { group: '', version: 'v1', plural: 'configmaps', namespace: 'web', name: 'app' },
    { data: { a: 'x' } },
  );
  const { report, needsApply } = await observeWork(c.client, input());
  expect(needsApply).toBe('drifted');
  expect(report.available?.status).toBe('True');
});

it('B/WA-048 keeps a drift that full comparison found on a kind that nobody watches, until it is compared again', async () => {
  becomeReady();
  const applyStrategy = { comparisonOption: 'FullComparison' } as const;
  const place = { group: '', version: 'v1', plural: 'configmaps', namespace: 'web', name: 'app' };
  c.stub.merge(place, { data: { extra: 'x' } });
  const found = await applyWork(c.client, input({ applyStrategy }));
  expect(found.report.drifted).toMatchObject([
    { kind: 'ConfigMap', name: 'app', targetClusterObservedGeneration: expect.any(Number) },
  ]);
  const after = input({
    applyStrategy,
    previousReport: found.report,
    previousInventory: found.inventory,
  });
  const { report } = await observeWork(c.client, { ...after, live: watched });
  expect(report.drifted).toEqual(found.report.drifted);
  c.stub.merge(place, { data: { extra: null } });
  const mended = await applyWork(c.client, { ...after, previousReport: report });
  expect(mended.report.drifted).toEqual([]);
});

it('keeps a failure of this revision until an apply has mended it', async () => {
  c.stub.intercept = ({ verb, place }) =>
    verb !== 'GET' && place.plural === 'configmaps' ? statusOf(422, 'Invalid', 'bad data') : undefined;
  const manifests = [aConfigMap({ a: '2' })];
  const failed = await applyWork(c.client, input({ revision: 'r2', manifests }));
  const { report, needsApply } = await observeWork(
    c.client,
    input({ revision: 'r2', manifests, previousReport: failed.report, previousInventory: failed.inventory }),
  );
  expect(needsApply).toBe('no');
  expect(report.failed[0].condition).toMatchObject({ reason: 'ManifestApplyFailed', message: 'bad data' });
});

describe('a drift of fields that another manager has taken, seen by a watch that has no managed fields', () => {
  const place = { group: 'apps', version: 'v1', plural: 'deployments', namespace: 'web', name: 'app' };
  const live = (manifest: { kind: string }): LiveObject => {
    if (manifest.kind !== 'Deployment') return 'unseen';
    const { managedFields: _, ...metadata } = deployment().metadata as KubeObject['metadata'] & {
      managedFields?: unknown;
    };
    return { ...deployment(), metadata };
  };
  const applyStrategy = { type: 'ServerSideApply' } as const;

  it('B/WA-047 is no repair where somebody has reverted it meanwhile: nothing is written', async () => {
    becomeReady();
    c.stub.merge(place, { spec: { replicas: 5 } });
    const stale = live({ kind: 'Deployment' });
    c.stub.merge(place, { spec: { replicas: 2 } });
    c.stub.calls.length = 0;
    const seen = await observeWork(c.client, {
      ...input(),
      live: ({ kind }) => (kind === 'Deployment' ? stale : 'unseen'),
      isRepairing: () => true,
    });
    expect(c.stub.calls.map(call => call.split(' ')[0])).toEqual(['GET']);
    expect(seen).toMatchObject({ needsApply: 'no', repairs: [], report: { drifted: [] } });
  });

  it('B/WA-057 is not overwritten by force, and stays a failure until a retry has mended it', async () => {
    becomeReady();
    c.stub.merge(place, { spec: { replicas: 5 } }, { manager: 'somebody' });
    const again = input({ applyStrategy });
    const { report, repairs } = await observeWork(c.client, { ...again, live, isRepairing: () => true });
    expect(repairs).toMatchObject([{ after: { result: { kind: 'failed' } } }]);
    expect(deployment().spec).toMatchObject({ replicas: 5 });
    expect(report.failed).toMatchObject([{ condition: { reason: 'ManifestApplyFailed' } }]);
    const still = await observeWork(c.client, { ...again, previousReport: report, live });
    expect(still).toMatchObject({ needsApply: 'no', report: { applied: { status: 'False' } } });
  });
});

it.each([
  { rule: 'what it has applied itself is seen by the watch', as: 'author', revision: 'r1', reads: false },
  { rule: 'anything else is read with his rights', as: 'author', revision: 'r2', reads: true },
  { rule: 'without one the watch is enough', as: undefined, revision: 'r2', reads: false },
])('as another user: $rule', async ({ as, revision, reads }) => {
  becomeReady();
  const manifests = aWebsite(revision === 'r2' ? { image: 'nginx:2' } : {});
  await observeWork(c.client, { ...input({ revision, manifests, as }), live: watched });
  expect(c.stub.calls.some(call => /deployments/.test(call))).toBe(reads);
});

describe('of a kind whose metadata alone are watched', () => {
  const place = { group: '', version: 'v1', plural: 'configmaps', namespace: 'web', name: 'app' };
  const configMap = () => c.stub.find('configmaps', 'app', 'web')!;
  /** As watches would know: whole Deployments, and versions of the others. */
  const live = (manifest: { kind: string; namespace?: string; name: string }): LiveObject => {
    if (manifest.kind === 'Deployment') return deployment();
    const plural = manifest.kind === 'ConfigMap' ? 'configmaps' : 'namespaces';
    const object = c.stub.find(plural, manifest.name, manifest.namespace);
    return object ? { objectVersion: object.metadata.resourceVersion! } : 'absent';
  };
  const observe = (patch: object = {}) => observeWork(c.client, { ...input(patch), live });

  it('nothing is read while the versions are those that were compared', async () => {
    becomeReady();
    expect(await observe()).toMatchObject({ needsApply: 'no', report: { available: { status: 'True' } } });
    expect(c.stub.calls).toEqual([]);
  });

  it('B/WA-048 an object of another version is read and compared, once', async () => {
    becomeReady();
    c.stub.merge(place, { metadata: { annotations: { theirs: 'x' } } }, undefined);
    const seen = await observe();
    expect(seen.needsApply).toBe('no');
    expect(c.stub.calls).toHaveLength(1);
    const { inventory } = seen;
    expect(inventory.objects.map(({ name }) => name)).toEqual(
      first.inventory.objects.map(({ name }) => name),
    );
    await observe({ previousInventory: inventory });
    expect(c.stub.calls).toHaveLength(1);
  });

  it('B §4.8 a drift is reported until it is repaired, with both values', async () => {
    becomeReady();
    c.stub.merge(place, { data: { a: 'theirs' } }, undefined);
    const { report, needsApply } = await observe();
    expect(needsApply).toBe('drifted');
    expect(report.applied?.status).toBe('True');
    expect(report.drifted).toMatchObject([
      {
        kind: 'ConfigMap',
        name: 'app',
        observedDrifts: [{ path: '/data/a', valueInMember: 'theirs', valueInHub: '1' }],
      },
    ]);
    c.stub.calls.length = 0;
    const repaired = await observe({ isRepairing: () => true });
    expect(c.stub.calls.map(call => call.split(' ')[0])).toEqual(['GET', 'PATCH']);
    expect(repaired.report.drifted).toEqual([]);
    expect(repaired.repairs).toMatchObject([{ before: { drifts: [{ path: '/data/a' }] } }]);
    expect(configMap()).toMatchObject({ data: { a: '1' } });
    c.stub.calls.length = 0;
    await observe({ previousInventory: repaired.inventory });
    expect(c.stub.calls).toEqual([]);
  });

  it('B/WA-047 a fight over one object delays no other: each is repaired in its own time', async () => {
    becomeReady();
    c.stub.merge(place, { data: { a: 'theirs' } }, undefined);
    c.stub.merge(
      { group: 'apps', version: 'v1', plural: 'deployments', namespace: 'web', name: 'app' },
      { spec: { replicas: 5 } },
      undefined,
    );
    const seen = await observe({ isRepairing: ({ kind }: { kind: string }) => kind === 'ConfigMap' });
    expect(seen.repairs).toMatchObject([{ after: { manifest: { kind: 'ConfigMap' } } }]);
    expect(seen.drifted).toMatchObject([{ kind: 'Deployment' }]);
    expect(seen.report.drifted).toMatchObject([{ kind: 'Deployment' }]);
    expect([configMap(), c.stub.find('deployments', 'app', 'web')]).toMatchObject([
      { data: { a: '1' } },
      { spec: { replicas: 5 } },
    ]);
  });

  it('B/WA-104 a kept drift is reported with its time, and ends when somebody reverts it', async () => {
    becomeReady();
    const applyStrategy = { whenToApply: 'IfNotDrifted' } as const;
    c.stub.merge(place, { data: { a: 'theirs' } }, undefined);
    const found = await observe({ applyStrategy });
    expect(found.needsApply).toBe('no');
    expect(found.report).toMatchObject({
      applied: { status: 'False' },
      failed: [{ kind: 'ConfigMap', condition: { reason: 'FoundDrifts' } }],
    });
    const after = {
      applyStrategy,
      previousReport: found.report,
      previousInventory: found.inventory,
      now: instant(first.report.observedAt + 60_000),
    };
    const still = await observe(after);
    expect(still.report.drifted[0].firstDriftedObservedTime).toBe(found.report.drifted[0].observationTime);
    expect(still.report.drifted[0].observationTime).toBe(toRfc3339(after.now));
    c.stub.merge(place, { data: { a: '1' } }, undefined);
    const back = await observe(after);
    expect(back.report).toMatchObject({ applied: { status: 'True' }, failed: [], drifted: [] });
    c.stub.calls.length = 0;
    await observe({ ...after, previousReport: back.report, previousInventory: back.inventory });
    expect(c.stub.calls).toEqual([]);
  });

  it('B/WA-135 an object that drifted and was then deleted is wanted again', async () => {
    becomeReady();
    const applyStrategy = { whenToApply: 'IfNotDrifted' } as const;
    c.stub.merge(place, { data: { a: 'theirs' } }, undefined);
    const { report, inventory } = await observe({ applyStrategy });
    c.stub.remove('configmaps', 'app', 'web');
    const gone = await observe({ applyStrategy, previousReport: report, previousInventory: inventory });
    expect(gone.needsApply).toBe('missing');
  });
});
