import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, renderKeyOf, type Binding } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { askOnce } from '../database/askOnce';
import type { Tx } from '../database/db';
import { toHubKey, type PlacementRef } from '../database/keys';
import { loadManifests } from '../database/snapshotStore';

interface Kept {
  readonly index: number;
  readonly hash: string;
  readonly manifests: readonly KubeObject[];
  /** As text. */
  readonly bytes: number;
  /** By what rendering depends on, the most recently used last. */
  readonly variants: Map<string, readonly KubeObject[]>;
}

/** The fields of a binding that decide which objects are desired. */
type Wanted = Pick<Binding, 'overrides'> & { readonly resourceIndex: number };

/** Snapshots of one placement that are rolled out side by side. */
const PER_PLACEMENT = 3;
const PLACEMENTS = 200;
/** Of one snapshot; where each cluster has its own, as with a variable of its name, more are rendered again. */
const VARIANTS = 64;
/** Of one snapshot, as text: what is rendered of it is at most as much again for each variant that is kept. */
const VARIANT_BYTES = 32 * 1024 * 1024;
/** Of all placements, with their variants; in memory objects take some three times their text. */
const BYTES = 128 * 1024 * 1024;

interface ManifestCacheOptions {
  /** Of one snapshot, as text, so much is kept at most. */
  readonly variantBytes?: number;
  /** Of all of them. */
  readonly bytes?: number;
  /** A variant is rendered that was not kept. */
  readonly onVariant?: () => void;
}

/**
 * Manifests of the snapshots that are being applied, shared by all clusters of a placement: they are read and parsed once,
 * and rendered once for each variant. Keyed by content, so nothing in it can be out of date.
 */
export class ManifestCache {
  private readonly byPlacement = new Map<string, readonly Kept[]>();

  constructor(private readonly options: ManifestCacheOptions = {}) {}

  /**
   * The same array for all clusters whose objects are equal, another one for others: whoever renders an array once renders
   * each variant once. `undefined`: the snapshot is gone.
   */
  async load(tx: Tx, placement: PlacementRef, wanted: Wanted): Promise<readonly KubeObject[] | undefined> {
    const kept = await this.loadContent(tx, placement, wanted.resourceIndex);
    if (kept === undefined) return undefined;
    const { overrides = NO_OVERRIDES } = wanted;
    const { variants } = kept;
    const key = renderKeyOf({ snapshot: kept, overrides });
    const manifests = variants.get(key) ?? this.addVariant(kept);
    const { variantBytes = VARIANT_BYTES } = this.options;
    keepLast(variants, key, manifests, atMostOf(variantBytes, kept.bytes));
    this.dropOldest(toHubKey(placement.hub, placement.name));
    return manifests;
  }

  private addVariant({ manifests }: Kept): readonly KubeObject[] {
    this.options.onVariant?.();
    return [...manifests];
  }

  /** Whole placements, the least recently used first; never the one that is asked for. */
  private dropOldest(asked: string): void {
    const { bytes: limit = BYTES } = this.options;
    let bytes = 0;
    for (const entries of this.byPlacement.values()) bytes += sizeOf(entries);
    for (const [key, entries] of this.byPlacement) {
      if (bytes <= limit) return;
      if (key === asked) continue;
      this.byPlacement.delete(key);
      bytes -= sizeOf(entries);
    }
  }

  private async loadContent(tx: Tx, placement: PlacementRef, index: number): Promise<Kept | undefined> {
    const { hub, name } = placement;
    const key = toHubKey(hub, name);
    const row = await askOnce(tx, `snapshot ${key} ${index}`, async () =>
      tx.sql('resource_snapshots').where({ hub, placement: name, idx: index }).first('hash'),
    );
    if (row === undefined) return undefined;
    const { hash } = row;
    const kept = this.byPlacement.get(key) ?? [];
    const found = kept.find(entry => entry.index === index && entry.hash === hash);
    if (found) {
      keepLast(this.byPlacement, key, kept, PLACEMENTS);
      return found;
    }
    const manifests = await loadManifests(tx, placement, index);
    if (manifests === undefined) return undefined;
    const bytes = JSON.stringify(manifests).length;
    const entry = { index, hash, manifests, bytes, variants: new Map() };
    keepLast(this.byPlacement, key, [entry, ...kept].slice(0, PER_PLACEMENT), PLACEMENTS);
    return entry;
  }
}

/** At least one, so that what is asked for again and again is rendered once. */
const atMostOf = (limit: number, bytes: number) =>
  Math.max(1, Math.min(VARIANTS, Math.floor(limit / Math.max(1, bytes))));

const sizeOf = (entries: readonly Kept[]) =>
  entries.reduce((sum, { bytes, variants }) => sum + bytes * (1 + variants.size), 0);

/** Puts the entry at the end, and drops the first ones where there are too many. */
function keepLast<T>(map: Map<string, T>, key: string, value: T, atMost: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= atMost) return;
    map.delete(oldest);
  }
}
