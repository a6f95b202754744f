import type { KubeObject, ObjectMeta } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isDisabledKind, isExcludedObject, isPropagatableNamespace } from './isSelectable';

const gvk = (text: string) => {
  const [group, version, kind] = text.split('/');
  return { group, version, kind };
};

describe('isDisabledKind (A/SEL-001)', () => {
  it.each([
    '/v1/Pod',
    '/v1/Node',
    'events.k8s.io/v1/Event',
    'coordination.k8s.io/v1/Lease',
    'metrics.k8s.io/v1beta1/PodMetrics',
    'cluster.kubernetes-fleet.io/v1/MemberCluster',
    'placement.kubernetes-fleet.io/v1alpha1/ClusterStagedUpdateRun',
    'placement.kubernetes-fleet.io/v1/ClusterResourcePlacement',
    'networking.fleet.azure.com/v1beta1/TrafficManagerProfile',
    'fleetstage.io/v1alpha1/RolloutPolicy',
  ])('%s is never placed', text => {
    expect(isDisabledKind(gvk(text))).toBe(true);
  });

  it.each([
    'placement.kubernetes-fleet.io/v1beta1/ResourceEnvelope',
    'placement.kubernetes-fleet.io/v1beta1/ClusterResourceEnvelope',
    '/v1/Namespace',
    'apps/v1/Deployment',
    'example.com/v1/Pod',
  ])('A/SEL-002: %s may be placed', text => {
    expect(isDisabledKind(gvk(text))).toBe(false);
  });
});

it.each([
  ['web', true],
  ['default', false],
  ['kube-system', false],
  ['fleet-member-c1', false],
  ['fleetwood', true],
])('A/SEL-005: namespace %s may be propagated: %s', (name, isPropagatable) => {
  expect(isPropagatableNamespace(name)).toBe(isPropagatable);
});

it('A/SEL-005: skipped namespaces are configured', () => {
  expect(isPropagatableNamespace('internal', ['default', 'internal'])).toBe(false);
});

describe('isExcludedObject (A/SEL-030…039)', () => {
  const object = (
    apiVersion: string,
    kind: string,
    metadata: Partial<ObjectMeta> = {},
    rest = {},
  ): KubeObject => ({
    apiVersion,
    kind,
    metadata: { name: 'x', namespace: 'web', ...metadata },
    ...rest,
  });
  const owner = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u' }];
  const managed = { labels: { 'endpointslice.kubernetes.io/managed-by': 'someone' } };
  it.each<[string, KubeObject, boolean]>([
    ['SEL-032 an owned ReplicaSet', object('apps/v1', 'ReplicaSet', { ownerReferences: owner }), true],
    ['SEL-032 a free ReplicaSet', object('apps/v1', 'ReplicaSet'), false],
    [
      'SEL-033 an owned ControllerRevision',
      object('apps/v1', 'ControllerRevision', { ownerReferences: owner }),
      true,
    ],
    ['SEL-034 the root CA', object('v1', 'ConfigMap', { name: 'kube-root-ca.crt' }), true],
    ['SEL-034 another ConfigMap', object('v1', 'ConfigMap'), false],
    ['SEL-035 the default ServiceAccount', object('v1', 'ServiceAccount', { name: 'default' }), true],
    ['SEL-036 a token', object('v1', 'Secret', {}, { type: 'kubernetes.io/service-account-token' }), true],
    ['SEL-036 another Secret', object('v1', 'Secret', {}, { type: 'Opaque' }), false],
    ['SEL-037 Endpoints of a Service', object('v1', 'Endpoints', { name: 'with-service' }), true],
    ['SEL-037 Endpoints alone', object('v1', 'Endpoints'), false],
    ['SEL-038 a managed EndpointSlice', object('discovery.k8s.io/v1', 'EndpointSlice', managed), true],
    ['SEL-038 an EndpointSlice by hand', object('discovery.k8s.io/v1', 'EndpointSlice'), false],
    [
      'SEL-039 anything that goes',
      object('v1', 'ConfigMap', { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      true,
    ],
  ])('%s', (_rule, candidate, isExcluded) => {
    expect(isExcludedObject(candidate, (_namespace, name) => name === 'with-service')).toBe(isExcluded);
  });
});
