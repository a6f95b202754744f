import { parseIntOrPercent, resolveIntOrPercent } from './intOrPercent';

const resolve = (value: number | string, total: number, rounding: 'up' | 'down') => {
  const parsed = parseIntOrPercent(value);
  return parsed.ok ? resolveIntOrPercent(parsed.value, total, rounding) : parsed.error;
};

describe('intOrPercent', () => {
  it.each([
    [3, 10, 'up', 3],
    ['3', 10, 'down', 3],
    ['25%', 3, 'up', 1],
    ['25%', 3, 'down', 0],
    ['50%', 7, 'up', 4],
    ['50%', 7, 'down', 3],
    ['7%', 100, 'up', 7],
    ['100%', 0, 'up', 0],
    ['0%', 9, 'up', 0],
  ] as const)('%s of %d rounded %s is %d', (value, total, rounding, count) => {
    expect(resolve(value, total, rounding)).toBe(count);
  });

  it.each([-1, 1.5, '-1', '1.5%', '%', '', 'all'])('refuses %s', value => {
    expect(parseIntOrPercent(value)).toMatchObject({ ok: false });
  });
});
