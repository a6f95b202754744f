import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { stamp } from './hub';
import { ago } from './moments';
import { ALLOWED, MAYA, PRIYA } from './people';

type Budget = Schemas['DisruptionBudget'];

/** Of checkout-web, which is available on 4 clusters. */
export const blockingBudget: Budget = {
  ...{ minAvailable: 4, limit: 'minAvailable', scaled: 4, total: 4, available: 4, desired: 6, allowed: 0 },
  ...{ uid: 'budget-1', resourceVersion: '31' },
  sentence: 'needs 4 of 4 available, 4 are: blocked',
};

export const looseBudget: Budget = {
  ...{
    minAvailable: '50%',
    limit: 'minAvailable',
    scaled: 3,
    total: 4,
    available: 4,
    desired: 6,
    allowed: 1,
  },
  ...{ uid: 'budget-1', resourceVersion: '32' },
  sentence: 'needs 3 of 4 available, 4 are: 1 may be evicted',
};

const eviction = (name: string, more: Partial<Schemas['Eviction']>): Schemas['Eviction'] => ({
  name,
  cluster: 'aks-weu-prd-01',
  createdAt: ago(3),
  state: 'waiting',
  conditions: [],
  ...more,
});

export const evictions: readonly Schemas['Eviction'][] = [
  eviction('checkout-web-aks-weu-prd-01-7b1c22aa', { requestedBy: MAYA.ref, reason: 'Rack 4 is replaced' }),
  eviction('checkout-web-aks-weu-prd-01-0f9e11bc', {
    state: 'blocked',
    createdAt: ago(26),
    explanation: 'the budget needs 4 of 4 available, 4 are: blocked',
    requestedBy: MAYA.ref,
    reason: 'Rack 4 is replaced',
  }),
  eviction('drain-eks-use', {
    cluster: 'eks-use-prd-02',
    state: 'executed',
    createdAt: ago(60 * 26),
    explanation: 'the budget needs 3 of 4 available, 4 are: 1 may be evicted',
    requestedBy: PRIYA.ref,
  }),
  eviction('by-hand', {
    cluster: 'gke-asw-prd-01',
    state: 'invalid',
    createdAt: ago(60 * 24 * 9),
    message: 'Failed to find scheduler decision for placement in cluster targeted by eviction',
  }),
];

export const evictionList = (
  budget: Budget | undefined,
  items: readonly Schemas['Eviction'][] = evictions,
): Schemas['EvictionList'] => ({
  ...stamp,
  mayEvict: ALLOWED,
  maySetBudget: ALLOWED,
  ...(budget && { budget }),
  clusters: [],
  evictions: [...items],
  total: items.length,
});

export const foresight = (
  more: Partial<Schemas['EvictionForesight']> = {},
): Schemas['EvictionForesight'] => ({
  ...stamp,
  cluster: 'aks-weu-prd-01',
  verdict: 'executed',
  isAllowed: true,
  reason: 'the budget needs 3 of 4 available, 4 are: 1 may be evicted',
  mayEvict: ALLOWED,
  mayTaint: ALLOWED,
  taint: { key: 'fleetstage.io/evicted', effect: 'NoSchedule' },
  moves: 'rolling',
  runs: [],
  after: { returns: true, instead: [], found: 4, wanted: 6 },
  afterTaint: { returns: false, instead: [], found: 3, wanted: 6 },
  ...more,
});
