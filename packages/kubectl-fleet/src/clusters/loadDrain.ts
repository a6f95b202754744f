import type {
  ClusterResourcePlacement,
  ClusterResourcePlacementDisruptionBudget,
  ClusterResourcePlacementEviction,
  ClusterStagedUpdateRun,
  MemberCluster,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { drainStateOf, type DrainState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UserError } from 'fleetstage';
import { BINDINGS, PLACEMENTS, resourceOf, RUNS, type Family } from '../hub/families';
import type { Hub } from '../hub/Hub';
import { typed, type Binding } from '../placements/loadPlacement';

const both = async (hub: Hub, { clusterWide, namespaced }: Family) =>
  (await Promise.all([clusterWide, namespaced].map(({ resource }) => hub.listServed(resource)))).flat();

/** The state of a drain as the hub shows it. @throws UserError where the hub shows no bindings */
export async function loadDrain(hub: Hub, member: MemberCluster): Promise<DrainState> {
  const [placements, bindings, budgets, evictions, runs] = await Promise.all([
    both(hub, PLACEMENTS),
    both(hub, BINDINGS),
    hub.listServed(resourceOf('ClusterResourcePlacementDisruptionBudget')),
    hub.list(resourceOf('ClusterResourcePlacementEviction')),
    hub.listServed(RUNS.clusterWide.resource),
  ]);
  const known = typed<ClusterResourcePlacement>(placements);
  if (bindings.length === 0) mustBeEmpty(known, member.metadata.name);
  return drainStateOf({
    ...{ member, placements: known, bindings: typed<Binding>(bindings) },
    budgets: typed<ClusterResourcePlacementDisruptionBudget>(budgets),
    evictions: typed<ClusterResourcePlacementEviction>(evictions),
    runs: typed<ClusterStagedUpdateRun>(runs),
  });
}

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
