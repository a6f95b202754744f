export type TimeUnit = 'seconds' | 'minutes' | 'hours' | 'days' | 'months';

/** A span of time in at most two units, ready for a translation key. */
export interface Span {
  readonly key: TimeUnit | 'minutesSeconds' | 'hoursMinutes' | 'daysHours';
  readonly major: string;
  readonly minor: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Mean length of a month. */
const MONTH = 30.44 * DAY;

const one = (key: TimeUnit, value: number): Span => ({ key, major: String(value), minor: '' });
const two = (key: Span['key'], major: number, minor: number): Span => ({
  key,
  major: String(major),
  minor: String(minor).padStart(2, '0'),
});

/**
 * How long ago, in one unit above 10 h.
 *
 *   -3 s → 0 s · 47 s → 47 s · 12 min 40 s → 12 min · 3 h 04 min · 26 h · 49 h → 2 d · 8 mo
 */
export function ageOf(ms: number): Span {
  if (ms < MINUTE) return one('seconds', Math.max(0, Math.floor(ms / SECOND)));
  if (ms < HOUR) return one('minutes', Math.floor(ms / MINUTE));
  if (ms < 10 * HOUR) return hoursAndMinutes(Math.floor(ms / MINUTE));
  if (ms < 2 * DAY) return one('hours', Math.floor(ms / HOUR));
  if (ms < 2 * MONTH) return one('days', Math.floor(ms / DAY));
  return one('months', Math.floor(ms / MONTH));
}

/**
 * How long something took or takes: two units, exact ones in one.
 *
 *   48 s · 1 min 52 s · 1 h · 2 h 12 min · 3 d 04 h
 */
export function durationOf(ms: number): Span {
  const seconds = Math.max(0, Math.round(ms / SECOND));
  if (seconds < 60) return one('seconds', seconds);
  if (seconds < 3600) {
    return seconds % 60 === 0
      ? one('minutes', seconds / 60)
      : two('minutesSeconds', Math.floor(seconds / 60), seconds % 60);
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return hoursAndMinutes(minutes);
  return daysAndHours(Math.round(minutes / 60));
}

/** What is left of a wait: seconds only in the last minute, so that nothing flickers above it; days from two of them on. */
export function remainderOf(ms: number): Span {
  if (ms <= MINUTE) return one('seconds', Math.max(0, Math.ceil(ms / SECOND)));
  const minutes = Math.ceil(ms / MINUTE);
  if (ms > 2 * DAY) return daysAndHours(Math.ceil(ms / HOUR));
  return minutes < 60 ? one('minutes', minutes) : hoursAndMinutes(minutes);
}

/** When a shown remainder changes next. */
export const tickOf = (ms: number): number => (ms < HOUR ? SECOND : MINUTE);

const daysAndHours = (hours: number): Span =>
  hours % 24 === 0 ? one('days', hours / 24) : two('daysHours', Math.floor(hours / 24), hours % 24);

function hoursAndMinutes(minutes: number): Span {
  return minutes % 60 === 0
    ? one('hours', minutes / 60)
    : two('hoursMinutes', Math.floor(minutes / 60), minutes % 60);
}

const MOMENT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/g;

/**
 * A text in its parts: words, and moments in RFC 3339.
 *
 *   Last received 2026-11-20T11:09:00Z, limit 5 min. → "Last received ", that moment, ", limit 5 min."
 */
export function splitMoments(text: string): readonly (string | { readonly at: string })[] {
  const parts: (string | { readonly at: string })[] = [];
  let end = 0;
  for (const { 0: at, index } of text.matchAll(MOMENT)) {
    if (Number.isNaN(Date.parse(at))) continue;
    if (index > end) parts.push(text.slice(end, index));
    parts.push({ at });
    end = index + at.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

interface ClockOptions {
  readonly locale?: string;
  /** `11:56:07` of today and of the last hour, where several things happen in one minute. */
  readonly hasSeconds?: boolean;
}

/** `11:56` today, `Thu 02:40` within a week, the date beyond. */
export function clockTime(at: number, now: number, { locale, hasSeconds }: ClockOptions = {}): string {
  const options: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const distance = Math.abs(at - now);
  if (hasSeconds && (distance < HOUR || isSameDay(at, now))) options.second = '2-digit';
  if (!isSameDay(at, now)) {
    if (distance < 6 * DAY) options.weekday = 'short';
    else
      Object.assign(options, {
        day: 'numeric',
        month: 'short',
        ...(distance > 300 * DAY && { year: 'numeric' }),
      });
  }
  return new Intl.DateTimeFormat(locale, options).format(at);
}

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}
