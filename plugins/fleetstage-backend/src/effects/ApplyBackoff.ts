import {
  instant,
  plus,
  sha256Hex,
  type ApplyStrategy,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { toWorkKey, type WorkKey } from '../database/keys';
import type { WorkRecord } from '../database/workStore';
import type { Clock, Jitter } from '../ports';

interface Pace {
  readonly appliedAt: Instant;
  /** Applies in a row that left something failed. */
  readonly failures: number;
}

export interface PaceInput {
  readonly at: WorkKey;
  readonly revision: string;
  readonly applyStrategy: ApplyStrategy;
  readonly before?: WorkRecord;
}

export interface WorkPaceOptions {
  readonly clock: Clock;
  readonly jitter: Jitter;
  readonly resyncEveryMs: number;
  /** When the fleet began to be looked after; nothing: not known yet. */
  readonly fleetStartedAt: () => Instant | undefined;
}

const RETRY_MS = { first: 2_000, last: 60_000 };
/** After a start all works are compared within this time. */
const START_SPREAD_MS = 60_000;

/**
 * When a work is applied anew, rather than looked at. An apply compares all objects with what is wanted, also those of
 * kinds that nobody watches, so it is done every resync, and once after a start for what drifted meanwhile: each work at a
 * moment of its own that all replicas agree on, so that one of them does it, and none twice. Retries are memory of this
 * process: an apply too many changes nothing on the member.
 */
export class ApplyBackoff {
  private readonly paces = new Map<string, Pace>();
  private readonly builtAt: Instant;

  constructor(private readonly options: WorkPaceOptions) {
    this.builtAt = options.clock.now();
  }

  isApplyDue({ at, revision, applyStrategy, before }: PaceInput, now: Instant): boolean {
    if (before === undefined || before.report.revision !== revision || before.report.isReleased) return true;
    // A comparison is its whole work, and no watch shows what nobody has placed.
    if (applyStrategy.type === 'ReportDiff') return true;
    if (before.report.applied?.status === 'True') return now >= this.comparisonAt(at, before.verifiedAt);
    const pace = this.paces.get(keyOf(at));
    return pace === undefined || now - pace.appliedAt >= retryMs(pace.failures);
  }

  noteApplied(
    at: WorkKey,
    { at: appliedAt, needsRetry }: { readonly at: Instant; readonly needsRetry: boolean },
  ): void {
    const failures = needsRetry ? (this.paces.get(keyOf(at))?.failures ?? 0) + 1 : 0;
    this.paces.set(keyOf(at), { appliedAt, failures });
  }

  /** The work is taken off its cluster. */
  forget(at: WorkKey): void {
    this.paces.delete(keyOf(at));
  }

  /** When to look again although nothing calls. `verifiedAt`: the last comparison of any replica. */
  nextLookMs(at: WorkKey, now: Instant, verifiedAt?: Instant): number {
    const pace = this.paces.get(keyOf(at));
    // One that is older than the last comparison is of before another replica owned the member.
    const isStale = pace !== undefined && verifiedAt !== undefined && verifiedAt > pace.appliedAt;
    if (pace !== undefined && pace.failures > 0 && !isStale)
      return Math.max(100, Math.ceil(pace.appliedAt + retryMs(pace.failures) - now));
    const { jitter, resyncEveryMs } = this.options;
    const dueAt = this.comparisonAt(at, verifiedAt);
    const isSoon = dueAt - now <= START_SPREAD_MS;
    return Math.max(100, Math.ceil(dueAt - now + (isSoon ? 0 : 0.1 * resyncEveryMs * jitter.next())));
  }

  private comparisonAt(at: WorkKey, verifiedAt: Instant | undefined): Instant {
    const { fleetStartedAt, resyncEveryMs } = this.options;
    const startedAt = fleetStartedAt() ?? this.builtAt;
    const comparedAt = latest(this.paces.get(keyOf(at))?.appliedAt, verifiedAt);
    return comparedAt !== undefined && comparedAt >= startedAt
      ? plus(comparedAt, resyncEveryMs)
      : plus(startedAt, spreadOf(keyOf(at)));
  }
}

const keyOf = ({ hub, placement, cluster }: WorkKey) => toWorkKey(hub, placement, cluster);

const latest = (a: Instant | undefined, b: Instant | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : instant(Math.max(a, b));

/** The same number for a key in every replica. */
const spreadOf = (key: string) =>
  Math.floor((Number.parseInt(sha256Hex(key).slice(0, 8), 16) / 2 ** 32) * START_SPREAD_MS);

const retryMs = (failures: number) =>
  Math.min(RETRY_MS.first * 2 ** Math.max(0, failures - 1), RETRY_MS.last);
