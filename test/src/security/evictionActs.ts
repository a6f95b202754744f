import { create, object, PLACEMENT_API, READERS, TRUSTED, WRITERS, type Act } from './actParts';

const eviction = object(
  PLACEMENT_API,
  'ClusterResourcePlacementEviction',
  { name: 'new' },
  { spec: { placementName: 'plain', clusterName: 'far-away' } },
);
const budget = object(
  PLACEMENT_API,
  'ClusterResourcePlacementDisruptionBudget',
  { name: 'plain' },
  { spec: { minAvailable: 1 } },
);

/** Whoever writes a placement protects it; to take it off a cluster is a right of its own. */
export const evictions: readonly Act[] = [
  ...['clusterresourceplacementevictions', 'clusterresourceplacementdisruptionbudgets'].map(kind => ({
    act: `read ${kind}`,
    args: ['get', kind],
    may: READERS,
  })),
  create('evict a placement', ['evictor', ...TRUSTED], eviction),
  create('protect a placement by a budget', WRITERS, budget),
];
