import { fromRfc3339, instant, toRfc3339 } from './instant';

const AT = Date.parse('2026-11-20T11:18:00Z');

describe('toRfc3339', () => {
  it('cuts fractions of seconds', () => {
    expect([AT, AT + 1, AT + 999, AT - 1].map(at => toRfc3339(instant(at)))).toEqual([
      '2026-11-20T11:18:00Z',
      '2026-11-20T11:18:00Z',
      '2026-11-20T11:18:00Z',
      '2026-11-20T11:17:59Z',
    ]);
  });

  it('writes each of more moments than it remembers, and the first ones again', () => {
    const moments = Array.from({ length: 10_000 }, (_, index) => AT + index * 1_000);
    for (const at of [...moments, ...moments]) expect(fromRfc3339(toRfc3339(instant(at)))).toBe(at);
  });

  it('writes no time that is none', () => {
    expect(() => toRfc3339(instant(Number.NaN))).toThrow(RangeError);
  });
});
