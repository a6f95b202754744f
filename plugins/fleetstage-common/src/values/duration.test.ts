import { formatDuration, parseDuration } from './duration';

describe('duration', () => {
  it.each([
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['1h', 3_600_000],
    ['1m0s', 60_000],
    ['45s', 45_000],
    ['250ms', 250],
    ['1500us', 2],
    ['-10s', -10_000],
    ['0', 0],
    ['.5s', 500],
  ])('reads %s as %d ms', (text, ms) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: ms });
  });

  it.each(['', '10', 's', '1h 30m', '1d', 'h1', '1h30', '+'])('refuses "%s"', text => {
    expect(parseDuration(text)).toMatchObject({ ok: false });
  });

  it.each([
    [0, '0s'],
    [60_000, '1m0s'],
    [3_600_000, '1h0m0s'],
    [5_400_000, '1h30m0s'],
    [1500, '1.5s'],
    [61_250, '1m1.25s'],
    [250, '250ms'],
    [-60_000, '-1m0s'],
    [90_061_000, '25h1m1s'],
  ])('RUL 30: prints %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
