import type { Jitter } from '../ports';

export interface BackoffOptions {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** For keys: the first retry comes at once for a person, the last ones load nobody. */
export const KEY_BACKOFF: BackoffOptions = { firstMs: 250, maxMs: 60_000 };

/**
 * Doubles with every attempt up to a limit; half of it is spread, so that keys that failed together come back apart.
 *
 *   first 250, max 60000: attempt 1 → 125…250, attempt 2 → 250…500, attempt 9 and later → 30000…60000
 */
export function backoffMs(
  attempts: number,
  jitter: Jitter,
  { firstMs, maxMs }: BackoffOptions = KEY_BACKOFF,
): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(30, Math.max(0, attempts - 1)));
  return Math.round(full / 2 + (full / 2) * jitter.next());
}
