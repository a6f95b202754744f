import {
  instant,
  plus,
  sha256Hex,
  type ApplyStrategy,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  COMPARED_FOR_MS,
  countRepairs,
  identityKey,
  isKeptDrift,
  nextComparison,
  repairDelayMs,
  retryMs,
  type Compared,
  type Comparison,
  type ManifestIdentity,
  type Repairs,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toWorkKey, type WorkKey } from '../database/keys';
import type { WorkRecord } from '../database/workStore';
import type { Clock, Jitter } from '../ports';

interface Attempts {
  /** When it was applied last, or an observation has met a failure since. */
  readonly appliedAt: Instant;
  /** Passes in a row that left something failed. */
  readonly failures: number;
  readonly comparison?: Comparison;
}

export interface BackoffInput {
  readonly at: WorkKey;
  readonly revision: string;
  readonly applyStrategy: ApplyStrategy;
  readonly before?: WorkRecord & { readonly applyAskedAt?: Instant };
}

export interface ApplyBackoffOptions {
  readonly clock: Clock;
  readonly jitter: Jitter;
  readonly resyncEveryMs: number;
  /** When the engine began to run the fleet; undefined: not known yet. */
  readonly fleetStartedAt: () => Instant | undefined;
}

/** After a start all works are compared within this time. */
const START_SPREAD_MS = 60_000;

/**
 * When a work is applied anew, rather than read. An apply compares all objects with what is desired, also those of kinds
 * that nobody watches, so it is done every resync, and once after a start for what drifted meanwhile: each work at its own
 * time, the same on all replicas, so that it is applied once. Retries are memory of this process: an apply too many changes
 * nothing on the member.
 */
export class ApplyBackoff {
  private readonly attempts = new Map<string, Attempts>();
  /** By work and object: a fight over one delays no other. */
  private readonly repairs = new Map<string, ReadonlyMap<string, Repairs>>();
  private readonly builtAt: Instant;

  constructor(private readonly options: ApplyBackoffOptions) {
    this.builtAt = options.clock.now();
  }

  isApplyDue({ at, revision, applyStrategy, before }: BackoffInput, now: Instant): boolean {
    if (before === undefined || before.report.revision !== revision || before.report.isReleased) return true;
    if (before.applyAskedAt !== undefined) return true;
    // Comparing is all it does, and no watch shows what nobody has placed.
    if (applyStrategy.type === 'ReportDiff') return true;
    const attempt = this.attemptSince(at, before.verifiedAt);
    // Only an apply ends it: what an observation finds in order does not say that all is.
    if (attempt !== undefined && attempt.failures > 0) return now >= retryAt(attempt);
    // A drift that is kept is followed by the watch: only its change has an apply do something else.
    if (before.report.applied?.status === 'True' || keepsDrifts(before.report))
      return now >= this.comparisonAt(at, before.verifiedAt);
    return attempt === undefined || now >= retryAt(attempt);
  }

  /** How long the result of a work that is only compared is valid, whatever changes meanwhile; 0: compare it now. */
  compareAfterMs({ at, revision, applyStrategy, before }: BackoffInput, now: Instant): number {
    if (applyStrategy.type !== 'ReportDiff' || before?.report.revision !== revision) return 0;
    const attempt = this.attempts.get(keyOf(at));
    if (attempt?.comparison === undefined) return 0;
    const waitMs = Math.min(COMPARED_FOR_MS, 1000 * attempt.comparison.seconds);
    return Math.max(0, Math.ceil(attempt.appliedAt + waitMs - now));
  }

  noteApplied(
    at: WorkKey,
    {
      at: appliedAt,
      needsRetry,
      compared,
    }: {
      readonly at: Instant;
      readonly needsRetry: boolean;
      /** Of a work that is only compared. */
      readonly compared?: Compared;
    },
  ): void {
    const before = this.attempts.get(keyOf(at));
    const failures = needsRetry ? (before?.failures ?? 0) + 1 : 0;
    const comparison = compared && nextComparison(before?.comparison, compared);
    this.attempts.set(keyOf(at), { appliedAt, failures, ...(comparison && { comparison }) });
  }

  /** An observation met a failure, which an apply is to mend; a retry that is due already is not put off. */
  noteFailed(at: WorkKey, now: Instant, verifiedAt: Instant | undefined): void {
    const attempt = this.attemptSince(at, verifiedAt);
    if (attempt === undefined || attempt.failures === 0)
      this.attempts.set(keyOf(at), { appliedAt: now, failures: 1 });
  }

  /** How long a drift of one object stays until it is repaired; 0: none. */
  repairAfterMs(at: WorkKey, object: ManifestIdentity, now: Instant): number {
    return repairDelayMs(this.repairs.get(keyOf(at))?.get(identityKey(object)), now);
  }

  noteRepairs(at: WorkKey, objects: readonly ManifestIdentity[], now: Instant): void {
    const before = this.repairs.get(keyOf(at)) ?? new Map();
    this.repairs.set(keyOf(at), countRepairs(before, objects.map(identityKey), now));
  }

  /** The work is taken off its cluster. */
  forget(at: WorkKey): void {
    this.attempts.delete(keyOf(at));
    this.repairs.delete(keyOf(at));
  }

  /** When to check again without an event. `verifiedAt`: the last comparison of any replica. */
  nextReadMs(at: WorkKey, now: Instant, verifiedAt?: Instant): number {
    const last = this.attempts.get(keyOf(at));
    if (last?.comparison !== undefined)
      return Math.max(100, Math.ceil(last.appliedAt + 1000 * last.comparison.seconds - now));
    const attempt = this.attemptSince(at, verifiedAt);
    if (attempt !== undefined && attempt.failures > 0)
      return Math.max(100, Math.ceil(retryAt(attempt) - now));
    const { jitter, resyncEveryMs } = this.options;
    const dueAt = this.comparisonAt(at, verifiedAt);
    const isSoon = dueAt - now <= START_SPREAD_MS;
    return Math.max(100, Math.ceil(dueAt - now + (isSoon ? 0 : 0.1 * resyncEveryMs * jitter.next())));
  }

  /** An attempt older than the last comparison is from before another replica owned the member: it says nothing any more. */
  private attemptSince(at: WorkKey, verifiedAt: Instant | undefined): Attempts | undefined {
    const attempt = this.attempts.get(keyOf(at));
    return attempt === undefined || (verifiedAt !== undefined && verifiedAt > attempt.appliedAt)
      ? undefined
      : attempt;
  }

  private comparisonAt(at: WorkKey, verifiedAt: Instant | undefined): Instant {
    const { fleetStartedAt, resyncEveryMs } = this.options;
    const startedAt = fleetStartedAt() ?? this.builtAt;
    const comparedAt = latest(this.attempts.get(keyOf(at))?.appliedAt, verifiedAt);
    return comparedAt !== undefined && comparedAt >= startedAt
      ? plus(comparedAt, resyncEveryMs)
      : plus(startedAt, spreadOf(keyOf(at)));
  }
}

const retryAt = ({ appliedAt, failures }: Attempts) => plus(appliedAt, retryMs(failures));

const keyOf = ({ hub, placement, cluster }: WorkKey) => toWorkKey(hub, placement, cluster);

const latest = (a: Instant | undefined, b: Instant | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : instant(Math.max(a, b));

/** The same number for a key in every replica. */
const spreadOf = (key: string) =>
  Math.floor((Number.parseInt(sha256Hex(key).slice(0, 8), 16) / 2 ** 32) * START_SPREAD_MS);

const keepsDrifts = ({ failed }: WorkReport) =>
  failed.length > 0 &&
  failed.every(({ condition }) => condition.type === 'Available' || isKeptDrift(condition.reason));
