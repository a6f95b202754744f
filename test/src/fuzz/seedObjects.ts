/** What is mutated: one good object of many kinds, with the path of its collection. */
export interface SeedKind {
  readonly collection: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly subresources: readonly string[];
}

export const NAMESPACES = ['default', 'fuzz-0', 'fuzz-1'];

const podSpec = {
  containers: [
    {
      name: 'app',
      image: 'registry.example/app:v1',
      ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
      env: [
        { name: 'A', value: 'b' },
        { name: 'C', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      ],
      resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '1Gi' } },
      readinessProbe: { httpGet: { path: '/', port: 'http' }, periodSeconds: 5 },
      volumeMounts: [{ name: 'data', mountPath: '/data' }],
    },
  ],
  volumes: [{ name: 'data', configMap: { name: 'f-0' } }],
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }],
};
const template = { metadata: { labels: { app: 'web' } }, spec: podSpec };
const selector = { matchLabels: { app: 'web' } };

function kind(
  group: string,
  named: readonly [kind: string, plural: string],
  fields: object,
  how: { readonly clusterWide?: boolean; readonly subresources?: readonly string[] } = {},
): SeedKind {
  const [root, apiVersion] = group.includes('/') ? [`/apis/${group}`, group] : [`/api/${group}`, group];
  return {
    collection: how.clusterWide ? `${root}/${named[1]}` : `${root}/namespaces/NAMESPACE/${named[1]}`,
    object: { apiVersion, kind: named[0], ...fields },
    subresources: how.subresources ?? [],
  };
}

const WORKLOAD = { subresources: ['status', 'scale'] };
const STATUS = { subresources: ['status'] };

export const SEED_KINDS: readonly SeedKind[] = [
  kind('v1', ['ConfigMap', 'configmaps'], { data: { a: 'b', long: 'text' }, binaryData: { x: 'AAEC' } }),
  kind('v1', ['Secret', 'secrets'], {
    type: 'Opaque',
    data: { key: 'dmFsdWU=' },
    stringData: { other: 'text' },
  }),
  kind(
    'v1',
    ['Service', 'services'],
    { spec: { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] } },
    STATUS,
  ),
  kind(
    'v1',
    ['Pod', 'pods'],
    { spec: podSpec },
    { subresources: ['status', 'eviction', 'log', 'exec', 'ephemeralcontainers', 'resize'] },
  ),
  kind(
    'v1',
    ['PersistentVolumeClaim', 'persistentvolumeclaims'],
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
    STATUS,
  ),
  kind(
    'v1',
    ['ServiceAccount', 'serviceaccounts'],
    { secrets: [{ name: 'a' }] },
    { subresources: ['token'] },
  ),
  kind('v1', ['Event', 'events'], {
    involvedObject: { kind: 'Pod', name: 'f-0', namespace: 'default' },
    reason: 'Fuzzed',
    message: 'm',
    type: 'Normal',
    count: 1,
  }),
  kind('v1', ['ResourceQuota', 'resourcequotas'], { spec: { hard: { pods: '10' } } }, STATUS),
  kind(
    'v1',
    ['Node', 'nodes'],
    { spec: { podCIDR: '10.0.0.0/24' }, status: { capacity: { cpu: '4' } } },
    { clusterWide: true, subresources: ['status', 'proxy'] },
  ),
  kind(
    'v1',
    ['Namespace', 'namespaces'],
    { spec: { finalizers: ['kubernetes'] } },
    { clusterWide: true, subresources: ['status', 'finalize'] },
  ),
  kind(
    'apps/v1',
    ['Deployment', 'deployments'],
    { spec: { replicas: 1, selector, template, strategy: { rollingUpdate: { maxSurge: '25%' } } } },
    WORKLOAD,
  ),
  kind(
    'apps/v1',
    ['StatefulSet', 'statefulsets'],
    { spec: { replicas: 1, selector, template, serviceName: 'f-0' } },
    WORKLOAD,
  ),
  kind('apps/v1', ['DaemonSet', 'daemonsets'], { spec: { selector, template } }, STATUS),
  kind(
    'batch/v1',
    ['Job', 'jobs'],
    { spec: { parallelism: 1, template: { spec: { ...podSpec, restartPolicy: 'Never' } } } },
    STATUS,
  ),
  kind(
    'batch/v1',
    ['CronJob', 'cronjobs'],
    {
      spec: {
        schedule: '*/5 * * * *',
        jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } },
      },
    },
    STATUS,
  ),
  kind(
    'autoscaling/v2',
    ['HorizontalPodAutoscaler', 'horizontalpodautoscalers'],
    { spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'f-0' } } },
    STATUS,
  ),
  kind(
    'policy/v1',
    ['PodDisruptionBudget', 'poddisruptionbudgets'],
    { spec: { minAvailable: '50%', selector } },
    STATUS,
  ),
  kind(
    'networking.k8s.io/v1',
    ['Ingress', 'ingresses'],
    {
      spec: {
        rules: [
          {
            host: 'a.example',
            http: {
              paths: [
                {
                  path: '/',
                  pathType: 'Prefix',
                  backend: { service: { name: 'f-0', port: { number: 80 } } },
                },
              ],
            },
          },
        ],
      },
    },
    STATUS,
  ),
  kind('networking.k8s.io/v1', ['NetworkPolicy', 'networkpolicies'], {
    spec: { podSelector: selector, policyTypes: ['Ingress'] },
  }),
  kind('discovery.k8s.io/v1', ['EndpointSlice', 'endpointslices'], {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'] }],
    ports: [{ port: 80 }],
  }),
  kind('coordination.k8s.io/v1', ['Lease', 'leases'], {
    spec: { holderIdentity: 'a', renewTime: '2026-01-01T00:00:00.000000Z' },
  }),
  kind('rbac.authorization.k8s.io/v1', ['Role', 'roles'], {
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  }),
  kind(
    'rbac.authorization.k8s.io/v1',
    ['ClusterRole', 'clusterroles'],
    { rules: [{ nonResourceURLs: ['/healthz'], verbs: ['get'] }] },
    { clusterWide: true },
  ),
  kind(
    'rbac.authorization.k8s.io/v1',
    ['ClusterRoleBinding', 'clusterrolebindings'],
    {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'f-0' },
      subjects: [{ kind: 'Group', name: 'g', apiGroup: 'rbac.authorization.k8s.io' }],
    },
    { clusterWide: true },
  ),
  ...['v1', 'v1beta1'].map(version =>
    kind(
      `fuzz.example/${version}`,
      ['Widget', 'widgets'],
      {
        spec: {
          size: 3,
          name: 'aaa',
          percent: '50%',
          tags: ['a', 'b'],
          parts: [
            { name: 'p', weight: 1 },
            { name: 'q', weight: 2 },
          ],
          labels: { a: 'b' },
          anything: { deep: { er: [1, 'two', null] } },
          embedded: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'inner' } },
        },
        status: { replicas: 1, selector: 'app=web' },
      },
      WORKLOAD,
    ),
  ),
];
