import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { forOthers, forYou } from './approvals';
import { stamp } from './hub';
import { ago, ahead } from './moments';
import { ALLOWED } from './people';
import { certManager, checkout, finished, otel, payments, policyBaseline } from './runs';

/** Every part is there. */
type Overview = Required<Schemas['Overview']>;
type Cell = Schemas['OverviewClusters']['cells'][number];
type State = Schemas['ClusterState'];

const ROWS = { staging: 2, canary: 2, production: 8 } as const;
const COLUMNS = ['weu', 'neu', 'use', 'asw'] as const;
const TROUBLE: Readonly<Record<string, State>> = {
  'eks-use-prd-03': 'noHeartbeat',
  'eks-use-can-02': 'unhealthy',
  'aks-neu-prd-08': 'unhealthy',
  'gke-asw-prd-08': 'leaving',
};
const MAKER = { weu: 'aks', neu: 'aks', use: 'eks', asw: 'gke' } as const;
const SHORT = { staging: 'stg', canary: 'can', production: 'prd' } as const;

function cell(row: keyof typeof ROWS, column: (typeof COLUMNS)[number]): Cell {
  const clusters = Array.from({ length: ROWS[row] }, (_, i) => {
    const name = `${MAKER[column]}-${column}-${SHORT[row]}-${String(i + 1).padStart(2, '0')}`;
    return { name, state: TROUBLE[name] ?? ('healthy' as const) };
  });
  const counts: Record<string, number> = {};
  for (const { state } of clusters) counts[state] = (counts[state] ?? 0) + 1;
  return { row, column, total: clusters.length, counts, clusters };
}

export function summary(name: string, state: State, minutes: number): Schemas['ClusterSummary'] {
  return { name, state, since: ago(minutes), labels: {}, taints: [], placements: 9, available: 7 };
}

const troubled = [
  summary('eks-use-prd-03', 'noHeartbeat', 9),
  summary('eks-use-can-02', 'unhealthy', 22),
  summary('aks-neu-prd-08', 'unhealthy', 6),
  summary('gke-asw-prd-08', 'leaving', 76),
];

const clusters: Schemas['OverviewClusters'] = {
  total: 48,
  counts: { healthy: 44, unhealthy: 2, noHeartbeat: 1, leaving: 1 },
  axes: { rows: 'environment', columns: 'region' },
  cells: (Object.keys(ROWS) as (keyof typeof ROWS)[]).flatMap(row =>
    COLUMNS.map(column => cell(row, column)),
  ),
  trouble: troubled,
};

const trouble: Schemas['Blocker'][] = [
  {
    cause: 'ClusterFailing',
    state: 'failing',
    message: 'Apply refused on 2 of 16 clusters: spec.template.spec.containers is owned by kubectl-edit',
    clusters: ['eks-use-prd-02', 'gke-asw-prd-01'],
    clusterCount: 2,
    since: ago(11),
    actor: 'appOwner',
    stage: 'rest',
    subject: { kind: 'run', scope: '_', name: 'otel-collector-0-118' },
  },
  {
    cause: 'RunFailed',
    state: 'failing',
    message: 'Failed at canary: cluster aks-weu-can-02 has failed: the image cannot be pulled',
    clusters: ['aks-weu-can-02'],
    clusterCount: 1,
    since: checkout.endedAt,
    actor: 'operator',
    stage: 'canary',
    subject: { kind: 'run', scope: '_', name: checkout.name },
  },
  {
    cause: 'NotEnoughClusters',
    state: 'stuck',
    message: '4 of 6 clusters found: 5 are tainted, 33 do not match the policy',
    clusters: [],
    clusterCount: 2,
    since: ago(2900),
    actor: 'appOwner',
    subject: { kind: 'placement', scope: '_', name: 'checkout-web' },
  },
];

export function overview(more: Partial<Overview> = {}): Overview {
  return {
    ...stamp,
    failed: [],
    clusters,
    placements: { total: 31, scheduled: 30, applied: 29, available: 28, moving: 8, drifted: 1 },
    runs: { total: 8, items: [otel, payments, policyBaseline, certManager] },
    waiting: [...forYou],
    waitingForYou: forYou.length,
    waitingForOthers: forOthers.length,
    trouble,
    next: [
      {
        at: ahead(38),
        run: 'cert-manager-1-17',
        scope: '_',
        stage: 'staging',
        text: 'Wait after staging ends, canary starts: 8 clusters.',
      },
      {
        at: ahead(400),
        run: 'quota-defaults-8',
        scope: '_',
        stage: 'canary',
        text: 'Wait after canary ends; its approval is still open.',
      },
    ],
    finished: [...finished],
    mayCreateRun: ALLOWED,
    ...more,
  };
}

/** Nothing waits and nothing is broken. */
export const quiet = overview({
  clusters: {
    ...clusters,
    counts: { healthy: 48 },
    trouble: [],
    cells: clusters.cells.map(one => ({
      ...one,
      counts: { healthy: one.total },
      clusters: one.clusters.map(({ name }) => ({ name, state: 'healthy' })),
    })),
  },
  placements: { total: 31, scheduled: 31, applied: 31, available: 31, moving: 1, drifted: 0 },
  runs: { total: 1, items: [certManager] },
  waiting: [],
  waitingForYou: 0,
  waitingForOthers: 2,
  trouble: [],
  finished: finished.filter(run => run !== checkout),
});

export const nothingYet = overview({
  clusters: { total: 0, counts: {}, axes: clusters.axes, cells: [], trouble: [] },
  placements: { total: 0, scheduled: 0, applied: 0, available: 0, moving: 0, drifted: 0 },
  runs: { total: 0, items: [] },
  waiting: [],
  waitingForYou: 0,
  waitingForOthers: 0,
  trouble: [],
  next: [],
  finished: [],
});

/** What is stored of a cluster is broken, and the memory of a run, which its placement is seen by, too. */
export function partsFailed(): Schemas['Overview'] {
  const { clusters: _, ...rest } = overview();
  const message = 'What is stored cannot be understood. The log of the backend says why.';
  return {
    ...rest,
    failed: [
      { part: 'clusters', message },
      { part: 'placements', message, names: ['image-mirror'] },
      { part: 'runs', message, names: ['image-mirror-12'] },
    ],
  };
}

/** A fleet too large for one mark per cluster. */
export function bigFleet(perCell: number): Overview {
  const cells = clusters.cells.map((one, i): Cell => {
    const bad = i % 5 === 0 ? 2 : 0;
    const counts: Schemas['Counts'] =
      bad > 0 ? { healthy: perCell - bad, unhealthy: bad } : { healthy: perCell };
    return { ...one, total: perCell, counts, clusters: [] };
  });
  const total = perCell * cells.length;
  const bad = cells.reduce((sum, { counts }) => sum + (counts.unhealthy ?? 0), 0);
  return overview({
    clusters: { ...clusters, total, counts: { healthy: total - bad, unhealthy: bad }, cells },
    placements: { total: 212, scheduled: 209, applied: 205, available: 198, moving: 14, drifted: 3 },
  });
}
