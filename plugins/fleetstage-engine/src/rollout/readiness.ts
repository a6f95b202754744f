import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding } from '../state/placement';
import { overrideProblem } from '../work/overrideFailure';
import type { WorkClaim, WorkReport } from '../work/report';

/** What a cluster has reported of the revision that is assigned to it. */
export type Readiness =
  /** Available, or compared in full where the strategy only reports differences. */
  | { readonly kind: 'ready'; readonly by: 'availability' | 'comparison' }
  /** Applied, but availability cannot be tracked: it counts as ready when the period is over. */
  | { readonly kind: 'settling'; readonly until: Instant }
  /** Nothing of this revision was seen yet, or it is still being applied. */
  | { readonly kind: 'progressing' }
  /** Applied and seen not available. */
  | { readonly kind: 'unavailable'; readonly since: Instant; readonly message: string }
  /** The comparison of ReportDiff is not complete. */
  | { readonly kind: 'comparing' }
  /** Overriding, writing or applying went wrong. */
  | { readonly kind: 'failed'; readonly since: Instant; readonly message: string };

/** The default of `unavailablePeriodSeconds` (B/RO-010). */
export const DEFAULT_UNAVAILABLE_PERIOD_SECONDS = 60;

/** Reasons of Available True for availability that is unknown (B/RO-040, RUL 33). */
const untrackable: ReadonlySet<string> = new Set(['NotAllWorkAreAvailabilityTrackable', 'WorkNotTrackable']);

/** Reasons of a False claim that mean "not yet" (B/RO-041, RUL 8); any other reason is a failure. */
const inProgress: ReadonlySet<string> = new Set([
  'OverriddenPending',
  'WorkNotSynchronizedYet',
  'ApplyPending',
  'ApplyInProgress',
  'ResourceNotAvailableYet',
]);

/**
 * Judges a binding by the report of its own revision; a report of another one says nothing (B/RO-040, RO-041).
 *
 *   report of revision 4, binding at revision 5  → progressing, whatever the report says
 *   Available True                               → ready
 *   Available True, not trackable, since 35 s    → settling until 60 s are over; seeing it again does not restart the wait
 *   Available False                              → unavailable, and not failed (RUL 8)
 *   Applied False, ApplyInProgress               → progressing
 *   Applied False, anything else                 → failed
 */
export function readinessOf(
  binding: Pick<Binding, 'revision'>,
  report: WorkReport | undefined,
  clock: { readonly settleMs: number; readonly now: Instant },
): Readiness {
  if (report === undefined || binding.revision === undefined || report.revision !== binding.revision) {
    return { kind: 'progressing' };
  }
  if (report.isReleased) return { kind: 'progressing' };
  if (report.diffReported?.status === 'True') return { kind: 'ready', by: 'comparison' };
  const failure = failureOf(report);
  if (failure) return { kind: 'failed', since: failure.at, message: failure.message };
  if (report.diffReported) return { kind: 'comparing' };
  return report.available ? availabilityOf(report.available, clock) : { kind: 'progressing' };
}

/** What a claim counts for on its own: requirement 002 waits for availability, so nothing less is ready. */
function availabilityOf(claim: WorkClaim, { settleMs, now }: { settleMs: number; now: Instant }): Readiness {
  if (claim.status === 'True') {
    const until = plus(claim.at, settleMs);
    return untrackable.has(claim.reason) && now < until
      ? { kind: 'settling', until }
      : { kind: 'ready', by: 'availability' };
  }
  return claim.status === 'False' && !inProgress.has(claim.reason)
    ? { kind: 'unavailable', since: claim.at, message: claim.message }
    : { kind: 'progressing' };
}

function failureOf({ overridden, synchronized, applied }: WorkReport): WorkClaim | undefined {
  const failed = [overridden, synchronized, applied].find(
    claim => claim?.status === 'False' && !inProgress.has(claim.reason),
  );
  return failed && failed === overridden ? { ...failed, message: overrideProblem(failed.message) } : failed;
}
