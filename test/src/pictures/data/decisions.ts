import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { ago } from './moments';
import { MISSING, causes, checkoutRows } from './placements';

const PICKED = checkoutRows[0].reason;
/** What differs from today: one more was picked, and another heartbeat was missing. */
const THEN: Readonly<Record<string, Partial<Schemas['PlacementCluster']>>> = {
  'aks-weu-prd-03': {
    isPicked: true,
    cause: 'Picked',
    reason: PICKED.replace(checkoutRows[0].cluster, 'aks-weu-prd-03'),
  },
  'eks-use-prd-03': {
    reason:
      'ClusterUnschedulable, cluster is not connected to the fleet: no recent heartbeat signals (last received 6.40 minutes ago).',
  },
};

const orderOf = ({ isPicked, cause, cluster }: Schemas['PlacementCluster']) =>
  `${isPicked ? 0 : 1} ${cause} ${cluster}`;

/** The rows of decision 2, in the backend's order: who was picked then, and nothing of their state now. */
export const decidedRows: readonly Schemas['PlacementCluster'][] = checkoutRows
  .map(({ cluster, reason, labels, isPicked, cause }) => ({
    cluster,
    reason,
    labels,
    isPicked,
    cause,
    conditions: [],
    ...THEN[cluster],
  }))
  .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

/** The last decision of checkout-web, one after the policy was changed, and the first. */
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
    decided: { total: 48, picked: 4, notPicked: 44 },
    inputs: '9c1f4e07',
  },
  {
    number: 2,
    at: ago(60 * 26),
    policyIndex: '2',
    isFulfilled: false,
    message:
      'Found 5 of 6 clusters: 37 do not match the required cluster affinity, 4 have a taint, 2 are not healthy.',
    picked: 5,
    cause: { kind: 'policy', clusters: [], count: 0 },
    gained: { count: 2, names: ['aks-weu-prd-03', 'eks-use-prd-01'] },
    causes: [
      { cause: 'Picked', clusters: 5 },
      { cause: 'AffinityMismatch', clusters: 37 },
      { cause: 'UntoleratedTaint', clusters: 4 },
      { cause: 'NotEligible', clusters: 2 },
    ],
    decided: { total: 48, picked: 5, notPicked: 43 },
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
    gained: { count: 3, names: ['aks-neu-prd-01', 'aks-weu-prd-01', 'eks-use-prd-02'] },
    causes: [
      { cause: 'Picked', clusters: 3 },
      { cause: 'AffinityMismatch', clusters: 37 },
      { cause: 'UntoleratedTaint', clusters: 4 },
      { cause: 'NotEligible', clusters: 2 },
      { cause: 'NotNeeded', clusters: 2 },
    ],
    decided: { total: 48, picked: 3, notPicked: 45 },
    inputs: '0be77c12',
  },
];
