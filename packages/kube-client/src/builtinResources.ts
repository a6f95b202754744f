import type { ApiResource, GroupVersionKind } from './kubeObject';

// Kinds whose path has been the same in every Kubernetes release for years: discovery would only cost requests.
const NAMESPACED: Readonly<Record<string, readonly string[]>> = {
  'v1': [
    'ConfigMap',
    'Endpoints',
    'Event',
    'LimitRange',
    'PersistentVolumeClaim',
    'Pod',
    'PodTemplate',
    'ReplicationController',
    'ResourceQuota',
    'Secret',
    'Service',
    'ServiceAccount',
  ],
  'apps/v1': ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  'batch/v1': ['CronJob', 'Job'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'policy/v1': ['PodDisruptionBudget'],
  'networking.k8s.io/v1': ['Ingress', 'NetworkPolicy'],
  'rbac.authorization.k8s.io/v1': ['Role', 'RoleBinding'],
  'coordination.k8s.io/v1': ['Lease'],
};
const CLUSTER_SCOPED: Readonly<Record<string, readonly string[]>> = {
  'v1': ['Namespace', 'Node', 'PersistentVolume'],
  'networking.k8s.io/v1': ['IngressClass'],
  'rbac.authorization.k8s.io/v1': ['ClusterRole', 'ClusterRoleBinding'],
  'storage.k8s.io/v1': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
  'scheduling.k8s.io/v1': ['PriorityClass'],
  'apiextensions.k8s.io/v1': ['CustomResourceDefinition'],
  'apiregistration.k8s.io/v1': ['APIService'],
  'admissionregistration.k8s.io/v1': ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
};
const IRREGULAR: Readonly<Record<string, string>> = { Endpoints: 'endpoints' };

/** `apps/v1/Deployment`. */
export const gvkKey = ({ group, version, kind }: GroupVersionKind) => `${group}/${version}/${kind}`;

const table = new Map([...rows(NAMESPACED, true), ...rows(CLUSTER_SCOPED, false)]);

/** Where a kind of Kubernetes itself is served; `undefined`: ask discovery. */
export const findBuiltinResource = (gvk: GroupVersionKind): ApiResource | undefined => table.get(gvkKey(gvk));

function rows(
  kinds: Readonly<Record<string, readonly string[]>>,
  namespaced: boolean,
): [string, ApiResource][] {
  return Object.entries(kinds).flatMap(([apiVersion, names]) => {
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    return names.map((kind): [string, ApiResource] => {
      const resource = { group, version, kind, plural: pluralOf(kind), namespaced };
      return [gvkKey(resource), resource];
    });
  });
}

function pluralOf(kind: string): string {
  const singular = kind.toLowerCase();
  if (IRREGULAR[kind]) return IRREGULAR[kind];
  if (singular.endsWith('y')) return `${singular.slice(0, -1)}ies`;
  return /(s|x|ch)$/.test(singular) ? `${singular}es` : `${singular}s`;
}
