import type { ExclusionScope, Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import type { Interval } from './intervals';
import { occurrencesOf, spanOf } from './openings';
import type { MaintenanceRules } from './policyRules';

/** What a calendar shows (E/UI-005). */
export type CalendarEntry = {
  readonly policy: string;
  readonly name: string;
  readonly start: Instant;
} & (
  | { readonly kind: 'Window'; readonly end: Instant }
  | {
      readonly kind: 'Exclusion';
      /** Absent: until the end of support of each cluster. */
      readonly end?: Instant;
      readonly scope: ExclusionScope;
      readonly reason?: string;
    }
);

/** Windows and exclusions in the range, uncut, in the order of their starts. */
export function maintenanceCalendar(
  policies: readonly MaintenanceRules[],
  range: Interval,
): readonly CalendarEntry[] {
  return policies
    .flatMap(policy => [...windowEntries(policy, range), ...exclusionEntries(policy, range)])
    .sort((a, b) => a.start - b.start || compareText(a.policy, b.policy) || compareText(a.name, b.name));
}

const windowEntries = ({ name: policy, windows, zone }: MaintenanceRules, range: Interval): CalendarEntry[] =>
  windows.flatMap(window =>
    occurrencesOf(window, zone, range).map(({ start, end }): CalendarEntry => ({
      kind: 'Window',
      policy,
      name: window.name,
      start,
      end,
    })),
  );

const exclusionEntries = ({ name: policy, exclusions }: MaintenanceRules, range: Interval): CalendarEntry[] =>
  exclusions.flatMap(one => {
    const { start, end } = spanOf(one, {});
    if (start >= range.end || end <= range.start) return [];
    const { name, scope, reason } = one;
    return [
      {
        kind: 'Exclusion',
        policy,
        name,
        start,
        ...(one.end !== 'EndOfSupport' && { end: one.end }),
        scope,
        ...(reason !== undefined && { reason }),
      },
    ];
  });
