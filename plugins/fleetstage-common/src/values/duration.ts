import { failure, ok, type Result } from './result';

const UNIT_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ns: 1e-6,
};
const TERM = /(\d+\.?\d*|\.\d+)(ms|us|µs|μs|ns|h|m|s)/gy;

/**
 * Go's durations, in milliseconds; parts of a millisecond are rounded.
 *
 *     1h30m → 5400000     1.5h → 5400000     -10s → -10000     0 → 0     10 → error (no unit)
 */
export function parseDuration(text: string): Result<number> {
  const sign = text.startsWith('-') ? -1 : 1;
  const body = text.replace(/^[+-]/, '');
  if (body === '0') return ok(0);
  let totalMs = 0;
  let end = 0;
  for (const match of body.matchAll(TERM)) {
    totalMs += Number(match[1]) * UNIT_MS[match[2]];
    end = match.index + match[0].length;
  }
  if (body === '' || end !== body.length) return failure(`"${text}" is not a duration such as 1h30m or 45s`);
  return ok(sign * Math.round(totalMs));
}

/**
 * As Go prints it and statuses show it (RUL 30).
 *
 *     60000 → 1m0s     3600000 → 1h0m0s     1500 → 1.5s     250 → 250ms     0 → 0s
 */
export function formatDuration(ms: number): string {
  const sign = ms < 0 ? '-' : '';
  const total = Math.abs(Math.round(ms));
  if (total === 0) return '0s';
  if (total < 1000) return `${sign}${total}ms`;
  const hours = Math.floor(total / 3_600_000);
  const minutes = Math.floor(total / 60_000) % 60;
  const seconds = (total % 60_000) / 1000;
  const h = hours > 0 ? `${hours}h` : '';
  const m = hours > 0 || minutes > 0 ? `${minutes}m` : '';
  return `${sign}${h}${m}${seconds}s`;
}
