import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { waitsForRun, type PlacementState } from '../status/placement';

export type Cluster = Schemas['Cluster'];
export type PlacementHere = Cluster['placementsHere'][number];

/** The one thing to know first about a cluster. */
export type ClusterNow =
  | { readonly kind: 'member'; readonly state: Exclude<Cluster['state'], 'healthy'> }
  | { readonly kind: 'placement'; readonly placement: PlacementHere }
  | { readonly kind: 'well' };

const BROKEN: ReadonlySet<PlacementState> = new Set([
  'overrideFailed',
  'notSent',
  'applyFailed',
  'diffFailed',
]);
const WELL: ReadonlySet<PlacementState> = new Set(['available', 'diffReported']);

const SILENT: ReadonlySet<Cluster['state']> = new Set(['unreachable', 'noHeartbeat', 'credentialsRefused']);

/** What waits for a run waits for people or clocks that its page names: the cluster can do nothing for it. */
const concernsCluster = (one: PlacementHere) => !isWell(one) && !waitsForRun(one.state, one.conditions ?? []);

export const isWell = ({ state }: PlacementHere) => WELL.has(state);

/** The member itself before what it carries; of that, what is broken, then what is not available, then what is on its way. */
export function clusterNow({ state, placementsHere }: Pick<Cluster, 'state' | 'placementsHere'>): ClusterNow {
  if (state !== 'healthy') return { kind: 'member', state };
  const placement = sortPlacements(placementsHere).find(concernsCluster);
  return placement === undefined ? { kind: 'well' } : { kind: 'placement', placement };
}

/** It does not report: what is known of its placements is what it reported last. */
export const isSilent = ({ state }: Pick<Cluster, 'state'>) => SILENT.has(state);

const rank = ({ state }: PlacementHere) =>
  BROKEN.has(state) ? 0 : WELL.has(state) ? 3 : state === 'notAvailable' ? 1 : 2;

/** Trouble first, then by name. */
export const sortPlacements = (placements: readonly PlacementHere[]): readonly PlacementHere[] =>
  [...placements].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
