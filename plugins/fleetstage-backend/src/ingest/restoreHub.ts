import {
  kinds,
  type ClusterResourceBinding,
  type ClusterResourcePlacement,
  type ClusterResourceSnapshot,
  type ClusterSchedulingPolicySnapshot,
  type KindName,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeClient } from '@fleetstage/kube-client';
import { saveBindings } from '../database/bindingStore';
import type { Database, Tx } from '../database/db';
import type { PlacementRef } from '../database/keys';
import { lockPlacement } from '../database/lockPlacement';
import { markWork } from '../database/marks';
import { isMirrorEmpty } from '../database/mirrorStore';
import { savePlacementUid } from '../database/placementStore';
import { savePolicySnapshot } from '../database/policySnapshotStore';
import { saveMaskedSnapshot, saveResourceSnapshot } from '../database/snapshotStore';
import type { Log } from '../observe/log';
import { restoreRows, type RestoredPlacement } from './restoredRows';

export interface RestoreOptions {
  readonly hub: string;
  readonly database: Database;
  readonly log: Log;
}

/**
 * Begins on a live fleet with an empty database: bindings and snapshots come back from what was published of them, so
 * that clusters keep their placements, indexes go on, and what an earlier life has placed can be cleaned up.
 *
 * Runs before the first object of the hub is mirrored, hence before any pass; stopped halfway it begins again, and
 * writes the same rows.
 */
export async function restoreHub({ hub, database, log }: RestoreOptions, client: KubeClient): Promise<void> {
  if (!(await database.transact(tx => isMirrorEmpty(tx, hub)))) return;
  const placements = await listAll<ClusterResourcePlacement>(client, 'ClusterResourcePlacement');
  if (placements.length === 0) return;
  const restored = restoreRows({
    placements,
    policySnapshots: await listAll<ClusterSchedulingPolicySnapshot>(
      client,
      'ClusterSchedulingPolicySnapshot',
    ),
    resourceSnapshots: await listAll<ClusterResourceSnapshot>(client, 'ClusterResourceSnapshot'),
    bindings: await listAll<ClusterResourceBinding>(client, 'ClusterResourceBinding'),
  });
  for (const one of restored) {
    await database.transact(tx => saveRestored(tx, { hub, name: one.name }, one));
    const { name: placement, bindings, resourceSnapshots } = one;
    log.info('The database knew nothing of a placement; what the hub shows of it was taken over', {
      hub,
      placement,
      clusters: bindings.length,
      snapshots: resourceSnapshots.length,
    });
  }
}

async function saveRestored(tx: Tx, placement: PlacementRef, restored: RestoredPlacement): Promise<void> {
  // Another replica may have taken the hub over and begun; its rows are newer than what we have read.
  if (!(await isMirrorEmpty(tx, placement.hub))) return;
  await lockPlacement(tx, placement.hub, placement.name);
  await savePlacementUid(tx, placement, restored.uid);
  for (const snapshot of restored.policySnapshots) await savePolicySnapshot(tx, placement, snapshot);
  for (const { snapshot, manifests } of restored.resourceSnapshots) {
    if (manifests) await saveResourceSnapshot(tx, placement, snapshot, manifests);
    else await saveMaskedSnapshot(tx, placement, snapshot);
  }
  await saveBindings(tx, placement, restored.bindings);
  const held = restored.bindings.filter(({ revision }) => revision !== undefined);
  markWork(
    tx,
    placement,
    held.map(({ cluster }) => cluster),
  );
}

async function listAll<T>(client: KubeClient, kind: KindName): Promise<readonly T[]> {
  const { group, storageVersion: version, plural } = kinds[kind];
  const { items } = await client.list({ group, version, kind, plural, namespaced: false });
  // The API server has checked their schema.
  return items as unknown as T[];
}
