import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PolicySnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { readOptional, writeOptional } from './documents/document';
import { placementPolicy } from './documents/placementDocuments';
import type { PolicySnapshotRow } from './tables';

/** The same index again replaces the snapshot: `numberOfClusters` and the generation follow the placement in place. */
export async function savePolicySnapshot(
  tx: Tx,
  placement: PlacementRef,
  snapshot: PolicySnapshot,
): Promise<void> {
  const row = {
    hub: placement.hub,
    placement: placement.name,
    idx: snapshot.index,
    hash: snapshot.hash,
    policy: writeOptional(placementPolicy, snapshot.policy),
    placement_generation: snapshot.placementGeneration,
    number_of_clusters: snapshot.numberOfClusters ?? null,
    created_at: snapshot.createdAt,
  };
  await tx.sql('policy_snapshots').insert(row).onConflict(['hub', 'placement', 'idx']).merge();
}

/** By ascending index. */
export async function loadPolicySnapshots(tx: Tx, hub: string, placement: string): Promise<PolicySnapshot[]> {
  const rows = await tx.sql('policy_snapshots').where({ hub, placement }).orderBy('idx');
  return rows.map(toPolicySnapshot);
}

export async function deletePolicySnapshots(
  tx: Tx,
  { hub, name }: PlacementRef,
  indexes: readonly number[],
): Promise<void> {
  if (indexes.length === 0) return;
  await tx.sql('policy_snapshots').where({ hub, placement: name }).whereIn('idx', indexes).delete();
}

function toPolicySnapshot(row: PolicySnapshotRow): PolicySnapshot {
  const policy = readOptional(placementPolicy, row.policy);
  return {
    index: row.idx,
    hash: row.hash,
    placementGeneration: Number(row.placement_generation),
    createdAt: instant(Number(row.created_at)),
    ...(policy && { policy }),
    ...(row.number_of_clusters !== null && { numberOfClusters: row.number_of_clusters }),
  };
}
