import { readSoak, soakMs, soakText, writeSoak } from './soak';

const HOUR = 3_600_000;

it.each([
  ['3d', 72 * HOUR],
  ['36h', 36 * HOUR],
  ['1d 12h', 36 * HOUR],
  ['90 min', 1.5 * HOUR],
  ['0', 0],
  ['30d', 720 * HOUR],
  ['31d', undefined],
  ['soon', undefined],
  ['3', undefined],
  ['-1h', undefined],
])('reads %s as a person writes it, up to 30 days (E/KD-013, RV-006)', (text, ms) => {
  expect(readSoak(text)).toBe(ms);
});

it.each([
  [72 * HOUR, '72h', '3d'],
  [36 * HOUR, '36h', '36h'],
  [1.5 * HOUR, '90m', '90m'],
  [45_000, '45s', '45s'],
  [0, '0s', '0s'],
])('writes %d ms without days for the hub, with days for people', (ms, hub, people) => {
  expect([soakText(ms), writeSoak(ms)]).toEqual([hub, people]);
  expect(soakMs(hub)).toBe(ms);
});

it('takes what is no duration for no time', () => {
  expect([soakMs('soon'), soakMs(undefined)]).toEqual([0, 0]);
});
