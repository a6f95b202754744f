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

/** Lists have as many elements as a body can hold: each is looked up, never searched for. */
function firstPlaces(keys: readonly unknown[]): ReadonlyMap<unknown, number> {
  const places = new Map<unknown, number>();
  keys.forEach((key, place) => places.has(key) || places.set(key, place));
  return places;
}

const placeIn = (places: ReadonlyMap<unknown, number>, key: unknown): number => places.get(key) ?? -1;

/**
 * Elements of the patch come in its order, the others in theirs; between the two, one that was before the other stays
 * before it, and what is new comes first:
 *
 *   live [a b c], patch [x c] → [a b x c]
 *   live [a b c], patch [x]   → [x a b c]
 */
export function mergeOrdered({ list, order, live, mergeKey }: Lists): readonly unknown[] {
  const keyOf = (item: unknown) => (mergeKey !== undefined && isStruct(item) ? item[mergeKey] : item);
  const wanted = firstPlaces(order.map(keyOf));
  const before = firstPlaces(live.map(keyOf));
  const byPlace = (places: ReadonlyMap<unknown, number>) => (a: unknown, b: unknown) =>
    placeIn(places, keyOf(a)) - placeIn(places, keyOf(b));
  const named = list.filter(item => wanted.has(keyOf(item))).sort(byPlace(wanted));
  const others = list.filter(item => !wanted.has(keyOf(item))).sort(byPlace(before));
  const merged: unknown[] = [];
  let [n, o] = [0, 0];
  while (n < named.length || o < others.length) {
    const [left, right] = [placeIn(before, keyOf(others[o])), placeIn(before, keyOf(named[n]))];
    const takesOther = n === named.length || (o < others.length && left >= 0 && right >= 0 && left < right);
    merged.push(takesOther ? others[o++] : named[n++]);
  }
  return merged;
}
