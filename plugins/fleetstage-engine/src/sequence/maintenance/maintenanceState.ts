import {
  instant,
  type ExclusionScope,
  type Instant,
  type MaintenancePolicyStatus,
  toRfc3339,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { DAY_MS } from './civilDay';
import { covers, type Interval } from './intervals';
import { forbids, occurrencesOf, openingsOf, spanOf, type MaintenanceQuestion } from './openings';
import type { ExclusionRule, MaintenanceRules } from './policyRules';

/** How far ahead openings are searched: none within it is `MaintenanceNeverOpens` (E/MP-006). */
export const MAINTENANCE_HORIZON_MS = 90 * DAY_MS;

/** May an upgrade start now, and when does that change (E/MP-006)? */
export type MaintenanceState =
  | {
      readonly kind: 'Open';
      /** Absent: it stays open for the next 90 days. */
      readonly until?: Instant;
    }
  | {
      /** An exclusion holds, whatever the windows say (D/EL-011 is asked before EL-012). */
      readonly kind: 'Excluded';
      readonly policy: string;
      readonly exclusion: string;
      readonly scope: ExclusionScope;
      readonly reason?: string;
      /** End of that exclusion; absent: until an end of support that is unknown. */
      readonly endsAt?: Instant;
      /** Next moment at which all policies allow it; absent: none within 90 days. */
      readonly opensAt?: Instant;
    }
  | {
      readonly kind: 'Closed';
      /** Policies whose windows are closed now. */
      readonly policies: readonly string[];
      readonly opensAt?: Instant;
    };

/** The state of a cluster for one kind of upgrade, under all its policies. */
export function maintenanceAt(
  policies: readonly MaintenanceRules[],
  now: Instant,
  question: MaintenanceQuestion,
): MaintenanceState {
  const horizon = { start: now, end: instant(now + MAINTENANCE_HORIZON_MS) };
  const [next] = openingsOf(policies, horizon, question);
  if (next !== undefined && next.start <= now)
    return next.end >= horizon.end ? { kind: 'Open' } : { kind: 'Open', until: next.end };
  const opensAt = next === undefined ? {} : { opensAt: next.start };
  return (
    excludedState(policies, now, question, opensAt) ?? {
      kind: 'Closed',
      policies: closedAt(policies, now),
      ...opensAt,
    }
  );
}

/** Nothing could start within 90 days, not even the patch of a control plane (E/MP-006, `MaintenanceNeverOpens`). */
export function neverOpens(policies: readonly MaintenanceRules[], now: Instant): boolean {
  return isNeverOpen(maintenanceAt(policies, now, LEAST));
}

export const isNeverOpen = (state: MaintenanceState): boolean =>
  state.kind !== 'Open' && state.opensAt === undefined;

/** The kind of upgrade that the fewest exclusions forbid. */
const LEAST: MaintenanceQuestion = { step: 'ControlPlanePatch' };
const SHOWN_OPENINGS = 5;

/** What the status of a policy shows of its windows and exclusions (E/MP-009). */
export function maintenanceStatus(
  policy: MaintenanceRules,
  now: Instant,
): Pick<MaintenancePolicyStatus, 'open' | 'nextChange' | 'nextOpenings' | 'activeExclusions'> {
  const horizon = { start: now, end: instant(now + MAINTENANCE_HORIZON_MS) };
  const openings = openingsOf([policy], horizon, LEAST);
  const later = openings.map(({ start }) => start).filter(start => start > now);
  const current = openings.find(({ start }) => start <= now);
  const nextChange = current === undefined ? later[0] : current.end < horizon.end ? current.end : undefined;
  return {
    open: current !== undefined,
    ...(nextChange !== undefined && { nextChange: toRfc3339(nextChange) }),
    nextOpenings: later.slice(0, SHOWN_OPENINGS).map(toRfc3339),
    activeExclusions: policy.exclusions.filter(one => isActive(one, now, LEAST)).map(({ name }) => name),
  };
}

const isActive = (exclusion: ExclusionRule, now: Instant, question: MaintenanceQuestion) =>
  covers([spanOf(exclusion, question)], now);

/** Of several exclusions the last to end: until then nothing opens. */
function excludedState(
  policies: readonly MaintenanceRules[],
  now: Instant,
  question: MaintenanceQuestion,
  opensAt: { readonly opensAt?: Instant },
): MaintenanceState | undefined {
  const active = policies.flatMap(policy =>
    policy.exclusions
      .filter(one => forbids(one.scope, question.step) && isActive(one, now, question))
      .map(one => ({ policy: policy.name, one, span: spanOf(one, question) })),
  );
  const [last] = active.sort((a, b) => b.span.end - a.span.end);
  if (last === undefined) return undefined;
  const { one, policy, span } = last;
  const isOpenEnded = one.end === 'EndOfSupport' && question.endOfSupport === undefined;
  return {
    kind: 'Excluded',
    policy,
    exclusion: one.name,
    scope: one.scope,
    ...(one.reason !== undefined && { reason: one.reason }),
    ...(!isOpenEnded && { endsAt: span.end }),
    ...opensAt,
  };
}

function closedAt(policies: readonly MaintenanceRules[], now: Instant): readonly string[] {
  const moment: Interval = { start: now, end: instant(now + 1) };
  return policies
    .filter(({ windows }) => windows.length > 0)
    .filter(({ windows, zone }) => windows.every(one => occurrencesOf(one, zone, moment).length === 0))
    .map(({ name }) => name);
}
