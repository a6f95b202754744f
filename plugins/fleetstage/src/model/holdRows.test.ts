import { holdRows } from './holdRows';

const row = (text: string) => ({ key: text[0], text });
const rows = (texts: string) => texts.split(' ').filter(Boolean).map(row);
const hold = (shown: string, now: string) => {
  const held = holdRows(rows(shown), rows(now), ({ key }) => key);
  return [held.rows.map(({ text }) => text).join(' '), held.waiting];
};

it.each([
  ['values change in place', 'a1 b1', 'a2 b1', ['a2 b1', 0]],
  ['a new row waits', 'a b', 'x a b', ['a b', 1]],
  ['a new row below all others moves none', 'a b', 'a b x y', ['a b x y', 0]],
  ['a row that is gone stays as it was', 'a1 b1 c1', 'a2 c2', ['a2 b1 c2', 1]],
  ['the order waits, today’s values do not', 'a1 b1 c1', 'b2 a2 c2', ['a2 b2 c2', 1]],
  ['the fewest count that have moved', 'a b c d', 'c d a b', ['a b c d', 2]],
  ['all at once', 'a b c', 'b c x a y', ['a b c y', 2]],
  ['another list comes whole', 'a b', 'x y', ['x y', 0]],
  ['the first rows come', '', 'a b', ['a b', 0]],
  ['an emptied list is another one', 'a b', '', ['', 0]],
])('%s', (_, shown, now, held) => expect(hold(shown, now)).toEqual(held));
