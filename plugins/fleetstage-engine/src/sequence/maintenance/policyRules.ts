import {
  failure,
  fromRfc3339,
  ok,
  parseDuration,
  type ExclusionScope,
  type Instant,
  type MaintenanceExclusion,
  type MaintenancePolicySpec,
  type MaintenanceWindow,
  type PolicyAcceptedReason,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Issue } from '../issue';
import { parseDay } from './civilDay';
import { parseRecurrence, type Recurrence } from './recurrence';
import { parseTimeZone, type TimeZone } from './timeZone';

export interface WindowRule {
  readonly name: string;
  readonly recurrence: Recurrence;
  /** Minutes since midnight, local time. */
  readonly startMinute: number;
  /** Elapsed time, whatever clocks show (E/MP-007). */
  readonly durationMs: number;
}

export interface ExclusionRule {
  readonly name: string;
  readonly scope: ExclusionScope;
  readonly start: Instant;
  readonly end: Instant | 'EndOfSupport';
  readonly reason?: string;
}

/** A MaintenancePolicy, read. */
export interface MaintenanceRules {
  readonly name: string;
  readonly zone: TimeZone;
  /** None: always open, exclusions aside (E/MP-003). */
  readonly windows: readonly WindowRule[];
  readonly exclusions: readonly ExclusionRule[];
}

/** What admission cannot know, and what an object that went past it may still have wrong. */
export type PolicyFault = Issue<
  Exclude<PolicyAcceptedReason, 'PolicyAccepted'> | 'InvalidWindow' | 'InvalidExclusion'
>;

const DEFAULT_ZONE = 'UTC';
const SHORTEST_MS = 30 * 60_000;
const LONGEST_MS = 168 * 3_600_000;

/** All faults of a policy, or what it says (E/MP-002…004). */
export function parsePolicy(
  name: string,
  spec: MaintenancePolicySpec,
): Result<MaintenanceRules, readonly PolicyFault[]> {
  const zone = parseTimeZone(spec.timeZone ?? DEFAULT_ZONE);
  const windows = (spec.windows ?? []).map((window, i) => parseWindow(window, `spec.windows[${i}]`));
  const exclusions = (spec.exclusions ?? []).map((one, i) => parseExclusion(one, `spec.exclusions[${i}]`));
  const faults = [
    ...(zone.ok ? [] : [fault('UnknownTimeZone', 'spec.timeZone', `${zone.error}; correct the name`)]),
    ...[...windows, ...exclusions].flatMap(part => (part.ok ? [] : [part.error])),
  ];
  if (faults.length > 0 || !zone.ok) return failure(faults);
  return ok({
    name,
    zone: zone.value,
    windows: windows.flatMap(part => (part.ok ? [part.value] : [])),
    exclusions: exclusions.flatMap(part => (part.ok ? [part.value] : [])),
  });
}

const fault = (code: PolicyFault['code'], path: string, message: string): PolicyFault => ({
  code,
  severity: 'Error',
  path,
  message,
});

function parseWindow(window: MaintenanceWindow, at: string): Result<WindowRule, PolicyFault> {
  const { name } = window;
  const startDay = window.startDate === undefined ? undefined : parseDay(window.startDate);
  if (window.startDate !== undefined && startDay === undefined)
    return failure(
      fault('InvalidWindow', `${at}.startDate`, `"${window.startDate}" is not a day such as 2026-03-01`),
    );
  const recurrence = parseRecurrence(window.recurrence, startDay);
  if (!recurrence.ok)
    return failure(fault('InvalidRecurrence', `${at}.recurrence`, `Window "${name}": ${recurrence.error}`));
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(window.startTime) ?? [];
  if (hour === undefined)
    return failure(
      fault('InvalidWindow', `${at}.startTime`, `"${window.startTime}" is not a time such as 19:00`),
    );
  const duration = parseDuration(window.duration);
  if (!duration.ok || duration.value < SHORTEST_MS || duration.value > LONGEST_MS)
    return failure(
      fault('InvalidWindow', `${at}.duration`, `"${window.duration}" is not a duration from 30m to 168h`),
    );
  return ok({
    name,
    recurrence: recurrence.value,
    startMinute: Number(hour) * 60 + Number(minute),
    durationMs: duration.value,
  });
}

function parseExclusion(exclusion: MaintenanceExclusion, at: string): Result<ExclusionRule, PolicyFault> {
  const { name, scope = 'NoUpgrades', reason } = exclusion;
  const start = fromRfc3339(exclusion.startTime);
  const end = exclusion.untilEndOfSupport === true ? 'EndOfSupport' : fromRfc3339(exclusion.endTime);
  if (start === undefined || end === undefined)
    return failure(
      fault(
        'InvalidExclusion',
        `${at}.${start === undefined ? 'startTime' : 'endTime'}`,
        `Exclusion "${name}" needs a startTime, and an endTime or untilEndOfSupport: true`,
      ),
    );
  if (end !== 'EndOfSupport' && end <= start)
    return failure(
      fault(
        'InvalidExclusion',
        `${at}.endTime`,
        `Exclusion "${name}" ends before it begins; set a later endTime`,
      ),
    );
  if (end === 'EndOfSupport' && scope === 'NoUpgrades')
    return failure(
      fault(
        'InvalidExclusion',
        `${at}.scope`,
        `Exclusion "${name}" would keep patches away until the end of support; set scope to NoMinorUpgrades or NoMinorOrNodeUpgrades`,
      ),
    );
  return ok({ name, scope, start, end, ...(reason !== undefined && { reason }) });
}
