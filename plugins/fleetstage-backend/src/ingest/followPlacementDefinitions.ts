import type { KubeClient } from '@fleetstage/kube-client';
import type { Database, Tx } from '../database/db';
import { holdPlacements, loadDefinitionUid, markRemovals, saveDefinitionUid } from '../database/removalStore';
import { PLACEMENT_KINDS, readDefinition, type PlacementKind } from '../kube/readDefinition';
import type { Log } from '../observe/log';
import type { HubLease } from './HubLease';

interface Options {
  readonly hub: string;
  readonly database: Database;
  readonly lease: HubLease;
  readonly log: Log;
}

/**
 * Records which definitions the placements of the hub were made under. Where one was replaced, its placements went with it
 * and nobody has asked for their removal: what they have placed is held until they are applied again or somebody confirms
 * (decision 0032). Call it before the first list: what that lacks would count as deleted.
 */
export async function followPlacementDefinitions(options: Options, client: KubeClient): Promise<void> {
  const { hub, database, lease } = options;
  for (const kind of PLACEMENT_KINDS) {
    const live = await readDefinition(client, kind);
    if (live.kind !== 'there') continue;
    await database.transact(async tx => {
      await lease.renew(tx);
      await follow(tx, options, { kind, uid: live.uid });
    });
  }
  await database.transact(async tx => markRemovals(tx, hub));
}

async function follow(
  tx: Tx,
  { hub, log }: Options,
  { kind, uid }: { readonly kind: PlacementKind; readonly uid: string },
): Promise<void> {
  const known = await loadDefinitionUid(tx, hub, kind);
  if (known === uid) return;
  await saveDefinitionUid(tx, hub, kind, uid);
  if (known === undefined) return;
  const isNamespaced = kind === 'ResourcePlacement';
  const rows = await tx
    .sql('placements')
    .where({ hub })
    .whereNot({ uid: '' })
    .whereExists(
      tx.sql('bindings').whereRaw('bindings.hub = placements.hub and bindings.placement = placements.name'),
    )
    .select('name', 'uid');
  const lost = rows.filter(({ name }) => name.includes('/') === isNamespaced);
  await holdPlacements(tx, hub, lost);
  log.error('The definition of placements was deleted and is there again; what they have placed is kept', {
    hub,
    kind,
    placements: lost.length,
    remedy: 'apply the placements again, or confirm their removal on the overview page',
  });
}
