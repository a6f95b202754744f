import { canonicalJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  NO_OVERRIDES,
  type MatchedOverride,
  type MatchedOverrides,
  type OverridesByCluster,
} from './desired';
import { matchedOn } from './desiredOf';

/**
 * The overrides of many clusters as a document keeps them: equal ones once, and the snapshots of those that differ in the values
 * of their variables once, too. A variable of the cluster's name makes as many sets as there are clusters.
 */
export interface FrozenOverrides {
  readonly lists?: readonly (readonly MatchedOverride[])[];
  /** `list` is a position in `lists`; documents of before there were lists have the snapshots in each set. */
  readonly sets: readonly (FrozenSet | MatchedOverrides)[];
  /** Position in `sets`; a cluster that is missing has none. */
  readonly setOf: Readonly<Record<string, number>>;
}

interface FrozenSet extends Pick<MatchedOverrides, 'variables'> {
  readonly list: number;
}

/** `undefined`: none of the clusters has any. */
export function freezeOverrides(
  overrides: OverridesByCluster | undefined,
  clusters: readonly string[],
): FrozenOverrides | undefined {
  const lists = new Distinct<readonly MatchedOverride[]>();
  const sets = new Distinct<FrozenSet>();
  const setOf: [string, number][] = [];
  for (const cluster of clusters) {
    const { snapshots, variables } = matchedOn(overrides, cluster);
    if (snapshots.length === 0) continue;
    setOf.push([cluster, sets.add({ list: lists.add(snapshots), variables })]);
  }
  if (setOf.length === 0) return undefined;
  return { lists: lists.values, sets: sets.values, setOf: Object.fromEntries(setOf) };
}

export function frozenOn(frozen: FrozenOverrides | undefined, cluster: string): MatchedOverrides {
  if (frozen === undefined || !Object.hasOwn(frozen.setOf, cluster)) return NO_OVERRIDES;
  const set = frozen.sets[frozen.setOf[cluster]];
  if ('snapshots' in set) return set;
  return { snapshots: frozen.lists?.[set.list] ?? [], variables: set.variables };
}

/** Values, equal ones once, in the order in which they came. */
class Distinct<T> {
  readonly values: T[] = [];
  private readonly positions = new Map<string, number>();

  /** Its position. */
  add(value: T): number {
    const text = canonicalJson(value);
    const position = this.positions.get(text) ?? this.values.push(value) - 1;
    this.positions.set(text, position);
    return position;
  }
}
