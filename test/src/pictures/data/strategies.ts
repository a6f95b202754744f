import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { UpdateStrategySpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { previewStrategy, viewStrategyStage } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { stamp } from './hub';
import { ago } from './moments';
import { ALLOWED } from './people';
import { finished, payments } from './runs';

const SPEC: UpdateStrategySpec = {
  stages: [
    {
      name: 'staging',
      labelSelector: { matchLabels: { environment: 'staging' } },
      maxConcurrency: 1,
      afterStageTasks: [{ type: 'TimedWait', waitTime: '1h' }],
    },
    {
      name: 'canary',
      labelSelector: { matchLabels: { environment: 'canary' } },
      maxConcurrency: 1,
      sortingLabelKey: 'order',
      afterStageTasks: [{ type: 'TimedWait', waitTime: '30m' }, { type: 'Approval' }],
    },
    {
      name: 'production',
      labelSelector: { matchLabels: { environment: 'production' } },
      maxConcurrency: '25%',
      sortingLabelKey: 'order',
      beforeStageTasks: [{ type: 'Approval' }],
    },
  ],
};

const STAGES = SPEC.stages.map(stage => viewStrategyStage(stage));

const strategy = (
  name: string,
  patch: Partial<Schemas['StrategySummary']> = {},
): Schemas['StrategySummary'] => ({
  scope: '_',
  name,
  uid: `uid-${name}`,
  resourceVersion: '12',
  generation: 3,
  changedAt: ago(2900),
  changedBy: { ref: 'user:default/maya.lindqvist' },
  stages: STAGES.map(stage => stage.name),
  stageDetails: STAGES,
  approvers: ['group:default/platform-approvers'],
  spec: { stages: [] },
  runCount: 14,
  openRuns: ['payments-2-14-0'],
  placements: ['payments-api', 'payments-worker', 'ledger'],
  lastRun: payments,
  ...patch,
});

export const strategies: Schemas['StrategySummary'][] = [
  strategy('careful-three'),
  strategy('security-three', {
    changedBy: undefined,
    openRuns: [],
    lastRun: { ...finished[0], name: 'ledger-7', placement: 'ledger', strategy: 'security-three' },
    placements: ['ledger'],
  }),
  strategy('all-at-once', {
    changedAt: undefined,
    changedBy: undefined,
    stages: ['all'],
    stageDetails: [viewStrategyStage({ name: 'all', labelSelector: {}, maxConcurrency: '100%' })],
    approvers: [],
    runCount: 0,
    openRuns: [],
    placements: [],
    lastRun: undefined,
  }),
];

export const strategyPage = (
  items: Schemas['StrategySummary'][] = strategies,
  mayCreate: Schemas['Permit'] = ALLOWED,
): Schemas['StrategyList'] => ({ ...stamp, items, mayCreate });

const CLUSTERS = [
  ['aks-weu-stg-01', 'staging'],
  ['eks-use-stg-01', 'staging'],
  ['aks-weu-can-01', 'canary', '1'],
  ['eks-use-can-01', 'canary', '2'],
  ['aks-neu-prd-01', 'production', '1'],
  ['aks-weu-prd-01', 'production', '2'],
  ['aks-weu-prd-02', 'production', '3'],
  ['eks-use-prd-01', 'production', '4'],
  ['gke-asw-prd-01', 'production', '5'],
  ['gke-asw-dev-01', 'dev'],
].map(([name, environment, order]): Schemas['ClusterSummary'] => ({
  name,
  labels: { environment, region: name.split('-')[1], ...(order !== undefined && { order }) },
  state: 'healthy',
  carrier: 'push',
  taints: [],
  placements: 3,
  available: 3,
}));

export const strategyClusters: Schemas['ClusterPage'] = {
  ...stamp,
  items: CLUSTERS,
  total: CLUSTERS.length,
  labelKeys: ['region'],
};

const EXPECTED = { runCount: 9, totalSeconds: 9120, clusterSeconds: 90, stages: [] };

/** Its runs, newest first: of the placements that use it. */
const RUNS = [
  payments,
  ...finished.slice(0, 3).map((one, i) => ({
    ...one,
    name: ['payments-worker-1-9', 'payments-2-13-1', 'payments-2-13-0'][i],
    uid: `uid-careful-${i}`,
    placement: ['payments-worker', 'payments-api', 'payments-api'][i],
    strategy: 'careful-three',
  })),
];

export const strategyDetail = (
  patch: Partial<Schemas['StrategyDetail']> = {},
): Schemas['StrategyDetail'] => ({
  ...stamp,
  strategy: strategies[0],
  manifest: {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterStagedUpdateStrategy',
    metadata: {
      name: 'careful-three',
      annotations: { 'fleetstage.io/approvers': 'group:default/platform-approvers' },
    },
    spec: { ...SPEC },
  },
  labels: {},
  annotations: {},
  uses: [
    { scope: '_', name: 'payments-api', runCount: 9, openRuns: ['payments-2-14-0'], isNamed: true },
    { scope: '_', name: 'payments-worker', runCount: 5, openRuns: [], isNamed: false },
    { scope: '_', name: 'ledger', runCount: 0, openRuns: [], isNamed: true },
  ],
  runs: RUNS,
  unpreparedRuns: [],
  expected: EXPECTED,
  preview: previewStrategy({ spec: SPEC, clusters: CLUSTERS, durations: EXPECTED }),
  mayCreate: ALLOWED,
  mayUpdate: ALLOWED,
  mayDelete: ALLOWED,
  ...patch,
});

/** The same of the namespace `payments`. */
export function namespacedStrategy(): Schemas['StrategyDetail'] {
  const scope = 'payments';
  const detail = strategyDetail();
  const { manifest, strategy: of, uses, runs } = detail;
  return {
    ...detail,
    strategy: { ...of, scope, placements: ['payments-api'], lastRun: { ...payments, scope } },
    manifest: {
      ...manifest,
      kind: 'StagedUpdateStrategy',
      metadata: { namespace: scope, ...(manifest.metadata as object) },
    },
    uses: uses.slice(0, 1).map(use => ({ ...use, scope })),
    runs: runs.map(run => ({ ...run, scope })),
  };
}

export const strategyTimeline: Schemas['TimelinePage'] = {
  ...stamp,
  total: 2,
  items: [
    {
      id: '9',
      at: ago(2900),
      event: 'strategyUpdated',
      actor: { ref: 'user:default/maya.lindqvist' },
      generation: 3,
      message: 'Stage production: at a time 10% → 25%.',
    },
    { id: '4', at: ago(44_000), event: 'strategyCreated', actor: { ref: 'user:default/jonas.keller' } },
  ],
};
