import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Milliseconds; 0: no wait (RUL 41). KubeFleet's own values are 30 s and 15 s (A/PL-225, PL-226). */
export interface SnapshotPace {
  /** Between one snapshot and the next. */
  readonly minimumIntervalMs: number;
  /** From the first observed change, so that what belongs together comes together. */
  readonly collectionMs: number;
}

export interface SnapshotCandidate {
  /** When content that differs from the latest snapshot was first seen; absent: now. */
  readonly detectedAt?: Instant;
  /** When the latest snapshot was made; absent: there is none. */
  readonly latestAt?: Instant;
}

/**
 * How long the next snapshot has to wait, in milliseconds (A/SNP-030, 031).
 *
 *     interval 300 s, collection 30 s, latest 10 s old, seen 5 s ago → 290 s
 */
export function snapshotDelayMs(
  { minimumIntervalMs, collectionMs }: SnapshotPace,
  { detectedAt, latestAt }: SnapshotCandidate,
  now: Instant,
): number {
  if (latestAt === undefined) return 0;
  const allowedAt = Math.max((detectedAt ?? now) + collectionMs, latestAt + minimumIntervalMs);
  return Math.max(0, allowedAt - now);
}
