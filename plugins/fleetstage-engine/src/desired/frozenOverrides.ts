import { canonicalJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type MatchedOverrides, type OverridesByCluster } from './desired';
import { matchedOn } from './desiredOf';

/** The overrides of many clusters as a document keeps them: equal ones once. */
export interface FrozenOverrides {
  readonly sets: readonly MatchedOverrides[];
  /** Position in `sets`; a cluster that is missing has none. */
  readonly setOf: Readonly<Record<string, number>>;
}

/** `undefined`: none of the clusters has any. */
export function freezeOverrides(
  overrides: OverridesByCluster | undefined,
  clusters: readonly string[],
): FrozenOverrides | undefined {
  const positions = new Map<string, number>();
  const sets: MatchedOverrides[] = [];
  const setOf: [string, number][] = [];
  for (const cluster of clusters) {
    const matched = matchedOn(overrides, cluster);
    if (matched === NO_OVERRIDES) continue;
    const text = canonicalJson(matched);
    const position = positions.get(text) ?? sets.push(matched) - 1;
    positions.set(text, position);
    setOf.push([cluster, position]);
  }
  return sets.length === 0 ? undefined : { sets, setOf: Object.fromEntries(setOf) };
}

export const frozenOn = (frozen: FrozenOverrides | undefined, cluster: string): MatchedOverrides =>
  frozen !== undefined && Object.hasOwn(frozen.setOf, cluster)
    ? frozen.sets[frozen.setOf[cluster]]
    : NO_OVERRIDES;
