import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts, ScheduleInput } from '@fleetstage/backstage-plugin-fleetstage-engine';

export const NOW = instant(Date.UTC(2026, 0, 1, 12));

const REGIONS = 10;
const ZONES_PER_REGION = 5;

/** Small numbers that seem random and are always the same. */
const spreadOf = (index: number, factor: number, below: number) => (index * factor) % below;

/** Clusters over ten regions and fifty zones, three quarters of them in production, every fortieth tainted. */
export const bigFleet = (count: number): ClusterFacts[] =>
  Array.from({ length: count }, (_, i) => {
    const region = i % REGIONS;
    const cpu = 8 + spreadOf(i, 7919, 250);
    const memory = 32 + spreadOf(i, 104_729, 1_000);
    return {
      name: `cluster-${String(i).padStart(5, '0')}`,
      labels: {
        'environment': spreadOf(i, 31, 4) === 0 ? 'canary' : 'production',
        'region': `region-${region}`,
        'topology.example.com/zone': `zone-${region}-${spreadOf(i, 13, ZONES_PER_REGION)}`,
        'tier': spreadOf(i, 17, 3) === 0 ? 'silver' : 'gold',
      },
      taints: i % 40 === 0 ? [{ key: 'maintenance', value: 'yes', effect: 'NoSchedule' as const }] : [],
      properties: {
        'kubernetes-fleet.io/node-count': String(1 + spreadOf(i, 101, 60)),
        'example.com/energy-rating': String(spreadOf(i, 37, 100)),
      },
      resourceUsage: {
        capacity: { cpu: String(cpu), memory: `${memory}Gi` },
        allocatable: { cpu: `${cpu * 1000 - 400}m`, memory: `${memory - 2}Gi` },
        available: { cpu: `${spreadOf(i, 53, cpu * 1000)}m`, memory: `${spreadOf(i, 59, memory)}Gi` },
        observationTime: '2026-01-01T11:59:30Z',
      },
      health: { joined: true, lastHeartbeatAt: NOW, healthy: 'True', healthChangedAt: NOW },
      isLeaving: false,
    };
  });

/** One of the heaviest policies that people write: affinity, two spread constraints, three sorters. */
export const heavyPolicy = (numberOfClusters: number): PlacementPolicy => ({
  placementType: 'PickN',
  numberOfClusters,
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [
          {
            labelSelector: { matchLabels: { environment: 'production' } },
            propertySelector: {
              matchExpressions: [{ name: 'kubernetes-fleet.io/node-count', operator: 'Ge', values: ['2'] }],
            },
          },
        ],
      },
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 60,
          preference: {
            propertySorter: { name: 'kubernetes-fleet.io/node-count', sortOrder: 'Descending' },
          },
        },
        {
          weight: 40,
          preference: {
            propertySorter: {
              name: 'resources.kubernetes-fleet.io/available-cpu',
              sortOrder: 'Descending',
            },
          },
        },
        {
          weight: 20,
          preference: {
            labelSelector: { matchLabels: { tier: 'gold' } },
            propertySorter: { name: 'example.com/energy-rating', sortOrder: 'Ascending' },
          },
        },
      ],
    },
  },
  topologySpreadConstraints: [
    { maxSkew: 2, topologyKey: 'region', whenUnsatisfiable: 'DoNotSchedule' },
    { maxSkew: 3, topologyKey: 'topology.example.com/zone', whenUnsatisfiable: 'ScheduleAnyway' },
  ],
});

export const scheduleInput = (clusters: readonly ClusterFacts[], policy: PlacementPolicy): ScheduleInput => ({
  placement: { generation: 1 },
  policy: {
    index: 0,
    hash: '0'.repeat(64),
    policy,
    placementGeneration: 1,
    numberOfClusters: policy.numberOfClusters,
    createdAt: NOW,
  },
  clusters,
  bindings: [],
});
