import { contentHash } from '@fleetstage/backstage-plugin-fleetstage-common';

/** How many snapshots of one override there are at most (B/OV-013). */
export const OVERRIDE_HISTORY_LIMIT = 10;

/** What of a snapshot decides about the next one. */
export interface OverrideRevision {
  readonly index: number;
  readonly hash: string;
}

/**
 * What a change of an override makes of its snapshots, ascending (B/OV-011…014): the next one unless the newest says the
 * same already, and which of the oldest go.
 */
export function planOverrideSnapshots(
  spec: unknown,
  snapshots: readonly OverrideRevision[],
  limit = OVERRIDE_HISTORY_LIMIT,
): { readonly created?: OverrideRevision; readonly pruned: readonly number[] } {
  const newest = snapshots.at(-1);
  const hash = contentHash(spec);
  if (newest?.hash === hash) return { pruned: [] };
  const spare = Math.max(0, snapshots.length - limit + 1);
  return {
    created: { index: (newest?.index ?? -1) + 1, hash },
    pruned: snapshots.slice(0, spare).map(({ index }) => index),
  };
}
