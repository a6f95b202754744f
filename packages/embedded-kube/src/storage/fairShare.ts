/**
 * The most that each may have so that all together have no more than `most`; who has less keeps it.
 *
 *   10 of [2, 3, 4] → no bound; 9 of [1, 5, 20] → 4: the others give, the smallest keeps its 1
 */
export function fairShare(amounts: readonly number[], most: number): number {
  let left = most;
  let sharers = amounts.length;
  for (const amount of [...amounts].sort((a, b) => a - b)) {
    if (amount * sharers > left) return Math.floor(left / sharers);
    left -= amount;
    sharers -= 1;
  }
  return Infinity;
}
