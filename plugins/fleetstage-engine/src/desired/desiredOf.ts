import type { ApplyStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type Desired, type MatchedOverrides, type OverridesByCluster } from './desired';

interface DesiringPlacement {
  readonly spec: { readonly strategy?: { readonly applyStrategy?: ApplyStrategy } };
}

/**
 * What a cluster shall run of a placement. The overrides were matched before: they are looked up, so that whatever makes
 * one cluster differ from the next is known here and nowhere else.
 */
export const desiredOf = (
  placement: DesiringPlacement,
  { index, hash }: Desired['snapshot'],
  overrides: OverridesByCluster | undefined,
  cluster: string,
): Desired => ({
  snapshot: { index, hash },
  overrides: matchedOn(overrides, cluster),
  applyStrategy: placement.spec.strategy?.applyStrategy ?? {},
});

/** Variables that no override reads say nothing. */
export function matchedOn(overrides: OverridesByCluster | undefined, cluster: string): MatchedOverrides {
  const matched = overrides?.get(cluster);
  return matched === undefined || matched.snapshots.length === 0 ? NO_OVERRIDES : matched;
}
