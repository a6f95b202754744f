import { contentHash } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type Desired, type MatchedOverrides, type BoundState } from './desired';
import { identityOf } from './revision';

/**
 * What rendering depends on: content, overrides, values of variables. Equal for clusters whose objects are equal, however
 * they are applied.
 */
export const renderKeyOf = ({ snapshot, overrides }: Pick<Desired, 'snapshot' | 'overrides'>): string =>
  overrides.snapshots.length === 0 ? snapshot.hash : contentHash([snapshot.hash, identityOf(overrides)]);

/** Clusters whose desired objects are equal. */
export interface Variant {
  readonly key: string;
  readonly overrides: MatchedOverrides;
  readonly clusters: readonly string[];
}

/**
 * Bindings by the desired objects of their clusters, the largest group first; of equal ones the first cluster's. Those that
 * were never assigned any, or whose snapshot is gone, are in none.
 */
export function foldVariants(
  bindings: readonly (BoundState & { readonly cluster: string })[],
  snapshots: readonly Desired['snapshot'][],
): Variant[] {
  const snapshotOf = new Map(snapshots.map(snapshot => [snapshot.index, snapshot]));
  const groups = new Map<string, { readonly overrides: MatchedOverrides; readonly clusters: string[] }>();
  for (const { cluster, revision, resourceIndex = -1, overrides = NO_OVERRIDES } of bindings) {
    const snapshot = snapshotOf.get(resourceIndex);
    if (revision === undefined || snapshot === undefined) continue;
    const key = renderKeyOf({ snapshot, overrides });
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { overrides, clusters: [cluster] });
    else group.clusters.push(cluster);
  }
  return [...groups]
    .map(([key, group]) => ({ key, ...group }))
    .sort((a, b) => b.clusters.length - a.clusters.length);
}

/**
 *   940, 40, 20 clusters  → 940 the same, 3 variants
 *   1000                  → all 1000 the same
 *   1, 1, 1               → 3 variants
 */
export function sayVariants(variants: readonly Variant[]): string {
  const [largest, ...others] = variants;
  if (largest === undefined) return 'none';
  const { length } = largest.clusters;
  if (others.length === 0) return length === 1 ? '1 cluster' : `all ${length} the same`;
  const count = `${variants.length} variants`;
  return length === 1 ? count : `${length} the same, ${count}`;
}
