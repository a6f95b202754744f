import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { covers, intersect, subtract, unite, type Intervals } from './intervals';

const spans = (...pairs: [number, number][]): Intervals =>
  pairs.map(([start, end]) => ({ start: instant(start), end: instant(end) }));

describe('intervals', () => {
  it.each([
    {
      rule: 'sorts, joins what overlaps or touches',
      a: spans([5, 7], [0, 2], [1, 3], [3, 4]),
      united: spans([0, 4], [5, 7]),
    },
    { rule: 'keeps the longer end', a: spans([0, 9], [1, 2]), united: spans([0, 9]) },
    { rule: 'leaves out what is empty', a: spans([3, 3], [5, 4]), united: [] },
  ])('unite: $rule', ({ a, united }) => {
    expect(unite(a)).toEqual(united);
  });

  it.each([
    {
      rule: 'in both',
      a: spans([0, 5], [8, 12]),
      b: spans([3, 9], [10, 20]),
      both: spans([3, 5], [8, 9], [10, 12]),
    },
    { rule: 'touching is not common', a: spans([0, 5]), b: spans([5, 9]), both: [] },
  ])('intersect: $rule', ({ a, b, both }) => {
    expect(intersect(a, b)).toEqual(both);
  });

  it.each([
    { rule: 'a hole in the middle', a: spans([0, 10]), b: spans([3, 4]), left: spans([0, 3], [4, 10]) },
    { rule: 'over both ends', a: spans([2, 10]), b: spans([0, 3], [9, 12]), left: spans([3, 9]) },
    { rule: 'all of it', a: spans([2, 10]), b: spans([2, 10]), left: [] },
  ])('subtract: $rule', ({ a, b, left }) => {
    expect(subtract(a, b)).toEqual(left);
  });

  it('covers its start, not its end', () => {
    expect([1, 2, 3].map(n => covers(spans([1, 3]), instant(n)))).toEqual([true, true, false]);
  });
});
