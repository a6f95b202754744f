import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { resourceKey } from './listResources';
import { recheckSeconds } from './recheckPace';
import type { WorkReport } from './report';

interface Doubling {
  readonly first: number;
  readonly last: number;
}

const RETRY_MS: Doubling = { first: 2_000, last: 60_000 };
/** The first repair is at once; somebody who changes the object again and again is answered more and more slowly. */
const REPAIR_MS: Doubling = { first: 1_000, last: 60_000 };
/** So long after the last wait without a drift, the next one is a first one again. */
const REPAIRED_FOR_GOOD_MS = 60_000;
/**
 * Somebody who writes a compared object again and again has all objects of the work read no more often than this. A change
 * is to be seen within five seconds: what is left of them is for the watch, the pass and the status.
 */
export const COMPARED_FOR_MS = 3_000;

/** The first time `first` milliseconds, each time twice as many, up to `last`. */
export const doubledMs = ({ first, last }: Doubling, count: number) =>
  Math.min(first * 2 ** Math.max(0, count - 1), last);

/** Milliseconds until a work is applied again that has failed so often in a row. */
export const retryMs = (failures: number) => doubledMs(RETRY_MS, failures);

/** Repairs of one object in a row, each soon after the one before. */
export interface Repairs {
  readonly at: Instant;
  readonly count: number;
}

/** How long a drift of the object stays until it is repaired, in milliseconds; 0: not at all. */
export function repairDelayMs(last: Repairs | undefined, now: Instant): number {
  if (last === undefined || isRepairedForGood(last, now)) return 0;
  return Math.max(0, last.at + doubledMs(REPAIR_MS, last.count) - now);
}

/** With repairs of these objects; those that nobody has changed for a while are forgotten. */
export function countRepairs(
  before: ReadonlyMap<string, Repairs>,
  objects: readonly string[],
  now: Instant,
): ReadonlyMap<string, Repairs> {
  const repairs = new Map([...before].filter(([, last]) => !isRepairedForGood(last, now)));
  for (const object of objects)
    repairs.set(object, { at: now, count: (repairs.get(object)?.count ?? 0) + 1 });
  return repairs;
}

const isRepairedForGood = ({ at, count }: Repairs, now: Instant) =>
  now - at >= doubledMs(REPAIR_MS, count) + REPAIRED_FOR_GOOD_MS;

/** Of a work that is only compared: passes with these results so far, and the delay after the last of them. */
export interface Comparison {
  readonly results: string;
  readonly count: number;
  readonly seconds: number;
}

/** Results of a work that is only compared. */
export interface Compared {
  readonly results: string;
  readonly isSettled: boolean;
}

/** The pace begins anew when the result of some object changes (B/WA-121). */
export const comparedResults = (report: WorkReport, revision: string): Compared => ({
  results: JSON.stringify([revision, report.diffReported?.status, report.diffed.map(resourceKey)]),
  isSettled: report.diffReported?.status === 'True',
});

export function nextComparison(before: Comparison | undefined, { results, isSettled }: Compared): Comparison {
  const same = before?.results === results ? before : { count: 0, seconds: 0 };
  const seconds = recheckSeconds({ count: same.count, lastSeconds: same.seconds, isSettled });
  return { results, count: same.count + 1, seconds };
}
