interface Held<Row> {
  readonly rows: readonly Row[];
  /** New and vanished rows, and those that change their place among the others. */
  readonly waiting: number;
}

/**
 * What a table shows while somebody points at it: its rows where they are, with today's values. Rows below all others move
 * none, so they come at once; a list that shares no row with what is shown is another list, and comes whole.
 *
 *   shown a b c, now b c x a y → a b c y, 2 wait: x, and a's place
 */
export function holdRows<Row>(
  shown: readonly Row[],
  rows: readonly Row[],
  getKey: (row: Row) => string,
): Held<Row> {
  const today = new Map(rows.map(row => [getKey(row), row]));
  const keys = shown.map(getKey);
  const known = new Set(keys);
  const stays = keys.filter(key => today.has(key));
  if (stays.length === 0) return { rows, waiting: 0 };
  const order = rows.map(getKey).filter(key => known.has(key));
  const below = rows.slice(rows.findIndex(row => getKey(row) === order[order.length - 1]) + 1);
  const added = rows.length - order.length - below.length;
  const gone = keys.length - stays.length;
  const places = new Map(stays.map((key, place) => [key, place]));
  const moved = order.length - mostInOrder(order.map(key => places.get(key) ?? 0));
  const waiting = added + gone + moved;
  if (waiting === 0) return { rows, waiting };
  return { rows: [...shown.map(row => today.get(getKey(row)) ?? row), ...below], waiting };
}

/** Length of the longest rising part: what stays where the fewest are moved. */
function mostInOrder(places: readonly number[]): number {
  const ends: number[] = [];
  for (const place of places) {
    const longer = ends.findIndex(end => end > place);
    ends[longer === -1 ? ends.length : longer] = place;
  }
  return ends.length;
}
