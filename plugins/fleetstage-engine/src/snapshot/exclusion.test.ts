import type { KubeObject, ObjectMeta } from '@fleetstage/backstage-plugin-fleetstage-common';
import { findExclusion, toExcluded, type ExclusionReason } from './exclusion';

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
const owned = { ownerReferences: owner };
const managed = { labels: { 'endpointslice.kubernetes.io/managed-by': 'someone' } };
const token = { type: 'kubernetes.io/service-account-token' };
const caCert = { name: 'kube-root-ca.crt' };

interface Row {
  rule: string;
  candidate: KubeObject;
  reason: ExclusionReason | undefined;
}

describe('findExclusion', () => {
  it.each<Row>([
    {
      rule: 'A/SEL-032 an owned ReplicaSet',
      candidate: object('apps/v1', 'ReplicaSet', owned),
      reason: 'MadeByController',
    },
    { rule: 'A/SEL-032 a free ReplicaSet', candidate: object('apps/v1', 'ReplicaSet'), reason: undefined },
    {
      rule: 'A/SEL-032 a ReplicaSet with an empty list of owners',
      candidate: object('apps/v1', 'ReplicaSet', { ownerReferences: [] }),
      reason: undefined,
    },
    {
      rule: 'A/SEL-033 an owned ControllerRevision',
      candidate: object('apps/v1', 'ControllerRevision', owned),
      reason: 'MadeByController',
    },
    {
      rule: 'A/SEL-033 an owned Deployment is placed',
      candidate: object('apps/v1', 'Deployment', owned),
      reason: undefined,
    },
    {
      rule: 'A/SEL-034 the root CA',
      candidate: object('v1', 'ConfigMap', caCert),
      reason: 'MadeForNamespace',
    },
    { rule: 'A/SEL-034 another ConfigMap', candidate: object('v1', 'ConfigMap'), reason: undefined },
    {
      rule: 'A/SEL-034 a Secret of that name is placed',
      candidate: object('v1', 'Secret', caCert),
      reason: undefined,
    },
    {
      rule: 'A/SEL-035 the default ServiceAccount',
      candidate: object('v1', 'ServiceAccount', { name: 'default' }),
      reason: 'MadeForNamespace',
    },
    { rule: 'A/SEL-035 another one', candidate: object('v1', 'ServiceAccount'), reason: undefined },
    {
      rule: 'A/SEL-036 a token',
      candidate: object('v1', 'Secret', {}, token),
      reason: 'ServiceAccountToken',
    },
    {
      rule: 'A/SEL-036 another Secret',
      candidate: object('v1', 'Secret', {}, { type: 'Opaque' }),
      reason: undefined,
    },
    {
      rule: 'A/SEL-037 Endpoints of a Service',
      candidate: object('v1', 'Endpoints', { name: 'with-service' }),
      reason: 'MadeForService',
    },
    { rule: 'A/SEL-037 Endpoints alone', candidate: object('v1', 'Endpoints'), reason: undefined },
    {
      rule: 'A/SEL-038 a managed EndpointSlice',
      candidate: object('discovery.k8s.io/v1', 'EndpointSlice', managed),
      reason: 'MadeForService',
    },
    {
      rule: 'A/SEL-038 an EndpointSlice by hand',
      candidate: object('discovery.k8s.io/v1', 'EndpointSlice', { labels: {} }),
      reason: undefined,
    },
    {
      rule: 'A/SEL-039 anything that goes',
      candidate: object('v1', 'ConfigMap', { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      reason: 'BeingDeleted',
    },
    {
      rule: 'A/SEL-040 no label or annotation excludes',
      candidate: object('v1', 'ConfigMap', {
        labels: { 'kubernetes-fleet.io/skip': 'true' },
        annotations: { 'kubernetes-fleet.io/skip': 'true' },
      }),
      reason: undefined,
    },
  ])('$rule', ({ candidate, reason }) => {
    const hasService = (namespace: string, name: string) => `${namespace}/${name}` === 'web/with-service';
    expect(findExclusion(candidate, hasService)).toBe(reason);
  });
});

it.each<{ reason: ExclusionReason; candidate: KubeObject; message: string }>([
  {
    reason: 'BeingDeleted',
    candidate: object('v1', 'ConfigMap'),
    message: 'It is being deleted on the hub',
  },
  {
    reason: 'MadeByController',
    candidate: object('apps/v1', 'ReplicaSet', owned),
    message: "Made by a controller of the hub for Deployment d; a member's own controller makes one there",
  },
  {
    reason: 'MadeForNamespace',
    candidate: object('v1', 'ConfigMap', caCert),
    message: 'Every cluster makes a ConfigMap kube-root-ca.crt in each namespace by itself',
  },
  {
    reason: 'MadeForService',
    candidate: object('v1', 'Endpoints'),
    message: 'Made by a controller of the hub for a Service; it names addresses of the hub',
  },
  {
    reason: 'ServiceAccountToken',
    candidate: object('v1', 'Secret'),
    message: 'A token of the hub, which no other cluster accepts',
  },
])('says why: $reason', ({ reason, candidate, message }) => {
  expect(toExcluded(candidate, reason)).toMatchObject({
    kind: candidate.kind,
    name: candidate.metadata.name,
    reason,
    message,
  });
});
