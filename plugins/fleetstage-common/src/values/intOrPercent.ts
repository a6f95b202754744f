import { failure, ok, type Result } from './result';

/** A count, or a share of a total. */
export type IntOrPercent =
  { readonly kind: 'count'; readonly count: number } | { readonly kind: 'percent'; readonly percent: number };

/** `3`, `"3"`, `"25%"`; negative, fractional and other values are an error with a sentence. */
export function parseIntOrPercent(value: number | string): Result<IntOrPercent> {
  const match = /^(\d{1,9})(%?)$/.exec(String(value));
  if (!match) return failure(`"${value}" is neither a whole number nor a percentage`);
  const number = Number(match[1]);
  return ok(match[2] === '%' ? { kind: 'percent', percent: number } : { kind: 'count', count: number });
}

/**
 * The count that is meant, where `total` is 100 %. The caller says which way a broken share goes: limits of
 * what may be missing or added go *up* (25 % of 3 → 1), limits that protect go *up* as well, concurrency goes *down*.
 *
 *     resolveIntOrPercent({ kind: 'percent', percent: 25 }, 7, 'up') → 2      …, 'down') → 1
 */
export function resolveIntOrPercent(value: IntOrPercent, total: number, rounding: 'up' | 'down'): number {
  if (value.kind === 'count') return value.count;
  const scaled = value.percent * total;
  // Whole numbers are divided last: 0.07 × 100 is 7.000000000000001 in floats and would round up to 8.
  return rounding === 'up' ? Math.ceil(scaled / 100) : Math.floor(scaled / 100);
}
