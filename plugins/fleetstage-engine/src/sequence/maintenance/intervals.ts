import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

/** From `start` until just before `end`. */
export interface Interval {
  readonly start: Instant;
  readonly end: Instant;
}

/** Intervals in order that neither overlap nor touch. */
export type Intervals = readonly Interval[];

/** Whatever at least one of them covers. */
export function unite(intervals: readonly Interval[]): Intervals {
  const united: Interval[] = [];
  for (const next of [...intervals].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = united.at(-1);
    if (next.end <= next.start) continue;
    if (last !== undefined && next.start <= last.end)
      united[united.length - 1] = { start: last.start, end: instant(Math.max(last.end, next.end)) };
    else united.push(next);
  }
  return united;
}

/** What both cover. */
export function intersect(a: Intervals, b: Intervals): Intervals {
  const both: Interval[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const start = instant(Math.max(a[i].start, b[j].start));
    const end = instant(Math.min(a[i].end, b[j].end));
    if (start < end) both.push({ start, end });
    if (a[i].end < b[j].end) i += 1;
    else j += 1;
  }
  return both;
}

/** What the first covers and the second does not. */
export function subtract(from: Intervals, away: Intervals): Intervals {
  return from.flatMap(({ start, end }) => {
    const kept: Interval[] = [];
    let at = start;
    for (const hole of away) {
      if (hole.end <= at || hole.start >= end) continue;
      if (hole.start > at) kept.push({ start: at, end: hole.start });
      at = hole.end;
    }
    if (at < end) kept.push({ start: at, end });
    return kept;
  });
}

export const covers = (intervals: Intervals, at: Instant) =>
  intervals.some(({ start, end }) => start <= at && at < end);
