import { isTooLong, measureComment } from './comment';

describe('the length of a comment', () => {
  it.each([
    ['', { count: 0, over: 0, isNear: false }],
    ['x'.repeat(1799), { count: 1799, over: 0, isNear: false }],
    ['x'.repeat(1800), { count: 1800, over: 0, isNear: true }],
    [`  ${'x'.repeat(2000)}\n`, { count: 2000, over: 0, isNear: true }],
    ['x'.repeat(7200), { count: 7200, over: 5200, isNear: true }],
    ['🚀'.repeat(2000), { count: 2000, over: 0, isNear: true }],
  ])('case %#', (text, length) => {
    expect(measureComment(text)).toEqual(length);
    expect(isTooLong(text)).toBe(length.over > 0);
  });
});
