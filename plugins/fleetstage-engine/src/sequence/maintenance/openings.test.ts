import {
  AUTO_UPGRADE_TYPES,
  toRfc3339,
  type AutoUpgradeType,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { aPolicy, anExclusion, at, aWindow } from './maintenance.testing';
import { forbids, openingsOf } from './openings';
import type { MaintenanceRules } from './policyRules';

const PATCH = { step: 'ControlPlanePatch' } as const;

function openings(
  policies: MaintenanceRules[],
  from: string,
  to: string,
  step: AutoUpgradeType = PATCH.step,
) {
  return openingsOf(policies, { start: at(from), end: at(to) }, { step }).map(
    ({ start, end }) => `${toRfc3339(start).slice(0, 16)} ${toRfc3339(end).slice(0, 16)}`,
  );
}

describe('openings of windows (E/MP-003, MP-007)', () => {
  it('across midnight, after business hours of New York (S129, E/EX-001)', () => {
    const policy = aPolicy({
      timeZone: 'America/New_York',
      windows: [aWindow({ recurrence: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' })],
    });
    expect(openings([policy], '2026-06-05T00:00:00Z', '2026-06-10T00:00:00Z')).toEqual([
      '2026-06-05T00:00 2026-06-05T07:00',
      '2026-06-05T23:00 2026-06-06T07:00',
      '2026-06-08T23:00 2026-06-09T07:00',
      '2026-06-09T23:00 2026-06-10T00:00',
    ]);
  });

  it.each([
    {
      rule: 'a start that the clock skips moves to the next time, and stays as long',
      zone: 'America/New_York',
      startTime: '02:30',
      range: ['2026-03-07T12:00:00Z', '2026-03-09T12:00:00Z'],
      open: ['2026-03-08T07:00 2026-03-08T09:00', '2026-03-09T06:30 2026-03-09T08:30'],
    },
    {
      rule: 'a start that is there twice is the first, and the window is not longer',
      zone: 'America/New_York',
      startTime: '01:30',
      range: ['2026-10-31T12:00:00Z', '2026-11-02T12:00:00Z'],
      open: ['2026-11-01T05:30 2026-11-01T07:30', '2026-11-02T06:30 2026-11-02T08:30'],
    },
    {
      rule: 'summer begins inside the window: two hours that pass, not two on the clock',
      zone: 'Europe/Berlin',
      startTime: '01:00',
      range: ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z'],
      open: ['2026-03-29T00:00 2026-03-29T02:00'],
    },
    {
      rule: 'half an hour',
      zone: 'Australia/Lord_Howe',
      startTime: '02:15',
      range: ['2026-10-03T00:00:00Z', '2026-10-05T00:00:00Z'],
      open: ['2026-10-03T15:30 2026-10-03T17:30', '2026-10-04T15:15 2026-10-04T17:15'],
    },
    {
      rule: 'no summer',
      zone: 'Asia/Kolkata',
      startTime: '22:00',
      range: ['2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z'],
      open: ['2026-03-28T16:30 2026-03-28T18:30', '2026-03-29T16:30 2026-03-29T18:30'],
    },
    {
      rule: 'a day that the calendar leaves out: both windows begin at midnight after it',
      zone: 'Pacific/Apia',
      startTime: '00:00',
      range: ['2011-12-29T00:00:00Z', '2011-12-31T23:00:00Z'],
      open: [
        '2011-12-29T10:00 2011-12-29T12:00',
        '2011-12-30T10:00 2011-12-30T12:00',
        '2011-12-31T10:00 2011-12-31T12:00',
      ],
    },
  ])('$zone at $startTime: $rule', ({ zone, startTime, range, open }) => {
    const policy = aPolicy({ timeZone: zone, windows: [aWindow({ startTime, duration: '2h' })] });
    expect(openings([policy], range[0], range[1])).toEqual(open);
  });

  it('a week that begins before the range', () => {
    const policy = aPolicy({
      windows: [aWindow({ recurrence: 'FREQ=MONTHLY;BYMONTHDAY=1', startTime: '12:00', duration: '168h' })],
    });
    expect(openings([policy], '2026-04-07T00:00:00Z', '2026-06-02T00:00:00Z')).toEqual([
      '2026-04-07T00:00 2026-04-08T12:00',
      '2026-05-01T12:00 2026-05-08T12:00',
      '2026-06-01T12:00 2026-06-02T00:00',
    ]);
  });

  it('days that follow one another are one opening', () => {
    const policy = aPolicy({
      windows: [aWindow({ recurrence: 'FREQ=WEEKLY;BYDAY=SA,SU', startTime: '00:00', duration: '24h' })],
    });
    expect(openings([policy], '2026-06-01T00:00:00Z', '2026-06-15T00:00:00Z')).toEqual([
      '2026-06-06T00:00 2026-06-08T00:00',
      '2026-06-13T00:00 2026-06-15T00:00',
    ]);
  });

  it('none after UNTIL, none before startDate', () => {
    const policy = aPolicy({
      timeZone: 'America/New_York',
      windows: [
        aWindow({ recurrence: 'FREQ=DAILY;UNTIL=20260603', startDate: '2026-06-02', duration: '1h' }),
      ],
    });
    expect(openings([policy], '2026-06-01T00:00:00Z', '2026-06-09T00:00:00Z')).toEqual([
      '2026-06-02T23:00 2026-06-03T00:00',
      '2026-06-03T23:00 2026-06-04T00:00',
    ]);
  });

  it('no window: always open', () => {
    expect(openings([], '2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z')).toHaveLength(1);
    const freeze = aPolicy({ exclusions: [anExclusion()] });
    expect(openings([freeze], '2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z')).toHaveLength(1);
  });
});

describe('several policies (E/MP-006, RUL 47)', () => {
  const nights = aPolicy({ windows: [aWindow()] }, 'nights');
  const saturdays = aPolicy(
    { windows: [aWindow({ recurrence: 'FREQ=WEEKLY;BYDAY=SA', startTime: '00:00', duration: '24h' })] },
    'saturdays',
  );

  it('all that have windows must be open', () => {
    expect(openings([nights, saturdays], '2026-06-01T00:00:00Z', '2026-06-08T00:00:00Z')).toEqual([
      '2026-06-06T00:00 2026-06-06T03:00',
      '2026-06-06T19:00 2026-06-07T00:00',
    ]);
  });

  it('an exclusion of any holds all back', () => {
    const freeze = aPolicy({
      exclusions: [anExclusion({ startTime: '2026-06-06T01:00:00Z', endTime: '2026-06-06T20:00:00Z' })],
    });
    expect(openings([nights, freeze, saturdays], '2026-06-01T00:00:00Z', '2026-06-08T00:00:00Z')).toEqual([
      '2026-06-06T00:00 2026-06-06T01:00',
      '2026-06-06T20:00 2026-06-07T00:00',
    ]);
  });
});

describe('scopes of exclusions (E/MP-005)', () => {
  it.each([
    { scope: 'NoUpgrades', held: ['ControlPlaneMinor', 'ControlPlanePatch', 'NodeMinor', 'NodePatch'] },
    { scope: 'NoMinorUpgrades', held: ['ControlPlaneMinor', 'NodeMinor'] },
    { scope: 'NoMinorOrNodeUpgrades', held: ['ControlPlaneMinor', 'NodeMinor', 'NodePatch'] },
  ] as const)('$scope holds $held', ({ scope, held }) => {
    expect(AUTO_UPGRADE_TYPES.filter(step => forbids(scope, step))).toEqual(held);
  });

  it('until the end of support, known or not (E/MP-004)', () => {
    const policy = aPolicy({
      exclusions: [anExclusion({ untilEndOfSupport: true, scope: 'NoMinorUpgrades' })],
    });
    const range = { start: at('2026-11-30T00:00:00Z'), end: at('2027-02-01T00:00:00Z') };
    const minor = { step: 'NodeMinor' } as const;
    const shown = (question: Parameters<typeof openingsOf>[2]) =>
      openingsOf([policy], range, question).map(({ start, end }) => `${toRfc3339(start)} ${toRfc3339(end)}`);
    expect(shown(minor)).toEqual(['2026-11-30T00:00:00Z 2026-12-01T00:00:00Z']);
    expect(shown({ ...minor, endOfSupport: at('2027-01-15T00:00:00Z') })).toEqual([
      '2026-11-30T00:00:00Z 2026-12-01T00:00:00Z',
      '2027-01-15T00:00:00Z 2027-02-01T00:00:00Z',
    ]);
    expect(shown({ step: 'NodePatch' })).toHaveLength(1);
  });
});
