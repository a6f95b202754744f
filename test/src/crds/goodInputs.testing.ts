import {
  namespaceTerm,
  placement,
  policy,
  selectors,
  rolling,
  required,
  preferred,
  nodes,
  strategy,
  stage,
  after,
  run,
  member,
  FIT,
} from './objects.testing';
import { goodSelectors } from './goodSelectors.testing';
import type { Input, Accepted } from './rows.testing';

export const goodInputs: (Input & Accepted)[] = [
  {
    name: 'a placement without policy and strategy, with the defaults of KubeFleet’s webhook (A/WH-010, A/PL-105)',
    object: placement({}),
    seen: {
      spec: {
        policy: { placementType: 'PickAll' },
        revisionHistoryLimit: 10,
        statusReportingScope: 'ClusterScopeOnly',
        resourceSelectors: [{ selectionScope: 'NamespaceWithResources' }],
        strategy: {
          type: 'RollingUpdate',
          applyStrategy: {
            type: 'ClientSideApply',
            comparisonOption: 'PartialComparison',
            whenToApply: 'Always',
            whenToTakeOver: 'Always',
          },
        },
      },
    },
  },
  {
    name: 'an empty rollingUpdate, filled in (A/WH-010, A/PL-117, A/PL-118)',
    object: rolling({}),
    seen: {
      spec: {
        strategy: { rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%', unavailablePeriodSeconds: 60 } },
      },
    },
  },
  { name: 'maxSurge 0', object: rolling({ maxSurge: 0 }) },
  {
    name: 'maxUnavailable as a number and as a share',
    object: rolling({ maxUnavailable: 1, maxSurge: '100%' }),
  },
  {
    name: 'the fields that only v1beta1 has',
    isBetaOnly: true,
    object: placement({
      strategy: {
        deleteStrategy: {},
        reportBackStrategy: { type: 'Mirror', destination: 'OriginalResource' },
      },
    }),
    seen: { spec: { strategy: { deleteStrategy: { propagationPolicy: 'Delete' } } } },
  },
  { name: 'a placement through v1', object: policy({ placementType: 'PickN', numberOfClusters: 0 }, 'v1') },
  {
    name: 'PickFixed',
    object: policy({ placementType: 'PickFixed', clusterNames: ['member-1', 'eu.member'] }),
  },
  {
    name: 'PickFixed that is told to place nowhere (A/WH-027)',
    object: policy({ placementType: 'PickFixed', clusterNames: [] }),
  },
  {
    name: 'everything that PickN can have, with defaults (A/WH-010, A/WH-035, A/WH-040, A/PL-114, A/PL-115)',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 3,
      affinity: {
        clusterAffinity: {
          ...required({
            labelSelector: {
              matchLabels: { environment: 'production' },
              matchExpressions: [
                { key: 'example.com/region', operator: 'In', values: ['eu', 'us'] },
                { key: 'retired', operator: 'DoesNotExist' },
              ],
            },
            propertySelector: {
              matchExpressions: [
                { name: 'resources.kubernetes-fleet.io/available-cpu', operator: 'Ge', values: ['500m'] },
                {
                  name: 'resources.kubernetes-fleet.io/total-ephemeral-storage',
                  operator: 'Gt',
                  values: ['10Gi'],
                },
                nodes('Ge', '10'),
                nodes('Le', '10'),
              ],
            },
          }).clusterAffinity,
          ...preferred(
            { propertySorter: { name: 'kubernetes-fleet.io/node-count', sortOrder: 'Ascending' } },
            -100,
          ).clusterAffinity,
        },
      },
      topologySpreadConstraints: [{ topologyKey: 'region' }],
      tolerations: [{ key: 'gpu-workload', value: 'a' }, { operator: 'Exists' }],
    }),
    seen: {
      spec: {
        policy: {
          topologySpreadConstraints: [{ maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }],
          tolerations: [{ operator: 'Equal' }, { operator: 'Exists' }],
        },
      },
    },
  },
  {
    name: '16 topologySpreadConstraints with the longest keys (A/PL-114)',
    object: policy({
      placementType: 'PickN',
      numberOfClusters: 1,
      topologySpreadConstraints: Array.from({ length: 16 }, (_, i) => ({
        topologyKey: `${'a'.repeat(253)}/${i}`.padEnd(317, 'b'),
      })),
    }),
  },
  {
    name: 'a namespace of selected resources beside other kinds (A/PL-148)',
    only: 'ClusterResourcePlacement',
    object: selectors(namespaceTerm({ selectionScope: 'NamespaceWithResourceSelectors' }), {
      group: 'rbac.authorization.k8s.io',
      version: 'v1',
      kind: 'ClusterRole',
      name: 'web',
    }),
  },
  ...goodSelectors,
  {
    name: 'NamespaceAccessible with one namespace (A/PL-151)',
    only: 'ClusterResourcePlacement',
    object: placement({ statusReportingScope: 'NamespaceAccessible' }),
  },
  {
    name: 'a strategy without stages (C/UR-061)',
    object: strategy([]),
  },
  {
    name: 'everything that a stage can have',
    object: stage({
      labelSelector: {},
      sortingLabelKey: 'example.com/order',
      maxConcurrency: '50%',
      beforeStageTasks: [{ type: 'Approval' }],
      afterStageTasks: [{ type: 'Approval' }, { type: 'TimedWait', waitTime: '1h30m' }],
    }),
  },
  {
    name: 'one cluster at a time unless told otherwise (C/DX-010)',
    object: stage(),
    seen: { spec: { stages: [{ maxConcurrency: 1 }] } },
  },
  { name: 'a wait of one second', object: after({ type: 'TimedWait', waitTime: '1s' }) },
  { name: 'a wait of a day and a half', object: after({ type: 'TimedWait', waitTime: '36h' }) },
  { name: 'a wait of 1.5h', object: after({ type: 'TimedWait', waitTime: '1.5h' }) },
  { name: '31 stages', object: strategy(Array.from({ length: 31 }, (_, i) => ({ name: `s${i}` }))) },
  { name: 'a strategy through v1alpha1 (C/UR-007)', object: stage({}, 'v1alpha1') },
  { name: 'a run that is only planned (C/UR-038)', object: run({ state: 'Initialize' }) },
  { name: 'a run of what is there now', object: run() },
  { name: 'a run with an empty index, as Go clients send it', object: run({ resourceSnapshotIndex: '' }) },
  { name: 'a run through v1alpha1', object: run({ resourceSnapshotIndex: '0' }, 'v1alpha1') },
  {
    name: 'a stopped run through v1alpha1, which stays stopped (RUL 51)',
    object: run({ resourceSnapshotIndex: '0', state: 'Stop' }, 'v1alpha1'),
    seen: { spec: { state: 'Stop' } },
  },
  { name: 'a run of 63 characters (C/UR-029)', object: run({}, 'v1', FIT) },
  {
    name: 'a member cluster (A/PL-074)',
    isBetaOnly: true,
    object: member({ taints: [{ key: 'gpu', effect: 'NoSchedule' }], deleteOptions: {} }),
    seen: { spec: { heartbeatPeriodSeconds: 60, deleteOptions: { validationMode: 'Strict' } } },
  },
  { name: 'a member cluster of 63 characters', object: member({}, FIT) },
];
