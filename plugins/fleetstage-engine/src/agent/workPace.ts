import { plus, type ApplyStrategy, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { completeStrategy } from '../work/planApply';
import { recheckSeconds } from '../work/recheckPace';

/** What an agent remembers of its passes over one Work; lost with the process, which costs a comparison. */
export interface WorkPace {
  /** When all objects were compared with what is wanted. */
  readonly comparedAt?: Instant;
  /** Passes in a row that left something failed. */
  readonly failures: number;
  /** ReportDiff: comparisons with the same results, and the delay after the last of them. */
  readonly recheck?: { readonly results: string; readonly count: number; readonly seconds: number };
  /** By object: repairs in a row, each soon after the one before. */
  readonly repairs: Readonly<Record<string, Repairs>>;
}

interface Repairs {
  readonly at: Instant;
  readonly count: number;
}

export const NEW_PACE: WorkPace = { failures: 0, repairs: {} };

const RETRY_MS = { first: 2_000, last: 60_000 };
/** The first repair is at once; somebody who changes the object again and again is answered more and more slowly. */
const REPAIR_MS = { first: 1_000, last: 60_000 };
/** So long after the last wait without a drift, the next one is a first one again. */
const REPAIRED_FOR_GOOD_MS = 60_000;
/** Somebody who writes a compared object all the time has the Work compared no more often than this. */
const COMPARED_FOR_MS = 3_000;

const grown = ({ first, last }: { readonly first: number; readonly last: number }, count: number) =>
  Math.min(first * 2 ** Math.max(0, count - 1), last);

/** Milliseconds until a pass that has failed so often in a row, and has shown nothing, is tried again (B/WA-126). */
export const retryPassMs = (failures: number) => grown({ first: 1_000, last: 60_000 }, failures);

export interface Compared {
  /** Something failed that no watch will report. */
  readonly needsRetry: boolean;
  /** Revision and results of a Work that is only compared (B/WA-121). */
  readonly results?: string;
  readonly isSettled: boolean;
}

/** After all objects were applied or compared. */
export function afterApply(
  { failures, recheck, repairs }: WorkPace,
  { needsRetry, results, isSettled }: Compared,
  now: Instant,
): WorkPace {
  const pace = { comparedAt: now, failures: needsRetry ? failures + 1 : 0, repairs };
  if (results === undefined) return pace;
  const same = recheck?.results === results ? recheck : { count: 0, seconds: 0 };
  const seconds = recheckSeconds({ count: same.count, lastSeconds: same.seconds, isSettled });
  return { ...pace, recheck: { results, count: same.count + 1, seconds } };
}

/** After a pass that only read has met a failure; a retry that is due already is not put off. */
export const afterFailure = (pace: WorkPace, now: Instant): WorkPace =>
  pace.failures > 0 ? pace : { ...pace, comparedAt: now, failures: 1 };

/** After drifts of these objects were repaired. */
export function afterRepairs(pace: WorkPace, objects: readonly string[], now: Instant): WorkPace {
  const kept = Object.entries(pace.repairs).filter(([, last]) => !isForGood(last, now));
  const repairs = Object.fromEntries(kept);
  for (const object of objects) repairs[object] = { at: now, count: (repairs[object]?.count ?? 0) + 1 };
  return { ...pace, repairs };
}

/** How long a drift of an object stays until it is repaired, in milliseconds; 0: not at all. */
export function repairAfterMs({ repairs }: WorkPace, object: string, now: Instant): number {
  const last = repairs[object];
  if (last === undefined || isForGood(last, now)) return 0;
  return Math.max(0, last.at + grown(REPAIR_MS, last.count) - now);
}

const isForGood = ({ at, count }: Repairs, now: Instant) =>
  now - at >= grown(REPAIR_MS, count) + REPAIRED_FOR_GOOD_MS;

export interface PaceOf {
  readonly pace: WorkPace;
  readonly strategy: ApplyStrategy;
  /** Everything is compared anew this often, should an event have been lost. */
  readonly resyncMs: number;
}

/** Whether all objects are to be applied or compared; else what the watches show is enough. */
export function isApplyDue({ pace, strategy, resyncMs }: PaceOf, now: Instant): boolean {
  const { comparedAt, failures } = pace;
  if (comparedAt === undefined) return true;
  if (completeStrategy(strategy).type === 'ReportDiff') return true;
  return now >= plus(comparedAt, failures > 0 ? grown(RETRY_MS, failures) : resyncMs);
}

/** How long a Work that is only compared waits although an event came; 0: not at all. */
export function compareAfterMs({ pace: { comparedAt }, strategy }: PaceOf, now: Instant): number {
  if (comparedAt === undefined || completeStrategy(strategy).type !== 'ReportDiff') return 0;
  return Math.max(0, comparedAt + COMPARED_FOR_MS - now);
}

/** Milliseconds until the next pass without an event (B/WA-120). `random`: in [0, 1), spreads what is compared anew. */
export function nextPassMs({ pace, resyncMs }: PaceOf, now: Instant, random: number): number {
  const { comparedAt = now, failures, recheck } = pace;
  if (recheck) return Math.max(100, comparedAt + 1000 * recheck.seconds - now);
  if (failures > 0) return Math.max(100, comparedAt + grown(RETRY_MS, failures) - now);
  return Math.max(100, Math.ceil(comparedAt + resyncMs * (1 + 0.1 * random) - now));
}
