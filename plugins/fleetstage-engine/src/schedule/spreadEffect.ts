/** What adding one cluster to a domain does to the spread (A/SCH-072). */
export interface SpreadEffect {
  /** By how much the skew changes: −1, 0 or +1. */
  readonly change: number;
  readonly isViolated: boolean;
}

/** How many picked clusters the domains of one constraint have, in short. */
export interface DomainCounts {
  readonly fewest: number;
  readonly most: number;
  /** How many domains have the fewest. */
  readonly emptiest: number;
}

/** In points of the topology score (A/SCH-073). */
const VIOLATION_PENALTY = 1000;

/**
 * The effect of one more cluster in a domain that has `count` (A/SCH-072). What counts is the skew afterwards: a pick
 * that improves the balance is a violation still while the skew stays above the limit.
 *
 *     1,2,2 → into the 1: −1, kept     1,1,3, maxSkew 1 → into a 1: 0, violated     2,2,2 → into any: +1
 */
export function spreadEffect(domains: DomainCounts, count: number, maxSkew: number): SpreadEffect {
  const change = changeOfSkew(domains, count);
  return { change, isViolated: domains.most - domains.fewest + change > maxSkew };
}

/** What a constraint adds to the topology score. */
export const scoreOfEffect = ({ isViolated, change }: SpreadEffect) =>
  isViolated ? -VIOLATION_PENALTY : 0 - change;

function changeOfSkew({ fewest, most, emptiest }: DomainCounts, count: number): number {
  if (most === fewest) return 1;
  if (count === fewest && emptiest === 1) return -1;
  return count === most ? 1 : 0;
}
