import {
  AUTO_UPGRADE_TYPES,
  instant,
  type MaintenancePolicySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import fc from 'fast-check';
import { DAY_MS } from './civilDay';
import { covers } from './intervals';
import { aPolicy, at } from './maintenance.testing';
import { maintenanceAt } from './maintenanceState';
import { openingsOf } from './openings';

const HOUR_MS = 3_600_000;
const ORIGIN = at('2026-01-01T00:00:00Z');

const someWindow = fc.record({
  recurrence: fc.constantFrom(
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=SA',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=DAILY;UNTIL=20260601',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU',
  ),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.constantFrom('00', '15', '30'),
  duration: fc.constantFrom('30m', '2h', '8h', '24h', '168h'),
});

const someExclusion = fc.record({
  startDay: fc.integer({ min: 0, max: 300 }),
  hours: fc.integer({ min: 1, max: 900 }),
  scope: fc.constantFrom('NoUpgrades' as const, 'NoMinorUpgrades' as const, 'NoMinorOrNodeUpgrades' as const),
});

const somePolicy = fc
  .record({
    timeZone: fc.constantFrom(
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'Pacific/Apia',
    ),
    windows: fc.array(someWindow, { maxLength: 2 }),
    exclusions: fc.array(someExclusion, { maxLength: 2 }),
  })
  .map(({ timeZone, windows, exclusions }): Partial<MaintenancePolicySpec> => ({
    timeZone,
    windows: windows.map(({ recurrence, hour, minute, duration }, i) => ({
      name: `w${i}`,
      recurrence,
      startTime: `${String(hour).padStart(2, '0')}:${minute}`,
      duration,
      startDate: '2026-01-01',
    })),
    exclusions: exclusions.map(({ startDay, hours, scope }, i) => ({
      name: `x${i}`,
      startTime: new Date(ORIGIN + startDay * DAY_MS).toISOString(),
      endTime: new Date(ORIGIN + startDay * DAY_MS + hours * HOUR_MS).toISOString(),
      scope,
    })),
  }))
  .map(spec => aPolicy(spec));

const somePolicies = fc.array(somePolicy, { maxLength: 2 });
const someStep = fc.constantFrom(...AUTO_UPGRADE_TYPES);
const someQuarterHour = fc.integer({ min: 0, max: 330 * 96 }).map(n => instant(ORIGIN + n * (HOUR_MS / 4)));

describe('maintenance (E/MP-006, MP-007)', () => {
  it('open now agrees with the list of openings, whatever range that is listed for', () => {
    fc.assert(
      fc.property(
        somePolicies,
        someStep,
        someQuarterHour,
        fc.nat({ max: 20 }),
        (policies, step, now, days) => {
          const range = { start: instant(now - days * DAY_MS), end: instant(now + (days + 1) * DAY_MS) };
          const openings = openingsOf(policies, range, { step });
          const state = maintenanceAt(policies, now, { step });
          expect(state.kind === 'Open').toBe(covers(openings, now));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('what it says of later holds then', () => {
    fc.assert(
      fc.property(somePolicies, someStep, someQuarterHour, (policies, step, now) => {
        const isOpenAt = (moment: number) =>
          maintenanceAt(policies, instant(moment), { step }).kind === 'Open';
        const state = maintenanceAt(policies, now, { step });
        if (state.kind === 'Open' && state.until !== undefined)
          expect([state.until - 1, state.until].map(isOpenAt)).toEqual([true, false]);
        if (state.kind !== 'Open' && state.opensAt !== undefined)
          expect([state.opensAt - 1, state.opensAt].map(isOpenAt)).toEqual([false, true]);
      }),
      { numRuns: 150 },
    );
  });

  it('a policy more never opens what was closed', () => {
    fc.assert(
      fc.property(somePolicies, somePolicy, someStep, someQuarterHour, (policies, more, step, now) => {
        const [before, after] = [policies, [...policies, more]].map(
          all => maintenanceAt(all, now, { step }).kind,
        );
        if (before !== 'Open') expect(after).not.toBe('Open');
      }),
      { numRuns: 100 },
    );
  });
});
