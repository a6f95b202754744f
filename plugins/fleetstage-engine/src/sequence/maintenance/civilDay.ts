/** A day of the calendar wherever it is, counted from 1970-01-01; days have no time zone and no length. */
export type CivilDay = number;

export interface DayParts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly dayOfMonth: number;
  /** Monday is 0. */
  readonly weekday: number;
}

export const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_DAY_0 = 3;

export const toDay = (year: number, month: number, dayOfMonth: number): CivilDay =>
  Math.floor(Date.UTC(year, month - 1, dayOfMonth) / DAY_MS);

export function partsOfDay(day: CivilDay): DayParts {
  const date = new Date(day * DAY_MS);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
    weekday: weekdayOf(day),
  };
}

export const weekdayOf = (day: CivilDay) => (((day + WEEKDAY_OF_DAY_0) % 7) + 7) % 7;

/** Weeks begin on Monday, as RFC 5545 has it by default. */
export const weekOf = (day: CivilDay) => Math.floor((day + WEEKDAY_OF_DAY_0) / 7);

export const monthOf = ({ year, month }: DayParts) => year * 12 + month - 1;

export const daysInMonth = ({ year, month }: DayParts) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** `2026-03-08`; `undefined` where there is no such day. */
export function parseDay(text: string): CivilDay | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match === null ? undefined : realDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** `undefined` for the 30th of February and the like. */
export function realDay(year: number, month: number, dayOfMonth: number): CivilDay | undefined {
  const day = toDay(year, month, dayOfMonth);
  const parts = partsOfDay(day);
  return parts.year === year && parts.month === month && parts.dayOfMonth === dayOfMonth ? day : undefined;
}
