import { interpolate } from './interpolate';

describe('interpolate (A/SCH-052)', () => {
  it.each<[string, number, [number, number], 'Ascending' | 'Descending', number, number]>([
    ['1', 4, [2, 6], 'Ascending', 100, 50],
    ['1', 4, [2, 6], 'Descending', 100, 50],
    ['2', 4, [2, 7], 'Descending', 7, 3],
    ['3', 4, [2, 7], 'Descending', 8, 3],
    ['4', 4, [2, 7], 'Ascending', 8, 5],
    ['5', 4, [2, 7], 'Ascending', 7, 4],
    ['6', 4, [4, 8], 'Descending', 100, 0],
    ['6', 4, [4, 8], 'Ascending', 100, 100],
    ['7', 4, [2, 4], 'Descending', 100, 100],
    ['7', 4, [2, 4], 'Ascending', 100, 0],
    ['8', 100, [10, 100], 'Descending', 100, 100],
    ['8', 20, [10, 100], 'Descending', 100, 11],
    ['8', 10, [10, 100], 'Descending', 100, 0],
    ['9', 20, [10, 100], 'Ascending', 100, 89],
    ['10', 15, [10, 20], 'Ascending', 50, 25],
    ['11, nodes', 12, [10, 20], 'Descending', 50, 10],
    ['11, CPU', 10, [7, 25], 'Ascending', 20, 17],
    ['12', 4, [4, 4], 'Ascending', 100, 0],
    ['12', 4, [4, 4], 'Descending', 100, 0],
    ['13', 4, [2, 6], 'Descending', -100, -50],
    ['halves go away from zero', 1, [0, 2], 'Descending', 5, 3],
    ['halves go away from zero', 1, [0, 2], 'Descending', -5, -3],
  ])(
    'A/SCH-052 row %s: %d in %j, %s, weight %d → %d',
    (_row, value, [least, most], order, weight, points) => {
      expect(interpolate(value, { least, most }, { weight, order })).toBe(points);
    },
  );
});
