import { ageOf, clockTime, durationOf, remainderOf, splitMoments, type Span } from './time';

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

const say = ({ key, major, minor }: Span) => `${key} ${major}${minor === '' ? '' : ` ${minor}`}`;

describe('ageOf', () => {
  it.each([
    [-3 * S, 'seconds 0'],
    [4 * S, 'seconds 4'],
    [47 * S, 'seconds 47'],
    [12 * M + 40 * S, 'minutes 12'],
    [3 * H + 4 * M, 'hoursMinutes 3 04'],
    [5 * H, 'hours 5'],
    [26 * H, 'hours 26'],
    [49 * H, 'days 2'],
    [250 * D, 'months 8'],
  ])('%d ms → %s', (ms, text) => expect(say(ageOf(ms))).toBe(text));
});

describe('durationOf', () => {
  it.each([
    [0, 'seconds 0'],
    [48 * S, 'seconds 48'],
    [112 * S, 'minutesSeconds 1 52'],
    [62 * S, 'minutesSeconds 1 02'],
    [H, 'hours 1'],
    [132 * M, 'hoursMinutes 2 12'],
    [12 * H, 'hours 12'],
    [76 * H, 'daysHours 3 04'],
    [48 * H, 'days 2'],
  ])('%d ms → %s', (ms, text) => expect(say(durationOf(ms))).toBe(text));
});

describe('remainderOf', () => {
  it.each([
    [37 * M + 2 * S, 'minutes 38'],
    [61 * S, 'minutes 2'],
    [59_400, 'seconds 60'],
    [-5 * S, 'seconds 0'],
    [90 * M, 'hoursMinutes 1 30'],
    [48 * H, 'hours 48'],
    [49 * H, 'daysHours 2 01'],
    [72 * H, 'days 3'],
  ])('%d ms → %s', (ms, text) => expect(say(remainderOf(ms))).toBe(text));
});

describe('clockTime', () => {
  const now = new Date(2026, 10, 20, 11, 18).getTime();
  it.each([
    ['the same day', new Date(2026, 10, 20, 9, 5), '09:05'],
    ['another day of the week', new Date(2026, 10, 19, 2, 40), 'Thu 02:40'],
    ['earlier in the year', new Date(2026, 9, 2, 2, 40), '2 Oct, 02:40'],
  ])('%s', (_, at, text) => expect(clockTime(at.getTime(), now, { locale: 'en-GB' })).toBe(text));

  it.each([
    ['the same day', now, new Date(2026, 10, 20, 9, 5, 7), '09:05:07'],
    ['another day', now, new Date(2026, 10, 19, 2, 40, 7), 'Thu 02:40'],
    [
      'before midnight',
      new Date(2026, 10, 20, 0, 10).getTime(),
      new Date(2026, 10, 19, 23, 58, 7),
      'Thu 23:58:07',
    ],
  ])('with seconds: %s', (_, today, at, text) =>
    expect(clockTime(at.getTime(), today, { locale: 'en-GB', hasSeconds: true })).toBe(text),
  );
});

describe('moments in a text', () => {
  const at = '2026-11-20T11:09:00Z';
  it.each([
    [`Last received ${at}, limit 5 min.`, ['Last received ', { at }, ', limit 5 min.']],
    [at, [{ at }]],
    [`${at} to 2026-11-20T12:09:00.5+01:00`, [{ at }, ' to ', { at: '2026-11-20T12:09:00.5+01:00' }]],
    ['image web:2026-11-20', ['image web:2026-11-20']],
    ['at 2026-13-40T11:09:00Z', ['at 2026-13-40T11:09:00Z']],
    ['', []],
  ])('%s', (text, parts) => expect(splitMoments(text)).toEqual(parts));
});
