import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { stamp } from './hub';
import { ALLOWED } from './people';
import { strategies } from './strategies';

const STAGES = [
  {
    name: 'staging',
    labelSelector: { matchLabels: { environment: 'staging' } },
    maxConcurrency: 1,
    afterStageTasks: [{ type: 'TimedWait', waitTime: '1h' }],
  },
  {
    name: 'canary',
    labelSelector: { matchLabels: { ring: 'canary' } },
    maxConcurrency: 1,
    afterStageTasks: [{ type: 'Approval' }],
  },
  {
    name: 'production',
    labelSelector: { matchLabels: { environment: 'production' } },
    sortingLabelKey: 'order',
    maxConcurrency: '25%',
    afterStageTasks: [{ type: 'Approval' }, { type: 'TimedWait', waitTime: '1h' }],
  },
];

const manifest = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterStagedUpdateStrategy',
  metadata: {
    name: 'careful-three',
    annotations: { 'fleetstage.io/approvers': 'group:default/platform-approvers' },
  },
  spec: { stages: STAGES },
};

const WHERE = ['aks-neu', 'aks-weu', 'eks-use'] as const;

function cluster(name: string, labels: Record<string, string>): Schemas['ClusterSummary'] {
  const region = name.split('-')[1];
  return {
    name,
    labels: { region, ...labels },
    state: 'healthy',
    carrier: 'push',
    taints: [],
    placements: 3,
    available: 3,
  };
}

/** Three of staging, three of canary of which one is of production too, twelve of production, one of dev. */
export const editorClusters: readonly Schemas['ClusterSummary'][] = [
  ...WHERE.map(at => cluster(`${at}-stg-01`, { environment: 'staging' })),
  ...WHERE.map(at =>
    cluster(`${at}-can-01`, {
      environment: at === 'eks-use' ? 'production' : 'canary',
      ring: 'canary',
      order: '13',
    }),
  ),
  ...WHERE.flatMap((at, k) =>
    [1, 2, 3, 4].map(n =>
      cluster(`${at}-prd-0${n}`, { environment: 'production', order: String((n - 1) * 3 + k + 1) }),
    ),
  ),
  cluster('gke-asw-dev-01', { environment: 'dev' }),
];

export const editorRows: readonly Schemas['PlacementCluster'][] = editorClusters.map(({ name }) => ({
  cluster: name,
  isPicked: true,
  cause: 'Picked',
  reason: 'Picked',
  phase: 'Bound',
  conditions: [],
}));

const uses = ['payments-api', 'payments-worker', 'ledger', 'checkout'].map(name => ({
  scope: '_',
  name,
  runCount: 3,
  openRuns: name === 'payments-api' ? ['payments-2-14-0'] : [],
  isNamed: false,
}));

/** The strategy of the pictures with two mistakes: a cluster in two stages, and one in none. */
export const strategyToEdit = (
  patch: Partial<Schemas['StrategyDetail']> = {},
): Schemas['StrategyDetail'] => ({
  ...stamp,
  strategy: strategies[0],
  manifest,
  labels: {},
  annotations: manifest.metadata.annotations,
  uses,
  runs: [],
  unpreparedRuns: [],
  expected: { runCount: 5, totalSeconds: 9060, clusterSeconds: 170, stages: [] },
  preview: { problems: [], stages: [], clusterCount: 0, waitSeconds: 0, approvalCount: 0 },
  mayCreate: ALLOWED,
  mayUpdate: ALLOWED,
  mayDelete: ALLOWED,
  ...patch,
});
