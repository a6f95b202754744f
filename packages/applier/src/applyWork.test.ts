import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { TransientError } from '@fleetstage/kube-client';
import { inspect } from 'node:util';
import { ANNOUNCED_ANNOTATION, AppliedWorkCrdMissingError } from './appliedWorkStore';
import { applyWork, type ApplyResult } from './applyWork';
import { observeWork } from './observeWork';
import { statusOf } from './testing';
import {
  aConfigMap,
  aDeployment,
  aNamespace,
  aWebsite,
  aWork,
  NOON,
  startCluster,
} from './testing/aFleet.testing';

let c: Awaited<ReturnType<typeof startCluster>>;
beforeEach(async () => {
  c = await startCluster();
});
afterEach(() => c.stop());

const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' };
const WIDGET = { apiVersion: 'example.io/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'web' } };
const aWidgetCrd = (scope: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.io' },
  spec: {
    group: 'example.io',
    scope,
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [{ name: 'v1', served: true, storage: true }],
  },
});
const writes = () => c.stub.calls.filter(call => !/^(GET|LIST|WATCH) /.test(call));
const reasonOf = ({ report }: ApplyResult) =>
  report.failed.map(({ kind, condition }) => `${kind} ${condition.reason}`);
const messageOf = ({ report }: ApplyResult) => report.failed[0]?.condition.message ?? '';
const next = (result: ApplyResult) => ({
  previousReport: result.report,
  previousInventory: result.inventory,
});

describe('a new placement', () => {
  it('costs six requests for three objects and puts the namespace before what is in it', async () => {
    const { report, inventory, needsWatch, needsRetry, writeCount } = await applyWork(c.client, aWork());
    expect(c.stub.requestCount).toBe(6);
    expect(writes().slice(1)).toEqual([
      'POST /api/v1/namespaces',
      'POST /api/v1/namespaces/web/configmaps',
      'POST /apis/apps/v1/namespaces/web/deployments',
      'PATCH /apis/placement.kubernetes-fleet.io/v1beta1/appliedworks/web-work/status',
    ]);
    expect(report.applied).toMatchObject({ status: 'True', reason: 'AllWorkHaveBeenApplied', at: NOON });
    expect(report.available).toMatchObject({ status: 'False', reason: 'NotAllWorkAreAvailable' });
    expect(report.failed.map(({ condition }) => condition.reason)).toEqual(['ManifestNotAvailableYet']);
    expect({ needsRetry, writeCount }).toEqual({ needsRetry: false, writeCount: 3 });
    expect(needsWatch).toEqual([{ group: 'apps', version: 'v1', kind: 'Deployment' }]);
    expect(inventory.objects).toHaveLength(3);
  });

  it('reads what is in a namespace that is there, and takes nothing over without asking', async () => {
    await c.client.create(aNamespace());
    await c.client.create(aConfigMap({ a: 'somebody else' }));
    c.stub.calls.length = 0;
    const applyStrategy = { whenToTakeOver: 'Never' } as const;
    const result = await applyWork(c.client, aWork({ applyStrategy }));
    expect(c.stub.calls).toContain('GET /api/v1/namespaces/web/configmaps/app');
    expect(reasonOf(result)).toContain('ConfigMap NotTakenOver');
    expect(c.stub.find('configmaps', 'app', 'web')).toMatchObject({ data: { a: 'somebody else' } });
  });

  it('reports a kind that the member does not have in a namespace that is not there yet', async () => {
    const manifests = [aNamespace(), WIDGET];
    const result = await applyWork(c.client, aWork({ manifests }));
    expect(reasonOf(result)).toEqual(['Widget DecodingErred']);
    expect(c.stub.find('namespaces', 'web')).toBeDefined();
  });

  it('makes an AppliedWork that owns everything (B/WA-010…012, RUL 35)', async () => {
    await applyWork(c.client, aWork());
    const appliedWork = c.stub.find('appliedworks', 'web-work');
    expect(appliedWork).toMatchObject({ spec: { workName: 'web-work', workNamespace: 'fleet-member-c1' } });
    expect((appliedWork?.status as { appliedResources: unknown[] }).appliedResources).toMatchObject([
      {
        ordinal: 0,
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        resource: 'deployments',
        namespace: 'web',
        name: 'app',
      },
      {
        ordinal: 1,
        group: '',
        kind: 'ConfigMap',
        resource: 'configmaps',
        uid: c.stub.find('configmaps', 'app', 'web')?.metadata.uid,
      },
      { ordinal: 2, kind: 'Namespace', name: 'web' },
    ]);
    expect(c.stub.find('configmaps', 'app', 'web')?.metadata.ownerReferences).toEqual([
      {
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: 'AppliedWork',
        name: 'web-work',
        uid: appliedWork?.metadata.uid,
        blockOwnerDeletion: false,
      },
    ]);
  });

  it('says that the CRD is missing', async () => {
    await c.stop();
    c = await startCluster({ groups: ['', 'apps'] });
    await expect(applyWork(c.client, aWork())).rejects.toThrow(AppliedWorkCrdMissingError);
    expect(c.stub.find('namespaces', 'web')).toBeUndefined();
  });
});

describe('a repeat', () => {
  it('writes nothing, with and without the memory of the first pass (B/WA-047)', async () => {
    const first = await applyWork(c.client, aWork());
    c.stub.calls.length = 0;
    const second = await applyWork(c.client, aWork(next(first)));
    expect(writes()).toEqual([]);
    expect(second.writeCount).toBe(0);
    expect(second.inventory).toEqual(first.inventory);
    await applyWork(c.client, aWork());
    expect(writes()).toEqual(['POST /apis/placement.kubernetes-fleet.io/v1beta1/appliedworks']);
  });

  it('after a crash in the middle writes only what is missing, and at most once per object', async () => {
    let written = 0;
    c.stub.intercept = ({ verb, place }) =>
      verb !== 'GET' && place.plural !== 'appliedworks' && ++written > 2
        ? statusOf(503, 'ServiceUnavailable', 'down')
        : undefined;
    await expect(applyWork(c.client, aWork())).rejects.toThrow(TransientError);
    c.stub.intercept = undefined;
    c.stub.calls.length = 0;
    await applyWork(c.client, aWork());
    expect(writes().filter(call => !call.includes('appliedworks'))).toEqual([
      'POST /apis/apps/v1/namespaces/web/deployments',
    ]);
    expect(c.stub.find('configmaps', 'app', 'web')?.metadata.generation).toBe(1);
  });

  it('keeps the time of what has not changed, and not over a new revision', async () => {
    const first = await applyWork(c.client, aWork());
    const later = plus(NOON, 60_000);
    const second = await applyWork(c.client, aWork({ ...next(first), now: later }));
    expect(second.report.applied?.at).toBe(NOON);
    expect(second.report.failed).toEqual(first.report.failed);
    expect(second.report.observedAt).toBe(later);
    const third = await applyWork(c.client, aWork({ ...next(second), revision: 'r2', now: later }));
    expect(third.report).toMatchObject({ revision: 'r2', applied: { at: later } });
  });
});

describe('a change', () => {
  it('writes only the objects that changed, and waits for the status of the new generation', async () => {
    const first = await applyWork(c.client, aWork());
    const ready = { updatedReplicas: 2, availableReplicas: 2, replicas: 2 };
    c.stub.setStatus('deployments', { observedGeneration: 1, ...ready }, { name: 'app', namespace: 'web' });
    c.stub.calls.length = 0;
    const second = await applyWork(
      c.client,
      aWork({ ...next(first), revision: 'r2', manifests: aWebsite({ image: 'nginx:2' }) }),
    );
    expect(writes()).toEqual(['PATCH /apis/apps/v1/namespaces/web/deployments/app']);
    expect(second.report.available).toMatchObject({ status: 'False' });
    expect(second.report.available?.message).toContain('has not observed the latest change');
    c.stub.setStatus('deployments', { observedGeneration: 2, ...ready }, { name: 'app', namespace: 'web' });
    const third = await applyWork(
      c.client,
      aWork({ ...next(second), revision: 'r2', manifests: aWebsite({ image: 'nginx:2' }) }),
    );
    expect(third.report.available).toMatchObject({ status: 'True', reason: 'AllWorkAreAvailable' });
  });

  it('takes fields away that left the manifest', async () => {
    await applyWork(c.client, aWork({ manifests: aWebsite({ data: { a: '1', b: '2' } }) }));
    await applyWork(c.client, aWork({ manifests: aWebsite({ data: { a: '1' } }) }));
    expect(c.stub.find('configmaps', 'app', 'web')?.data).toEqual({ a: '1' });
  });
});

describe('left-overs', () => {
  const [deployment, configMap, namespace] = aWebsite();

  it('are deleted when they left the placement, from memory or from the AppliedWork alone', async () => {
    const first = await applyWork(c.client, aWork());
    const second = await applyWork(c.client, aWork({ ...next(first), manifests: [configMap, namespace] }));
    expect(c.stub.find('deployments', 'app', 'web')).toBeUndefined();
    expect(second.inventory.objects.map(entry => entry.kind)).toEqual(['ConfigMap', 'Namespace']);
    await applyWork(c.client, aWork({ manifests: [namespace] }));
    expect(c.stub.find('configmaps', 'app', 'web')).toBeUndefined();
    const { status } = c.stub.find('appliedworks', 'web-work') as {
      status?: { appliedResources: unknown[] };
    };
    expect(status?.appliedResources).toHaveLength(1);
  });

  it('B/WA-030, B/WA-031 of a crash before the status was written are known from the announcement', async () => {
    c.stub.intercept = ({ verb, place }) =>
      verb === 'PATCH' && place.plural === 'appliedworks'
        ? statusOf(503, 'ServiceUnavailable', 'down')
        : undefined;
    await expect(applyWork(c.client, aWork())).rejects.toThrow('down');
    expect(c.stub.find('appliedworks', 'web-work')?.metadata.annotations?.[ANNOUNCED_ANNOTATION]).toContain(
      'Deployment',
    );
    c.stub.intercept = undefined;
    await applyWork(c.client, aWork({ manifests: [configMap, namespace] }));
    expect(c.stub.find('deployments', 'app', 'web')).toBeUndefined();
  });

  it('of a crash while an object was added are known from the status', async () => {
    const first = await applyWork(c.client, aWork({ manifests: [namespace] }));
    let statusWrites = 0;
    c.stub.intercept = ({ verb, place }) =>
      verb === 'PATCH' && place.plural === 'appliedworks' && ++statusWrites > 1
        ? statusOf(503, 'ServiceUnavailable', 'down')
        : undefined;
    await expect(
      applyWork(c.client, aWork({ ...next(first), manifests: [configMap, namespace] })),
    ).rejects.toThrow('down');
    expect(c.stub.find('configmaps', 'app', 'web')).toBeDefined();
    c.stub.intercept = undefined;
    await applyWork(c.client, aWork({ ...next(first), manifests: [namespace] }));
    expect(c.stub.find('configmaps', 'app', 'web')).toBeUndefined();
  });

  it('go although their last apply failed (B/WA-032, RUL 17)', async () => {
    const first = await applyWork(c.client, aWork());
    c.stub.intercept = ({ verb, place }) =>
      verb !== 'GET' && place.plural === 'configmaps' ? statusOf(422, 'Invalid', 'bad data') : undefined;
    const second = await applyWork(
      c.client,
      aWork({ ...next(first), manifests: [deployment, aConfigMap({ a: '2' }), namespace] }),
    );
    expect(reasonOf(second)).toContain('ConfigMap ManifestApplyFailed');
    c.stub.intercept = undefined;
    await applyWork(c.client, aWork({ ...next(second), manifests: [deployment, namespace] }));
    expect(c.stub.find('configmaps', 'app', 'web')).toBeUndefined();
  });

  it('that others own too only lose our reference; strangers are left alone (B/WA-033, B/WA-067)', async () => {
    const first = await applyWork(c.client, aWork());
    const shared = c.stub.find('configmaps', 'app', 'web')!;
    const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u-x' };
    c.stub.remove('configmaps', 'app', 'web');
    c.stub.put(CONFIG_MAPS, {
      ...shared,
      metadata: { ...shared.metadata, ownerReferences: [...shared.metadata.ownerReferences!, other] },
    });
    c.stub.remove('deployments', 'app', 'web');
    c.stub.put({ group: 'apps', version: 'v1', plural: 'deployments' }, aDeployment());
    await applyWork(c.client, aWork({ ...next(first), manifests: [namespace] }));
    expect(c.stub.find('configmaps', 'app', 'web')?.metadata.ownerReferences).toEqual([other]);
    expect(c.stub.find('deployments', 'app', 'web')).toBeDefined();
  });

  it('that a part of KubeFleet owns too, or an AppliedWork of ours that is no more, are shared with nobody', async () => {
    const first = await applyWork(c.client, aWork());
    const [own] = c.stub.find('configmaps', 'app', 'web')?.metadata.ownerReferences ?? [];
    const ownerReferences = [
      own,
      { ...own, name: 'web-work-envelope-9c1fb9c51f3ced07', uid: 'part' },
      { ...own, uid: 'stale' },
    ];
    c.stub.merge({ ...CONFIG_MAPS, namespace: 'web', name: 'app' }, { metadata: { ownerReferences } });
    await applyWork(c.client, aWork({ ...next(first), manifests: [namespace] }));
    expect(c.stub.find('configmaps', 'app', 'web')).toBeUndefined();
  });

  it('that cannot be removed stay on the list and are tried again', async () => {
    const first = await applyWork(c.client, aWork());
    c.stub.intercept = ({ verb }) =>
      verb === 'DELETE' ? statusOf(403, 'Forbidden', 'not today') : undefined;
    const second = await applyWork(c.client, aWork({ ...next(first), manifests: [configMap, namespace] }));
    expect(second).toMatchObject({ needsRetry: true, report: { applied: { status: 'True' } } });
    c.stub.intercept = undefined;
    const third = await applyWork(c.client, aWork({ ...next(second), manifests: [configMap, namespace] }));
    expect(third.needsRetry).toBe(false);
    expect(c.stub.find('deployments', 'app', 'web')).toBeUndefined();
  });

  it.each([422, 503])(
    'RUL 40 that are Secrets give no value away when a webhook denies it with %i',
    async code => {
      const secret = { ...aConfigMap({ token: 'cGxhbnRlZA==' }), kind: 'Secret' };
      const first = await applyWork(c.client, aWork({ manifests: [namespace, secret] }));
      c.stub.intercept = ({ verb }) =>
        verb === 'DELETE' ? statusOf(code, 'Odd', 'denied: planted (cGxhbnRlZA==)') : undefined;
      const second = applyWork(c.client, aWork({ ...next(first), manifests: [namespace] }));
      const message = await second.then(
        result => inspect(result, { depth: 9 }),
        error => inspect(error, { depth: 9 }),
      );
      expect(message).not.toMatch(/planted|cGxhbnRlZA/);
    },
  );
});

describe('trouble', () => {
  it("with one object is its own: the others are applied, and the message is the API server's", async () => {
    const text = 'admission webhook "deny.example.io" denied the request: no config maps here';
    c.stub.intercept = ({ verb, place }) =>
      verb !== 'GET' && place.plural === 'configmaps' ? statusOf(403, 'Forbidden', text) : undefined;
    const result = await applyWork(c.client, aWork());
    expect(result.report.applied).toMatchObject({ status: 'False', reason: 'NotAllWorkHaveBeenApplied' });
    expect(result.report.applied?.message).toMatch(/^Work object web-work has failed to apply/);
    expect(result.report.available).toBeUndefined();
    const failure = result.report.failed.find(({ kind }) => kind === 'ConfigMap');
    expect(failure?.condition).toMatchObject({
      type: 'Applied',
      status: 'False',
      reason: 'ManifestApplyFailed',
      message: text,
    });
    expect(c.stub.find('deployments', 'app', 'web')).toBeDefined();
    expect(result.needsRetry).toBe(true);
  });

  it.each([
    [413, 'RequestEntityTooLarge', 'Request entity too large: limit is 3145728'],
    [500, 'InternalError', 'failed calling webhook "x": context deadline exceeded'],
  ])('that is answered with %i stays with the object', async (code, reason, text) => {
    c.stub.intercept = ({ verb, place }) =>
      verb !== 'GET' && place.plural === 'configmaps' ? statusOf(code, reason, text) : undefined;
    const result = await applyWork(c.client, aWork());
    expect(messageOf(result)).toBe(text);
    expect(c.stub.find('deployments', 'app', 'web')).toBeDefined();
  });

  it.each([
    ['Secret', 'secrets', '.stringData.pin: expected string'],
    [
      'ConfigMap',
      'configmaps',
      '.stringData.pin: expected string, got &value.valueUnstructured{Value:1234}; .a: expected map, got &{[x]}',
    ],
  ])('RUL 40 that repeats values of a %s', async (kind, plural, message) => {
    const text =
      '.stringData.pin: expected string, got &value.valueUnstructured{Value:1234}; .a: expected map, got &{[x]}';
    c.stub.intercept = ({ verb, place }) =>
      verb !== 'GET' && place.plural === plural ? statusOf(500, 'InternalError', text) : undefined;
    const manifests = [aNamespace(), { ...aConfigMap(), kind }];
    expect(messageOf(await applyWork(c.client, aWork({ manifests })))).toBe(message);
  });

  it.each(['cGxhbnRlZA==', 'planted'])('RUL 40 that repeats %j of a Secret', async value => {
    c.stub.intercept = ({ verb, place }) =>
      verb !== 'GET' && place.plural === 'secrets'
        ? statusOf(422, 'Invalid', `admission webhook "x" denied it: "${value}" is too weak`)
        : undefined;
    const secret = { ...aConfigMap({ token: 'cGxhbnRlZA==' }), kind: 'Secret' };
    expect(messageOf(await applyWork(c.client, aWork({ manifests: [aNamespace(), secret] })))).toBe(
      'admission webhook "x" denied it: "(redacted for security reasons)" is too weak',
    );
  });

  it.each([401, 403, 404, 408, 409, 410, 422, 429, 500, 502, 503, 504])(
    'RUL 40 repeats no value of a Secret in what is thrown or reported for %i',
    async code => {
      const values = [
        'planted',
        'cGxhbnRlZA==',
        'on the member',
        Buffer.from('on the member').toString('base64'),
      ];
      const secret = { ...aConfigMap({ token: 'cGxhbnRlZA==' }), kind: 'Secret' };
      const place = { group: '', version: 'v1', plural: 'secrets' };
      const { apiVersion, kind, metadata } = secret;
      const namespaces = { ...place, plural: 'namespaces' };
      c.stub.put(namespaces, aNamespace());
      c.stub.put(place, { apiVersion, kind, metadata, data: { token: values[3] } });
      c.stub.intercept = call => {
        if (call.verb === 'GET' || call.place.plural !== 'secrets') return undefined;
        const causes = [{ field: 'data', message: values.join(' ') }];
        return statusOf(code, 'Odd', `denied: ${values.join(', ')}`, { causes });
      };
      const apply = applyWork(c.client, aWork({ manifests: [aNamespace(), secret] }));
      const message = await apply.then(
        ({ report }) => JSON.stringify(report.failed),
        error => inspect(error, { depth: 9 }),
      );
      expect(message).toContain('denied: (redacted');
      for (const value of values) expect(message).not.toContain(value);
    },
  );

  it('with the whole cluster is thrown', async () => {
    c.stub.intercept = () => ({
      ...statusOf(429, 'TooManyRequests', 'too many'),
      headers: { 'retry-after': '30' },
    });
    await expect(applyWork(c.client, aWork())).rejects.toMatchObject({
      name: 'TransientError',
      retryAfterMs: 30_000,
    });
  });

  it('names what cannot be placed at all (B/WA-020…024)', async () => {
    const result = await applyWork(
      c.client,
      aWork({
        manifests: [
          aNamespace(),
          aNamespace(),
          { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'p-', namespace: 'web' } as never },
          { apiVersion: 'example.io/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'web' } },
        ],
      }),
    );
    expect(reasonOf(result)).toEqual([
      'Namespace Duplicated',
      'Pod FoundGenerateName',
      'Widget DecodingErred',
    ]);
    expect(c.stub.find('namespaces', 'web')).toBeDefined();
  });

  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'root', namespace: 'web' },
  };
  const text =
    'ClusterRoleBinding root has namespace web, and ClusterRoleBinding is cluster-scoped on the member cluster; take metadata.namespace out, and place it with a ClusterResourcePlacement';
  const bindingCalls = () => c.stub.calls.filter(call => call.includes('clusterrolebindings'));

  it('A/SEL-018 is a namespace on a cluster-scoped kind, which is not dropped', async () => {
    const work = aWork({ manifests: [aNamespace(), binding] });
    const result = await applyWork(c.client, work);
    expect(reasonOf(result)).toEqual(['ClusterRoleBinding ManifestApplyFailed']);
    expect(messageOf(result)).toBe(text);
    expect(c.stub.find('namespaces', 'web')).toBeDefined();
    const { report } = await observeWork(c.client, { ...work, ...next(result) });
    expect(report.failed).toEqual(result.report.failed);
    expect(bindingCalls()).toEqual([]);
  });

  it('A/SEL-018 is one where nothing is written either', async () => {
    const work = aWork({ manifests: [binding], applyStrategy: { type: 'ReportDiff' } });
    const { report } = await applyWork(c.client, work);
    expect(report.diffReported).toMatchObject({ status: 'False', message: expect.stringContaining(text) });
    expect(bindingCalls()).toEqual([]);
  });

  it('A/SEL-018 is a namespace on a custom kind that the cluster calls cluster-scoped', async () => {
    const crd = aWidgetCrd('Cluster');
    const result = await applyWork(c.client, aWork({ manifests: [aNamespace(), crd, WIDGET] }));
    expect(reasonOf(result)).toEqual(['Widget ManifestApplyFailed']);
    expect(c.stub.calls.filter(call => call.includes('/widgets/'))).toEqual([]);
  });

  it('with a namespace that nobody brings is reported by the server', async () => {
    const result = await applyWork(c.client, aWork({ manifests: [aConfigMap()] }));
    expect(messageOf(result)).toBe('namespaces "web" not found');
  });

  it('with a deletion under way waits for its end (B/WA-042)', async () => {
    await c.stop();
    c = await startCluster({ garbage: 'manual' });
    const first = await applyWork(c.client, aWork());
    const appliedWorks = {
      group: 'placement.kubernetes-fleet.io',
      version: 'v1beta1',
      plural: 'appliedworks',
    };
    c.stub.delete({ ...appliedWorks, name: 'web-work' }, { propagationPolicy: 'Foreground' });
    await expect(applyWork(c.client, aWork(next(first)))).rejects.toThrow(/is being deleted/);
    c.stub.collectGarbage();
    const again = await applyWork(c.client, aWork(next(first)));
    expect(again.report.applied?.status).toBe('True');
  });
});

it('applies a custom resource whose CRD comes in the same work', async () => {
  const crd = aWidgetCrd('Namespaced');
  const result = await applyWork(c.client, aWork({ manifests: [WIDGET, crd, aNamespace()] }));
  expect(result.report.applied?.status).toBe('True');
  expect(result.report.available).toMatchObject({
    status: 'True',
    reason: 'NotAllWorkAreAvailabilityTrackable',
  });
});

describe('objects that are there already', () => {
  beforeEach(() => {
    c.stub.put(NAMESPACES, aNamespace());
    c.stub.put(CONFIG_MAPS, aConfigMap({ a: 'theirs', extra: 'kept' }));
  });
  const manifests = [aConfigMap()];

  it('are taken over by default: our fields win, theirs stay (B/WA-060, WA-066)', async () => {
    const result = await applyWork(c.client, aWork({ manifests }));
    expect(result.report.applied?.status).toBe('True');
    expect(c.stub.find('configmaps', 'app', 'web')?.data).toEqual({ a: '1', extra: 'kept' });
  });

  it.each([
    ['Never', 'ConfigMap NotTakenOver', 0],
    ['IfNoDiff', 'ConfigMap FailedToTakeOver', 1],
  ] as const)('are left alone with %s', async (whenToTakeOver, reason, diffs) => {
    const result = await applyWork(c.client, aWork({ manifests, applyStrategy: { whenToTakeOver } }));
    expect(reasonOf(result)).toEqual([reason]);
    expect(result.report.diffed).toHaveLength(diffs);
    expect(c.stub.find('configmaps', 'app', 'web')?.data).toEqual({ a: 'theirs', extra: 'kept' });
    expect(result.inventory.objects).toEqual([]);
  });

  it('conflict under server-side apply without force, with the text of the server (B/WA-058)', async () => {
    const result = await applyWork(
      c.client,
      aWork({ manifests, applyStrategy: { type: 'ServerSideApply' } }),
    );
    expect(reasonOf(result)).toEqual(['ConfigMap FailedToTakeOver']);
    expect(messageOf(result)).toContain('conflict with "kubectl"');
    const forced = { type: 'ServerSideApply', serverSideApplyConfig: { force: true } } as const;
    expect(
      (await applyWork(c.client, aWork({ manifests, applyStrategy: forced }))).report.applied?.status,
    ).toBe('True');
  });

  it('of another placement are never shared (B/WA-064)', async () => {
    await applyWork(c.client, aWork({ manifests }));
    const result = await applyWork(
      c.client,
      aWork({ placement: 'other', manifests, applyStrategy: { allowCoOwnership: true } }),
    );
    expect(reasonOf(result)).toEqual(['ConfigMap FailedToTakeOver']);
    expect(messageOf(result)).toContain('AppliedWork web-work');
  });

  it('are judged again when somebody was faster', async () => {
    let isFirst = true;
    c.stub.intercept = ({ verb, place }) => {
      if (verb !== 'GET' && place.plural === 'configmaps' && isFirst) {
        isFirst = false;
        c.stub.remove('configmaps', 'app', 'web');
        c.stub.put(CONFIG_MAPS, aConfigMap({ a: 'newer' }));
      }
      return undefined;
    };
    const result = await applyWork(c.client, aWork({ manifests }));
    expect(result.report.applied?.status).toBe('True');
    expect(c.stub.find('configmaps', 'app', 'web')?.data).toEqual({ a: '1' });
  });

  it.each([
    { strategy: { whenToTakeOver: 'IfNoDiff' as const }, isOurs: false, reason: 'FailedToTakeOver' },
    { strategy: { whenToApply: 'IfNotDrifted' as const }, isOurs: true, reason: 'ManifestApplyFailed' },
  ])(
    'B/WA-061, WA-074 fail alone where somebody is faster twice, and are retried: %j',
    async ({ strategy: applyStrategy, isOurs, reason }) => {
      c.stub.remove('configmaps', 'app', 'web');
      c.stub.put(CONFIG_MAPS, aConfigMap({ a: '1' }));
      const first = isOurs ? await applyWork(c.client, aWork({ manifests, applyStrategy })) : undefined;
      c.stub.intercept = ({ verb, place, isDryRun }) =>
        verb === 'PATCH' && place.plural === 'configmaps' && !isDryRun
          ? statusOf(409, 'Conflict', 'the object has been modified')
          : undefined;
      const wanted = [aConfigMap({ a: isOurs ? '2' : '1' }), aConfigMap({ b: '1' }, 'other')];
      const result = await applyWork(
        c.client,
        aWork({ manifests: wanted, applyStrategy, ...(first && next(first)) }),
      );
      expect(reasonOf(result)).toEqual([`ConfigMap ${reason}`]);
      expect(messageOf(result)).toContain('the object has been modified');
      expect(result.needsRetry).toBe(true);
      expect(c.stub.find('configmaps', 'other', 'web')).toBeDefined();
    },
  );

  it('are only compared by ReportDiff, ownership included (B/WA-044, B/WA-087, RUL 13)', async () => {
    const result = await applyWork(c.client, aWork({ applyStrategy: { type: 'ReportDiff' } }));
    // What seems to differ is asked about, and nothing is written.
    expect(writes()).toEqual(['PATCH /api/v1/namespaces/web/configmaps/app (dry run)']);
    expect(result.report.applied).toBeUndefined();
    expect(result.report.diffReported).toMatchObject({ status: 'True', reason: 'AllWorkHaveDiffReported' });
    expect(result.report.diffed.map(({ kind, observedDiffs }) => [kind, observedDiffs])).toEqual([
      ['ConfigMap', [{ path: '/data/a', valueInMember: 'theirs', valueInHub: '1' }]],
      ['Deployment', [{ path: '/', valueInHub: '(the whole object)' }]],
    ]);
  });
});

describe('drift', () => {
  const drift = () => {
    const live = c.stub.find('configmaps', 'app', 'web')!;
    c.stub.merge({ ...CONFIG_MAPS, namespace: 'web', name: 'app' }, { data: { a: 'drifted' } });
    return live;
  };

  it('is overwritten by default', async () => {
    const first = await applyWork(c.client, aWork());
    drift();
    const second = await applyWork(c.client, aWork(next(first)));
    expect(second.writeCount).toBe(1);
    expect(c.stub.find('configmaps', 'app', 'web')?.data).toEqual({ a: '1' });
  });

  it('blocks its object with IfNotDrifted, until the hub changes it (B/WA-083, B §4.8)', async () => {
    const applyStrategy = { whenToApply: 'IfNotDrifted' } as const;
    const first = await applyWork(c.client, aWork({ applyStrategy }));
    drift();
    const second = await applyWork(c.client, aWork({ ...next(first), applyStrategy }));
    expect(reasonOf(second)).toContain('ConfigMap FoundDrifts');
    expect(second.report.drifted[0]).toMatchObject({
      kind: 'ConfigMap',
      firstDriftedObservedTime: '2026-11-21T12:00:00Z',
      observedDrifts: [{ path: '/data/a', valueInMember: 'drifted', valueInHub: '1' }],
    });
    const later = await applyWork(
      c.client,
      aWork({ ...next(second), applyStrategy, now: plus(NOON, 60_000) }),
    );
    expect(later.report.drifted[0]).toMatchObject({
      observationTime: '2026-11-21T12:01:00Z',
      firstDriftedObservedTime: '2026-11-21T12:00:00Z',
    });
    const changed = { ...next(later), applyStrategy, manifests: aWebsite({ data: { a: '2' } }) };
    expect((await applyWork(c.client, aWork(changed))).report.applied?.status).toBe('True');
  });

  it('of fields of others is reported by full comparison, while the object counts as applied (B/WA-048)', async () => {
    const applyStrategy = { comparisonOption: 'FullComparison' } as const;
    const first = await applyWork(c.client, aWork({ applyStrategy }));
    c.stub.merge({ ...CONFIG_MAPS, namespace: 'web', name: 'app' }, { data: { extra: 'x' } });
    const second = await applyWork(c.client, aWork({ ...next(first), applyStrategy }));
    expect(second.report.applied?.status).toBe('True');
    expect(second.report.drifted[0]?.observedDrifts).toEqual([{ path: '/data/extra', valueInMember: 'x' }]);
  });
});
