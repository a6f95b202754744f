import type { Api } from './Api';
import { contractSuite } from './suite';

/** Nothing of them is stored. */
const post = (api: Api, resource: string, body: object, name = 'case-one') =>
  api.post(`${api.at(resource)}?dryRun=All`, { metadata: { name }, ...body });
const postIn = (api: Api, resource: string, body: object, name = 'one') =>
  api.post(`${api.in(resource)}?dryRun=All`, { metadata: { name }, ...body });

const backend = { service: { name: 'web', port: { number: 80 } } };

export const validationOthers = contractSuite('validationOthers', add => {
  add('an Ingress', async api => {
    const ingress = (spec: object) => postIn(api, 'networking.k8s.io/v1/ingresses', { spec });
    const path = (more: object) => ({
      rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend, ...more }] } }],
    });
    await ingress({});
    await ingress(path({ pathType: undefined }));
    await ingress(path({ pathType: 'Sometimes' }));
    await ingress(path({ path: 'web' }));
    await ingress(path({ backend: {} }));
    await ingress(path({ backend: { service: { name: 'web' } } }));
    await ingress(path({ backend: { service: { name: 'web', port: { number: 0 } } } }));
    await ingress({ rules: [{ host: 'A_B', http: { paths: [{ path: '/', pathType: 'Exact', backend }] } }] });
    await ingress({ rules: [{ http: { paths: [] } }] });
    await ingress({ defaultBackend: backend, ingressClassName: 'A B' });
  });
  add('a NetworkPolicy', async api => {
    const policy = (spec: object) => postIn(api, 'networking.k8s.io/v1/networkpolicies', { spec });
    await policy({});
    await policy({ podSelector: {}, policyTypes: ['Sideways'] });
    await policy({ podSelector: {}, ingress: [{ from: [{}] }] });
    await policy({ podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: 'x' } }] }] });
    await policy({ podSelector: {}, ingress: [{ ports: [{ port: 70_000, protocol: 'X' }] }] });
  });
  add('a PriorityClass', async api => {
    const priority = (body: object, name?: string) =>
      post(api, 'scheduling.k8s.io/v1/priorityclasses', body, name);
    await priority({ value: 2_000_000_000 });
    await priority({ value: 1 }, 'system-mine');
    await priority({ value: 1, preemptionPolicy: 'Sometimes' });
    await priority({});
  });
  add('a StorageClass', async api => {
    const storage = (body: object) => post(api, 'storage.k8s.io/v1/storageclasses', body);
    await storage({});
    await storage({ provisioner: 'a b' });
    await storage({ provisioner: 'example.com/x', reclaimPolicy: 'Sometimes' });
    await storage({ provisioner: 'example.com/x', volumeBindingMode: 'Later' });
  });
  add('a PersistentVolume', async api => {
    const volume = (spec: object) => post(api, 'v1/persistentvolumes', { spec });
    await volume({});
    await volume({ capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] });
    await volume({ capacity: { storage: '1Gi' }, accessModes: ['Nope'], hostPath: { path: '/x' } });
    await volume({ capacity: { storage: '0' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } });
  });
  add('a ReplicaSet', async api => {
    const set = (spec: object) => postIn(api, 'apps/v1/replicasets', { spec });
    const template = {
      metadata: { labels: { app: 'one' } },
      spec: { containers: [{ name: 'main', image: 'web' }] },
    };
    await set({});
    await set({ selector: {}, template });
    await set({ selector: { matchLabels: { app: 'two' } }, template });
    await set({ selector: { matchLabels: { app: 'one' } }, template, replicas: -1, minReadySeconds: -1 });
  });
  add('a Node', async api => {
    const node = (body: object, name?: string) => post(api, 'v1/nodes', body, name);
    await node({}, 'A_B');
    await node({ spec: { taints: [{ key: 'a b', effect: 'Never' }] } });
    await node({ spec: { podCIDR: 'x' } });
    await node({
      spec: {
        taints: [
          { key: 'a', effect: 'NoSchedule' },
          { key: 'a', effect: 'NoSchedule' },
        ],
      },
    });
  });
  add('a ClusterRoleBinding', async api => {
    const binding = (body: object) => post(api, 'rbac.authorization.k8s.io/v1/clusterrolebindings', body);
    await binding({ roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'x' } });
    await binding({ roleRef: { apiGroup: 'example.com', kind: 'ClusterRole', name: 'x' } });
    await binding({
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'x' },
      subjects: [{ kind: 'ServiceAccount', name: 'x' }, { kind: 'User' }],
    });
  });
  add('Endpoints and an EndpointSlice', async api => {
    await postIn(api, 'discovery.k8s.io/v1/endpointslices', {});
    await postIn(api, 'discovery.k8s.io/v1/endpointslices', { addressType: 'Mail', endpoints: [] });
    await postIn(api, 'discovery.k8s.io/v1/endpointslices', {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['x'] }],
    });
    await postIn(api, 'discovery.k8s.io/v1/endpointslices', {
      addressType: 'IPv4',
      endpoints: [{ addresses: [] }],
    });
    await postIn(api, 'v1/endpoints', { subsets: [{ addresses: [{ ip: 'x' }], ports: [{ port: 0 }] }] });
  });
  add('a PodTemplate and a ReplicationController', async api => {
    await postIn(api, 'v1/podtemplates', { template: {} });
    await postIn(api, 'v1/replicationcontrollers', { spec: {} });
    await postIn(api, 'v1/replicationcontrollers', {
      spec: {
        selector: { app: 'two' },
        template: {
          metadata: { labels: { app: 'one' } },
          spec: { containers: [{ name: 'main', image: 'web' }] },
        },
      },
    });
  });
});
