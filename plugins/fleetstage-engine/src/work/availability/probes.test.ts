import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isWorthWatching, probeAvailability } from './probes';

interface Seen {
  readonly spec?: object;
  readonly status?: object;
  readonly generation?: number;
}
const object = (apiVersion: string, kind: string, { spec, status, generation = 1 }: Seen): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'x', generation },
  ...(spec ? { spec } : {}),
  ...(status ? { status } : {}),
});
const deployment = (spec: object, status: object, generation = 1) =>
  object('apps/v1', 'Deployment', { spec, status: { observedGeneration: 1, ...status }, generation });
const statefulSet = (replicas: number, status: object) =>
  object('apps/v1', 'StatefulSet', { spec: { replicas }, status: { observedGeneration: 1, ...status } });
const daemonSet = (status: object) =>
  object('apps/v1', 'DaemonSet', { status: { observedGeneration: 1, ...status } });
const service = (spec: object, status: object = {}) => object('v1', 'Service', { spec, status });
const job = (status: object) => object('batch/v1', 'Job', { status });
const conditions = (...entries: [string, string, string?][]) => ({
  conditions: entries.map(([type, status, reason]) => ({ type, status, reason })),
});
const crd = (...entries: [string, string][]) =>
  object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', { status: conditions(...entries) });
const budget = (disruptionsAllowed: number, condition: [string, string, string], observedGeneration = 2) =>
  object('policy/v1', 'PodDisruptionBudget', {
    generation: 2,
    status: { observedGeneration, disruptionsAllowed, ...conditions(condition) },
  });
const widget = (seen: Seen) => object('example.io/v1', 'Widget', seen);

it.each([
  ['B/AV-T01', deployment({}, { availableReplicas: 1, updatedReplicas: 1 }), 'available'],
  ['B/AV-T02', deployment({}, { availableReplicas: 1, updatedReplicas: 1 }, 2), 'notYet'],
  ['B/AV-T03', deployment({ replicas: 5 }, { availableReplicas: 2, updatedReplicas: 5 }), 'notYet'],
  ['B/AV-T04', deployment({ replicas: 5 }, { availableReplicas: 5, updatedReplicas: 2 }), 'notYet'],
  [
    'B/AV-T05',
    deployment({ replicas: 1 }, { availableReplicas: 1, updatedReplicas: 1, unavailableReplicas: 1 }),
    'notYet',
  ],
  ['B/AV-031 scaled to zero', deployment({ replicas: 0 }, {}), 'available'],
  ['no status yet', object('apps/v1', 'Deployment', { spec: { replicas: 0 } }), 'notYet'],
  [
    'B/AV-T06',
    statefulSet(5, {
      availableReplicas: 5,
      currentReplicas: 2,
      updatedReplicas: 5,
      currentRevision: '1',
      updateRevision: '1',
    }),
    'notYet',
  ],
  [
    'B/AV-T07',
    statefulSet(1, {
      availableReplicas: 1,
      currentReplicas: 1,
      updatedReplicas: 1,
      currentRevision: '1',
      updateRevision: '2',
    }),
    'notYet',
  ],
  [
    'B/AV-011',
    statefulSet(1, {
      availableReplicas: 1,
      currentReplicas: 1,
      updatedReplicas: 1,
      currentRevision: '1',
      updateRevision: '1',
    }),
    'available',
  ],
  [
    'B/AV-012',
    daemonSet({
      numberAvailable: 2,
      desiredNumberScheduled: 2,
      currentNumberScheduled: 2,
      updatedNumberScheduled: 2,
    }),
    'available',
  ],
  [
    'B/AV-012 not updated',
    daemonSet({
      numberAvailable: 2,
      desiredNumberScheduled: 2,
      currentNumberScheduled: 2,
      updatedNumberScheduled: 1,
    }),
    'notYet',
  ],
  ['B/AV-012 no nodes', daemonSet({}), 'available'],
  ['B/AV-013, B/AV-T08', service({ clusterIPs: ['None'] }), 'available'],
  ['B/AV-013, B/AV-T09', service({ type: 'ClusterIP', clusterIP: '10.0.0.1', clusterIPs: [] }), 'notYet'],
  ['B/AV-013, B/AV-T10', service({ type: 'NodePort', clusterIPs: ['192.168.1.1'] }), 'available'],
  [
    'B/AV-014, B/AV-T11',
    service({ type: 'LoadBalancer' }, { loadBalancer: { ingress: [{ hostname: 'h' }] } }),
    'available',
  ],
  ['B/AV-T12', service({ type: 'LoadBalancer', clusterIPs: ['10.0.0.1'] }), 'notYet'],
  ['B/AV-015', service({ type: 'ExternalName' }), 'untrackable'],
  ['B/AV-016', crd(['Established', 'True'], ['NamesAccepted', 'True']), 'available'],
  ['B/AV-T13', crd(['Established', 'True'], ['NamesAccepted', 'False']), 'notYet'],
  ['B/AV-017, B/AV-T14', budget(1, ['DisruptionAllowed', 'True', 'SufficientPods']), 'available'],
  ['B/AV-017, B/AV-T15', budget(0, ['DisruptionAllowed', 'True', 'SufficientPods']), 'notYet'],
  ['B/AV-017, B/AV-T16', budget(1, ['DisruptionAllowed', 'True', 'SufficientPods'], 1), 'notYet'],
  ['RUL 11, B/AV-T17, B/DC-04 one succeeded', job({ succeeded: 1 }), 'available'],
  ['RUL 11 one ready', job({ active: 3, ready: 1 }), 'available'],
  ['RUL 11 none', job({ active: 3, ready: 0 }), 'notYet'],
  ['RUL 11 failed', job({ failed: 4, ...conditions(['Failed', 'True', 'BackoffLimitExceeded']) }), 'notYet'],
  ['RUL 33', object('v1', 'ConfigMap', {}), 'available'],
  ['RUL 33', object('v1', 'Namespace', {}), 'available'],
  ['B/AV-034 Terminating', object('v1', 'Namespace', { status: { phase: 'Terminating' } }), 'available'],
  [
    'B/AV-032 two pods are below the partition, or wait for OnDelete',
    statefulSet(5, {
      availableReplicas: 5,
      currentReplicas: 2,
      updatedReplicas: 3,
      currentRevision: '1',
      updateRevision: '2',
    }),
    'notYet',
  ],
  [
    'B/AV-033 updated pods need not be ready beyond those that are available',
    daemonSet({
      numberAvailable: 2,
      numberReady: 1,
      desiredNumberScheduled: 2,
      currentNumberScheduled: 2,
      updatedNumberScheduled: 2,
    }),
    'available',
  ],
  ['B/AV-019 CronJob', object('batch/v1', 'CronJob', {}), 'untrackable'],
  ['B/AV-019 Ingress', object('networking.k8s.io/v1', 'Ingress', {}), 'untrackable'],
  ['RUL 11 a condition that is True', widget({ status: conditions(['Ready', 'True']) }), 'available'],
  ['RUL 11 a condition that is not', widget({ status: conditions(['Available', 'False']) }), 'notYet'],
  ['RUL 11 no condition', widget({ status: {} }), 'untrackable'],
  [
    'a condition about an older generation',
    widget({
      generation: 2,
      status: { conditions: [{ type: 'Ready', status: 'True', observedGeneration: 1 }] },
    }),
    'notYet',
  ],
  [
    'a status about an older generation',
    widget({ generation: 2, status: { observedGeneration: 1, ...conditions(['Ready', 'True']) } }),
    'notYet',
  ],
])('%s', (_, live, kind) => {
  expect(probeAvailability(live).kind).toBe(kind);
});

it('B/AV-030: takes an object that is older than our own write for no evidence', () => {
  const live = deployment({}, { availableReplicas: 1, updatedReplicas: 1 });
  expect(probeAvailability(live, 1).kind).toBe('available');
  expect(probeAvailability(live, 2).kind).toBe('notYet');
});

it('says what is missing', () => {
  expect(
    probeAvailability(deployment({ replicas: 3 }, { updatedReplicas: 3, availableReplicas: 1 })),
  ).toEqual({
    kind: 'notYet',
    message: '1 of 3 replicas are available',
  });
});

it.each([
  ['apps', 'Deployment', true],
  ['example.io', 'Widget', true],
  ['', 'Secret', false],
  ['batch', 'CronJob', false],
])('%s %s is worth a watch: %s', (group, kind, expected) => {
  expect(isWorthWatching({ group, kind })).toBe(expected);
});
