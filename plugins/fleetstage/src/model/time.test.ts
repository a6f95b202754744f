import { ageOf, clockTime, durationOf, remainderOf, type Span } from './time';

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

const say = ({ key, major, minor }: Span) => `${key} ${major}${minor === '' ? '' : ` ${minor}`}`;

describe('ageOf', () => {
  it.each([
    [-3 * S, 'justNow 0'],
    [4 * S, 'justNow 0'],
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
  ])('%d ms → %s', (ms, text) => expect(say(remainderOf(ms))).toBe(text));
});

describe('clockTime', () => {
  const now = new Date(2026, 10, 20, 11, 18).getTime();
  it.each([
    ['the same day', new Date(2026, 10, 20, 9, 5), '09:05'],
    ['another day of the week', new Date(2026, 10, 19, 2, 40), 'Thu 02:40'],
    ['earlier in the year', new Date(2026, 9, 2, 2, 40), '2 Oct, 02:40'],
  ])('%s', (_, at, text) => expect(clockTime(at.getTime(), now, 'en-GB')).toBe(text));
});
