import { ago } from './moments';
import { checkoutRows, detail, rowsOfRun } from './placements';
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
export const leavingRows = checkoutRows
  .slice(0, 2)
  .map((row, i): (typeof checkoutRows)[number] => (i === 0 ? { ...row, memberState: 'unreachable' } : row));
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
