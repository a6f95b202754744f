import type { Api } from './Api';
import { configMap } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const RBAC = 'rbac.authorization.k8s.io/v1';

const text = (value: string) => Buffer.from(value).toString('base64');
const secret = (more: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'one', ...metadata },
  ...more,
});
const postSecret = (api: Api, more: object, metadata?: object) =>
  api.post(api.in('v1/secrets'), secret(more, metadata));
const service = (spec: object, name = 'one') => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec,
});
const postService = (api: Api, spec: object, name?: string) =>
  api.post(`${api.in('v1/services')}?dryRun=All`, service(spec, name));

export const validationConfig = contractSuite('validationConfig', add => {
  add('keys of a ConfigMap', async api => {
    await api.post(api.in(MAPS), configMap('one', { 'a b': '1', 'ok': '3' }));
    await api.post(api.in(MAPS), configMap('one', { 'c/d': '2' }));
    await api.post(api.in(MAPS), configMap('one', { '..': '1' }));
    await api.post(api.in(MAPS), configMap('one', { '.': '1' }));
    await api.post(api.in(MAPS), configMap('one', { '..x': '1' }));
    await api.post(api.in(MAPS), configMap('one', { ['k'.repeat(254)]: '1' }));
  });
  add('a key of a ConfigMap in data and in binaryData', async api => {
    await api.post(api.in(MAPS), { ...configMap('one', { a: '1' }), binaryData: { a: text('1') } });
  });
  add('an immutable ConfigMap', async api => {
    const frozen = { ...configMap('one', { a: '1' }), immutable: true };
    await api.post(api.in(MAPS), frozen);
    await api.put(api.in(MAPS, 'one'), configMap('one', { a: '2' }));
    await api.put(api.in(MAPS, 'one'), { ...frozen, binaryData: { b: text('1') } });
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { labels: { a: 'b' } } });
    await api.delete(api.in(MAPS, 'one'));
  });
  add('keys and types of a Secret', async api => {
    await postSecret(api, { data: { 'a b': text('1') } });
    await postSecret(api, { type: 'kubernetes.io/tls', data: {} });
    await postSecret(api, { type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'x' } });
    await postSecret(api, { type: 'kubernetes.io/basic-auth', stringData: { other: 'x' } });
    await postSecret(api, { type: 'kubernetes.io/ssh-auth' });
    await postSecret(api, { type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': 'no json' } });
    await postSecret(api, {
      type: 'kubernetes.io/dockerconfigjson',
      stringData: { '.dockerconfigjson': '{' },
    });
    await postSecret(api, { type: 'kubernetes.io/dockerconfigjson' });
    await postSecret(api, { type: 'kubernetes.io/service-account-token' });
  });
  add('the type of a Secret stays, plain text becomes data', async api => {
    await postSecret(api, { stringData: { a: '1', b: '2' }, data: { a: text('old') } });
    await api.patch('merge', api.in('v1/secrets', 'one'), { type: 'example.com/other' });
    await api.patch('merge', api.in('v1/secrets', 'one'), { stringData: { c: '3' } });
    await api.put(api.in('v1/secrets', 'one'), secret({ type: '' }));
  });
  add('an immutable Secret', async api => {
    await postSecret(api, { data: { a: text('1') }, immutable: true });
    await api.patch('merge', api.in('v1/secrets', 'one'), { immutable: false });
    await api.patch('merge', api.in('v1/secrets', 'one'), { data: { a: text('2') } });
  });
  add('ports of a Service', async api => {
    await postService(api, {});
    await postService(api, { ports: [{ port: 0 }] });
    await postService(api, { ports: [{ port: 70_000 }] });
    await postService(api, { ports: [{ port: 80 }, { port: 81 }] });
    await postService(api, {
      ports: [
        { port: 80, name: 'a' },
        { port: 81, name: 'a' },
      ],
    });
    await postService(api, {
      ports: [
        { port: 80, name: 'a' },
        { port: 80, name: 'b' },
      ],
    });
    await postService(api, { ports: [{ port: 80, name: 'A_B' }] });
    await postService(api, { ports: [{ port: 80, protocol: 'HTTP' }] });
    await postService(api, { ports: [{ port: 80, targetPort: 'a-too-long-name-for-a-port' }] });
    await postService(api, {
      ports: [
        { port: 80, targetPort: 'UP' },
        { port: 81, targetPort: 0 },
      ],
    });
  });
  add('type, affinity and addresses of a Service', async api => {
    const ports = [{ port: 80 }];
    await postService(api, { ports, type: 'Nope' });
    await postService(api, { ports, sessionAffinity: 'Cookie' });
    await postService(api, { ports, clusterIP: 'x.y' });
    await postService(api, { type: 'ExternalName' });
    await postService(api, { type: 'ExternalName', externalName: 'A B' });
    await postService(api, { ports, externalIPs: ['127.0.0.1', 'x'] });
    await postService(api, { ports, type: 'NodePort', clusterIP: 'None' });
    await postService(api, { ports, selector: { d: 'e f' } });
    await postService(api, { ports, externalTrafficPolicy: 'Local' });
  });
  add('names of a Service', async api => {
    for (const name of ['1st', 'a.b', 'Upper', 'x'.repeat(64)])
      await postService(api, { ports: [{ port: 80 }] }, name);
  });
  add('the address of a Service stays', async api => {
    await api.quietly('POST', api.in('v1/services'), service({ ports: [{ port: 80 }], clusterIP: 'None' }));
    await api.patch('merge', api.in('v1/services', 'one'), { spec: { clusterIP: '10.96.7.7' } });
    await api.patch('merge', api.in('v1/services', 'one'), { spec: { type: 'NodePort' } });
  });
  add('rules of a Role', async api => {
    const post = (rules: unknown) => api.post(api.in(`${RBAC}/roles`), { metadata: { name: 'one' }, rules });
    await post([{}]);
    await post([{ verbs: ['get'] }]);
    await post([{ verbs: ['get'], apiGroups: [''] }]);
    await post([{ verbs: ['get'], nonResourceURLs: ['/healthz'] }]);
    await post([
      { verbs: [], apiGroups: [''], resources: ['pods'] },
      { verbs: ['get'], resources: ['pods'] },
    ]);
  });
  add('rules of a ClusterRole', async api => {
    const post = (more: object) =>
      api.post(`${api.at(`${RBAC}/clusterroles`)}?dryRun=All`, { metadata: { name: 'case-one' }, ...more });
    await post({
      rules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'], apiGroups: [''], resources: ['pods'] }],
    });
    await post({ aggregationRule: { clusterRoleSelectors: [] } });
    await post({ aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'a b': 'c' } }] } });
  });
  add('subjects and role of a binding', async api => {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'one' };
    const body = (more: object) => ({ metadata: { name: 'one' }, roleRef, subjects: [], ...more });
    const post = (more: object) => api.post(api.in(`${RBAC}/rolebindings`), body(more));
    await post({ roleRef: {} });
    await post({ roleRef: { ...roleRef, kind: 'Rule', name: '' } });
    await post({
      subjects: [{ kind: 'User' }, { kind: 'Robot', name: 'x' }, { kind: 'ServiceAccount', name: 'A B' }],
    });
    await post({
      subjects: [
        { kind: 'User', name: 'x', apiGroup: 'example.com' },
        { kind: 'Group', name: 'g', apiGroup: 'v1' },
      ],
    });
    await post({ subjects: [{ kind: 'User', name: 'x' }] });
    await api.put(api.in(`${RBAC}/rolebindings`, 'one'), body({ roleRef: { ...roleRef, name: 'two' } }));
  });
  add('a Namespace', async api => {
    const post = (metadata: object, more: object = {}) =>
      api.post(`${api.at('v1/namespaces')}?dryRun=All`, { metadata, ...more });
    for (const name of ['Upper', 'a.b', 'x'.repeat(64), '-a', '']) await post({ name });
    await post({ name: 'case-x', labels: { 'kubernetes.io/metadata.name': 'other' } });
    await post({ name: 'case-x' }, { spec: { finalizers: ['example.com/own'] } });
    await post({ name: 'case-x' }, { spec: { finalizers: ['own'] } });
  });
  add('a ServiceAccount', async api => {
    const post = (more: object, name = 'one') =>
      api.post(api.in('v1/serviceaccounts'), { metadata: { name }, ...more });
    await post({}, 'A_B');
    await post({
      secrets: [{ name: 'a' }],
      imagePullSecrets: [{ name: 'b' }],
      automountServiceAccountToken: false,
    });
    await post({ automountServiceAccountToken: 'no' });
  });
  add('a Lease', async api => {
    const post = (spec: object) =>
      api.post(api.in('coordination.k8s.io/v1/leases'), { metadata: { name: 'one' }, spec });
    await post({ leaseDurationSeconds: 0 });
    await post({ leaseTransitions: -1 });
    await post({ renewTime: '2024-01-01' });
    await post({ leaseDurationSeconds: 15, renewTime: '2024-01-01T00:00:00.5Z', holderIdentity: 'me' });
  });
  add('a PersistentVolumeClaim', async api => {
    const post = (spec: object) =>
      api.post(`${api.in('v1/persistentvolumeclaims')}?dryRun=All`, { metadata: { name: 'one' }, spec });
    await post({});
    await post({ accessModes: ['ReadWriteTwice'], resources: { requests: { storage: '1Gi' } } });
    await post({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '-1Gi' } } });
    await post({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0' } } });
  });
  add('a LimitRange and a ResourceQuota', async api => {
    await api.post(api.in('v1/limitranges'), {
      metadata: { name: 'one' },
      spec: { limits: [{ type: 'Pod', default: { cpu: '1' } }] },
    });
    await api.post(api.in('v1/resourcequotas'), {
      metadata: { name: 'one' },
      spec: { hard: { pods: '-1' } },
    });
  });
});
