import type { ApplyStrategy, Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { toWorkKey, type WorkKey } from '../database/keys';
import type { WorkRecord } from '../database/workStore';
import type { Jitter } from '../ports';

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

const RETRY_MS = { first: 2_000, last: 60_000 };

/**
 * When a work is applied anew, rather than looked at: memory of this process, which a restart may forget, since an
 * apply too many changes nothing on the member.
 */
export class WorkPace {
  private readonly paces = new Map<string, Pace>();

  constructor(private readonly options: { readonly jitter: Jitter; readonly resyncEveryMs: number }) {}

  isApplyDue({ at, revision, applyStrategy, before }: PaceInput, now: Instant): boolean {
    if (before === undefined || before.report.revision !== revision || before.report.isReleased) return true;
    // A comparison is its whole work, and no watch shows what nobody has placed.
    if (applyStrategy.type === 'ReportDiff') return true;
    const pace = this.paces.get(keyOf(at));
    const hasFailed = before.report.applied?.status !== 'True';
    if (pace === undefined) {
      this.paces.set(keyOf(at), { appliedAt: now, failures: 0 });
      return hasFailed;
    }
    return now - pace.appliedAt >= (hasFailed ? retryMs(pace.failures) : this.options.resyncEveryMs);
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

  /** When to look again although nothing calls. */
  nextLookMs(at: WorkKey, now: Instant): number {
    const { appliedAt, failures } = this.paces.get(keyOf(at)) ?? { appliedAt: now, failures: 0 };
    const { jitter, resyncEveryMs } = this.options;
    const spread = failures > 0 ? 1 : 1 + 0.1 * jitter.next();
    const dueMs = (failures > 0 ? retryMs(failures) : resyncEveryMs) * spread;
    return Math.max(100, Math.ceil(appliedAt + dueMs - now));
  }
}

const keyOf = ({ hub, placement, cluster }: WorkKey) => toWorkKey(hub, placement, cluster);

const retryMs = (failures: number) =>
  Math.min(RETRY_MS.first * 2 ** Math.max(0, failures - 1), RETRY_MS.last);
