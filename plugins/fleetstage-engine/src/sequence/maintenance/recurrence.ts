import { failure, ok, type Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  DAY_MS,
  daysInMonth,
  monthOf,
  partsOfDay,
  realDay,
  weekOf,
  type CivilDay,
  type DayParts,
} from './civilDay';

/** `FR` of every week, or the last one of the month: `-1FR`. */
interface ByDay {
  readonly weekday: number;
  readonly ordinal?: number;
}

type Until =
  { readonly kind: 'local'; readonly localMs: number } | { readonly kind: 'utc'; readonly atMs: number };

/** On which days something recurs: the subset of RFC 5545 of E/MP-003. */
export interface Recurrence {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  readonly interval: number;
  readonly byDay: readonly ByDay[];
  /** Negative ones count from the end of the month. */
  readonly byMonthDay: readonly number[];
  readonly byMonth: readonly number[];
  readonly until?: Until;
  /** Nothing recurs before it; intervals are counted from it. */
  readonly startDay?: CivilDay;
}

/**
 * Reads an RRULE (E/MP-003). What would need a DTSTART and has none is refused, for the clock may not choose it.
 *
 *     FREQ=WEEKLY;BYDAY=MO,FR    FREQ=MONTHLY;BYDAY=-1FR    FREQ=DAILY;INTERVAL=2 from 2026-03-01
 *     FREQ=WEEKLY → error: name the days with BYDAY, or set startDate
 */
export function parseRecurrence(text: string, startDay?: CivilDay): Result<Recurrence> {
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    const [, key, value] = /^([A-Z]+)=([A-Z0-9,+-]+)$/.exec(part) ?? [];
    if (key === undefined) return failure(`"${part}" is not a part of a recurrence such as FREQ=WEEKLY`);
    if (!KEYS.includes(key)) return failure(`${key} is not supported; use ${KEYS.join(', ')}`);
    if (parts.has(key)) return failure(`${key} is there twice; remove one`);
    parts.set(key, value);
  }
  return readParts(parts, startDay);
}

/** Does it recur on this day, its end (`UNTIL`) aside? */
export function recursOn(recurrence: Recurrence, day: CivilDay): boolean {
  const { startDay, byDay, byMonthDay, byMonth } = recurrence;
  if (startDay !== undefined && day < startDay) return false;
  const parts = partsOfDay(day);
  const isInMonth = byMonth.length === 0 || byMonth.includes(parts.month);
  if (!isInMonth || !isInInterval(recurrence, day, parts)) return false;
  const [days, monthDays] = withDefaults(recurrence, byDay, byMonthDay);
  return (
    (days.length === 0 || days.some(one => isByDay(one, parts))) &&
    (monthDays.length === 0 || monthDays.some(one => isMonthDay(one, parts)))
  );
}

/** May it still begin then? Both are the same moment: in local time, and as an instant. */
export function isBeforeEnd({ until }: Recurrence, localMs: number, atMs: number): boolean {
  if (until === undefined) return true;
  return until.kind === 'utc' ? atMs <= until.atMs : localMs <= until.localMs;
}

const KEYS = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'UNTIL'];
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const MAX_INTERVAL = 999;

function readParts(parts: ReadonlyMap<string, string>, startDay?: CivilDay): Result<Recurrence> {
  const frequency = parts.get('FREQ');
  if (frequency !== 'DAILY' && frequency !== 'WEEKLY' && frequency !== 'MONTHLY')
    return failure('FREQ must be DAILY, WEEKLY or MONTHLY');
  const interval = readInterval(parts.get('INTERVAL'));
  const byDay = readList(parts.get('BYDAY'), readByDay, 'BYDAY has days such as MO, or 1MO and -1FR');
  const byMonthDay = readList(
    parts.get('BYMONTHDAY'),
    value => numberIn(value, 31, -31),
    'BYMONTHDAY has days of the month from 1 to 31, or from -1, the last one, to -31',
  );
  const byMonth = readList(
    parts.get('BYMONTH'),
    value => numberIn(value, 12, 1),
    'BYMONTH has months, 1 to 12',
  );
  const until = readUntil(parts.get('UNTIL'));
  if (!interval.ok) return interval;
  if (!byDay.ok) return byDay;
  if (!byMonthDay.ok) return byMonthDay;
  if (!byMonth.ok) return byMonth;
  if (!until.ok) return until;
  const recurrence: Recurrence = {
    frequency,
    interval: interval.value,
    byDay: byDay.value,
    byMonthDay: byMonthDay.value,
    byMonth: byMonth.value,
    ...(until.value !== undefined && { until: until.value }),
    ...(startDay !== undefined && { startDay }),
  };
  const fault = findFault(recurrence);
  return fault === undefined ? ok(recurrence) : failure(fault);
}

function findFault({ frequency, interval, byDay, byMonthDay, startDay }: Recurrence): string | undefined {
  if (interval > 1 && startDay === undefined)
    return 'INTERVAL of more than 1 is counted from a day; set startDate';
  if (frequency !== 'MONTHLY' && byDay.some(({ ordinal }) => ordinal !== undefined))
    return 'BYDAY with a number, such as 1MO, needs FREQ=MONTHLY';
  if (frequency === 'WEEKLY' && byMonthDay.length > 0) return 'BYMONTHDAY does not go with FREQ=WEEKLY';
  if (startDay !== undefined) return undefined;
  if (frequency === 'WEEKLY' && byDay.length === 0) return 'name the days with BYDAY, or set startDate';
  if (frequency === 'MONTHLY' && byDay.length + byMonthDay.length === 0)
    return 'name the days with BYDAY or BYMONTHDAY, or set startDate';
  return undefined;
}

function readInterval(text = '1'): Result<number> {
  const interval = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return interval >= 1 && interval <= MAX_INTERVAL
    ? ok(interval)
    : failure(`INTERVAL must be from 1 to ${MAX_INTERVAL}`);
}

function readList<T>(
  text: string | undefined,
  read: (value: string) => T | undefined,
  error: string,
): Result<readonly T[]> {
  const values: T[] = [];
  for (const part of text === undefined ? [] : text.split(',')) {
    const value = read(part);
    if (value === undefined) return failure(error);
    values.push(value);
  }
  return ok(values);
}

function readByDay(text: string): ByDay | undefined {
  const [, ordinal, name] = /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const weekday = WEEKDAYS.indexOf(name);
  return ordinal === undefined ? { weekday } : { weekday, ordinal: Number(ordinal) };
}

function numberIn(text: string, highest: number, lowest: number): number | undefined {
  const value = /^[+-]?\d{1,2}$/.test(text) ? Number(text) : 0;
  return value !== 0 && value >= lowest && value <= highest ? value : undefined;
}

const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;

/** A day is the last one, whole; with a time it is the last moment: local without `Z`, UTC with it. */
function readUntil(text: string | undefined): Result<Until | undefined> {
  if (text === undefined) return ok(undefined);
  const error = failure('UNTIL must be a day such as 20261231, or a time such as 20261231T180000Z');
  const match = UNTIL.exec(text);
  if (match === null) return error;
  const [year, month, dayOfMonth, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(part => (part === undefined ? undefined : Number(part)));
  const day = realDay(year ?? 0, month ?? 0, dayOfMonth ?? 0);
  if (day === undefined || hour > 23 || minute > 59 || second > 60) return error;
  if (match[4] === undefined) return ok({ kind: 'local', localMs: (day + 1) * DAY_MS - 1 });
  const ms = day * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000;
  return ok(match[7] === 'Z' ? { kind: 'utc', atMs: ms } : { kind: 'local', localMs: ms });
}

function isInInterval(
  { frequency, interval, startDay }: Recurrence,
  day: CivilDay,
  parts: DayParts,
): boolean {
  if (interval === 1 || startDay === undefined) return true;
  switch (frequency) {
    case 'DAILY':
      return (day - startDay) % interval === 0;
    case 'WEEKLY':
      return (weekOf(day) - weekOf(startDay)) % interval === 0;
    default:
      return (monthOf(parts) - monthOf(partsOfDay(startDay))) % interval === 0;
  }
}

/** Weeks and months without days recur on the day of the start date. */
function withDefaults(
  { frequency, startDay }: Recurrence,
  byDay: readonly ByDay[],
  byMonthDay: readonly number[],
): readonly [readonly ByDay[], readonly number[]] {
  if (frequency === 'DAILY' || startDay === undefined || byDay.length + byMonthDay.length > 0)
    return [byDay, byMonthDay];
  const { weekday, dayOfMonth } = partsOfDay(startDay);
  return frequency === 'WEEKLY' ? [[{ weekday }], []] : [[], [dayOfMonth]];
}

/** `-1FR` on the 27th of a month of 31 days: there is no Friday after it. */
function isByDay({ weekday, ordinal }: ByDay, parts: DayParts): boolean {
  if (weekday !== parts.weekday) return false;
  if (ordinal === undefined) return true;
  return ordinal > 0
    ? Math.ceil(parts.dayOfMonth / 7) === ordinal
    : Math.ceil((daysInMonth(parts) - parts.dayOfMonth + 1) / 7) === -ordinal;
}

/** Months that are too short are left out, as RFC 5545 has it: BYMONTHDAY=31 is not the 30th of April. */
const isMonthDay = (monthDay: number, parts: DayParts) =>
  parts.dayOfMonth === (monthDay > 0 ? monthDay : daysInMonth(parts) + monthDay + 1);
