import { countBlocked } from './foldBlockers';

it.each<[string[][], number]>([
  [[], 0],
  [[[]], 0],
  [[['a'], ['b']], 2],
  [
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    3,
  ],
])('clusters that are held, each once, ui §5.6: %j: %i', (named, count) => {
  expect(countBlocked(named.map(clusters => ({ clusters })))).toBe(count);
});
