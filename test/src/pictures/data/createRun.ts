import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countRefused, sumPlan } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { clusterNames } from './clusterNames';
import { stamp } from './hub';
import { ago } from './moments';
import { ALLOWED } from './people';

type Summary = Schemas['PlacementSummary'];

function placement(
  name: string,
  { snapshots = [{ index: '14', clusters: 18 }], ...more }: Partial<Summary> = {},
): Summary {
  return {
    scope: '_',
    name,
    uid: `uid-${name}`,
    state: 'available',
    policy: 'Picks all clusters where environment is set',
    wanted: 18,
    picked: 18,
    available: 18,
    snapshots,
    withSnapshot: snapshots.reduce((sum, { clusters }) => sum + clusters, 0),
    latestSnapshot: '15',
    moves: 'runs',
    createdAt: ago(90_000),
    conditions: [],
    ...more,
  };
}

export const payments = placement('payments-api', {
  run: 'payments-2-14-0',
  snapshots: [
    { index: '13', clusters: 12 },
    { index: '14', clusters: 6 },
  ],
});

export const placements: readonly Summary[] = [
  placement('checkout-web'),
  placement('gateway-tls'),
  placement('logging', { moves: 'rolling' }),
  payments,
  placement('policy-baseline'),
];

export const placementPage: Schemas['PlacementPage'] = {
  ...stamp,
  items: [...placements],
  total: placements.length,
};

const history: Schemas['SnapshotInfo'][] = [
  {
    index: '15',
    createdAt: ago(16),
    objects: 14,
    clusters: 0,
    isLatest: true,
    changes: { added: 0, changed: 1, deleted: 0, unchanged: 13 },
  },
  {
    index: '14',
    createdAt: ago(150),
    objects: 14,
    clusters: 6,
    isLatest: false,
    changes: { added: 1, changed: 2, deleted: 0, unchanged: 11 },
  },
  { index: '13', createdAt: ago(4400), objects: 13, clusters: 12, isLatest: false },
];

export function placementDetail(summary: Summary): Schemas['PlacementDetail'] {
  return {
    ...stamp,
    placement: {
      ...summary,
      resourceVersion: '991',
      manifest: {},
      total: 48,
      causes: [],
      refused: countRefused([]),
      decided: { total: 48, picked: summary.picked, notPicked: 48 - summary.picked },
      resources: [],
      history,
      runs: [],
      runsTotal: 0,
      blockers: [],
      may: { update: ALLOWED, delete: ALLOWED, createRun: ALLOWED, evict: ALLOWED, setBudget: ALLOWED },
    },
  };
}

const strategy = (name: string, stages: string[]): Schemas['StrategySummary'] => ({
  scope: '_',
  name,
  uid: `uid-${name}`,
  resourceVersion: '12',
  stages,
  stageDetails: stages.map(stage => ({
    name: stage,
    concurrency: '1',
    gatesBefore: [],
    gatesAfter: [],
  })),
  runCount: 0,
  openRuns: [],
  placements: [],
  approvers: ['group:default/platform-approvers'],
  spec: {},
});

export const strategyList: Schemas['StrategyList'] = {
  ...stamp,
  items: [
    strategy('all-at-once', ['all']),
    strategy('careful-three', ['staging', 'canary', 'production']),
    strategy('security-three', ['staging', 'canary', 'production']),
  ],
  mayCreate: ALLOWED,
};

const planned: Schemas['PreviewStage'][] = [
  {
    name: 'staging',
    slots: 1,
    waves: 3,
    selector: 'environment=staging',
    clusters: ['aks-neu-stg-01', 'aks-weu-stg-01', 'eks-use-stg-01'],
    gatesBefore: [],
    gatesAfter: [{ kind: 'wait', waitSeconds: 3600 }],
  },
  {
    name: 'canary',
    slots: 1,
    waves: 3,
    selector: 'environment=canary',
    clusters: ['aks-neu-can-01', 'aks-weu-can-01', 'eks-use-can-01'],
    gatesBefore: [],
    gatesAfter: [{ kind: 'approval' }],
  },
  {
    name: 'production',
    slots: 3,
    waves: 4,
    selector: 'environment=production',
    sortingLabel: 'order',
    clusters: clusterNames('prd', 12),
    gatesBefore: [],
    gatesAfter: [{ kind: 'wait', waitSeconds: 3600 }, { kind: 'approval' }],
  },
  { name: 'Removal', isRemoval: true, clusters: ['gke-asw-prd-09'], gatesBefore: [], gatesAfter: [] },
];

export const preview: Schemas['RunPreview'] = {
  ...stamp,
  suggestedName: 'payments-api-15',
  mayCreate: ALLOWED,
  snapshot: '15',
  previousSnapshot: '14',
  changes: { added: 0, changed: 1, deleted: 0, unchanged: 13 },
  problems: [
    {
      message: 'Run payments-2-14-0 is at canary; this one enters each stage after it.',
      run: 'payments-2-14-0',
      isFatal: false,
    },
  ],
  stages: planned,
  plan: sumPlan(planned),
};

export const brokenPreview: Schemas['RunPreview'] = {
  ...preview,
  problems: [
    { message: '1 cluster is in no stage: gke-asw-dev-01', isFatal: true },
    {
      message: '1 cluster is in two stages: eks-use-can-01 is in staging and canary',
      isFatal: true,
    },
  ],
};

export const unacceptedPreview: Schemas['RunPreview'] = {
  ...preview,
  mayCreate: {
    isAllowed: false,
    reason:
      'Placement "payments-api" does not accept strategy "careful-three": its annotation ' +
      'fleetstage.io/accepted-strategies names security-three; use one of them',
  },
};

const many: Schemas['PreviewStage'][] = [
  planned[0],
  { ...planned[1], clusters: clusterNames('can', 20), slots: 5, waves: 4 },
  { ...planned[2], clusters: clusterNames('prd', 180), slots: 25, waves: 8 },
];

export const hugePreview: Schemas['RunPreview'] = {
  ...preview,
  problems: [],
  stages: many,
  plan: sumPlan(many),
};
