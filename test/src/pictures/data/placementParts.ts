import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { sumSizes } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { stamp } from './hub';
import { ago } from './moments';
import { ALLOWED } from './people';

const sized = (kind: string, name: string, bytes: number, group?: string): Schemas['SizedResource'] => ({
  ...(group !== undefined && { group }),
  version: 'v1',
  kind,
  namespace: 'checkout',
  name,
  bytes,
});

/** What checkout-web selects: as many as its newest snapshot holds. */
export const resources: readonly Schemas['SizedResource'][] = [
  { version: 'v1', kind: 'Namespace', name: 'checkout', bytes: 214 },
  sized('Ingress', 'web', 1_120, 'networking.k8s.io'),
  ...['web', 'cart', 'pay'].map((name, i) => sized('Deployment', name, 2_310 + i * 97, 'apps')),
  ...['web', 'cart'].flatMap((name, i) => [
    sized('Service', name, 480),
    sized('ConfigMap', `${name}-settings`, 61_000 - i * 20_000),
  ]),
  sized('Secret', 'pay-credentials', 760),
  {
    ...sized('ResourceEnvelope', 'quotas', 3_400, 'placement.kubernetes-fleet.io'),
    isEnvelope: true,
    entries: 2,
  },
];

const controlled = (name: string, owner: string): Schemas['ExcludedResource'] => ({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  namespace: 'checkout',
  name,
  reason: 'MadeByController',
  message: `Made by a controller of the hub for Deployment ${owner}; a member's own controller makes one there`,
});

const excluded: readonly Schemas['ExcludedResource'][] = [
  controlled('web-6bb8c9d4f', 'web'),
  controlled('cart-7f5d9c8b6', 'cart'),
  {
    version: 'v1',
    kind: 'ConfigMap',
    namespace: 'checkout',
    name: 'kube-root-ca.crt',
    reason: 'MadeForNamespace',
    message: 'Kubernetes makes it in every namespace.',
  },
];

/** As somebody wrote it. */
export const manifestOf = (name: string) => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name, annotations: { 'fleetstage.io/owner': 'group:default/team-checkout' } },
  spec: {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'checkout' }],
    policy: {
      placementType: 'PickN',
      numberOfClusters: 6,
      affinity: {
        clusterAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            clusterSelectorTerms: [
              {
                labelSelector: {
                  matchLabels: { environment: 'production', tier: 'gold' },
                  matchExpressions: [{ key: 'region', operator: 'In', values: ['weu', 'neu', 'use'] }],
                },
              },
            ],
          },
        },
      },
    },
    strategy: { type: 'External' },
  },
});

/** What the Resources tab shows. */
export const placementResources: Schemas['PlacementResources'] = {
  ...stamp,
  index: '8',
  isLatest: true,
  createdAt: ago(60 * 24 * 6),
  ...sumSizes(resources),
  resources: [...resources],
  excluded: [...excluded],
  excludedCount: excluded.length,
  warnings: [{ message: 'ClusterRole with app = checkout-admin matches nothing on the hub.', selector: 1 }],
};

const observed = (
  kind: string,
  name: string,
  minutes: number,
  more: Partial<Schemas['BackReportedStatus']>,
): Schemas['BackReportedStatus'] => ({
  version: 'v1',
  kind,
  namespace: 'checkout',
  name,
  observationTime: ago(minutes),
  ...more,
});

/** What the objects report of themselves on one cluster. */
export const reportedStatuses: Schemas['BackReportedStatuses'] = {
  ...stamp,
  isKept: true,
  mayRead: ALLOWED,
  statuses: [
    observed('Deployment', 'cart', 48, {
      observedStatus: { apiVersion: 'apps/v1', kind: 'Deployment', status: { readyReplicas: 3 } },
    }),
    observed('Deployment', 'web', 3, {
      observedStatus: { apiVersion: 'apps/v1', kind: 'Deployment', status: { readyReplicas: 4 } },
    }),
    observed('Ingress', 'web', 60 * 24 * 6, {
      problem: 'It is larger than 256 KiB and is not kept; look at it on the cluster.',
    }),
    observed('Service', 'web', 12, {
      observedStatus: {
        apiVersion: 'v1',
        kind: 'Service',
        status: { loadBalancer: { ingress: [{ ip: '20.73.114.8', ipMode: 'VIP' }] } },
      },
    }),
  ],
};

/** Two snapshots beside each other; the history of the placement counts the same. */
export const placementChanges: Schemas['Changes'] = {
  ...stamp,
  from: '7',
  to: '8',
  counts: { added: 1, changed: 2, deleted: 1, unchanged: 8 },
  objects: [
    {
      change: 'deleted',
      kind: 'ConfigMap',
      namespace: 'checkout',
      name: 'legacy-banner',
      fields: [],
      before: { data: { text: 'closed' } },
    },
    {
      change: 'added',
      group: 'networking.k8s.io',
      kind: 'Ingress',
      namespace: 'checkout',
      name: 'web',
      fields: [],
      after: { spec: {} },
    },
    {
      change: 'changed',
      group: 'apps',
      kind: 'Deployment',
      namespace: 'checkout',
      name: 'cart',
      fields: [
        {
          path: 'spec.template.spec.containers[cart].image',
          before: 'registry.example.com/cart:2.13.9',
          after: 'registry.example.com/cart:2.14.0',
        },
        { path: 'spec.replicas', before: '3', after: '4' },
      ],
      after: { kind: 'Deployment' },
    },
    {
      change: 'changed',
      kind: 'Secret',
      namespace: 'checkout',
      name: 'pay-credentials',
      fields: [{ path: 'data.token', before: '***', after: '***' }],
    },
  ],
};

/** The editor's count. */
export const selection: Schemas['SelectionPreview'] = {
  ...stamp,
  objects: 14,
  bytes: 217_000,
  resources: [...resources],
  excluded: [...excluded],
  excludedCount: excluded.length,
  warnings: [],
  problems: [],
};

const verdict = (isPicked: boolean, cause: string, reason: string) => ({ isPicked, cause, reason });

const gain = (cluster: string, why: string): Schemas['WhatIfCluster'] => ({
  cluster,
  effect: 'gains',
  why,
  today: verdict(false, 'BreaksSpread', why),
  then: verdict(true, 'Picked', 'picked'),
});

/** What an edited placement would do. */
export const effect: Schemas['WhatIf'] = {
  ...stamp,
  today: {
    found: 4,
    wanted: 6,
    isFulfilled: false,
    message:
      'Found 4 of 6 clusters: 37 do not match the required cluster affinity, 5 have a taint, 2 are not healthy.',
    total: 48,
    causes: [],
  },
  then: { found: 6, wanted: 6, isFulfilled: true, message: 'Found all 6 clusters.', total: 48, causes: [] },
  counts: { stays: 3, gains: 3, loses: 1, without: 41 },
  items: [
    {
      cluster: 'aks-weu-prd-02',
      effect: 'loses',
      why: 'Its label tier is silver; gold is required.',
      today: verdict(true, 'Picked', 'picked'),
      then: verdict(false, 'AffinityMismatch', 'tier'),
    },
    gain('aks-neu-prd-04', 'The spread allows it now. It ranks 4 of 9.'),
    gain('eks-use-prd-02', 'The spread allows it now. It ranks 5 of 9.'),
    gain('eks-use-prd-04', 'The spread allows it now. It ranks 6 of 9.'),
  ],
  total: 48,
  rollout: {
    kind: 'rolling',
    message:
      'Rollout to 2 clusters starts immediately. 1 cluster waits for its turn. Removal from 1 cluster starts immediately.',
    begins: ['aks-neu-prd-04', 'eks-use-prd-02'],
    waits: ['eks-use-prd-04'],
    leaves: ['aks-weu-prd-02'],
  },
};

/** What an editor shows in which nothing was changed. */
export const noEffect: Schemas['WhatIf'] = {
  ...effect,
  then: effect.today,
  counts: { stays: 4, gains: 0, loses: 0, without: 44 },
  items: [],
  nothingChanges: 'Nothing is changed.',
  rollout: { kind: 'none', message: 'No cluster changes.', begins: [], waits: [], leaves: [] },
};

const labels = (matchLabels: Record<string, string>) => ({ labelSelector: { matchLabels } });

/** A placement with a rule of every kind. */
export const editedManifest = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'checkout-web', labels: { team: 'checkout' } },
  spec: {
    resourceSelectors: [
      { group: '', version: 'v1', kind: 'Namespace', name: 'checkout' },
      {
        group: 'rbac.authorization.k8s.io',
        version: 'v1',
        kind: 'ClusterRole',
        labelSelector: { matchLabels: { app: 'checkout' } },
      },
    ],
    policy: {
      placementType: 'PickN',
      numberOfClusters: 6,
      affinity: {
        clusterAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            clusterSelectorTerms: [
              {
                ...labels({ environment: 'production' }),
                propertySelector: {
                  matchExpressions: [
                    { name: 'kubernetes-fleet.io/node-count', operator: 'Ge', values: ['3'] },
                  ],
                },
              },
              labels({ environment: 'dr' }),
            ],
          },
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 40, preference: labels({ region: 'weu' }) },
            {
              weight: 20,
              preference: {
                propertySorter: {
                  name: 'resources.kubernetes-fleet.io/available-cpu',
                  sortOrder: 'Descending',
                },
              },
            },
          ],
        },
      },
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'region', whenUnsatisfiable: 'DoNotSchedule' }],
      tolerations: [{ key: 'maintenance', operator: 'Exists', effect: 'NoSchedule' }],
    },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 } },
  },
};
