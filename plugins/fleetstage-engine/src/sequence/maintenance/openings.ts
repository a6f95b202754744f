import {
  instant,
  type AutoUpgradeType,
  type ExclusionScope,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { DAY_MS } from './civilDay';
import { intersect, subtract, unite, type Interval, type Intervals } from './intervals';
import type { ExclusionRule, MaintenanceRules, WindowRule } from './policyRules';
import { isBeforeEnd, recursOn } from './recurrence';
import { dayAt, firstAt, type TimeZone } from './timeZone';

/** Which upgrade of a cluster is asked about. */
export interface MaintenanceQuestion {
  /** Scopes of exclusions distinguish steps (E/MP-005). */
  readonly step: AutoUpgradeType;
  /** Of the cluster's current minor; unknown: exclusions until then have no end. */
  readonly endOfSupport?: Instant;
}

/**
 * When an upgrade may start: each policy that has windows is open, and no exclusion of any holds (E/MP-006).
 *
 *     nights 19:00–03:00 and Saturdays 00:00–24:00 → Saturday 00:00–03:00 and 19:00–24:00
 *     no policy → the whole range
 */
export function openingsOf(
  policies: readonly MaintenanceRules[],
  range: Interval,
  question: MaintenanceQuestion,
): Intervals {
  const open = policies
    .filter(({ windows }) => windows.length > 0)
    .reduce((left, policy) => intersect(left, windowsOf(policy, range)), unite([range]));
  const excluded = policies.flatMap(({ exclusions }) =>
    exclusions.filter(one => forbids(one.scope, question.step)).map(one => spanOf(one, question)),
  );
  return subtract(open, unite(excluded));
}

/** Each time that a window is open in the range, whole even where the range cuts it. */
export function occurrencesOf(window: WindowRule, zone: TimeZone, range: Interval): readonly Interval[] {
  const found: Interval[] = [];
  const first = dayAt(zone, instant(range.start - window.durationMs)) - SLACK_DAYS;
  const last = dayAt(zone, range.end) + 1;
  for (let day = first; day <= last; day++) {
    if (!recursOn(window.recurrence, day)) continue;
    const localMs = day * DAY_MS + window.startMinute * 60_000;
    const start = firstAt(zone, localMs);
    const end = instant(start + window.durationMs);
    if (start < range.end && end > range.start && isBeforeEnd(window.recurrence, localMs, start))
      found.push({ start, end });
  }
  return found;
}

/**
 * Does an exclusion hold this kind of upgrade back (E/MP-005)?
 *
 *     NoMinorUpgrades: patches of control planes and nodes go on     NoMinorOrNodeUpgrades: control-plane patches alone
 */
export function forbids(scope: ExclusionScope, step: AutoUpgradeType): boolean {
  switch (scope) {
    case 'NoMinorUpgrades':
      return step === 'ControlPlaneMinor' || step === 'NodeMinor';
    case 'NoMinorOrNodeUpgrades':
      return step !== 'ControlPlanePatch';
    default:
      return true;
  }
}

export function spanOf(
  { start, end }: ExclusionRule,
  { endOfSupport }: Pick<MaintenanceQuestion, 'endOfSupport'>,
): Interval {
  return { start, end: end === 'EndOfSupport' ? (endOfSupport ?? NEVER) : end };
}

/** Open-ended: later than every moment a range may have. */
const NEVER = instant(Number.MAX_SAFE_INTEGER);
/** A start that the clock skips moves on, at most over a whole day that a zone left out. */
const SLACK_DAYS = 2;

const windowsOf = ({ windows, zone }: MaintenanceRules, range: Interval) =>
  unite(windows.flatMap(window => occurrencesOf(window, zone, range)));
