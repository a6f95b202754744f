import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { forOthers, forYou } from './approvals';
import { stamp } from './hub';
import { ago, ahead } from './moments';
import { ALLOWED } from './people';
import { MISSING } from './placements';
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
  return { row, column, total: clusters.length, counts, healthy: counts.healthy ?? 0, clusters };
}

export function summary(name: string, state: State, minutes: number): Schemas['ClusterSummary'] {
  return {
    name,
    state,
    carrier: 'push',
    since: ago(minutes),
    labels: {},
    taints: [],
    placements: 9,
    available: 7,
  };
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
  healthy: 44,
  axes: { rows: 'environment', columns: 'region' },
  cells: (Object.keys(ROWS) as (keyof typeof ROWS)[]).flatMap(row =>
    COLUMNS.map(column => cell(row, column)),
  ),
  trouble: troubled,
  troubleTotal: troubled.length,
};

const trouble: Schemas['Blocker'][] = [
  {
    cause: 'ClusterFailing',
    state: 'failing',
    message: 'Deployment observability/collector: spec.template.spec.containers is owned by kubectl-edit.',
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
    cause: 'noHeartbeat',
    state: 'failing',
    message: 'No heartbeat. Connecting timed out.',
    clusters: ['eks-use-prd-03'],
    clusterCount: 1,
    since: ago(9),
    actor: 'clusterOwner',
    subject: { kind: 'cluster', scope: '_', name: 'eks-use-prd-03' },
  },
  {
    cause: 'unhealthy',
    state: 'stuck',
    message: 'Unhealthy. The health probe answers 500. The same on aks-neu-prd-08.',
    clusters: ['eks-use-can-02', 'aks-neu-prd-08'],
    clusterCount: 2,
    since: ago(22),
    actor: 'clusterOwner',
    subject: { kind: 'cluster', scope: '_', name: 'eks-use-can-02' },
  },
  {
    cause: 'notEnoughClusters',
    state: 'stuck',
    message: MISSING,
    clusters: [],
    clusterCount: 0,
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
    versionRollouts: { total: 0, items: [] },
    waiting: [...forYou],
    waitingForYou: forYou.length,
    waitingForOthers: forOthers.length,
    trouble,
    troubleTotal: trouble.length,
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
  next: overview().next.filter(({ run }) => run === certManager.name),
  clusters: {
    ...clusters,
    counts: { healthy: 48 },
    healthy: 48,
    trouble: [],
    troubleTotal: 0,
    cells: clusters.cells.map(one => ({
      ...one,
      counts: { healthy: one.total },
      healthy: one.total,
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
  clusters: {
    total: 0,
    counts: {},
    healthy: 0,
    axes: clusters.axes,
    cells: [],
    trouble: [],
    troubleTotal: 0,
  },
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
  const damaged = (what: string) =>
    `${what} in Fleetstage's database is damaged. Restore the database from a backup. The log of the backend says what is wrong.`;
  const progress = damaged('The progress of run "image-mirror-12"');
  return {
    ...rest,
    failed: [
      { part: 'clusters', message: damaged('The object of cluster "gke-asw-dev-01"') },
      { part: 'placements', message: progress, names: ['image-mirror'] },
      { part: 'runs', message: progress, names: ['image-mirror-12'] },
    ],
  };
}

/** A fleet too large for one mark per cluster. */
export function bigFleet(perCell: number): Overview {
  const cells = clusters.cells.map((one): Cell => {
    // Where the list names them.
    const bad = one.clusters.filter(({ state }) => state === 'unhealthy').length;
    const counts: Schemas['Counts'] =
      bad > 0 ? { healthy: perCell - bad, unhealthy: bad } : { healthy: perCell };
    return { ...one, total: perCell, counts, healthy: perCell - bad, clusters: [] };
  });
  const total = perCell * cells.length;
  const bad = cells.reduce((sum, { counts }) => sum + (counts.unhealthy ?? 0), 0);
  return overview({
    clusters: {
      ...clusters,
      total,
      counts: { healthy: total - bad, unhealthy: bad },
      healthy: total - bad,
      trouble: troubled.filter(({ state }) => state === 'unhealthy'),
      troubleTotal: bad,
      cells,
    },
    placements: { total: 212, scheduled: 209, applied: 205, available: 198, moving: 14, drifted: 3 },
  });
}
