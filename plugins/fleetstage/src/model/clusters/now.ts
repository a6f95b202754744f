import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { PlacementState } from '../status/placement';

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

export const isWell = ({ state }: PlacementHere) => WELL.has(state);

/** The member itself before what it carries; of that, what is broken. What only is not there yet needs nobody. */
export function clusterNow({ state, placementsHere }: Cluster): ClusterNow {
  if (state !== 'healthy') return { kind: 'member', state };
  const placement = placementsHere.find(one => BROKEN.has(one.state));
  return placement === undefined ? { kind: 'well' } : { kind: 'placement', placement };
}

const rank = ({ state }: PlacementHere) => (BROKEN.has(state) ? 0 : WELL.has(state) ? 2 : 1);

/** Trouble first, then by name. */
export const sortPlacements = (placements: readonly PlacementHere[]): readonly PlacementHere[] =>
  [...placements].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
