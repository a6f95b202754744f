import type { BlockerCause } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { askOnce } from '../askOnce';
import type { Tx } from '../db';
import { blockerParts } from '../documents/blockerDocuments';
import { listHoldingRuns } from '../marks';
import { wake } from '../wakes';

const NOT_READY: BlockerCause = 'ClusterNotReady';

/** An upgrade of the cluster begins, or is over: wakes the placements that it holds, and the runs under way on these. */
export async function markHeldOn(tx: Tx, hub: string, cluster: string): Promise<void> {
  const placements: string[] = await tx.sql('bindings').where({ hub, cluster }).pluck('placement');
  const runs = await listHoldingRuns(tx, hub, cluster);
  const named = (names: readonly string[]) => names.map(name => ({ hub, name }));
  wake(tx, 'clusterUpgradeChanged', named(placements));
  wake(tx, 'runConcerned', named(runs.map(({ name }) => name)));
}

/**
 * Workloads of these clusters are reported otherwise, or leave: wakes the sequences whose upgrades may wait for them. A pass that
 * begins to wait is repeated once (`rolloutSequence`): what was reported beside it did not find it here.
 */
export async function markUpgradesAfter(tx: Tx, hub: string, clusters: readonly string[]): Promise<void> {
  if (clusters.length === 0) return;
  const waiting = await askOnce(tx, `upgrades that wait ${hub}`, () => listWaiting(tx, hub));
  const owners = clusters.flatMap(cluster => waiting.get(cluster) ?? []);
  wake(
    tx,
    'sequenceConcerned',
    [...new Set(owners)].map(name => ({ hub, name })),
  );
}

/** Sequences by the clusters that they say are not ready. */
async function listWaiting(tx: Tx, hub: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx
    .sql('blockers')
    .where({ hub, owner_kind: 'sequence', cause: NOT_READY })
    .select('owner', 'parts');
  const found = new Map<string, string[]>();
  for (const { owner, parts } of rows)
    for (const { clusters = [] } of blockerParts.read(parts))
      for (const cluster of clusters) found.set(cluster, [...(found.get(cluster) ?? []), owner]);
  return found;
}
