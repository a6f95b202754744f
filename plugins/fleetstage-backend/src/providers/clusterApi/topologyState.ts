import { conditionOf, entriesOf, type CapiCluster, type ClusterObjects } from './objects';

/** Reasons of TopologyReconciled while pools are held (E/CA-007); the state is at rest then. */
const DEFERRED: ReadonlySet<string | undefined> = new Set([
  'MachineDeploymentsUpgradeDeferred',
  'MachinePoolsUpgradeDeferred',
]);

/** Cluster API has read the topology as it is now; true, too, for a cluster without one (E/CA-001). */
export function isTopologySeen(cluster: CapiCluster): boolean {
  if (cluster.spec.topology === undefined) return true;
  return conditionOf(cluster, 'TopologyReconciled')?.observedGeneration === cluster.metadata.generation;
}

/** Cluster API has nothing to do any more for the topology as it is now: all is reconciled, or what is not is held. */
export function isSettled({ cluster }: ClusterObjects): boolean {
  if (!isTopologySeen(cluster)) return false;
  const condition = conditionOf(cluster, 'TopologyReconciled');
  if (condition?.status === 'True') return condition.reason === 'ReconcileSucceeded';
  const { topology } = cluster.spec;
  const hasHeld = topology !== undefined && entriesOf(topology).some(({ isHeld }) => isHeld);
  return hasHeld && DEFERRED.has(condition?.reason);
}
