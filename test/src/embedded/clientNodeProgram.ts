/**
 * What people write with Kubernetes' own client for JavaScript, in its own process: the client is made of ECMAScript
 * modules alone, which jest does not load. A question names one of the stories; the answer is what the client gave back.
 */
import * as k8s from '@kubernetes/client-node';
import { NAMESPACE, configMap, refusal, type ClientApis, type Story } from './clientNodeApis';
import { customStories } from './clientNodeCustom';
import { watchStories } from './clientNodeWatch';

const deployment = (name: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: NAMESPACE, labels: { app: name } },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        containers: [
          { name: 'web', image: 'registry.example/web:v1' },
          { name: 'proxy', image: 'registry.example/proxy:v1' },
        ],
      },
    },
  },
});

async function verbs({ core, apps }: ClientApis) {
  const body = deployment('verbs');
  const created = await apps.createNamespacedDeployment({ namespace: NAMESPACE, body });
  const read = await apps.readNamespacedDeployment({ namespace: NAMESPACE, name: 'verbs' });
  const listed = await apps.listNamespacedDeployment({ namespace: NAMESPACE, labelSelector: 'app=verbs' });
  const replaced = await apps.replaceNamespacedDeployment({
    namespace: NAMESPACE,
    name: 'verbs',
    body: { ...read, metadata: { ...read.metadata, annotations: { by: 'replace' } } },
  });
  const scale = await apps.readNamespacedDeploymentScale({ namespace: NAMESPACE, name: 'verbs' });
  const deleted = await apps.deleteNamespacedDeployment({ namespace: NAMESPACE, name: 'verbs' });
  await core.createNamespace({ body: { metadata: { name: 'team' } } });
  return {
    isDate: created.metadata?.creationTimestamp instanceof Date,
    strategy: read.spec?.strategy?.rollingUpdate,
    listed: listed.items.map(item => item.metadata?.name),
    annotations: replaced.metadata?.annotations,
    generation: replaced.metadata?.generation,
    scale: scale.spec?.replicas,
    deleted: deleted.status,
    namespaces: (await core.listNamespace()).items.map(item => item.metadata?.name).sort(),
  };
}

async function patches({ apps, core, objects }: ClientApis) {
  await apps.createNamespacedDeployment({ namespace: NAMESPACE, body: deployment('patches') });
  const patch = (body: object, strategy: string) =>
    apps.patchNamespacedDeployment(
      { namespace: NAMESPACE, name: 'patches', body },
      k8s.setHeaderOptions('Content-Type', strategy),
    );
  const containers = [{ name: 'web', image: 'registry.example/web:v2' }];
  const strategic = await patch(
    { spec: { template: { spec: { containers } } } },
    k8s.PatchStrategy.StrategicMergePatch,
  );
  const merge = await patch({ metadata: { labels: { tier: 'front' } } }, k8s.PatchStrategy.MergePatch);
  const json = await patch(
    [{ op: 'replace', path: '/spec/replicas', value: 3 }],
    k8s.PatchStrategy.JsonPatch,
  );
  const apply = (data: Record<string, string>, manager: string, force = false) =>
    objects.patch<k8s.V1ConfigMap & k8s.KubernetesObject>(
      configMap('applied', data),
      undefined,
      undefined,
      manager,
      force,
      k8s.PatchStrategy.ServerSideApply,
    );
  const applied = await apply({ color: 'red', size: 'xl' }, 'one');
  const conflict = await refusal(apply({ color: 'blue' }, 'two'));
  const forced = await apply({ color: 'blue' }, 'two', true);
  return {
    strategic: strategic.spec?.template.spec?.containers.map(({ image }) => image),
    merge: merge.metadata?.labels,
    json: json.spec?.replicas,
    applied: applied.data,
    conflict,
    forced: forced.data,
    managers: (
      await core.readNamespacedConfigMap({ namespace: NAMESPACE, name: 'applied' })
    ).metadata?.managedFields?.map(({ manager, operation }) => ({ manager, operation })),
  };
}

async function refusals({ config: known, core, apps }: ClientApis) {
  const body = configMap('twice');
  await core.createNamespacedConfigMap({ namespace: NAMESPACE, body });
  const stale = { ...body, metadata: { ...body.metadata, resourceVersion: '1' } };
  const invalid = { ...deployment('invalid'), spec: { ...deployment('x').spec, replicas: -1 } };
  const wrong = new k8s.KubeConfig();
  const cluster = known.getCurrentCluster();
  wrong.loadFromOptions({
    clusters: [cluster],
    users: [{ name: 'nobody', token: 'no token of ours' }],
    contexts: [{ name: 'wrong', cluster: cluster?.name ?? '', user: 'nobody' }],
    currentContext: 'wrong',
  });
  return {
    missing: await refusal(core.readNamespacedConfigMap({ namespace: NAMESPACE, name: 'none' })),
    exists: await refusal(core.createNamespacedConfigMap({ namespace: NAMESPACE, body })),
    stale: await refusal(
      core.replaceNamespacedConfigMap({ namespace: NAMESPACE, name: 'twice', body: stale }),
    ),
    invalid: await refusal(apps.createNamespacedDeployment({ namespace: NAMESPACE, body: invalid })),
    unauthorized: await refusal(wrong.makeApiClient(k8s.CoreV1Api).listNamespace()),
  };
}

async function pages({ core }: ClientApis) {
  const names = ['page-a', 'page-b', 'page-c', 'page-d', 'page-e'];
  for (const name of names)
    await core.createNamespacedConfigMap({
      namespace: NAMESPACE,
      body: configMap(name, {}, { paged: 'yes' }),
    });
  const got: (string | undefined)[][] = [];
  let next: string | undefined;
  do {
    const list = await core.listNamespacedConfigMap({
      namespace: NAMESPACE,
      labelSelector: 'paged=yes',
      limit: 2,
      _continue: next,
    });
    got.push(list.items.map(item => item.metadata?.name));
    next = list.metadata?._continue;
  } while (next);
  const gone = await core.deleteCollectionNamespacedConfigMap({
    namespace: NAMESPACE,
    labelSelector: 'paged=yes',
  });
  return { pages: got, gone: gone.status ?? 'Success' };
}

const STORIES: Readonly<Record<string, Story>> = {
  verbs,
  patches,
  refusals,
  pages,
  ...customStories,
  ...watchStories,
};

function config(): k8s.KubeConfig {
  const loaded = new k8s.KubeConfig();
  loaded.loadFromFile(process.argv[2]);
  return loaded;
}

function apisOf(loaded: k8s.KubeConfig): ClientApis {
  return {
    config: loaded,
    core: loaded.makeApiClient(k8s.CoreV1Api),
    apps: loaded.makeApiClient(k8s.AppsV1Api),
    custom: loaded.makeApiClient(k8s.CustomObjectsApi),
    objects: k8s.KubernetesObjectApi.makeApiClient(loaded),
  };
}

const loaded = config();
process.on('message', ({ id, question }: { id: number; question: string }) => {
  STORIES[question](apisOf(loaded)).then(
    value => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
process.send?.({
  id: 0,
  value: { contexts: loaded.getContexts().map(({ name }) => name), current: loaded.getCurrentContext() },
});
