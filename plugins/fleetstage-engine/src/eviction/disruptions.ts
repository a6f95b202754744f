import {
  parseIntOrPercent,
  resolveIntOrPercent,
  type DisruptionBudgetSpec,
  type IntOrString,
  type PlacementPolicy,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** The clusters of a placement as a budget counts them. */
export interface DisruptionCounts {
  /** Bindings in every state, those that are being removed too (C/DB-014). */
  readonly total: number;
  /** Those of them that hold what they should run, available, and are not being removed (C/DB-015). */
  readonly available: number;
  /** `numberOfClusters` of PickN; absent: PickAll (C/DB-016). */
  readonly desired?: number;
}

/** What a budget comes to now. */
export interface Disruptions extends DisruptionCounts {
  /**
   * `unset` has neither limit, `misconfigured` one that PickAll cannot have, `unreadable` one that is neither a number nor a
   * share; these allow nothing.
   */
  readonly limit: 'maxUnavailable' | 'minAvailable' | 'unset' | 'misconfigured' | 'unreadable';
  /** The limit as a number of clusters; 0 where there is none (C/DB-017, DB-018). */
  readonly scaled: number;
  /** How many clusters may be evicted now; never negative (C/DB-019…021). */
  readonly allowed: number;
}

/**
 * The arithmetic of a budget (C §2.5); shares are of `desired`, rounded up.
 *
 *   maxUnavailable: scaled − (total − available)      4 wanted, 4 there, 2 available, max 2    → 0
 *   minAvailable:   available − scaled                3 wanted, 3 there, 3 available, min 40 % → 1
 *   PickAll takes minAvailable as a number alone      max 1 → misconfigured, 0
 */
export function disruptionsOf(
  { maxUnavailable, minAvailable }: DisruptionBudgetSpec,
  counts: DisruptionCounts,
): Disruptions {
  const isPickAll = counts.desired === undefined;
  if (isPickAll && (maxUnavailable !== undefined || typeof minAvailable === 'string'))
    return { ...counts, limit: 'misconfigured', scaled: 0, allowed: 0 };
  const { total, available } = counts;
  if (maxUnavailable !== undefined)
    return limited(counts, 'maxUnavailable', maxUnavailable, scaled => scaled - (total - available));
  if (minAvailable !== undefined)
    return limited(counts, 'minAvailable', minAvailable, scaled => available - scaled);
  return { ...counts, limit: 'unset', scaled: 0, allowed: 0 };
}

function limited(
  counts: DisruptionCounts,
  limit: 'maxUnavailable' | 'minAvailable',
  value: IntOrString,
  roomOf: (scaled: number) => number,
): Disruptions {
  const parsed = parseIntOrPercent(value);
  if (!parsed.ok) return { ...counts, limit: 'unreadable', scaled: 0, allowed: 0 };
  const scaled = resolveIntOrPercent(parsed.value, counts.desired ?? 0, 'up');
  return { ...counts, limit, scaled, allowed: Math.max(0, roomOf(scaled)) };
}

/**
 * The arithmetic as a sentence that goes on after "the budget".
 *
 *   needs 5 of 6 available, 5 are: blocked
 *   allows 1 of 6 unavailable, none is: 1 may be evicted
 */
export function explainDisruptions({ limit, scaled, total, available, allowed }: Disruptions): string {
  const unavailable = total - available;
  const verdict = allowed === 0 ? 'blocked' : `${allowed} may be evicted`;
  switch (limit) {
    case 'maxUnavailable':
      return `allows ${scaled} of ${total} unavailable, ${countBe(unavailable)}: ${verdict}`;
    case 'minAvailable':
      return `needs ${scaled} of ${total} available, ${countBe(available)}: ${verdict}`;
    case 'misconfigured':
      return 'is misconfigured: with PickAll it takes minAvailable as a number and nothing else, so evictions are blocked';
    case 'unreadable':
      return 'has a limit that is neither a number nor a share, so evictions are blocked';
    default:
      return 'has neither maxUnavailable nor minAvailable, so evictions are blocked';
  }
}

/**
 * Why a budget could not protect a placement of this policy (C/DB-005, DB-006, DB-010, DB-011); `undefined`: it can. For
 * PickFixed it has no effect, which is no mistake (C/DB-012).
 *
 *   {}                            → set one of maxUnavailable and minAvailable, or every eviction would be blocked
 *   PickAll, maxUnavailable 1     → with PickAll a budget takes minAvailable as a number and nothing else; …
 */
export function explainBudgetRefusal(
  { maxUnavailable, minAvailable }: DisruptionBudgetSpec,
  policy: PlacementPolicy | undefined,
): string | undefined {
  if (maxUnavailable === undefined && minAvailable === undefined)
    return 'set one of maxUnavailable and minAvailable, or every eviction would be blocked';
  if (maxUnavailable !== undefined && minAvailable !== undefined)
    return 'maxUnavailable and minAvailable cannot both be set; remove one of them';
  const isPickAll = (policy?.placementType ?? 'PickAll') === 'PickAll';
  return isPickAll && (maxUnavailable !== undefined || typeof minAvailable === 'string')
    ? 'with PickAll a budget takes minAvailable as a number and nothing else; set that, or every eviction would be blocked'
    : undefined;
}

/** The limits as they are written, for the timeline: `at least 5 available`, `at most 25% unavailable`. */
export function budgetInWords({ maxUnavailable, minAvailable }: DisruptionBudgetSpec): string {
  const parts = [
    minAvailable !== undefined && `at least ${minAvailable} available`,
    maxUnavailable !== undefined && `at most ${maxUnavailable} unavailable`,
  ];
  return parts.filter(Boolean).join(', ') || 'no limit';
}

function countBe(count: number): string {
  if (count === 0) return 'none is';
  return count === 1 ? '1 is' : `${count} are`;
}
