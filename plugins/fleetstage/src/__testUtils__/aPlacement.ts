import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countRefused } from '@fleetstage/backstage-plugin-fleetstage-engine';

type Placement = Schemas['Placement'];

const YES = { isAllowed: true };

/** A placement `web` of two clusters on which all is well, but for what the test is about. */
export const aPlacement = (more: Partial<Placement> = {}): Placement => ({
  scope: '_',
  name: 'web',
  uid: 'u',
  state: 'available',
  policy: 'Picks 2 clusters',
  wanted: 2,
  picked: 2,
  available: 2,
  snapshots: [],
  withSnapshot: 0,
  moves: 'rolling',
  createdAt: '2026-11-01T00:00:00Z',
  conditions: [],
  resourceVersion: '1',
  manifest: { kind: 'ClusterResourcePlacement', metadata: { name: 'web' } },
  causes: [],
  refused: countRefused(more.causes ?? []),
  decided: { total: 2, picked: 2, notPicked: 0 },
  resources: [],
  history: [],
  runs: [],
  runsTotal: 0,
  blockers: [],
  may: { update: YES, delete: YES, createRun: YES, evict: YES, setBudget: YES },
  ...more,
});
