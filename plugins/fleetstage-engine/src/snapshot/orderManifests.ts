import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';

/** What others depend on comes first; the kind alone counts, whatever its group (A/SEL-050). */
const KIND_ORDER = [
  'PriorityClass',
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
];
const RANKS = new Map(KIND_ORDER.map((kind, rank) => [kind, rank]));

/** One order for snapshots and statuses: by kind, then group and version, then namespace and name (A/SEL-050, 051). */
export const orderManifests = (manifests: readonly KubeObject[]): KubeObject[] =>
  [...manifests].sort(compareManifests);

function compareManifests(a: KubeObject, b: KubeObject): number {
  const rankA = RANKS.get(a.kind) ?? KIND_ORDER.length;
  const rankB = RANKS.get(b.kind) ?? KIND_ORDER.length;
  return rankA - rankB || compareText(kindText(a), kindText(b)) || compareText(nameText(a), nameText(b));
}

/** The core group is written `v1` where kinds have a rank, else `/v1`, before every other group. */
function kindText({ apiVersion, kind }: KubeObject): string {
  const isCore = !apiVersion.includes('/');
  return `${isCore && !RANKS.has(kind) ? '/' : ''}${apiVersion}, Kind=${kind}`;
}

const nameText = ({ metadata }: KubeObject) => `${metadata.namespace ?? ''}/${metadata.name}`;
