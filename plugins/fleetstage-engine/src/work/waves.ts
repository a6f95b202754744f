/** Kinds with no wave of their own come last: custom resources, whose definitions must be there first. */
export const LAST_WAVE = 999;

/** Groups whose kinds the table knows (B/WA-040); the version does not matter. */
const KNOWN_GROUPS: ReadonlySet<string> = new Set([
  '',
  'networking.k8s.io',
  'scheduling.k8s.io',
  'policy',
  'storage.k8s.io',
  'apiextensions.k8s.io',
  'rbac.authorization.k8s.io',
  'apps',
  'autoscaling',
  'apiregistration.k8s.io',
  'admissionregistration.k8s.io',
  'batch',
]);

/** What is applied together; the next wave starts when every object of this one has had its try (B/WA-040). */
const WAVES: readonly (readonly string[])[] = [
  ['Namespace', 'PriorityClass'],
  [
    'NetworkPolicy',
    'ResourceQuota',
    'LimitRange',
    'PodSecurityPolicy',
    'PodDisruptionBudget',
    'ServiceAccount',
    'Secret',
    'ConfigMap',
    'StorageClass',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'CustomResourceDefinition',
    'IngressClass',
  ],
  ['ClusterRole', 'Role'],
  ['ClusterRoleBinding', 'RoleBinding'],
  [
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
    'Ingress',
  ],
  ['APIService', 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
];

const waveByKind: ReadonlyMap<string, number> = new Map(
  WAVES.flatMap((kinds, wave) => kinds.map((kind): [string, number] => [kind, wave])),
);

/**
 * The wave of a kind; lower ones go first.
 *
 *   Namespace → 0     Secret → 1     Deployment → 4     Widget of example.io → 999     Deployment of example.io → 999
 */
export const waveOf = ({ group, kind }: { readonly group: string; readonly kind: string }): number =>
  KNOWN_GROUPS.has(group) ? (waveByKind.get(kind) ?? LAST_WAVE) : LAST_WAVE;

/** Items by wave, the first wave first; the order within a wave is kept. */
export function toWaves<T extends { readonly wave: number }>(items: readonly T[]): readonly (readonly T[])[] {
  const waves = new Map<number, T[]>();
  for (const item of items) waves.set(item.wave, [...(waves.get(item.wave) ?? []), item]);
  return [...waves].sort(([a], [b]) => a - b).map(([, wave]) => wave);
}
