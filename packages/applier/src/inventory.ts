import { identityKey, type ManifestIdentity } from '@fleetstage/backstage-plugin-fleetstage-engine';

/** One object that we hold, or may hold, on a cluster. */
export interface InventoryEntry extends ManifestIdentity {
  /** Position in the work. */
  readonly ordinal: number;
  /** Absent while it is only announced: a crash between announcement and write leaves it so. */
  readonly uid?: string;
  /** Hash of the manifest that the object was last seen to carry. */
  readonly hash?: string;
  /** Its generation then; status of an older one is no evidence. */
  readonly generation?: number;
  /** Its resourceVersion when it was compared last, of kinds whose metadata alone are watched: any other is a change. */
  readonly objectVersion?: string;
}

/** All that one placement holds on one cluster; plain JSON, for the caller to keep. */
export interface Inventory {
  /** Of the AppliedWork that owns it all. */
  readonly appliedWorkUid?: string;
  readonly objects: readonly InventoryEntry[];
}

export const EMPTY_INVENTORY: Inventory = { objects: [] };

/** Equal for the same object whatever its version: a move from v1beta1 to v1 leaves nothing behind. */
export const inventoryKey = ({ group, kind, namespace, name }: Omit<ManifestIdentity, 'version'>) =>
  identityKey({ group, kind, namespace, name });

/** The first list's entry wins where several name the same object. */
export function mergeEntries(...lists: readonly (readonly InventoryEntry[])[]): readonly InventoryEntry[] {
  const byKey = new Map<string, InventoryEntry>();
  for (const entry of lists.flat()) {
    const key = inventoryKey(entry);
    if (!byKey.has(key)) byKey.set(key, entry);
  }
  return [...byKey.values()];
}

/** The entries that none of the others name. */
export function selectLeftovers(
  held: readonly InventoryEntry[],
  wanted: readonly ManifestIdentity[],
): readonly InventoryEntry[] {
  const kept = new Set(wanted.map(inventoryKey));
  return held.filter(entry => !kept.has(inventoryKey(entry)));
}

/** The entries that are not wanted and stay all the same. */
export function selectKept(
  held: readonly InventoryEntry[],
  {
    wanted,
    kept = [],
  }: { readonly wanted: readonly ManifestIdentity[]; readonly kept?: readonly ManifestIdentity[] },
): readonly InventoryEntry[] {
  const keys = new Set(kept.map(inventoryKey));
  return selectLeftovers(held, wanted).filter(entry => keys.has(inventoryKey(entry)));
}
