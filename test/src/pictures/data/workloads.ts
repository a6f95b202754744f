import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { stamp } from './hub';
import { ago } from './moments';
import { ALLOWED } from './people';

type Workload = Schemas['Workload'];
type Detail = Schemas['WorkloadDetail'];

const IMAGE = 'registry.example/checkout/web:2.14.0-rc1';
const PULL = `ImagePullBackOff: image ${IMAGE} cannot be pulled`;

const one = (kind: string, name: string, more: Partial<Workload> = {}): Workload => ({
  group: kind === 'Pod' || kind === 'Service' || kind === 'ConfigMap' || kind === 'Secret' ? '' : 'apps',
  version: 'v1',
  kind,
  namespace: 'checkout',
  name,
  health: 'healthy',
  children: [],
  ...more,
});

const failing = { health: 'failing', message: PULL } as const;

const objects: Workload[] = [
  one('Deployment', 'web', {
    health: 'failing',
    message: '2 of 3 replicas are available',
    children: [
      one('ReplicaSet', 'web-6bb8c9d4f', {
        ...failing,
        children: [one('Pod', 'web-6bb8c9d4f-x7k2q', { ...failing, containers: ['web', 'proxy'] })],
      }),
      one('ReplicaSet', 'web-5f7d9c8b6', {
        children: ['m4tzp', 'qj8ws'].map(end =>
          one('Pod', `web-5f7d9c8b6-${end}`, { containers: ['web', 'proxy'] }),
        ),
      }),
    ],
  }),
  one('Service', 'web', { health: 'missing' }),
  one('Deployment', 'cart', {
    health: 'progressing',
    message: '1 of 2 replicas is updated',
    children: [
      one('ReplicaSet', 'cart-7f5d9c8b6', {
        children: ['2xwlr', 'v6pnd'].map(end =>
          one('Pod', `cart-7f5d9c8b6-${end}`, { containers: ['cart'] }),
        ),
      }),
    ],
  }),
  { ...one('Namespace', 'checkout'), group: '', namespace: undefined },
  one('ConfigMap', 'web-settings'),
  one('Secret', 'web-keys'),
];

export const workloads: Schemas['Workloads'] = {
  ...stamp,
  cluster: 'aks-weu-prd-01',
  objects,
  isCut: false,
  mayReadLogs: ALLOWED,
};

const condition = (type: string, status: 'True' | 'False', reason = '', message = '') => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: ago(11),
});

const containersOf = (image: string) => [
  { name: 'web', image, ports: [{ containerPort: 8080 }] },
  { name: 'proxy', image: 'registry.example/proxy:1.9' },
];

const detail = (object: Workload, more: Partial<Detail>): Detail => ({
  ...stamp,
  ...object,
  isPlaced: false,
  conditions: [],
  events: [],
  mayReadLogs: ALLOWED,
  ...more,
});

const [web] = objects;
const [badSet, goodSet] = web.children;

export const failingPod = detail(badSet.children[0], {
  live: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-6bb8c9d4f-x7k2q', namespace: 'checkout', labels: { app: 'web' } },
    spec: { containers: containersOf(IMAGE), nodeName: 'aks-pool1-000003' },
    status: { phase: 'Pending' },
  },
  conditions: [
    condition('PodScheduled', 'True'),
    condition('Initialized', 'True'),
    condition('ContainersReady', 'False', 'ContainersNotReady', 'containers with unready status: [web]'),
    condition('Ready', 'False', 'ContainersNotReady', 'containers with unready status: [web]'),
  ],
  events: [
    {
      type: 'Warning',
      reason: 'BackOff',
      message: `Back-off pulling image "${IMAGE}"`,
      count: 42,
      at: ago(1),
    },
    {
      type: 'Warning',
      reason: 'Failed',
      message: `Failed to pull image "${IMAGE}": failed to pull and unpack image: not found`,
      count: 6,
      at: ago(8),
    },
    {
      type: 'Normal',
      reason: 'Scheduled',
      message: 'Successfully assigned checkout/web-6bb8c9d4f-x7k2q to aks-pool1-000003',
      count: 1,
      at: ago(11),
    },
  ],
});

export const goodPod = detail(goodSet.children[0], {
  live: { apiVersion: 'v1', kind: 'Pod', metadata: { name: goodSet.children[0].name } },
  conditions: [condition('Ready', 'True')],
});

const keys = (value: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'web-keys', namespace: 'checkout', labels: { app: 'web' } },
  type: 'Opaque',
  data: { 'tls.crt': value, 'tls.key': value },
});
export const secret = detail(objects[5], {
  isPlaced: true,
  live: keys('Kioq'),
  desired: keys('Kioq'),
  differences: [],
});

const replicas = (count: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'checkout' },
  spec: { replicas: count, template: { spec: { containers: containersOf(IMAGE) } } },
});
export const deployment = detail(web, {
  isPlaced: true,
  conditions: [
    {
      type: 'Available',
      status: 'True',
      reason: 'MinimumReplicasAvailable',
      message: 'Deployment has minimum availability.',
      lastTransitionTime: ago(60 * 24 * 8),
    },
    {
      type: 'Progressing',
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: 'ReplicaSet "web-6bb8c9d4f" has timed out progressing.',
      lastTransitionTime: ago(1),
    },
  ],
  live: replicas(3),
  desired: replicas(2),
  differences: [
    { path: '/spec/replicas', valueInHub: '2', valueInMember: '3' },
    { path: '/spec/template/spec/containers/0/resources/limits/memory', valueInHub: '512Mi' },
  ],
});

const lines = Array.from({ length: 60 }, (_, i) => {
  const at = ago(60 - i)
    .replace('T', ' ')
    .replace('Z', '');
  return i % 17 === 5
    ? `${at} WARN  payment provider answered after 2,140 ms (order 81${i}7), the next attempt follows with another connection and the same idempotency key`
    : `${at} INFO  GET /checkout/${1000 + i * 37} 200 ${8 + ((i * 7) % 23)}ms`;
});

/** What the stream of a log holds after an hour. */
export const logText = `${JSON.stringify({ text: `${lines.join('\n')}\n` })}\n`;
export const WAITING =
  'container "web" in pod "web-6bb8c9d4f-x7k2q" is waiting to start: trying and failing to pull image';
