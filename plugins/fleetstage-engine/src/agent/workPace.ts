import { plus, type ApplyStrategy, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  COMPARED_FOR_MS,
  countRepairs,
  doubledMs,
  nextComparison,
  repairDelayMs,
  retryMs,
  type Compared,
  type Comparison,
  type Repairs,
} from '../work/applyPace';
import { completeStrategy } from '../work/planApply';

/** What an agent remembers of its passes over one Work; lost with the process, which costs a comparison. */
export interface WorkPace {
  /** When all objects were compared with what is wanted. */
  readonly comparedAt?: Instant;
  /** Passes in a row that left something failed. */
  readonly failures: number;
  /** Of ReportDiff. */
  readonly recheck?: Comparison;
  /** By object. */
  readonly repairs: ReadonlyMap<string, Repairs>;
}

export const NEW_PACE: WorkPace = { failures: 0, repairs: new Map() };

/** Milliseconds until a pass that has failed so often in a row, and has shown nothing, is tried again (B/WA-126). */
export const retryPassMs = (failures: number) => doubledMs({ first: 1_000, last: 60_000 }, failures);

/** After all objects were applied or compared. `needsRetry`: something failed that no watch will report. */
export function afterApply(
  { failures, recheck, repairs }: WorkPace,
  { needsRetry, compared }: { readonly needsRetry: boolean; readonly compared?: Compared },
  now: Instant,
): WorkPace {
  const pace = { comparedAt: now, failures: needsRetry ? failures + 1 : 0, repairs };
  return compared ? { ...pace, recheck: nextComparison(recheck, compared) } : pace;
}

/** After a pass that only read has met a failure; a retry that is due already is not put off. */
export const afterFailure = (pace: WorkPace, now: Instant): WorkPace =>
  pace.failures > 0 ? pace : { ...pace, comparedAt: now, failures: 1 };

/** After drifts of these objects were repaired. */
export const afterRepairs = (pace: WorkPace, objects: readonly string[], now: Instant): WorkPace => ({
  ...pace,
  repairs: countRepairs(pace.repairs, objects, now),
});

/** How long a drift of an object stays until it is repaired, in milliseconds; 0: not at all. */
export const repairAfterMs = ({ repairs }: WorkPace, object: string, now: Instant): number =>
  repairDelayMs(repairs.get(object), now);

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
  return now >= plus(comparedAt, failures > 0 ? retryMs(failures) : resyncMs);
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
  if (failures > 0) return Math.max(100, comparedAt + retryMs(failures) - now);
  return Math.max(100, Math.ceil(comparedAt + resyncMs * (1 + 0.1 * random) - now));
}
