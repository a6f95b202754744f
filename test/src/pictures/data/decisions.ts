import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { ago } from './moments';
import { MISSING, causes, checkoutRows } from './placements';

/** The rows of decision 2: who was picked then, and nothing of how they stand now. */
export const decidedRows: readonly Schemas['PlacementCluster'][] = checkoutRows.map(
  ({ cluster, reason, memberState, labels, isPicked, cause }) => ({
    cluster,
    reason,
    memberState,
    labels,
    conditions: [],
    ...(cluster === 'aks-weu-prd-03' ? { isPicked: true, cause: 'Picked' } : { isPicked, cause }),
  }),
);

/** The last decision of checkout-web, one after a label was lost, and the first. */
export const checkoutDecisions: readonly Schemas['PlacementDecision'][] = [
  {
    number: 3,
    at: ago(41),
    isLast: true,
    policyIndex: '2',
    isFulfilled: false,
    message: MISSING,
    picked: 4,
    cause: {
      kind: 'clusters',
      clusters: [{ cluster: 'aks-weu-prd-03', before: 'Picked', after: 'UntoleratedTaint' }],
      count: 1,
    },
    lost: { count: 1, names: ['aks-weu-prd-03'] },
    causes: [...causes],
    inputs: '9c1f4e07',
  },
  {
    number: 2,
    at: ago(60 * 26),
    policyIndex: '2',
    isFulfilled: false,
    message: 'Found 5 of 6 clusters: 37 do not match the required cluster affinity, 4 have a taint.',
    picked: 5,
    cause: { kind: 'policy', clusters: [], count: 0 },
    gained: { count: 2, names: ['aks-weu-prd-03', 'eks-use-prd-01'] },
    causes: [
      { cause: 'Picked', clusters: 5 },
      { cause: 'AffinityMismatch', clusters: 37 },
      { cause: 'UntoleratedTaint', clusters: 4 },
    ],
    inputs: '51d0aa38',
  },
  {
    number: 1,
    at: ago(60 * 24 * 6),
    policyIndex: '1',
    isFulfilled: true,
    message: 'Found all 3 clusters that the policy asks for.',
    picked: 3,
    cause: { kind: 'first', clusters: [], count: 0 },
    gained: { count: 3, names: ['aks-weu-prd-01', 'aks-weu-prd-02', 'aks-neu-prd-01'] },
    causes: [{ cause: 'Picked', clusters: 3 }],
    inputs: '0be77c12',
  },
];
