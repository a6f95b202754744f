import { createObject } from '../api/create';
import type { Cluster } from './Cluster';
import { FIRST_NAMESPACES } from './namespaces';

const OPTIONS = { isDryRun: false, manager: 'kube-apiserver', fieldValidation: 'Ignore' } as const;

/** How what runs inside a cluster reaches its API. */
const API_SERVICE = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'kubernetes', labels: { component: 'apiserver', provider: 'kubernetes' } },
  spec: {
    type: 'ClusterIP',
    clusterIP: '10.96.0.1',
    clusterIPs: ['10.96.0.1'],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    internalTrafficPolicy: 'Cluster',
    sessionAffinity: 'None',
    ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
  },
};

export function createFirstObjects(cluster: Cluster): void {
  createFirstNamespaces(cluster);
  const type = cluster.catalog.builtin('', 'v1', 'services');
  if (cluster.objects.find(type.storageKey, 'default', 'kubernetes')) return;
  createObject({ cluster, type, namespace: 'default' }, API_SERVICE, OPTIONS);
}

/** The namespaces that every cluster has. The uid of kube-system is the identity of a cluster; it is made once. */
function createFirstNamespaces(cluster: Cluster): void {
  const type = cluster.catalog.builtin('', 'v1', 'namespaces');
  for (const name of FIRST_NAMESPACES) {
    if (cluster.objects.find(type.storageKey, '', name)) continue;
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    createObject({ cluster, type, namespace: '' }, body, OPTIONS);
  }
}
