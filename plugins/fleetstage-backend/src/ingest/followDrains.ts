import { isStatusAlone, type ObjectChange } from './keysFor';
import type { Tx } from '../database/db';
import { toEvictionFacts } from '../database/facts';
import { isKeyText } from '../database/keyText';
import { markDrainsOf } from '../database/marks';

/** Wakes the drains that a placement, its budget or an eviction of it may let go on. */
export async function followDrains(tx: Tx, hub: string, changes: readonly ObjectChange[]): Promise<void> {
  const placements = new Set(changes.flatMap(change => concerned(change) ?? []));
  for (const name of placements) await markDrainsOf(tx, { hub, name });
}

function concerned(change: ObjectChange): string | undefined {
  const { kind, name, before, after } = change;
  switch (kind) {
    case 'ClusterResourcePlacement':
    case 'ClusterResourcePlacementDisruptionBudget':
      return isStatusAlone(change) ? undefined : name;
    case 'ClusterResourcePlacementEviction': {
      const object = after ?? before;
      const placement = object && toEvictionFacts(object).placement;
      return placement !== undefined && isKeyText(placement) ? placement : undefined;
    }
    default:
      return undefined;
  }
}
