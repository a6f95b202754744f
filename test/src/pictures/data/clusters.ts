import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { clusterNames } from './clusterNames';
import { stamp } from './hub';
import { ago } from './moments';
import { track } from './placements';
import { troubled } from './troubled';

type Summary = Schemas['ClusterSummary'];
type Cluster = Schemas['Cluster'];

const ENVIRONMENTS: Record<string, string> = { prd: 'production', can: 'canary', stg: 'staging' };

export function cluster(name: string, more: Partial<Summary> = {}): Summary {
  const [, region, short] = name.split('-');
  return {
    name,
    state: 'healthy',
    carrier: 'push',
    since: ago(60 * 24 * 40),
    lastSeenAt: ago(0.4),
    labels: {
      environment: ENVIRONMENTS[short] ?? 'production',
      region,
      order: '1',
      ring: 'wide',
      gpu: 'none',
    },
    taints: [],
    kubernetesVersion: 'v1.33.4',
    nodes: 48,
    cpu: { total: '400', allocatable: '384', available: '212' },
    memory: { total: '1600Gi', allocatable: '1536Gi', available: '614Gi' },
    placements: 9,
    available: 9,
    runsComing: 0,
    ...more,
  };
}

const taint = { key: 'maintenance', value: 'node-pool', effect: 'NoSchedule' };

export const clusters: readonly Summary[] = [
  cluster('gke-asw-stg-02', {
    state: 'credentialsRefused',
    message: 'The API server answers 401 Unauthorized.',
    since: ago(60 * 27),
    lastSeenAt: ago(60 * 27),
    available: 0,
  }),
  cluster('eks-use-prd-03', {
    state: 'noHeartbeat',
    message: 'Last received 2026-11-20T11:09:00Z, limit 5 min.',
    since: ago(9),
    lastSeenAt: ago(9),
    available: 7,
    runsComing: 3,
  }),
  cluster('aks-neu-can-01', {
    state: 'unhealthy',
    message: 'The health probe answers 500.',
    since: ago(3),
    available: 8,
  }),
  cluster('aks-weu-dev-01', {
    state: 'joining',
    since: ago(4),
    lastSeenAt: undefined,
    placements: 0,
    available: 0,
    kubernetesVersion: undefined,
    cpu: undefined,
    memory: undefined,
    nodes: undefined,
    labels: { region: 'weu' },
  }),
  cluster('gke-asw-prd-09', { state: 'leaving', since: ago(12), placements: 3, available: 3 }),
  cluster('aks-weu-prd-01', { available: 7, runsComing: 3 }),
  cluster('aks-weu-prd-03', { taints: [taint], available: 7, runsComing: 3 }),
  ...clusterNames('prd', 12)
    .slice(1)
    .filter(name => !['aks-weu-prd-03', 'eks-use-prd-03'].includes(name))
    .map((name, i) => cluster(name, { runsComing: i % 3 })),
];

export const clusterPage = (
  items: readonly Summary[],
  more: Partial<Schemas['ClusterPage']> = {},
): Schemas['ClusterPage'] => ({
  ...stamp,
  items: [...items],
  total: items.length,
  healthy: items.filter(({ state }) => state === 'healthy').length,
  labelKeys: ['environment', 'region'],
  ...more,
});

const WELL = track('TTTTTT', '', '');

const here: Cluster['placementsHere'] = [
  {
    scope: '_',
    name: 'checkout-web',
    ...{ state: 'applyFailed', ...troubled({ state: 'applyFailed', since: ago(11) }) },
    message: 'Service checkout/web: field spec.clusterIP is immutable. Tried 6 times, next try in 4 min.',
    snapshot: '8',
    since: ago(11),
    verifiedAt: ago(3),
    conditions: track('TTTTF', 'Failed', ''),
  },
  {
    scope: '_',
    name: 'otel-collector',
    ...{ state: 'notAvailable', ...troubled({ state: 'notAvailable', since: ago(3) }) },
    message: '44 of 48 pods are ready.',
    snapshot: '118',
    since: ago(3),
    verifiedAt: ago(3),
    conditions: track('TTTTTF', '44 of 48', ''),
  },
  ...[
    'cert-manager',
    'ingress-gateway',
    'node-exporter',
    'payments-api',
    'policy-baseline',
    'quota-defaults',
    'network-rules',
  ].map((name, i) => ({
    scope: '_',
    name,
    state: 'available' as const,
    snapshot: String([16, 94, 42, 13, 30, 7, 11][i]),
    since: ago(60 * 24 * (i * 5 + 2)),
    verifiedAt: ago(4),
    conditions: WELL,
  })),
];

const coming: Cluster['runsHere'] = [
  {
    scope: '_',
    run: 'payments-2-14-0',
    placement: 'payments-api',
    stage: 'production',
    position: 2,
    of: 12,
    state: 'notStarted',
    afterGate: { kind: 'approval', state: 'asked' },
    snapshot: '14',
  },
  {
    scope: '_',
    run: 'cert-manager-1-17',
    placement: 'cert-manager',
    stage: 'production',
    position: 9,
    of: 32,
    state: 'notStarted',
    afterGate: { kind: 'wait', state: 'counting' },
    snapshot: '17',
  },
  {
    scope: '_',
    run: 'otel-collector-0-118',
    placement: 'otel-collector',
    stage: 'rest',
    position: 1,
    of: 11,
    state: 'updating',
    snapshot: '118',
  },
];

const ends = {
  uid: 'uid-77',
  leave: { way: 'atOnce' as const, forceAfterSeconds: 900 },
  evictions: [],
  evictionsTotal: 0,
};

const MAY = {
  update: { isAllowed: true },
  leave: { isAllowed: true },
  drain: { isAllowed: true },
  join: { isAllowed: true },
};

export function clusterDetail(name: string, more: Partial<Cluster> = {}): Schemas['ClusterDetail'] {
  const base = clusters.find(one => one.name === name) ?? cluster(name);
  const placementsHere = more.placementsHere ?? here;
  const available = placementsHere.filter(({ state }) => state === 'available').length;
  return {
    ...stamp,
    cluster: {
      ...base,
      resourceVersion: '77',
      generation: 3,
      may: MAY,
      ...ends,
      heartbeatPeriodSeconds: 60,
      joinedAt: '2026-03-14T09:12:00Z',
      properties: {
        'k8s.io/k8s-version': 'v1.33.4',
        'kubernetes-fleet.io/node-count': '48',
        'resources.kubernetes-fleet.io/available-cpu': '212',
      },
      conditions: [
        {
          type: 'ReadyToJoin',
          status: 'True',
          reason: 'MemberClusterReadyToJoin',
          message: '',
          lastTransitionTime: ago(60 * 24 * 250),
        },
        {
          type: 'Joined',
          status: 'True',
          reason: 'MemberClusterJoined',
          message: '',
          lastTransitionTime: ago(60 * 24 * 250),
        },
        {
          type: 'Healthy',
          status: 'True',
          reason: 'MemberClusterHealthy',
          message: 'The API server answers',
          lastTransitionTime: ago(60 * 24 * 40),
        },
      ],
      manifest: {
        apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
        kind: 'MemberCluster',
        metadata: { name, labels: base.labels },
        spec: {
          identity: { kind: 'User', name: 'fleet-agent', apiGroup: 'rbac.authorization.k8s.io' },
          heartbeatPeriodSeconds: 60,
        },
      },
      placementsHere,
      placements: placementsHere.length,
      available,
      notAvailable: placementsHere.length - available,
      runsHere: coming,
      ...more,
    },
  };
}

export const emptyCluster = clusterDetail('aks-weu-dev-01', {
  placementsHere: [],
  runsHere: [],
  conditions: [],
  properties: {},
  joinedAt: undefined,
});

/** Its agent pulls from the hub. */
export const pulling = clusterDetail('aks-weu-prd-04', { carrier: 'pull' });
export const withPulling: readonly Summary[] = clusters
  .slice(5, 9)
  .map((one, i) => (i === 1 ? { ...one, carrier: 'pull' } : one));

const IS_THE_HUB =
  'the credentials of MemberCluster aks-weu-dev-02 lead to hub "fleet-hub-weu" itself, which is never a member. ' +
  'Nothing is written to it under this name. Give it the credentials of a cluster of its own in fleetstage.members, ' +
  'or delete MemberCluster aks-weu-dev-02';

export const notJoined = clusterDetail('aks-weu-dev-02', {
  ...emptyCluster.cluster,
  name: 'aks-weu-dev-02',
  state: 'notJoined',
  message: `T${IS_THE_HUB.slice(1)}.`,
  conditions: [
    {
      type: 'Joined',
      status: 'False',
      reason: 'FleetstageSameCluster',
      message: IS_THE_HUB,
      lastTransitionTime: ago(4),
    },
  ],
});

/** A page of a fleet of `count`. */
export const manyClusters = (count: number): Summary[] => [
  ...clusters.slice(0, 3),
  ...clusterNames('edge', count - 3).map(name => cluster(name)),
];
