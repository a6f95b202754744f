import { ago } from './moments';
import { detail } from './placements';

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
