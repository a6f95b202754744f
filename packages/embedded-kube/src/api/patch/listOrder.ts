import { isStruct } from './schemaNode';

interface Lists {
  /** What the list holds after the merge, in any order. */
  readonly list: readonly unknown[];
  /** The order that a patch asks for its elements. */
  readonly order: readonly unknown[];
  /** The list before; elements that the patch does not name keep their order. */
  readonly live: readonly unknown[];
  readonly mergeKey?: string;
}

/**
 * Elements of the patch come in its order, the others in theirs; between the two, one that was before the other stays
 * before it, and what is new comes first:
 *
 *   live [a b c], patch [x c] → [a b x c]
 *   live [a b c], patch [x]   → [x a b c]
 */
export function mergeOrdered({ list, order, live, mergeKey }: Lists): readonly unknown[] {
  const keyOf = (item: unknown) => (mergeKey !== undefined && isStruct(item) ? item[mergeKey] : item);
  const wanted = order.map(keyOf);
  const before = live.map(keyOf);
  const byPlace = (places: readonly unknown[]) => (a: unknown, b: unknown) =>
    places.indexOf(keyOf(a)) - places.indexOf(keyOf(b));
  const named = list.filter(item => wanted.includes(keyOf(item))).sort(byPlace(wanted));
  const others = list.filter(item => !wanted.includes(keyOf(item))).sort(byPlace(before));
  const merged: unknown[] = [];
  while (named.length > 0 || others.length > 0) {
    const [left, right] = [before.indexOf(keyOf(others[0])), before.indexOf(keyOf(named[0]))];
    const takesOther = named.length === 0 || (others.length > 0 && left >= 0 && right >= 0 && left < right);
    merged.push(takesOther ? others.shift() : named.shift());
  }
  return merged;
}
