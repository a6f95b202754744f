import { ago } from './moments';
import { checkoutRows, detail, rowsOfRun, track, wellRows } from './placements';
import { stuckRun } from './smallRuns';

/** Deleted, its objects stay on their clusters. */
export const keeping = {
  manifest: { spec: { strategy: { deleteStrategy: { propagationPolicy: 'Abandon' } } } },
};
const { manifest } = detail('checkout-web').placement;
/** Statuses of its objects are copied back. */
export const reporting = {
  manifest: {
    ...manifest,
    spec: {
      ...(manifest.spec as object),
      strategy: { type: 'External', reportBackStrategy: { type: 'Mirror', destination: 'WorkAPI' } },
    },
  },
};
/** Deleted, and two clusters have not let go. */
export const going = {
  state: 'deleting' as const,
  isDeleting: true,
  picked: 2,
  causes: [{ cause: 'Picked', clusters: 2 }],
  snapshots: [{ index: '8', clusters: 2 }],
  withSnapshot: 2,
  leaving: {
    askedAt: ago(12),
    keepsObjects: false,
    clusters: [
      {
        cluster: 'aks-weu-prd-01',
        memberState: 'unreachable' as const,
        message: 'no answer from 10.2.0.4:443: connecting timed out',
      },
      { cluster: 'eks-use-prd-02', memberState: 'healthy' as const },
    ],
  },
};
/** The copy of its status cannot be written. */
export const withCopy = {
  statusCopy: {
    name: 'checkout-web',
    namespace: 'checkout',
    state: 'failed' as const,
    message:
      'Failed to create or update ClusterResourcePlacementStatus: the quota of namespace "checkout" is used up',
  },
};
export const NOT_SERVED = 'Selector 1 asks for Widget of example.com/v1, which the hub does not serve.';
/** Its first selector cannot be read, so that nothing was placed. */
export const uncaptured = detail('checkout-web', {
  state: 'invalid',
  resources: [],
  resourcesProblem: NOT_SERVED,
  ...{ picked: 0, available: 0, snapshots: [], withSnapshot: 0, latestSnapshot: undefined },
  ...{ history: [], runs: [], runsTotal: 0 },
});
/** Rows of {@link going}. */
export const leavingRows = checkoutRows.slice(0, 2).map((row, i): (typeof checkoutRows)[number] => ({
  ...row,
  state: 'deleting',
  trouble: { state: 'stuck', actor: 'operator' },
  since: ago(12),
  ...(i === 0 && { memberState: 'unreachable' }),
}));
/** A run that is stuck on one cluster, and the clusters as it has left them. */
const stuck = { ...stuckRun(), placement: 'payments-api' };
export const stuckRows = rowsOfRun(
  stuck.pipeline.filter(({ isRemoval }) => !isRemoval).flatMap(({ clusters }) => clusters),
);
export const heldByStuck = {
  run: stuck.name,
  runs: [{ ...stuck, waitsFor: stuck.blockers[0] }],
  snapshots: ['14', '13'].map(index => ({
    index,
    clusters: stuckRows.filter(({ snapshot }) => snapshot === index).length,
  })),
  available: stuckRows.filter(({ state }) => state === 'available').length,
};

/** One cluster of six does not answer. */
export const withSilent = detail('cert-manager', {
  ...{ total: 6, wanted: 6, picked: 6, available: 5, silent: 1 },
  snapshots: [{ index: '16', clusters: 6 }],
  causes: [{ cause: 'Picked', clusters: 6 }],
});
export const silentRows = wellRows(6, '16').map((row, i): (typeof checkoutRows)[number] =>
  i === 0 ? { ...row, memberState: 'noHeartbeat', silentSince: ago(9) } : row,
);

/** A rolling update that clusters hold: one is broken, one settles, and 30 wait for them. */
export const heldRollout = detail('node-exporter', {
  state: 'held',
  strategyInWords: 'Rolling update, at most 12 unavailable',
  message:
    'The rollout is being blocked by the rollout strategy in 30 cluster(s): 36 of 48 cluster(s) are ready and at most 12 may be unavailable; held by aks-weu-prd-01: DaemonSet monitoring/node-exporter: 0 of 3 ready (since 2026-11-20T10:57:00Z); and by 11 more cluster(s).',
  since: ago(9),
  available: 36,
  causes: [{ cause: 'Picked', clusters: 48 }],
  snapshots: [
    { index: '43', clusters: 18 },
    { index: '42', clusters: 30 },
  ],
  latestSnapshot: '43',
  runs: [],
  runsTotal: 0,
  blockers: [
    {
      cause: 'ClusterUnreachable',
      state: 'stuck',
      actor: 'clusterOwner',
      message: 'eks-use-prd-02 does not answer: connecting timed out.',
      clusters: ['eks-use-prd-02'],
      clusterCount: 1,
      since: ago(14),
    },
    {
      cause: 'ClusterUnavailable',
      state: 'stuck',
      actor: 'appOwner',
      message:
        'aks-weu-prd-01: DaemonSet monitoring/node-exporter: 0 of 3 ready; ImagePullBackOff: image node-exporter:1.9 not found.',
      clusters: ['aks-weu-prd-01', 'aks-weu-prd-02', 'gke-weu-prd-01', 'gke-weu-prd-02'],
      clusterCount: 10,
      since: ago(21),
    },
    {
      cause: 'MaxUnavailable',
      state: 'waiting',
      actor: 'engine',
      message:
        '36 of 48 cluster(s) are ready and at most 12 may be unavailable; waiting for resource snapshot 43: aks-neu-prd-01, aks-neu-prd-02, aks-neu-prd-03 and 27 more.',
      clusters: ['aks-neu-prd-01', 'aks-neu-prd-02', 'aks-neu-prd-03', 'aks-neu-prd-04'],
      clusterCount: 30,
      since: ago(9),
    },
    {
      cause: 'ClusterSettling',
      state: 'waiting',
      actor: 'engine',
      message: 'aks-use-prd-03: availability is not trackable, so time has to pass.',
      clusters: ['aks-use-prd-03'],
      clusterCount: 1,
      since: ago(1),
      until: ago(-1),
    },
  ],
});
/** The first ten clusters have moved and are not available, the 30 at the end wait. */
export const heldRolloutRows = wellRows(48, '42').map((row, i): (typeof checkoutRows)[number] => {
  if (i >= 18) return { ...row, state: 'held', wantedSnapshot: '43', conditions: track('TF') };
  const broken = { state: 'notAvailable', conditions: track('TTTTTF', '0 of 3 ready') } as const;
  return { ...row, snapshot: '43', wantedSnapshot: '43', ...(i < 10 && broken) };
});

/** More causes than the bar has room for: the last ones are in a menu. */
export const CAUSES_OF_1000 = [
  'Picked',
  'AffinityMismatch',
  'UntoleratedTaint',
  'NotEligible',
  'Leaving',
  'NotYetEligible',
  'Left',
  'Held',
].map((cause, i) => ({ cause, clusters: [940, 30, 12, 8, 4, 3, 2, 1][i] }));
