import type { Cluster } from '../model/clusters/now';

/** Healthy, reached by the backend, and empty; who looks at it may do everything. */
export const aCluster = (patch: Partial<Cluster> = {}): Cluster => ({
  name: 'c1',
  state: 'healthy',
  carrier: 'push',
  labels: {},
  taints: [],
  placements: 0,
  available: 0,
  resourceVersion: '1',
  generation: 1,
  may: {
    update: { isAllowed: true },
    leave: { isAllowed: true },
    drain: { isAllowed: true },
    join: { isAllowed: true },
  },
  uid: 'uid-77',
  leave: { way: 'atOnce', forceAfterSeconds: 900 },
  evictions: [],
  evictionsTotal: 0,
  properties: {},
  conditions: [],
  manifest: {},
  placementsHere: [],
  notAvailable: 0,
  runsHere: [],
  ...patch,
});
