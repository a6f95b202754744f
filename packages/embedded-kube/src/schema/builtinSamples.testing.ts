/**
 * What the golden conversations ask: each is a story of one object, recorded with a real server once and replayed ever
 * after.
 */

export type Step =
  | { readonly do: 'create' | 'update'; readonly body: object }
  | {
      readonly do: 'json-patch' | 'merge-patch' | 'strategic-merge-patch' | 'apply-patch';
      readonly body: unknown;
      readonly manager?: string;
      readonly force?: boolean;
      readonly subresource?: string;
    };

export interface Conversation {
  readonly name: string;
  readonly resource: string;
  readonly steps: readonly Step[];
}

const container = { name: 'web', image: 'registry.example/web:1.2' };
const labels = { app: 'web' };
const template = (spec: object = {}, metadata: object = { labels }) => ({
  metadata,
  spec: { containers: [container], ...spec },
});
const selector = { matchLabels: labels };

type Fields = Record<string, unknown>;

const create = (
  name: string,
  resource: string,
  apiVersion: string,
  kind: string,
  fields: Fields = {},
): Conversation => {
  const { metadata, ...rest } = fields;
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const body = { apiVersion, kind, metadata: { name: id, ...(metadata as object) }, ...rest };
  return { name, resource, steps: [{ do: 'create', body }] };
};

const deployment = (name: string, spec: object, fields: Fields = {}) =>
  create(name, 'deployments', 'apps/v1', 'Deployment', {
    spec: { selector, template: template(), ...spec },
    ...fields,
  });
const pod = (name: string, spec: object) =>
  create(name, 'pods', 'v1', 'Pod', { spec: { containers: [container], ...spec } });
const service = (name: string, spec: object) => create(name, 'services', 'v1', 'Service', { spec });

const fullPodSpec = {
  serviceAccountName: 'builder',
  hostNetwork: true,
  initContainers: [{ name: 'init', image: 'busybox', command: ['sh'], env: [{ name: 'EMPTY', value: '' }] }],
  containers: [
    {
      ...container,
      image:
        'registry.example:5000/web@sha256:0000000000000000000000000000000000000000000000000000000000000000',
      ports: [
        { containerPort: 80, hostPort: 80 },
        { containerPort: 53, hostPort: 53, protocol: 'UDP', name: 'dns' },
      ],
      env: [
        { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'B', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: false } } },
      ],
      envFrom: [{ configMapRef: { name: 'c' } }],
      resources: { limits: { cpu: '1000m', memory: '1024Mi' }, requests: { cpu: 0.5 } },
      livenessProbe: { httpGet: { port: 80 } },
      readinessProbe: { tcpSocket: { port: 'dns' }, initialDelaySeconds: 5, timeoutSeconds: 0 },
      startupProbe: { grpc: { port: 9000 } },
      lifecycle: { preStop: { httpGet: { port: 80, path: '/bye' } } },
      securityContext: { runAsUser: 0, privileged: false, capabilities: { drop: ['ALL'] } },
      volumeMounts: [{ name: 'a', mountPath: '/a', readOnly: false }],
    },
  ],
  volumes: [
    { name: 'a' },
    { name: 'b', secret: { secretName: 's' } },
    { name: 'c', configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } },
    { name: 'd', downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.labels' } }] } },
    {
      name: 'e',
      projected: { sources: [{ serviceAccountToken: { path: 't' } }, { configMap: { name: 'c' } }] },
    },
    { name: 'f', hostPath: { path: '/f' } },
    { name: 'g', emptyDir: { sizeLimit: '2048Mi' } },
    { name: 'h', persistentVolumeClaim: { claimName: 'h' } },
  ],
  nodeSelector: { a: 'b' },
  imagePullSecrets: [{ name: 'pull' }],
  tolerations: [{ operator: 'Exists' }],
  affinity: {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, podAffinityTerm: { labelSelector: selector, topologyKey: 'zone' } },
      ],
    },
  },
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: selector },
  ],
};

const job = { template: template({ restartPolicy: 'Never' }) };
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' };
const backend = { service: { name: 'web', port: { number: 80 } } };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

const workloads: readonly Conversation[] = [
  deployment('deployment with the least', {}),
  deployment('deployment with everything', {
    replicas: 0,
    minReadySeconds: 0,
    paused: false,
    strategy: { rollingUpdate: { maxSurge: 2 } },
    template: template(fullPodSpec, { labels: { ...labels, more: 'x' }, annotations: {} }),
  }),
  deployment('deployment that recreates', {
    strategy: { type: 'Recreate' },
    template: template({ securityContext: { runAsNonRoot: false } }),
  }),
  create('replica set', 'replicasets', 'apps/v1', 'ReplicaSet', { spec: { selector, template: template() } }),
  create('stateful set', 'statefulsets', 'apps/v1', 'StatefulSet', {
    spec: {
      serviceName: 'web',
      selector,
      template: template(),
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }],
    },
  }),
  create('stateful set on delete', 'statefulsets', 'apps/v1', 'StatefulSet', {
    spec: { selector, template: template(), updateStrategy: { type: 'OnDelete' }, minReadySeconds: 3 },
  }),
  create('daemon set', 'daemonsets', 'apps/v1', 'DaemonSet', { spec: { selector, template: template() } }),
  create('job', 'jobs', 'batch/v1', 'Job', { spec: job }),
  create('job without labels', 'jobs', 'batch/v1', 'Job', {
    spec: { template: template({ restartPolicy: 'Never' }, {}) },
  }),
  create('indexed job', 'jobs', 'batch/v1', 'Job', {
    metadata: { labels: { mine: 'x' } },
    spec: { ...job, completionMode: 'Indexed', completions: 3, parallelism: 2, ttlSecondsAfterFinished: 0 },
  }),
  create('job of a work queue', 'jobs', 'batch/v1', 'Job', { spec: { ...job, parallelism: 2 } }),
  create('cron job', 'cronjobs', 'batch/v1', 'CronJob', {
    spec: { schedule: '*/5 * * * *', jobTemplate: { spec: job } },
  }),
  pod('pod with the least', {}),
  pod('pod with limits', {
    containers: [{ ...container, resources: { limits: { cpu: '0.1', memory: '64Mi' } } }],
  }),
];

const core: readonly Conversation[] = [
  create('namespace', 'namespaces', 'v1', 'Namespace'),
  create('namespace with labels', 'namespaces', 'v1', 'Namespace', {
    metadata: { labels: { team: 'a' } },
    spec: {},
  }),
  create('config map', 'configmaps', 'v1', 'ConfigMap', {
    data: { a: 'b', empty: '' },
    binaryData: { b: 'AAEC' },
  }),
  create('config map with nothing', 'configmaps', 'v1', 'ConfigMap', { data: {}, metadata: { labels: {} } }),
  create('secret', 'secrets', 'v1', 'Secret', { stringData: { user: 'me' }, data: { password: 'cw==' } }),
  create('secret of a registry', 'secrets', 'v1', 'Secret', {
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': 'e30=' },
  }),
  create('service account', 'serviceaccounts', 'v1', 'ServiceAccount', {
    automountServiceAccountToken: false,
  }),
  create('node', 'nodes', 'v1', 'Node', {
    status: { capacity: { cpu: '4000m', memory: '8192Mi', pods: 110 } },
    spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] },
  }),
  create('event', 'events', 'v1', 'Event', {
    involvedObject: { kind: 'Pod', name: 'p', namespace: 'NS' },
    reason: 'Started',
    message: 'm',
    type: 'Normal',
  }),
  create('event with times', 'events', 'v1', 'Event', {
    involvedObject: { kind: 'Pod', name: 'p', namespace: 'NS' },
    firstTimestamp: '2026-11-21T10:00:00+01:00',
    lastTimestamp: '2026-11-21T09:00:00Z',
    count: 2,
    source: { component: 'kubelet' },
  }),
  service('service with the least', { ports: [{ port: 80 }], selector: labels }),
  service('service without a head', {
    clusterIP: 'None',
    ports: [
      { port: 80, name: 'http', targetPort: 'http' },
      { port: 53, name: 'dns', protocol: 'UDP' },
    ],
  }),
  service('service with node port', {
    type: 'NodePort',
    ports: [{ port: 80, nodePort: 30080 }],
    selector: labels,
  }),
  service('service with load balancer', {
    type: 'LoadBalancer',
    ports: [{ port: 80, nodePort: 30081 }],
    sessionAffinity: 'ClientIP',
  }),
  service('service that is a name', { type: 'ExternalName', externalName: 'example.com' }),
  create('claim', 'persistentvolumeclaims', 'v1', 'PersistentVolumeClaim', { spec: claim }),
  create('volume', 'persistentvolumes', 'v1', 'PersistentVolume', {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
  }),
  create('endpoints', 'endpoints', 'v1', 'Endpoints', {
    subsets: [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80 }] }],
  }),
  create('quota', 'resourcequotas', 'v1', 'ResourceQuota', { spec: { hard: { cpu: '4' } } }),
  create('limit range', 'limitranges', 'v1', 'LimitRange', {
    spec: { limits: [{ type: 'Container', default: { cpu: '500m' } }] },
  }),
];

const others: readonly Conversation[] = [
  create('lease', 'leases', 'coordination.k8s.io/v1', 'Lease', {
    spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2026-11-21T10:00:00.500000Z' },
  }),
  create('role', 'roles', 'rbac.authorization.k8s.io/v1', 'Role', {
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  }),
  create('role without rules', 'roles', 'rbac.authorization.k8s.io/v1', 'Role'),
  create('cluster role', 'clusterroles', 'rbac.authorization.k8s.io/v1', 'ClusterRole', {
    rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }],
  }),
  create('aggregated role', 'clusterroles', 'rbac.authorization.k8s.io/v1', 'ClusterRole', {
    aggregationRule: { clusterRoleSelectors: [selector] },
  }),
  create('role binding', 'rolebindings', 'rbac.authorization.k8s.io/v1', 'RoleBinding', {
    roleRef,
    subjects: [
      { kind: 'User', name: 'jane' },
      { kind: 'ServiceAccount', name: 'sa', namespace: 'x' },
    ],
  }),
  create(
    'cluster role binding',
    'clusterrolebindings',
    'rbac.authorization.k8s.io/v1',
    'ClusterRoleBinding',
    {
      roleRef: { ...roleRef, kind: 'ClusterRole', apiGroup: '' },
      subjects: [{ kind: 'Group', name: 'g' }],
    },
  ),
  create('network policy', 'networkpolicies', 'networking.k8s.io/v1', 'NetworkPolicy', {
    spec: { podSelector: {}, ingress: [{ from: [{ podSelector: selector }], ports: [{ port: 80 }] }] },
  }),
  create('network policy for both ways', 'networkpolicies', 'networking.k8s.io/v1', 'NetworkPolicy', {
    spec: { podSelector: selector, egress: [{}] },
  }),
  create('ingress', 'ingresses', 'networking.k8s.io/v1', 'Ingress', {
    spec: { rules: [{ host: 'a.example', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }] },
  }),
  create('disruption budget', 'poddisruptionbudgets', 'policy/v1', 'PodDisruptionBudget', {
    spec: { minAvailable: 1, selector },
  }),
  create('autoscaler', 'horizontalpodautoscalers', 'autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
  }),
  create(
    'autoscaler with behaviour',
    'horizontalpodautoscalers',
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas: 3,
        behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
      },
    },
  ),
  create('priority class', 'priorityclasses', 'scheduling.k8s.io/v1', 'PriorityClass', { value: 10 }),
  create('storage class', 'storageclasses', 'storage.k8s.io/v1', 'StorageClass', {
    provisioner: 'example.com/x',
  }),
  create('endpoint slice', 'endpointslices', 'discovery.k8s.io/v1', 'EndpointSlice', {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.1.1'] }],
    ports: [{ port: 80 }],
  }),
  create(
    'widgets.example.com',
    'customresourcedefinitions',
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: { spec: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } },
              },
            },
          },
        ],
      },
    },
  ),
  create(
    'webhook',
    'validatingwebhookconfigurations',
    'admissionregistration.k8s.io/v1',
    'ValidatingWebhookConfiguration',
    {
      webhooks: [
        {
          name: 'a.example.com',
          clientConfig: { service: { name: 's', namespace: 'n' } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          rules: [
            {
              apiGroups: ['nowhere.example.com'],
              apiVersions: ['v1'],
              operations: ['CREATE'],
              resources: ['x'],
            },
          ],
        },
      ],
    },
  ),
];

export const goodConversations: readonly Conversation[] = [...workloads, ...core, ...others];

const bad = (conversation: Conversation): Conversation => ({
  ...conversation,
  name: `bad: ${conversation.name}`,
});

export const badConversations: readonly Conversation[] = [
  deployment('no selector', { selector: undefined }),
  deployment('empty selector', { selector: {} }),
  deployment('selector of another', { selector: { matchLabels: { app: 'other' } } }),
  deployment('no template', { template: undefined }),
  deployment('no containers', { template: template({ containers: [] }) }),
  deployment('container without a name', { template: template({ containers: [{ image: 'x' }] }) }),
  deployment('container without an image', { template: template({ containers: [{ name: 'x' }] }) }),
  deployment('container with a bad name', {
    template: template({ containers: [{ name: 'Web_1', image: 'x' }] }),
  }),
  deployment('two containers of a name', { template: template({ containers: [container, container] }) }),
  deployment('bad restart policy', { template: template({ restartPolicy: 'Never' }) }),
  deployment('unknown restart policy', { template: template({ restartPolicy: 'Sometimes' }) }),
  deployment('bad pull policy', {
    template: template({ containers: [{ ...container, imagePullPolicy: 'Perhaps' }] }),
  }),
  deployment('negative replicas', { replicas: -1 }),
  deployment('bad surge', { strategy: { rollingUpdate: { maxSurge: 'many' } } }),
  deployment('neither surge nor unavailable', {
    strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } },
  }),
  deployment('surge while recreating', { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }),
  deployment('unknown strategy', { strategy: { type: 'Slowly' } }),
  deployment('bad port', {
    template: template({ containers: [{ ...container, ports: [{ containerPort: 70000 }] }] }),
  }),
  deployment('bad protocol', {
    template: template({ containers: [{ ...container, ports: [{ containerPort: 80, protocol: 'HTTP' }] }] }),
  }),
  deployment('mount of no volume', {
    template: template({ containers: [{ ...container, volumeMounts: [{ name: 'a', mountPath: '/a' }] }] }),
  }),
  deployment('requests above limits', {
    template: template({
      containers: [{ ...container, resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } }],
    }),
  }),
  deployment('bad label', {}, { metadata: { labels: { a: 'b c' } } }),
  deployment('bad label key', {}, { metadata: { labels: { 'a b': 'c' } } }),
  deployment('bad annotation key', {}, { metadata: { annotations: { 'a b': 'c' } } }),
  deployment('bad env name', {
    template: template({ containers: [{ ...container, env: [{ name: '' }, { name: 'a=b' }] }] }),
  }),
  deployment('bad finalizer', {}, { metadata: { finalizers: ['nope'] } }),
  deployment(
    'bad owner',
    {},
    { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: '', name: 'x', uid: '' }] } },
  ),
  deployment('bad name', {}, { metadata: { name: 'Bad_Name' } }),
  create('bad name of a namespace', 'namespaces', 'v1', 'Namespace', { metadata: { name: 'A_b' } }),
  create('config map with a bad key', 'configmaps', 'v1', 'ConfigMap', { data: { 'a b': 'c' } }),
  create('config map with a doubled key', 'configmaps', 'v1', 'ConfigMap', {
    data: { a: 'c' },
    binaryData: { a: 'AAEC' },
  }),
  create('secret of a bad type', 'secrets', 'v1', 'Secret', { type: 'kubernetes.io/tls', data: {} }),
  service('service without ports', { selector: labels }),
  service('service of an unknown type', { type: 'Magic', ports: [{ port: 80 }] }),
  service('service with a bad port', { ports: [{ port: 0 }] }),
  service('service with two ports without names', { ports: [{ port: 80 }, { port: 81 }] }),
  service('service with doubled ports', {
    ports: [
      { port: 80, name: 'a' },
      { port: 80, name: 'b' },
    ],
  }),
  service('service without its name', { type: 'ExternalName' }),
  create('stateful set without selector', 'statefulsets', 'apps/v1', 'StatefulSet', {
    spec: { serviceName: 'x', template: template() },
  }),
  create('daemon set without template labels', 'daemonsets', 'apps/v1', 'DaemonSet', {
    spec: { selector, template: template({}, {}) },
  }),
  create('job that always restarts', 'jobs', 'batch/v1', 'Job', { spec: { template: template() } }),
  create('cron job without schedule', 'cronjobs', 'batch/v1', 'CronJob', {
    spec: { schedule: '', jobTemplate: { spec: job } },
  }),
  create('cron job with a bad schedule', 'cronjobs', 'batch/v1', 'CronJob', {
    spec: { schedule: 'often', jobTemplate: { spec: job } },
  }),
  create('budget with both', 'poddisruptionbudgets', 'policy/v1', 'PodDisruptionBudget', {
    spec: { minAvailable: 1, maxUnavailable: 1, selector },
  }),
  create('role with a verb missing', 'roles', 'rbac.authorization.k8s.io/v1', 'Role', {
    rules: [{ apiGroups: [''], resources: ['pods'] }],
  }),
  create('binding without a name', 'rolebindings', 'rbac.authorization.k8s.io/v1', 'RoleBinding', {
    roleRef: { ...roleRef, name: '' },
    subjects: [{ kind: 'Robot', name: 'x' }],
  }),
  create('ingress without path type', 'ingresses', 'networking.k8s.io/v1', 'Ingress', {
    spec: { rules: [{ http: { paths: [{ path: '/', backend }] } }] },
  }),
  create(
    'autoscaler without maximum',
    'horizontalpodautoscalers',
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    { spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } } },
  ),
  create('claim without storage', 'persistentvolumeclaims', 'v1', 'PersistentVolumeClaim', {
    spec: { accessModes: ['ReadWriteOnce'] },
  }),
  create('lease with no time', 'leases', 'coordination.k8s.io/v1', 'Lease', {
    spec: { leaseDurationSeconds: 0 },
  }),
  create('storage class without provisioner', 'storageclasses', 'storage.k8s.io/v1', 'StorageClass'),
  pod('pod without containers', { containers: [] }),
].map(bad);

const changed = (conversation: Conversation, ...bodies: readonly unknown[]): Conversation => ({
  ...conversation,
  name: `change: ${conversation.name}`,
  steps: [...conversation.steps, ...bodies.map(body => ({ do: 'merge-patch' as const, body }))],
});

const otherLabels = { app: 'other' };
const moved = { selector: { matchLabels: otherLabels }, template: { metadata: { labels: otherLabels } } };

export const changeConversations: readonly Conversation[] = [
  changed(
    deployment('selector', {}),
    { spec: moved },
    { spec: { replicas: -1 } },
    { spec: { paused: true } },
  ),
  changed(
    create('set selector', 'replicasets', 'apps/v1', 'ReplicaSet', {
      spec: { selector, template: template() },
    }),
    { spec: moved },
  ),
  changed(
    create('stateful set fields', 'statefulsets', 'apps/v1', 'StatefulSet', {
      spec: { serviceName: 'web', selector, template: template() },
    }),
    { spec: { serviceName: 'other' } },
    { spec: moved },
    { spec: { replicas: 3 } },
  ),
  changed(
    create('daemon selector', 'daemonsets', 'apps/v1', 'DaemonSet', {
      spec: { selector, template: template() },
    }),
    { spec: moved },
  ),
  changed(
    create('job fields', 'jobs', 'batch/v1', 'Job', { spec: job }),
    { spec: { completions: 3 } },
    { spec: { parallelism: 3 } },
  ),
  changed(
    create('fixed config', 'configmaps', 'v1', 'ConfigMap', { data: { a: '1' }, immutable: true }),
    { data: { a: '2' } },
    { immutable: false },
    { metadata: { labels: { a: 'b' } } },
  ),
  changed(create('fixed secret', 'secrets', 'v1', 'Secret', { stringData: { a: '1' }, immutable: true }), {
    data: { a: 'Mg==' },
  }),
  changed(create('secret type', 'secrets', 'v1', 'Secret', {}), { type: 'other' }),
  changed(
    service('service address', { ports: [{ port: 80 }] }),
    { spec: { clusterIP: '10.96.7.7', clusterIPs: ['10.96.7.7'] } },
    { spec: { ports: [{ port: 81 }] } },
  ),
  changed(
    create('binding role', 'rolebindings', 'rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef }),
    { roleRef: { name: 'other' } },
  ),
  changed(
    create('class fields', 'storageclasses', 'storage.k8s.io/v1', 'StorageClass', {
      provisioner: 'example.com/x',
    }),
    { reclaimPolicy: 'Retain' },
    { provisioner: 'example.com/y' },
  ),
  changed(create('priority', 'priorityclasses', 'scheduling.k8s.io/v1', 'PriorityClass', { value: 10 }), {
    value: 11,
  }),
  changed(
    create('budget fields', 'poddisruptionbudgets', 'policy/v1', 'PodDisruptionBudget', {
      spec: { minAvailable: 1, selector },
    }),
    { spec: { minAvailable: '50%' } },
    { spec: { minAvailable: -1 } },
    { spec: { minAvailable: '150%' } },
  ),
  changed(create('claim fields', 'persistentvolumeclaims', 'v1', 'PersistentVolumeClaim', { spec: claim }), {
    spec: { accessModes: ['ReadWriteMany'] },
  }),
  changed(
    pod('pod fields', {}),
    { spec: { containers: [{ ...container, image: 'other' }] } },
    { spec: { nodeSelector: { a: 'b' } } },
  ),
];
