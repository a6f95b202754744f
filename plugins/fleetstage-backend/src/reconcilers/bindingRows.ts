import { canonicalJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding } from '@fleetstage/backstage-plugin-fleetstage-engine';

/**
 * The clusters whose member has work: it shall run something else, in another way, or nothing. A binding that was only
 * scheduled, or explained anew, concerns the hub alone.
 */
export function changedWork(before: ReadonlyMap<string, Binding>, changed: readonly Binding[]): string[] {
  return changed
    .filter(binding => workOf(binding) !== workOf(before.get(binding.cluster)))
    .map(binding => binding.cluster);
}

function workOf(binding: Binding | undefined): string {
  const { revision, applyStrategy, releasedAt } = binding ?? {};
  return canonicalJson([revision ?? null, applyStrategy ?? null, releasedAt !== undefined]);
}

/** The clusters of these that get other content. */
export const updatedClusters = (
  before: ReadonlyMap<string, Binding>,
  changed: readonly Binding[],
): readonly string[] =>
  changed
    .filter(
      ({ cluster, revision, releasedAt }) =>
        releasedAt === undefined && revision !== undefined && revision !== before.get(cluster)?.revision,
    )
    .map(({ cluster }) => cluster);
