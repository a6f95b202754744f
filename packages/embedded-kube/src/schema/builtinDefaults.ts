/** The defaults a real server fills in beyond those of its schema, kind by kind. */
import type { KubeObject } from '../contracts';
import { allocate } from './builtinAllocate';
import type { BuiltinTypeRow } from './builtinDocument';
import { fill, fillZero, isDraft, listIn, structIn, type Draft } from './builtinDraft';
import { setPodDefaults, setPodSpecDefaults } from './builtinPodDefaults';

type SetDefaults = (object: Draft) => void;

const specOf = (object: Draft) => structIn(object, 'spec') ?? {};

function setTemplateDefaults(owner: Draft): Draft {
  const spec = specOf(owner);
  setPodSpecDefaults(structIn(structIn(spec, 'template'), 'spec'));
  return spec;
}

function setDeploymentDefaults(object: Draft): void {
  const spec = setTemplateDefaults(object);
  fill(spec, { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
  const strategy = structIn(spec, 'strategy');
  fillZero(strategy, { type: 'RollingUpdate' });
  if (strategy?.type !== 'RollingUpdate') return;
  fill(strategy, { rollingUpdate: {} });
  fill(structIn(strategy, 'rollingUpdate'), { maxUnavailable: '25%', maxSurge: '25%' });
}

function setStatefulSetDefaults(object: Draft): void {
  const spec = setTemplateDefaults(object);
  fillZero(spec, { podManagementPolicy: 'OrderedReady' });
  fill(spec, { replicas: 1, revisionHistoryLimit: 10, persistentVolumeClaimRetentionPolicy: {} });
  fillZero(structIn(spec, 'persistentVolumeClaimRetentionPolicy'), {
    whenDeleted: 'Retain',
    whenScaled: 'Retain',
  });
  const strategy = structIn(spec, 'updateStrategy');
  fillZero(strategy, { type: 'RollingUpdate' });
  if (strategy?.type === 'RollingUpdate') {
    fill(strategy, { rollingUpdate: {} });
    fill(structIn(strategy, 'rollingUpdate'), { partition: 0 });
  }
  for (const claim of listIn(spec, 'volumeClaimTemplates')) {
    Object.assign(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim' });
    setClaimDefaults(claim);
  }
}

function setDaemonSetDefaults(object: Draft): void {
  const spec = setTemplateDefaults(object);
  fill(spec, { revisionHistoryLimit: 10 });
  const strategy = structIn(spec, 'updateStrategy');
  fillZero(strategy, { type: 'RollingUpdate' });
  if (strategy?.type === 'RollingUpdate') {
    fill(strategy, { rollingUpdate: {} });
    fill(structIn(strategy, 'rollingUpdate'), { maxUnavailable: 1, maxSurge: 0 });
  }
  const metadata = structIn(object, 'metadata');
  fill(metadata, { annotations: {} });
  fill(structIn(metadata, 'annotations'), { 'deprecated.daemonset.template.generation': '1' });
}

function setJobDefaults(object: Draft): void {
  const spec = setTemplateDefaults(object);
  // A job without either is one pod once; with parallelism alone it is a work queue without a known end.
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  fill(spec, { parallelism: 1, backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : 2 ** 31 - 1 });
  fill(spec, { completionMode: 'NonIndexed', suspend: false, manualSelector: false });
  fill(spec, {
    podReplacementPolicy: spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
  });
  const labels = structIn(structIn(structIn(spec, 'template'), 'metadata'), 'labels');
  const metadata = structIn(object, 'metadata');
  if (labels && metadata) fill(metadata, { labels: { ...labels } });
}

function setCronJobDefaults(object: Draft): void {
  const spec = specOf(object);
  fillZero(spec, { concurrencyPolicy: 'Allow' });
  fill(spec, { suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 });
  setTemplateDefaults(structIn(spec, 'jobTemplate') ?? {});
}

function setServiceDefaults(object: Draft): void {
  const spec = specOf(object);
  fillZero(spec, { type: 'ClusterIP', sessionAffinity: 'None' });
  if (spec.sessionAffinity === 'ClientIP') {
    fill(spec, { sessionAffinityConfig: {} });
    fill(structIn(spec, 'sessionAffinityConfig'), { clientIP: {} });
    fill(structIn(structIn(spec, 'sessionAffinityConfig'), 'clientIP'), { timeoutSeconds: 10_800 });
  }
  for (const port of listIn(spec, 'ports')) {
    fillZero(port, { protocol: 'TCP' });
    fillZero(port, { targetPort: port.port });
  }
  if (spec.type === 'ExternalName') return;
  fill(spec, { internalTrafficPolicy: 'Cluster' });
  if (spec.type !== 'NodePort' && spec.type !== 'LoadBalancer') return;
  fillZero(spec, { externalTrafficPolicy: 'Cluster' });
  if (spec.type === 'LoadBalancer') fill(spec, { allocateLoadBalancerNodePorts: true });
}

function setNamespaceDefaults(object: Draft): void {
  const metadata = structIn(object, 'metadata');
  if (!metadata?.name) return;
  fill(metadata, { labels: {} });
  Object.assign(structIn(metadata, 'labels') ?? {}, { 'kubernetes.io/metadata.name': metadata.name });
}

function setSecretDefaults(object: Draft): void {
  fillZero(object, { type: 'Opaque' });
  const plain = structIn(object, 'stringData');
  if (!plain) return;
  const encoded = Object.entries(plain).map(([key, text]) => [
    key,
    Buffer.from(String(text)).toString('base64'),
  ]);
  object.data = { ...structIn(object, 'data'), ...Object.fromEntries(encoded) };
  delete object.stringData;
}

function setNodeDefaults(object: Draft): void {
  const status = structIn(object, 'status');
  const capacity = structIn(status, 'capacity');
  if (capacity) fill(status, { allocatable: { ...capacity } });
}

function setClaimDefaults(object: Draft): void {
  fill(structIn(object, 'spec'), { volumeMode: 'Filesystem' });
  fillZero(structIn(object, 'status'), { phase: 'Pending' });
}

function setVolumeDefaults(object: Draft): void {
  fillZero(structIn(object, 'spec'), { persistentVolumeReclaimPolicy: 'Retain' });
  fill(structIn(structIn(object, 'spec'), 'hostPath'), { type: '' });
  fill(structIn(object, 'spec'), { volumeMode: 'Filesystem' });
  fillZero(structIn(object, 'status'), { phase: 'Pending' });
}

function setLimitRangeDefaults(object: Draft): void {
  for (const limit of listIn(specOf(object), 'limits')) {
    if (limit.type !== 'Container') continue;
    const max = { ...structIn(limit, 'max'), ...structIn(limit, 'default') };
    const request = { ...max, ...structIn(limit, 'min'), ...structIn(limit, 'defaultRequest') };
    if (Object.keys(max).length > 0) limit.default = max;
    if (Object.keys(request).length > 0) limit.defaultRequest = request;
  }
}

function setBindingDefaults(object: Draft): void {
  const group = 'rbac.authorization.k8s.io';
  fillZero(structIn(object, 'roleRef'), { apiGroup: group });
  for (const subject of listIn(object, 'subjects')) {
    if (subject.kind === 'User' || subject.kind === 'Group') fillZero(subject, { apiGroup: group });
  }
}

function setNetworkPolicyDefaults(object: Draft): void {
  const spec = specOf(object);
  fill(spec, { policyTypes: spec.egress === undefined ? ['Ingress'] : ['Ingress', 'Egress'] });
  for (const rule of [...listIn(spec, 'ingress'), ...listIn(spec, 'egress')]) {
    for (const port of listIn(rule, 'ports')) fill(port, { protocol: 'TCP' });
  }
}

const scaleUpPolicies = [
  { type: 'Pods', value: 4, periodSeconds: 15 },
  { type: 'Percent', value: 100, periodSeconds: 15 },
];
const scaleDownPolicies = [{ type: 'Percent', value: 100, periodSeconds: 15 }];
const cpuMetric = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
};

function setAutoscalerDefaults(object: Draft): void {
  const spec = specOf(object);
  fill(spec, { minReplicas: 1, metrics: [structuredClone(cpuMetric)] });
  const behavior = structIn(spec, 'behavior');
  if (!behavior) return;
  fill(behavior, { scaleUp: {}, scaleDown: {} });
  fill(structIn(behavior, 'scaleUp'), {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: structuredClone(scaleUpPolicies),
  });
  fill(structIn(behavior, 'scaleDown'), {
    selectPolicy: 'Max',
    policies: structuredClone(scaleDownPolicies),
  });
}

function setCrdDefaults(object: Draft): void {
  const spec = specOf(object);
  const names = structIn(spec, 'names');
  const kind = String(names?.kind ?? '');
  if (kind !== '') fillZero(names, { singular: kind.toLowerCase(), listKind: `${kind}List` });
  fill(spec, { conversion: { strategy: 'None' } });
  const status = structIn(object, 'status');
  const stored = listIn(spec, 'versions').filter(version => version.storage === true);
  if (status && !(Array.isArray(status.storedVersions) && status.storedVersions.length > 0)) {
    status.storedVersions = stored.map(version => version.name);
  }
}

function setWebhookDefaults(object: Draft): void {
  for (const webhook of listIn(object, 'webhooks')) {
    fill(webhook, {
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
    });
    fill(structIn(structIn(webhook, 'clientConfig'), 'service'), { port: 443 });
    for (const rule of listIn(webhook, 'rules')) fill(rule, { scope: '*' });
  }
}

function setMutatingWebhookDefaults(object: Draft): void {
  setWebhookDefaults(object);
  for (const webhook of listIn(object, 'webhooks')) fill(webhook, { reinvocationPolicy: 'Never' });
}

function setEndpointDefaults(object: Draft): void {
  for (const subset of listIn(object, 'subsets'))
    for (const port of listIn(subset, 'ports')) fillZero(port, { protocol: 'TCP' });
}

function setSliceDefaults(object: Draft): void {
  for (const port of listIn(object, 'ports')) fill(port, { name: '', protocol: 'TCP' });
}

const defaultsByKind: Readonly<Record<string, SetDefaults>> = {
  ClusterRoleBinding: setBindingDefaults,
  CronJob: setCronJobDefaults,
  CustomResourceDefinition: setCrdDefaults,
  DaemonSet: setDaemonSetDefaults,
  Deployment: setDeploymentDefaults,
  EndpointSlice: setSliceDefaults,
  Endpoints: setEndpointDefaults,
  HorizontalPodAutoscaler: setAutoscalerDefaults,
  Job: setJobDefaults,
  LimitRange: setLimitRangeDefaults,
  MutatingWebhookConfiguration: setMutatingWebhookDefaults,
  Namespace: setNamespaceDefaults,
  NetworkPolicy: setNetworkPolicyDefaults,
  Node: setNodeDefaults,
  PersistentVolume: setVolumeDefaults,
  PersistentVolumeClaim: setClaimDefaults,
  Pod: object => setPodDefaults(structIn(object, 'spec')),
  PodTemplate: object => setPodSpecDefaults(structIn(structIn(object, 'template'), 'spec')),
  PriorityClass: object => fill(object, { preemptionPolicy: 'PreemptLowerPriority' }),
  ReplicaSet: object => fill(setTemplateDefaults(object), { replicas: 1 }),
  ReplicationController: object => fill(setTemplateDefaults(object), { replicas: 1 }),
  RoleBinding: setBindingDefaults,
  Secret: setSecretDefaults,
  Service: setServiceDefaults,
  StatefulSet: setStatefulSetDefaults,
  StorageClass: object => fill(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  ValidatingWebhookConfiguration: setWebhookDefaults,
};

/** Takes a freshly decoded object, which nobody else holds, and fills it in place. */
/** @param live what the object replaces; absent: it is new */
export function setBuiltinDefaults(row: BuiltinTypeRow, object: unknown, live?: KubeObject): KubeObject {
  if (!isDraft(object)) throw new TypeError(`a ${row.kind} is an object`);
  defaultsByKind[row.kind]?.(object);
  allocate(row.kind, object, live as Draft | undefined);
  return object as unknown as KubeObject;
}
