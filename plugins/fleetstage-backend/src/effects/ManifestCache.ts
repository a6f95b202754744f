import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { askOnce } from '../database/askOnce';
import type { Tx } from '../database/db';
import { toHubKey, type PlacementRef } from '../database/keys';
import { loadManifests } from '../database/snapshotStore';

interface Kept {
  readonly index: number;
  readonly hash: string;
  readonly manifests: readonly KubeObject[];
}

/** Snapshots of one placement that are rolled out side by side. */
const PER_PLACEMENT = 3;
const PLACEMENTS = 200;

/**
 * Manifests of the snapshots that are being applied, shared by all clusters of a placement: they are read, parsed and
 * rendered once. Keyed by content, so nothing in it can be out of date.
 */
export class ManifestCache {
  private readonly byPlacement = new Map<string, readonly Kept[]>();

  /** `undefined`: the snapshot is gone. */
  async load(tx: Tx, placement: PlacementRef, index: number): Promise<readonly KubeObject[] | undefined> {
    const { hub, name } = placement;
    const key = toHubKey(hub, name);
    const row = await askOnce(tx, `snapshot ${key} ${index}`, async () =>
      tx.sql('resource_snapshots').where({ hub, placement: name, idx: index }).first('hash'),
    );
    if (row === undefined) return undefined;
    const kept = this.byPlacement.get(key) ?? [];
    const found = kept.find(entry => entry.index === index && entry.hash === row.hash);
    if (found) return found.manifests;
    const manifests = await loadManifests(tx, placement, index);
    if (manifests === undefined) return undefined;
    this.keep(key, [{ index, hash: row.hash, manifests }, ...kept].slice(0, PER_PLACEMENT));
    return manifests;
  }

  private keep(key: string, entries: readonly Kept[]): void {
    this.byPlacement.delete(key);
    this.byPlacement.set(key, entries);
    const [oldest] = this.byPlacement.keys();
    if (this.byPlacement.size > PLACEMENTS) this.byPlacement.delete(oldest);
  }
}
