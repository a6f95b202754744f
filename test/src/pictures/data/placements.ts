import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countRefused, countSummed } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { clusterNames } from './clusterNames';
import { stamp } from './hub';
import { ago } from './moments';
import { ALLOWED } from './people';
import { checkout, otel, payments } from './runs';
import { runIsOf } from './movingRun';
import { manifestOf, resources } from './placementParts';
import { waitingRun } from './smallRuns';
import { history } from './snapshots';
import { CLUSTER_IP, troubled } from './troubled';

type Condition = Schemas['Condition'];
type Row = Schemas['PlacementCluster'];
type Summary = Schemas['PlacementSummary'];
type Placement = Schemas['Placement'];

const TYPES = [
  'Scheduled',
  'RolloutStarted',
  'Overridden',
  'WorkSynchronized',
  'Applied',
  'Available',
] as const;
const REASONS: Record<string, string> = { True: 'AllWell', False: 'NotYet', Unknown: 'Pending' };

/** `track('TTTTF', 'clusterIP is immutable')`: one letter per condition that is reached. */
export function track(letters: string, message = '', prefix = 'ClusterResourcePlacement'): Condition[] {
  return [...letters].map((letter, i) => {
    const status = letter === 'T' ? 'True' : letter === 'F' ? 'False' : 'Unknown';
    const type = TYPES[i];
    return {
      type: `${prefix}${type}`,
      status,
      reason: status === 'True' ? `${type}Done` : `${type}${REASONS[status]}`,
      message: status === 'True' ? `${type} on all selected clusters` : message,
      observedGeneration: 3,
      lastTransitionTime: ago(type === 'Available' && status !== 'True' ? 3 : 60 * 24 * 2 + i),
    };
  });
}

const ALL_WELL = 'TTTTTT';

export function placement(
  name: string,
  { snapshots = [{ index: '8', clusters: 6 }], ...more }: Partial<Summary> = {},
): Summary {
  return {
    ...troubled({ moves: 'runs', since: ago(60 * 24 * 6), ...more }),
    scope: '_',
    name,
    uid: `uid-${name}`,
    state: 'available',
    policy: 'Picks every cluster where environment = production',
    wanted: 6,
    picked: 6,
    available: 6,
    snapshots,
    withSnapshot: snapshots.reduce((sum, { clusters }) => sum + clusters, 0),
    latestSnapshot: '8',
    moves: 'runs',
    since: ago(60 * 24 * 6),
    createdAt: ago(60 * 24 * 200),
    conditions: track(ALL_WELL),
    ...runIsOf(more.run, [payments, otel]),
    ...more,
  };
}

export const MISSING =
  'Found 4 of 6 clusters: 37 do not match the required cluster affinity, 5 have a taint, 2 are not healthy.';

export const placements: readonly Summary[] = [
  placement('otel-collector', {
    state: 'applyFailed',
    message: 'Apply was refused on 2 of 16 clusters: field is owned by kubectl-edit.',
    policy: 'Picks every cluster',
    wanted: 16,
    picked: 16,
    available: 13,
    failed: 2,
    snapshots: [
      { index: '118', clusters: 9 },
      { index: '117', clusters: 7 },
    ],
    latestSnapshot: '118',
    run: 'otel-collector-0-118',
    since: ago(11),
    conditions: track('TUTTF', 'Apply was refused on 2 of 16 clusters'),
  }),
  placement('checkout-web', {
    state: 'notEnoughClusters',
    message: MISSING,
    policy:
      'Picks 6 clusters where environment = production, tier = gold and region in (weu, neu, use), at most 1 apart over region',
    picked: 4,
    available: 4,
    snapshots: [{ index: '8', clusters: 4 }],
    since: ago(60 * 24 * 2 + 40),
    conditions: track('FTTTTT', MISSING),
  }),
  placement('node-exporter', {
    state: 'notAvailable',
    message: '44 of 48 DaemonSets are ready.',
    policy: 'Picks every cluster',
    moves: 'rolling',
    wanted: 48,
    picked: 48,
    available: 44,
    snapshots: [{ index: '42', clusters: 48 }],
    latestSnapshot: '42',
    since: ago(3),
    conditions: track('TTTTTF', '44 of 48 DaemonSets are ready'),
  }),
  placement('payments-api', {
    policy: 'Picks every cluster where app = payments',
    state: 'held',
    message: 'Different snapshots on clusters: a run is under way.',
    wanted: 18,
    picked: 18,
    available: 18,
    snapshots: [
      { index: '14', clusters: 6 },
      { index: '13', clusters: 12 },
    ],
    latestSnapshot: '14',
    run: 'payments-2-14-0',
    since: ago(145),
    conditions: track('TUTTTT', 'Different snapshots on clusters'),
  }),
  placement('team-quotas', {
    scope: 'team-finops',
    policy: 'Picks the clusters aks-weu-prd-01, eks-use-prd-01',
    wanted: 2,
    picked: 2,
    available: 2,
    moves: 'rolling',
    snapshots: [{ index: '7', clusters: 2 }],
    latestSnapshot: '7',
  }),
  ...['cert-manager', 'gateway-tls', 'ingress-gateway', 'network-rules', 'policy-baseline'].map((name, i) =>
    placement(name, {
      policy: 'Picks every cluster where environment in (staging, canary, production)',
      wanted: 48 - i,
      picked: 48 - i,
      // One of the clusters of the second does not answer.
      available: i === 1 ? 46 : 48 - i,
      ...(i === 1 && { silent: 1 }),
      snapshots: [{ index: String(16 + i), clusters: 48 - i }],
      // One of those that runs move waits for its run.
      latestSnapshot: String(i === 2 ? 20 : 16 + i),
      moves: i % 2 === 0 ? 'runs' : 'rolling',
      since: ago(60 * 24 * (4 + 9 * i)),
    }),
  ),
];

export const placementPage = (items: readonly Summary[], more: Partial<Schemas['PlacementPage']> = {}) => ({
  ...stamp,
  items: [...items],
  total: items.length,
  ...more,
});

export function manyPlacements(count: number, from = 0): Summary[] {
  return Array.from({ length: count }, (_, i) => {
    const base = placements[(from + i) % placements.length];
    const name = `${base.name}-${from + i + 1}`;
    return { ...base, name, uid: `uid-${name}` };
  });
}

const labelsOf = (region: string, tier = 'gold', environment = 'production') => ({
  environment,
  region,
  tier,
});

function pickedRow(cluster: string, more: Partial<Row> = {}): Row {
  return {
    cluster,
    isPicked: true,
    cause: 'Picked',
    reason: `Successfully scheduled resources for placement in "${cluster}" (affinity score: 0, topology spread score: 0): picked by scheduling policy.`,
    score: { affinityScore: 0, priorityScore: 0 },
    phase: 'Bound',
    snapshot: '8',
    wantedSnapshot: '8',
    conditions: track(ALL_WELL, '', ''),
    state: 'available',
    since: ago(60 * 24 * 6),
    observedAt: ago(1),
    verifiedAt: ago(3),
    memberState: 'healthy',
    labels: labelsOf(cluster.split('-')[1]),
    ...troubled({ moves: 'runs', ...more }),
    ...more,
  };
}

function refusedRow(cluster: string, cause: string, reason: string, more: Partial<Row> = {}): Row {
  return {
    cluster,
    isPicked: false,
    cause,
    reason,
    conditions: [],
    memberState: 'healthy',
    labels: labelsOf(cluster.split('-')[1]),
    ...more,
  };
}

const TAINT =
  'ClusterUnschedulable, taint &{Key:maintenance Value:node-pool Effect:NoSchedule} cannot be tolerated.';
const MISMATCH =
  'ClusterUnschedulable, cluster does not match with any of the required cluster affinity terms.';

const PICKED_NAMES = ['aks-weu-prd-01', 'eks-use-prd-02', 'aks-neu-prd-01', 'eks-use-prd-01'] as const;

const refusedRows: readonly Row[] = [
  refusedRow('aks-weu-prd-03', 'UntoleratedTaint', TAINT),
  refusedRow('aks-neu-prd-03', 'UntoleratedTaint', TAINT),
  refusedRow(
    'eks-use-prd-03',
    'NotEligible',
    'ClusterUnschedulable, cluster is not connected to the fleet: no recent heartbeat signals (last received 9.20 minutes ago).',
    {
      memberState: 'noHeartbeat',
    },
  ),
  refusedRow('gke-asw-prd-01', 'AffinityMismatch', MISMATCH),
  ...clusterNames('stg', 6).map(name =>
    refusedRow(name, 'AffinityMismatch', MISMATCH, {
      labels: labelsOf(name.split('-')[1], 'silver', 'staging'),
    }),
  ),
];

/** Two clusters are missing; those that it has are well. */
export const checkoutRows: readonly Row[] = [...PICKED_NAMES.map(name => pickedRow(name)), ...refusedRows];

/** The same, with trouble on two of its clusters. */
export const failingRows: readonly Row[] = [
  pickedRow('aks-weu-prd-01', {
    state: 'applyFailed',
    message: `${CLUSTER_IP} Tried 6 times, next try in 4 min.`,
    conditions: track('TTTTF', 'Failed on 1 of 11 objects', ''),
    since: ago(11),
    failed: [
      {
        version: 'v1',
        kind: 'Service',
        namespace: 'checkout',
        name: 'web',
        reason: 'ApplyFailed',
        message: 'spec.clusterIP: Invalid value: "10.0.14.2": field is immutable',
      },
    ],
  }),
  pickedRow('eks-use-prd-02', {
    state: 'notAvailable',
    message: '2 of 3 Deployments are ready.',
    conditions: track('TTTTTF', '2 of 3 Deployments are ready', ''),
    since: ago(3),
  }),
  ...PICKED_NAMES.slice(2).map(name => pickedRow(name)),
  ...refusedRows,
];

export const causes: readonly Schemas['CauseCount'][] = [
  { cause: 'Picked', clusters: 4 },
  { cause: 'AffinityMismatch', clusters: 37 },
  { cause: 'UntoleratedTaint', clusters: 5 },
  { cause: 'NotEligible', clusters: 2 },
];

function decidedBy(counts: readonly Schemas['CauseCount'][]): Pick<Placement, 'decided' | 'refused'> {
  const picked = counts.find(({ cause }) => cause === 'Picked')?.clusters ?? 0;
  return { decided: countSummed({ picked, causes: counts }), refused: countRefused(counts) };
}

export function detail(name: string, more: Partial<Placement> = {}): Schemas['PlacementDetail'] {
  const base = placements.find(one => one.name === name) ?? placement(name);
  return {
    ...stamp,
    placement: {
      ...base,
      ...troubled({ ...base, ...more }),
      resourceVersion: '9921',
      generation: 3,
      manifest: manifestOf(name),
      strategyInWords: 'Managed by update runs',
      total: 48,
      causes: [...causes],
      ...decidedBy(more.causes ?? causes),
      resources: resources.map(({ bytes: _, isEnvelope: __, entries: ___, ...object }) => object),
      history: [...history],
      runs: [{ ...checkout, snapshot: '8' }],
      runsTotal: 1,
      blockers: [],
      evictions: { total: 0, waiting: 0 },
      may: { update: ALLOWED, delete: ALLOWED, createRun: ALLOWED, evict: ALLOWED, setBudget: ALLOWED },
      ...runIsOf(more.run ?? base.run, more.runs ?? []),
      ...more,
    },
  };
}

/** What has failed beats what is missing: the page of {@link failingRows}. */
export const failingDetail = detail('checkout-web', {
  state: 'applyFailed',
  message: `aks-weu-prd-01: ${CLUSTER_IP} ${MISSING}`,
  available: 2,
  failed: 1,
  since: ago(11),
  conditions: [...track('F', MISSING), ...track('TTTTF', 'Apply failed on 1 of 4 clusters').slice(1)],
});

export const paymentsDetail = detail('payments-api', {
  causes: [
    { cause: 'Picked', clusters: 18 },
    { cause: 'AffinityMismatch', clusters: 30 },
  ],
  runs: [payments],
});

export const rowsPage = (items: readonly Row[], more: Partial<Schemas['PlacementClusterPage']> = {}) => ({
  ...stamp,
  items: [...items],
  total: items.length,
  ...more,
});

type OfRun = Schemas['RunCluster'];

/** The clusters of a run, the stuck ones first, as the page of its placement has them. */
export const rowsOfRun = (clusters: readonly OfRun[]): Row[] =>
  [...clusters]
    .sort((a, b) => Number(b.state === 'stuck') - Number(a.state === 'stuck'))
    .map(({ name, state, cause, since, snapshot }) => {
      const isUnavailable = state === 'stuck' || state === 'updating';
      const more: Partial<Row> = {
        snapshot,
        wantedSnapshot: isUnavailable ? '14' : snapshot,
        since: state === 'notStarted' ? ago(60 * 24 * 20) : since,
        ...(isUnavailable && {
          state: 'notAvailable',
          message: cause,
          conditions: track('TTTTTF', cause, ''),
        }),
        ...(state === 'stuck' && { trouble: { state: 'stuck', actor: 'clusterOwner' } }),
      };
      return { ...pickedRow(name, more), ...more };
    });

/** Its run waits for an approval after canary. */
export const paymentsRows = rowsOfRun(
  waitingRun()
    .pipeline.filter(({ isRemoval }) => !isRemoval)
    .flatMap(({ clusters }) => clusters),
);

/** A page of a fleet of a thousand. */
export const manyRows = (count: number): Row[] =>
  clusterNames('prd', count).map((name, i) =>
    i < 3 ? { ...failingRows[0], cluster: name } : pickedRow(name, { since: ago(40 + i) }),
  );

export function wellRows(count: number, snapshot: string, stage = 'prd', minutes = 60 * 24 * 6): Row[] {
  const more = { snapshot, wantedSnapshot: snapshot, since: ago(minutes) };
  return clusterNames(stage, count).map(name => pickedRow(name, more));
}
