import { configMap, deployment } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const SERVICES = 'v1/services';
const JOBS = 'batch/v1/jobs';
const ROLES = 'rbac.authorization.k8s.io/v1/roles';
const DEPLOYMENTS = 'apps/v1/deployments';

const service = (name: string, spec: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, ...metadata },
  spec,
});
const role = (name: string, fields: object) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name },
  ...fields,
});
const secret = (name: string, fields: object) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  ...fields,
});
const pods = (spec: object) => ({ metadata: { labels: { app: 'a' } }, spec });
const oneContainer = [{ name: 'main', image: 'registry.example/web:1' }];
const job = (name: string, spec: object) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name },
  spec: { template: { spec: { restartPolicy: 'Never', containers: oneContainer } }, ...spec },
});
const withPods = (name: string, spec: object) => ({
  ...deployment(name),
  spec: { selector: { matchLabels: { app: 'a' } }, template: pods(spec) },
});

/** What the random sequences found, each made as small as it gets. */
export const found = contractSuite('found', add => {
  add('an empty list of rules is null, and owned', async api => {
    await api.post(api.in(ROLES), role('a', { rules: [] }));
    await api.patch('merge', api.in(ROLES, 'a'), { rules: [] });
  });
  add('a table of a plain kind that has no rows', async api => {
    await api.get(api.in(ROLES), { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' });
  });
  add('variables, ports and port names that stand twice are warned of', async api => {
    const ports = [{ containerPort: 80, name: 'web' }, { containerPort: 80 }];
    const env = [
      { name: 'A', value: '1' },
      { name: 'A', value: '2' },
    ];
    const containers = [
      { name: 'a', image: 'x', env, ports },
      { name: 'b', image: 'x', ports: [{ containerPort: 80, name: 'web' }] },
    ];
    await api.post(api.in(DEPLOYMENTS), withPods('a', { containers, terminationGracePeriodSeconds: -1 }));
  });
  add('fractions of bytes are warned of', async api => {
    const resources = {
      limits: { memory: '500m' },
      requests: { 'memory': '100m', 'ephemeral-storage': '1m' },
    };
    await api.post(api.in(DEPLOYMENTS), withPods('a', { containers: [{ ...oneContainer[0], resources }] }));
  });
  add('a quantity of null is nothing', async api => {
    const resources = { requests: { cpu: null, memory: 1 } };
    await api.post(api.in(DEPLOYMENTS), withPods('a', { containers: [{ ...oneContainer[0], resources }] }));
  });
  add('selectors of nodes and tolerations that are none', async api => {
    const tolerations = [
      { operator: 'Is' },
      { key: 'a b', operator: 'Exists', value: 'v', effect: 'No' },
      { operator: 'Equal', value: 'a b' },
      { operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 3 },
    ];
    await api.post(
      api.in(DEPLOYMENTS),
      withPods('a', { containers: oneContainer, nodeSelector: { 'a b': 'x y' }, tolerations }),
    );
  });
  add('names of ports within a container', async api => {
    const ports = ['web', 'web', 'UPPER', 'a--b', '1234567890123456'].map((name, i) => ({
      name,
      containerPort: 80 + i,
    }));
    await api.post(api.in(DEPLOYMENTS), withPods('a', { containers: [{ ...oneContainer[0], ports }] }));
  });
  add('containers without a name', async api => {
    await api.post(api.in(DEPLOYMENTS), withPods('a', { containers: [{ image: 'x' }, { image: 'y' }] }));
  });
  add('a strategy of an unknown type is shown whole', async api => {
    const strategy = { type: 'Slowly', rollingUpdate: { maxSurge: 'all', maxUnavailable: 1 } };
    await api.post(api.in(DEPLOYMENTS), deployment('a', { strategy }));
  });
  add('a surge that is no percentage counts for nothing', async api => {
    const rollingUpdate = { maxSurge: 'all', maxUnavailable: 0 };
    await api.post(
      api.in(DEPLOYMENTS),
      deployment('a', { strategy: { type: 'RollingUpdate', rollingUpdate } }),
    );
  });
  add('counts of a status that cannot be', async api => {
    await api.post(api.in(DEPLOYMENTS), deployment('a'));
    const status = { replicas: -1, readyReplicas: 1, availableReplicas: 2 };
    await api.patch('merge', api.in(DEPLOYMENTS, 'a', 'status'), { status });
  });
  add('a scale of zero says nothing of replicas, and nobody owns them', async api => {
    await api.post(api.in(DEPLOYMENTS), deployment('a', { replicas: 3 }));
    await api.patch('merge', api.in(DEPLOYMENTS, 'a', 'scale'), { spec: { replicas: 0 } });
    await api.get(api.in(DEPLOYMENTS, 'a', 'scale'));
    await api.get(api.in(DEPLOYMENTS, 'a'));
  });
  add('what a scale is warned of', async api => {
    const spec = { containers: oneContainer, terminationGracePeriodSeconds: -1 };
    await api.quietly('POST', api.in(DEPLOYMENTS), withPods('a', spec));
    await api.patch('merge', api.in(DEPLOYMENTS, 'a', 'scale'), { spec: { replicas: 2 } });
  });
  add('an account needs a name or a password', async api => {
    await api.post(
      api.in('v1/secrets'),
      secret('a', { type: 'kubernetes.io/basic-auth', data: { a: 'YQ==' } }),
    );
  });
  add('metadata and content of a changed secret are told in their order', async api => {
    await api.post(api.in('v1/secrets'), secret('a', { data: { a: 'YQ==' } }));
    await api.put(api.in('v1/secrets', 'a'), {
      ...secret('a', { type: 'kubernetes.io/basic-auth', data: { 'a b': 'YQ==' } }),
      metadata: { name: 'a', labels: { a: 'not good!' }, finalizers: ['nodomain'] },
    });
  });
  add('bytes as a list of numbers', async api => {
    await api.post(api.in('v1/secrets'), secret('a', { data: { a: [104, 105], b: [] } }));
  });
  add('a null among labels and annotations is empty', async api => {
    await api.post(
      api.in(MAPS),
      configMap('a', undefined, { labels: { a: null }, annotations: { b: null } }),
    );
  });
  add('a body that cannot be read is told before a missing object', async api => {
    await api.put(api.in(MAPS, 'nope'), { ...configMap('nope'), data: { a: {} } });
  });
  add('a body that cannot be read is told before an old version', async api => {
    await api.post(api.in(MAPS), configMap('a'));
    await api.put(api.in(MAPS, 'a'), {
      ...configMap('a', undefined, { resourceVersion: '1' }),
      data: { a: 1 },
    });
  });
  add('a patch that cannot be read is told before the name that it takes away', async api => {
    await api.post(api.in(MAPS), configMap('a', { b: 'c' }));
    await api.patch('json', api.in(MAPS, 'a'), [{ op: 'move', from: '/metadata/name', path: '/data' }]);
  });
  add('apply of null over a map takes nothing away', async api => {
    await api.post(api.in(MAPS), configMap('a', { b: 'c' }));
    await api.patch('apply', `${api.in(MAPS, 'a')}?fieldManager=one`, { ...configMap('a'), data: null });
  });
  add('apply of what fits the schema and cannot be read', async api => {
    const path = `${api.in('v1/secrets', 'a')}?fieldManager=one`;
    await api.patch('apply', path, secret('a', { data: { a: 'no bytes!' } }));
    await api.post(api.in('v1/secrets'), secret('a', {}));
    await api.patch('apply', path, secret('a', { data: { a: 'no bytes!' } }));
  });
  add('options in the query of a deletion that has a body are not read', async api => {
    await api.post(api.in(MAPS), configMap('a'));
    await api.delete(`${api.in(MAPS, 'a')}?dryRun=All`, { apiVersion: 'v1', kind: 'DeleteOptions' });
    await api.get(api.in(MAPS, 'a'));
  });
  add('a dry run of a deletion answers a service as it is', async api => {
    await api.post(api.in(SERVICES), service('a', { ports: [{ port: 80 }] }));
    await api.delete(`${api.in(SERVICES, 'a')}?dryRun=All`);
  });
  add('a service keeps having no address, and whoever left that out owns it no more', async api => {
    await api.post(api.in(SERVICES), service('a', { clusterIP: 'None', selector: { a: 'b' } }));
    await api.put(api.in(SERVICES, 'a'), service('a', { selector: { a: 'b' }, ports: [{ port: 80 }] }));
  });
  add('a service cannot give its address up', async api => {
    await api.post(api.in(SERVICES), service('a', { ports: [{ port: 80 }] }));
    const spec = { clusterIP: 'None', ports: [] };
    await api.patch('apply', `${api.in(SERVICES, 'a')}?fieldManager=one&force=true`, service('a', spec));
  });
  add('an address that is none is told alone', async api => {
    const spec = { type: 'Internal', clusterIP: 'somewhere', ports: [{ port: 0 }] };
    await api.post(api.in(SERVICES), service('a', spec, { finalizers: ['nodomain'] }));
  });
  add('a service of no family that begins to select', async api => {
    await api.post(api.in(SERVICES), service('a', { clusterIP: 'None' }));
    await api.patch('merge', api.in(SERVICES, 'a'), { spec: { selector: { app: 'x y' } } });
  });
  add('a service that becomes a name leaves its address behind', async api => {
    await api.post(api.in(SERVICES), service('a', { clusterIP: 'None' }));
    const spec = { type: 'ExternalName', externalName: 'web.example' };
    await api.patch('apply', `${api.in(SERVICES, 'a')}?fieldManager=one&force=true`, service('a', spec));
  });
  add('a name with an address', async api => {
    await api.post(api.in(SERVICES), service('a', { type: 'ExternalName', clusterIP: 'None' }));
  });
  add('affinity that is given up takes its settings along', async api => {
    const path = `${api.in(SERVICES, 'a')}?fieldManager=one`;
    await api.patch('apply', path, service('a', { ports: [{ port: 80 }], sessionAffinity: 'ClientIP' }));
    await api.patch('apply', path, service('a', { ports: [{ port: 80 }] }));
  });
  add('affinity without an address is warned of', async api => {
    await api.post(api.in(SERVICES), service('a', { clusterIP: 'None', sessionAffinity: 'ClientIP' }));
  });
  add('names of targets', async api => {
    const ports = [70000, 'a--b', 'UPPER', '1234567890123456'].map((targetPort, i) => ({
      port: 80 + i,
      name: `p${i}`,
      targetPort,
    }));
    await api.post(api.in(SERVICES), service('a', { ports }));
  });
  add('a dry run of a PUT that would create tells the version that it was sent', async api => {
    await api.put(`${api.in(ROLES, 'a')}?dryRun=All`, {
      ...role('a', {}),
      metadata: { name: 'a', resourceVersion: '12' },
    });
  });
  add('a job that is written anew needs what was drawn up for it', async api => {
    await api.post(api.in(JOBS), job('a', {}));
    const { status, body } = await api.quietly('PUT', api.in(JOBS, 'a'), job('a', {}));
    // Its words quote a structure of Go's, and repeat some of it.
    const fields = new Set(body.details.causes.map(({ field }: { readonly field: string }) => field));
    api.transcript.note('PUT of the job', { status, body: [...fields] });
  });
  add('a suspended job changes where its pods run, and not what they are', async api => {
    await api.post(api.in(JOBS), job('a', { suspend: true }));
    const change = (spec: object) => ({ spec: { template: { spec } } });
    await api.patch('merge', api.in(JOBS, 'a'), change({ nodeSelector: { a: 'b' } }));
    const { status } = await api.quietly('PATCH', api.in(JOBS, 'a'), change({ restartPolicy: 'OnFailure' }), {
      contentType: 'application/merge-patch+json',
    });
    // Its words quote a structure of Go's.
    api.transcript.note('PATCH of what they are', { status, body: '' });
  });
  add('a deletion of a job that is not there is warned of, too', async api => {
    await api.delete(api.in(JOBS, 'nope'));
  });
  add('an applied name or namespace that is no text is told as none', async api => {
    const named = (metadata: object) =>
      api.patch('apply', `${api.in(ROLES, 'a')}?fieldManager=a`, role('a', { metadata }));
    await named({ name: { toString: 'x' } });
    await named({ name: 'a', namespace: { toString: 'x' } });
    await named({ name: 'a', labels: { toString: {} } });
  });
  add('an owner that is null has no fields, and two of them are one', async api => {
    const owned = (name: string, ownerReferences: readonly unknown[]) =>
      api.post(api.in(ROLES), role('a', { metadata: { name, ownerReferences } }));
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u' };
    await owned('a', [null]);
    await owned('b', [null, null]);
    await owned('c', [null, owner, null]);
    await owned('d', [owner, 'x', 'x']);
  });
});
