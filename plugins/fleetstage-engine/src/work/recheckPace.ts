/** How the delay between two comparisons grows (B/WA-§4.12). */
export interface RecheckPace {
  /** So many at first, each after `fixedSeconds`. */
  readonly fixedAttempts: number;
  readonly fixedSeconds: number;
  readonly slowBase: number;
  readonly initialSlowSeconds: number;
  readonly maxSlowSeconds: number;
  readonly fastBase: number;
  readonly maxFastSeconds: number;
  /** Grow fast as soon as there is nothing left to wait for. */
  readonly skipsToFast: boolean;
}

export const RECHECK_PACE: RecheckPace = {
  fixedAttempts: 1,
  fixedSeconds: 5,
  slowBase: 1.2,
  initialSlowSeconds: 2,
  maxSlowSeconds: 15,
  fastBase: 1.5,
  maxFastSeconds: 900,
  skipsToFast: true,
};

export interface Recheck {
  /** Since the revision or a result changed last (B/WA-121). */
  readonly count: number;
  readonly lastSeconds: number;
  /** All is available, or all differences are reported. */
  readonly isSettled: boolean;
}

/**
 * Seconds until the next comparison (B/WA-120).
 *
 *   not settled → 5, 2, 2.4, 2.88, … 14.86, 22.29, … 900
 *   settled     → 5, 2, 3, 4.5, 6.75, … 900
 */
export function recheckSeconds(
  { count, lastSeconds, isSettled }: Recheck,
  pace: RecheckPace = RECHECK_PACE,
): number {
  const { maxSlowSeconds, maxFastSeconds } = pace;
  if (count < pace.fixedAttempts) return pace.fixedSeconds;
  if (count === pace.fixedAttempts) return pace.initialSlowSeconds;
  const fast = Math.min(lastSeconds * pace.fastBase, maxFastSeconds);
  if ((pace.skipsToFast && isSettled) || lastSeconds >= maxSlowSeconds) return fast;
  const slow = lastSeconds * pace.slowBase;
  return slow > maxSlowSeconds ? fast : slow;
}
