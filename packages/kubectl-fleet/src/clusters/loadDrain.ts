import {
  labelKeys,
  type ClusterResourcePlacement,
  type ClusterResourcePlacementDisruptionBudget,
  type ClusterResourcePlacementEviction,
  type ClusterStagedUpdateRun,
  type Instant,
  type MemberCluster,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  drainStateOf,
  foreseeMove,
  mayMove,
  placementStateOf,
  type DrainItem,
  type DrainState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UserError } from 'fleetstage';
import { BINDINGS, PLACEMENTS, resourceOf, RUNS, type Family } from '../hub/families';
import type { Lists } from '../hub/FollowedLists';
import type { Hub } from '../hub/Hub';
import { keyOf } from '../hub/address';
import { listMembers, typed, type Binding } from '../placements/loadPlacement';

const both = async (hub: Lists, { clusterWide, namespaced }: Family) =>
  (await Promise.all([clusterWide, namespaced].map(({ resource }) => hub.listServed(resource)))).flat();

/** A drain, and the objects that its placements are decided on. */
export interface ShownDrain {
  readonly state: DrainState;
  readonly placements: readonly ClusterResourcePlacement[];
  readonly bindings: readonly Binding[];
}

/** A drain as the hub shows it. @throws UserError where the hub shows no bindings */
export async function loadDrain(hub: Lists, member: MemberCluster): Promise<ShownDrain> {
  const [placements, bindings, budgets, evictions, runs] = await Promise.all([
    both(hub, PLACEMENTS),
    both(hub, BINDINGS),
    hub.listServed(resourceOf('ClusterResourcePlacementDisruptionBudget')),
    hub.list(resourceOf('ClusterResourcePlacementEviction')),
    hub.listServed(RUNS.clusterWide.resource),
  ]);
  const known = typed<ClusterResourcePlacement>(placements);
  if (bindings.length === 0) mustBeEmpty(known, member.metadata.name);
  const shown = { placements: known, bindings: typed<Binding>(bindings) };
  const state = drainStateOf({
    ...{ member, ...shown },
    budgets: typed<ClusterResourcePlacementDisruptionBudget>(budgets),
    evictions: typed<ClusterResourcePlacementEviction>(evictions),
    runs: typed<ClusterStagedUpdateRun>(runs),
  });
  return { state, ...shown };
}

/**
 * Where placements go that are evicted, by key, as the scheduler decides on what the hub shows: filters and scores that somebody
 * has added to Fleetstage are not known here.
 */
export async function foreseeMoves(
  hub: Hub,
  { state, placements, bindings }: ShownDrain,
  items: readonly DrainItem[],
  now: Instant,
): Promise<ReadonlyMap<string, string>> {
  const asked = new Map(items.filter(mayMove).map(item => [item.placement, item]));
  const members = asked.size === 0 ? [] : await listMembers(hub);
  const moves = new Map<string, string>();
  for (const placement of placements) {
    const key = keyOf(placement.metadata);
    const item = asked.get(key);
    if (item === undefined) continue;
    const own = bindings.filter(binding => placementOf(binding) === key);
    const known = placementStateOf({ placement, members, bindings: own }, now);
    const move = foreseeMove(known, item, { cluster: state.cluster.name, now });
    if (move) moves.set(key, move.sentence);
  }
  return moves;
}

const placementOf = ({ metadata: { labels, namespace } }: Binding) =>
  keyOf({ name: labels?.[labelKeys.parentPlacement] ?? '', ...(namespace && { namespace }) });

/** Else a cluster with a hundred placements would count as drained. */
function mustBeEmpty(placements: readonly ClusterResourcePlacement[], cluster: string): void {
  const on = placements.find(({ status }) =>
    status?.placementStatuses?.some(({ clusterName }) => clusterName === cluster),
  );
  if (on !== undefined)
    throw new UserError(
      `placement "${on.metadata.name}" is on cluster "${cluster}", and the hub shows no bindings, so what to evict is not known; ` +
        'switch fleetstage.publish.bindings on, or drain it on the page of the cluster',
    );
}
