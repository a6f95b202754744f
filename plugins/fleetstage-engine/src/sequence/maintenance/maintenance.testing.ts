import {
  fromRfc3339,
  type Instant,
  type MaintenanceExclusion,
  type MaintenancePolicySpec,
  type MaintenanceWindow,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { parsePolicy, type MaintenanceRules } from './policyRules';
import { parseTimeZone, type TimeZone } from './timeZone';

export function at(text: string): Instant {
  const moment = fromRfc3339(text);
  if (moment === undefined) throw new Error(`${text} is not a time`);
  return moment;
}

export function aZone(name: string): TimeZone {
  const zone = parseTimeZone(name);
  if (!zone.ok) throw new Error(zone.error);
  return zone.value;
}

export const aWindow = (window: Partial<MaintenanceWindow> = {}): MaintenanceWindow => ({
  name: 'nights',
  recurrence: 'FREQ=DAILY',
  startTime: '19:00',
  duration: '8h',
  ...window,
});

export const anExclusion = (exclusion: Partial<MaintenanceExclusion> = {}): MaintenanceExclusion => ({
  name: 'freeze',
  startTime: '2026-12-01T00:00:00Z',
  ...(exclusion.untilEndOfSupport !== true && { endTime: '2026-12-05T00:00:00Z' }),
  ...exclusion,
});

export const aPolicySpec = (spec: Partial<MaintenancePolicySpec> = {}): MaintenancePolicySpec => ({
  clusters: { all: true },
  ...spec,
});

export function aPolicy(spec: Partial<MaintenancePolicySpec>, name = 'policy'): MaintenanceRules {
  const parsed = parsePolicy(name, aPolicySpec(spec));
  if (!parsed.ok) throw new Error(parsed.error.map(({ message }) => message).join('; '));
  return parsed.value;
}
