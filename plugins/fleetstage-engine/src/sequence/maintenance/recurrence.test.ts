import { DAY_MS, parseDay, partsOfDay, toDay } from './civilDay';
import { isBeforeEnd, parseRecurrence, recursOn, type Recurrence } from './recurrence';

function aRecurrence(rule: string, startDate?: string): Recurrence {
  const parsed = parseRecurrence(rule, startDate === undefined ? undefined : parseDay(startDate));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

const FROM = toDay(2026, 1, 1);
const TO = toDay(2028, 5, 31);

function daysOf(recurrence: Recurrence): string[] {
  const days: string[] = [];
  for (let day = FROM; day <= TO; day++) {
    const { year, month, dayOfMonth } = partsOfDay(day);
    const isOn = recursOn(recurrence, day) && isBeforeEnd(recurrence, day * DAY_MS, day * DAY_MS);
    if (isOn) days.push(`${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`);
  }
  return days;
}

describe('recurrences (E/MP-003)', () => {
  // Counted by another implementation of RFC 5545 (python-dateutil 2.9) from 2026-01-01 to 2028-05-31.
  it.each<{ rule: string; startDate?: string; count: number; first: string[]; last: string }>([
    {
      rule: 'FREQ=MONTHLY;BYMONTHDAY=31',
      count: 17,
      first: ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31', '2026-08-31'],
      last: '2028-05-31',
    },
    {
      rule: 'FREQ=MONTHLY;BYDAY=-1FR',
      count: 29,
      first: ['2026-01-30', '2026-02-27', '2026-03-27', '2026-04-24', '2026-05-29'],
      last: '2028-05-26',
    },
    {
      rule: 'FREQ=MONTHLY;BYDAY=1MO,3MO',
      count: 58,
      first: ['2026-01-05', '2026-01-19', '2026-02-02'],
      last: '2028-05-15',
    },
    {
      rule: 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      count: 4,
      first: ['2026-02-13', '2026-03-13', '2026-11-13', '2027-08-13'],
      last: '2027-08-13',
    },
    {
      rule: 'FREQ=MONTHLY;BYMONTHDAY=-1',
      count: 29,
      first: ['2026-01-31', '2026-02-28', '2026-03-31'],
      last: '2028-05-31',
    },
    {
      rule: 'FREQ=MONTHLY;BYMONTHDAY=-31',
      count: 17,
      first: ['2026-01-01', '2026-03-01', '2026-05-01'],
      last: '2028-05-01',
    },
    {
      rule: 'FREQ=MONTHLY;BYDAY=5SU',
      count: 10,
      first: ['2026-03-29', '2026-05-31', '2026-08-30'],
      last: '2028-04-30',
    },
    { rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29', count: 1, first: ['2028-02-29'], last: '2028-02-29' },
    {
      rule: 'FREQ=DAILY;BYDAY=SA,SU;BYMONTH=12',
      count: 16,
      first: ['2026-12-05', '2026-12-06', '2026-12-12'],
      last: '2027-12-26',
    },
    {
      rule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
      count: 378,
      first: ['2026-01-02', '2026-01-05', '2026-01-07'],
      last: '2028-05-31',
    },
    {
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO',
      startDate: '2026-03-04',
      count: 117,
      first: ['2026-03-08', '2026-03-16', '2026-03-22', '2026-03-30'],
      last: '2028-05-28',
    },
    {
      rule: 'FREQ=WEEKLY;INTERVAL=3',
      startDate: '2026-01-08',
      count: 42,
      first: ['2026-01-08', '2026-01-29', '2026-02-19'],
      last: '2028-05-18',
    },
    {
      rule: 'FREQ=DAILY;INTERVAL=10',
      startDate: '2026-02-20',
      count: 84,
      first: ['2026-02-20', '2026-03-02', '2026-03-12'],
      last: '2028-05-30',
    },
    {
      rule: 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31',
      startDate: '2026-01-31',
      count: 11,
      first: ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31', '2027-01-31'],
      last: '2028-05-31',
    },
    {
      rule: 'FREQ=MONTHLY;INTERVAL=5;BYDAY=-2WE',
      startDate: '2026-02-01',
      count: 6,
      first: ['2026-02-18', '2026-07-22', '2026-12-23'],
      last: '2028-03-22',
    },
    {
      rule: 'FREQ=MONTHLY',
      startDate: '2026-01-30',
      count: 26,
      first: ['2026-01-30', '2026-03-30'],
      last: '2028-05-30',
    },
    {
      rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20260714',
      startDate: '2026-05-01',
      count: 11,
      first: ['2026-05-05', '2026-05-12'],
      last: '2026-07-14',
    },
    {
      rule: 'FREQ=MONTHLY;BYDAY=MO;BYMONTH=9',
      count: 8,
      first: ['2026-09-07', '2026-09-14'],
      last: '2027-09-27',
    },
    {
      rule: 'FREQ=WEEKLY;BYDAY=TH;BYMONTH=11',
      count: 8,
      first: ['2026-11-05', '2026-11-12'],
      last: '2027-11-25',
    },
  ])('$rule from $startDate', ({ rule, startDate, count, first, last }) => {
    const days = daysOf(aRecurrence(rule, startDate));
    expect(days.slice(0, first.length)).toEqual(first);
    expect([days.length, days.at(-1)]).toEqual([count, last]);
  });

  it.each<{ rule: string; startDate?: string; why: RegExp }>([
    { rule: '', why: /is not a part of a recurrence/ },
    { rule: 'weekly', why: /is not a part of a recurrence/ },
    { rule: 'RRULE:FREQ=DAILY', why: /is not a part of a recurrence/ },
    { rule: 'FREQ=DAILY;', why: /is not a part of a recurrence/ },
    { rule: 'INTERVAL=1', why: /FREQ must be DAILY, WEEKLY or MONTHLY/ },
    { rule: 'FREQ=YEARLY', why: /FREQ must be DAILY, WEEKLY or MONTHLY/ },
    { rule: 'FREQ=DAILY;COUNT=3', why: /COUNT is not supported; use FREQ, INTERVAL/ },
    { rule: 'FREQ=DAILY;DTSTART=20260101', why: /DTSTART is not supported/ },
    { rule: 'FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO', why: /BYSETPOS is not supported/ },
    { rule: 'FREQ=DAILY;FREQ=DAILY', why: /FREQ is there twice/ },
    { rule: 'FREQ=DAILY;INTERVAL=0', startDate: '2026-01-01', why: /INTERVAL must be from 1 to 999/ },
    { rule: 'FREQ=DAILY;INTERVAL=1000', startDate: '2026-01-01', why: /INTERVAL must be from 1 to 999/ },
    { rule: 'FREQ=DAILY;INTERVAL=2', why: /set startDate/ },
    { rule: 'FREQ=WEEKLY', why: /name the days with BYDAY, or set startDate/ },
    { rule: 'FREQ=MONTHLY', why: /name the days with BYDAY or BYMONTHDAY, or set startDate/ },
    { rule: 'FREQ=WEEKLY;BYDAY=1MO', why: /needs FREQ=MONTHLY/ },
    { rule: 'FREQ=WEEKLY;BYDAY=MO;BYMONTHDAY=1', why: /does not go with FREQ=WEEKLY/ },
    { rule: 'FREQ=MONTHLY;BYDAY=6MO', why: /BYDAY has days such as MO/ },
    { rule: 'FREQ=WEEKLY;BYDAY=MO,', why: /BYDAY has days such as MO/ },
    { rule: 'FREQ=MONTHLY;BYMONTHDAY=32', why: /BYMONTHDAY has days of the month/ },
    { rule: 'FREQ=MONTHLY;BYMONTHDAY=0', why: /BYMONTHDAY has days of the month/ },
    { rule: 'FREQ=DAILY;BYMONTH=13', why: /BYMONTH has months/ },
    { rule: 'FREQ=DAILY;BYMONTH=-1', why: /BYMONTH has months/ },
    { rule: 'FREQ=DAILY;UNTIL=20260230', why: /UNTIL must be a day/ },
    { rule: 'FREQ=DAILY;UNTIL=20260228T250000Z', why: /UNTIL must be a day/ },
    { rule: 'FREQ=DAILY;UNTIL=2026', why: /UNTIL must be a day/ },
  ])('refuses "$rule": $why', ({ rule, startDate, why }) => {
    const parsed = parseRecurrence(rule, startDate === undefined ? undefined : parseDay(startDate));
    expect(parsed.ok ? 'accepted' : parsed.error).toMatch(why);
  });

  it.each([
    { until: '20260714', local: '2026-07-14T23:59:00Z', isIn: true },
    { until: '20260714', local: '2026-07-15T00:00:00Z', isIn: false },
    { until: '20260714T190000', local: '2026-07-14T19:00:00Z', isIn: true },
    { until: '20260714T190000', local: '2026-07-14T19:01:00Z', isIn: false },
  ])('UNTIL=$until is local without Z: $local is in: $isIn', ({ until, local, isIn }) => {
    const localMs = Date.parse(local);
    expect(isBeforeEnd(aRecurrence(`FREQ=DAILY;UNTIL=${until}`), localMs, localMs + 7 * DAY_MS)).toBe(isIn);
  });

  it('takes UNTIL with Z as an instant', () => {
    const recurrence = aRecurrence('FREQ=DAILY;UNTIL=20260714T190000Z');
    const end = Date.parse('2026-07-14T19:00:00Z');
    expect([end, end + 1].map(atMs => isBeforeEnd(recurrence, 0, atMs))).toEqual([true, false]);
  });
});
