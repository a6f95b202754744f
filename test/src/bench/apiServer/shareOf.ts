/** Of sorted numbers the one below which this share of them lies; 1: the largest. 0 where there are none. */
export function shareOf(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
