import { aPolicy, aPolicySpec, anExclusion, at, aWindow } from './maintenance.testing';
import { maintenanceCalendar } from './maintenanceCalendar';
import { maintenanceAt, maintenanceStatus, neverOpens } from './maintenanceState';
import { parsePolicyClusters } from './matchPolicy';
import { validatePolicy } from './validatePolicy';

const PATCH = { step: 'ControlPlanePatch' } as const;
const MINOR = { step: 'ControlPlaneMinor' } as const;
const nights = aPolicy({ windows: [aWindow()] }, 'nights');
const freeze = aPolicy({ exclusions: [anExclusion({ reason: 'payments degraded' })] }, 'freeze');

describe('open now, and until when (D/MW-001, MW-002, MW-008, E/MP-006)', () => {
  it.each([
    { rule: 'no policy', policies: [], now: '2026-06-01T12:00:00Z', state: { kind: 'Open' } },
    {
      rule: 'inside the window',
      policies: [nights],
      now: '2026-06-01T20:00:00Z',
      state: { kind: 'Open', until: at('2026-06-02T03:00:00Z') },
    },
    {
      rule: 'at its first moment',
      policies: [nights],
      now: '2026-06-01T19:00:00Z',
      state: { kind: 'Open', until: at('2026-06-02T03:00:00Z') },
    },
    {
      rule: 'no longer at its end (D/EL-012)',
      policies: [nights],
      now: '2026-06-02T03:00:00Z',
      state: { kind: 'Closed', policies: ['nights'], opensAt: at('2026-06-02T19:00:00Z') },
    },
    {
      rule: 'an exclusion ends the opening',
      policies: [nights, freeze],
      now: '2026-11-30T20:00:00Z',
      state: { kind: 'Open', until: at('2026-12-01T00:00:00Z') },
    },
    {
      rule: 'an exclusion holds inside the window, and the next opening is after both (D/EL-011)',
      policies: [nights, freeze],
      now: '2026-12-01T20:00:00Z',
      state: {
        kind: 'Excluded',
        policy: 'freeze',
        exclusion: 'freeze',
        scope: 'NoUpgrades',
        reason: 'payments degraded',
        endsAt: at('2026-12-05T00:00:00Z'),
        opensAt: at('2026-12-05T00:00:00Z'),
      },
    },
    {
      rule: 'an exclusion comes before a closed window',
      policies: [nights, freeze],
      now: '2026-12-04T12:00:00Z',
      state: expect.objectContaining({ kind: 'Excluded', opensAt: at('2026-12-05T00:00:00Z') }),
    },
  ])('$rule', ({ policies, now, state }) => {
    expect(maintenanceAt(policies, at(now), PATCH)).toEqual(state);
  });

  it('names the exclusion that ends last', () => {
    const longer = aPolicy(
      { exclusions: [anExclusion({ name: 'audit', endTime: '2026-12-20T00:00:00Z' })] },
      'audit',
    );
    expect(maintenanceAt([longer, freeze], at('2026-12-02T00:00:00Z'), PATCH)).toMatchObject({
      exclusion: 'audit',
      opensAt: at('2026-12-20T00:00:00Z'),
    });
  });

  it('names it whatever the order of policies', () => {
    const longer = aPolicy({ exclusions: [anExclusion({ name: 'audit', endTime: '2026-12-20T00:00:00Z' })] });
    expect(maintenanceAt([freeze, longer], at('2026-12-02T00:00:00Z'), PATCH)).toMatchObject({
      exclusion: 'audit',
    });
  });

  it('names the policies whose windows are closed, and no others', () => {
    const days = aPolicy({ windows: [aWindow({ startTime: '08:00' })] }, 'days');
    const open = aPolicy(
      { windows: [aWindow({ startTime: '12:00' }), aWindow({ startTime: '02:00', duration: '1h' })] },
      'open',
    );
    const later = aPolicy({ exclusions: [anExclusion({ startTime: '2026-12-02T00:00:00Z' })] }, 'later');
    expect(maintenanceAt([later, open, days, nights], at('2026-06-01T17:00:00Z'), PATCH)).toMatchObject({
      kind: 'Closed',
      policies: ['days', 'nights'],
    });
  });

  it('ends with the end of support where that is known (E/MP-004)', () => {
    const policy = aPolicy({
      exclusions: [anExclusion({ untilEndOfSupport: true, scope: 'NoMinorUpgrades' })],
    });
    const endOfSupport = at('2027-01-15T00:00:00Z');
    expect(maintenanceAt([policy], at('2026-12-02T00:00:00Z'), { ...MINOR, endOfSupport })).toMatchObject({
      kind: 'Excluded',
      endsAt: endOfSupport,
      opensAt: endOfSupport,
    });
  });

  it('has no end where the end of support is unknown', () => {
    const policy = aPolicy({
      exclusions: [anExclusion({ untilEndOfSupport: true, scope: 'NoMinorUpgrades' })],
    });
    expect(maintenanceAt([policy], at('2026-12-02T00:00:00Z'), MINOR)).toEqual({
      kind: 'Excluded',
      policy: 'policy',
      exclusion: 'freeze',
      scope: 'NoMinorUpgrades',
    });
    expect(maintenanceAt([policy], at('2026-12-02T00:00:00Z'), PATCH)).toEqual({ kind: 'Open' });
  });
});

describe('never opens within 90 days (E/MP-006)', () => {
  const saturdays = aPolicy({ windows: [aWindow({ recurrence: 'FREQ=WEEKLY;BYDAY=SA', duration: '2h' })] });
  const sundays = aPolicy({ windows: [aWindow({ recurrence: 'FREQ=WEEKLY;BYDAY=SU', duration: '2h' })] });
  const now = at('2026-06-01T00:00:00Z');

  it.each([
    { rule: 'policies without a common opening', policies: [saturdays, sundays], never: true },
    { rule: 'one alone opens', policies: [saturdays], never: false },
    {
      rule: 'windows that are over',
      policies: [aPolicy({ windows: [aWindow({ recurrence: 'FREQ=DAILY;UNTIL=20260101' })] })],
      never: true,
    },
    {
      rule: 'a freeze of 91 days',
      policies: [
        aPolicy({
          exclusions: [anExclusion({ startTime: '2026-06-01T00:00:00Z', endTime: '2026-08-31T00:00:00Z' })],
        }),
      ],
      never: true,
    },
    {
      rule: 'patches of control planes are enough',
      policies: [
        aPolicy({
          exclusions: [
            anExclusion({
              startTime: '2026-01-01T00:00:00Z',
              untilEndOfSupport: true,
              endTime: undefined,
              scope: 'NoMinorOrNodeUpgrades',
            }),
          ],
        }),
      ],
      never: false,
    },
  ])('$rule: $never', ({ policies, never }) => {
    expect(neverOpens(policies, now)).toBe(never);
  });
});

describe('status of a policy (E/MP-009)', () => {
  it('shows whether it is open, the next change, five openings and active exclusions', () => {
    const policy = aPolicy({
      windows: [aWindow()],
      exclusions: [
        anExclusion(),
        anExclusion({ name: 'minors', endTime: '2026-12-31T00:00:00Z', scope: 'NoMinorUpgrades' }),
      ],
    });
    expect(maintenanceStatus(policy, at('2026-11-30T20:00:00Z'))).toEqual({
      open: true,
      nextChange: '2026-12-01T00:00:00Z',
      nextOpenings: [
        '2026-12-05T00:00:00Z',
        '2026-12-05T19:00:00Z',
        '2026-12-06T19:00:00Z',
        '2026-12-07T19:00:00Z',
        '2026-12-08T19:00:00Z',
      ],
      activeExclusions: [],
    });
    expect(maintenanceStatus(policy, at('2026-12-02T20:00:00Z'))).toMatchObject({
      open: false,
      nextChange: '2026-12-05T00:00:00Z',
      activeExclusions: ['freeze', 'minors'],
    });
  });

  it('has no next change where it is always open', () => {
    const policy = aPolicy({
      exclusions: [anExclusion({ startTime: '2020-01-01T00:00:00Z', endTime: '2020-01-02T00:00:00Z' })],
    });
    expect(maintenanceStatus(policy, at('2026-06-01T00:00:00Z'))).toEqual({
      open: true,
      nextOpenings: [],
      activeExclusions: [],
    });
  });
});

describe('calendar (E/UI-005)', () => {
  it('lists windows and exclusions of 90 days in order, uncut', () => {
    const policy = aPolicy(
      {
        windows: [aWindow({ recurrence: 'FREQ=MONTHLY;BYDAY=-1FR' })],
        exclusions: [
          anExclusion(),
          anExclusion({ name: 'minors', untilEndOfSupport: true, scope: 'NoMinorUpgrades' }),
        ],
      },
      'nights',
    );
    const entries = maintenanceCalendar([policy], {
      start: at('2026-10-31T00:00:00Z'),
      end: at('2027-01-29T00:00:00Z'),
    });
    expect(entries).toEqual([
      {
        kind: 'Window',
        policy: 'nights',
        name: 'nights',
        start: at('2026-10-30T19:00:00Z'),
        end: at('2026-10-31T03:00:00Z'),
      },
      {
        kind: 'Window',
        policy: 'nights',
        name: 'nights',
        start: at('2026-11-27T19:00:00Z'),
        end: at('2026-11-28T03:00:00Z'),
      },
      {
        kind: 'Exclusion',
        policy: 'nights',
        name: 'freeze',
        scope: 'NoUpgrades',
        start: at('2026-12-01T00:00:00Z'),
        end: at('2026-12-05T00:00:00Z'),
      },
      {
        kind: 'Exclusion',
        policy: 'nights',
        name: 'minors',
        scope: 'NoMinorUpgrades',
        start: at('2026-12-01T00:00:00Z'),
      },
      {
        kind: 'Window',
        policy: 'nights',
        name: 'nights',
        start: at('2026-12-25T19:00:00Z'),
        end: at('2026-12-26T03:00:00Z'),
      },
    ]);
  });
});

describe('validatePolicy', () => {
  it.each([
    { id: 'E/MP-008', spec: {}, codes: ['POLICY_EMPTY spec'], message: /add a window or an exclusion/ },
    {
      id: 'E/MP-002',
      spec: { timeZone: 'Europe/Nowhere', windows: [aWindow()] },
      codes: ['UnknownTimeZone spec.timeZone'],
      message: /"Europe\/Nowhere" is not a time zone/,
    },
    {
      id: 'E/MP-003',
      spec: { windows: [aWindow(), aWindow({ name: 'odd', recurrence: 'FREQ=HOURLY' })] },
      codes: ['InvalidRecurrence spec.windows[1].recurrence'],
      message: /Window "odd": FREQ must be DAILY, WEEKLY or MONTHLY/,
    },
    {
      id: 'E/MP-003',
      spec: {
        windows: [
          aWindow({ startTime: '24:00' }),
          aWindow({ duration: '8' }),
          aWindow({ duration: '29m' }),
          aWindow({ duration: '169h' }),
          aWindow({ startDate: '2026-02-30' }),
        ],
      },
      codes: [
        'InvalidWindow spec.windows[0].startTime',
        'InvalidWindow spec.windows[1].duration',
        'InvalidWindow spec.windows[2].duration',
        'InvalidWindow spec.windows[3].duration',
        'InvalidWindow spec.windows[4].startDate',
      ],
      message: /"24:00" is not a time such as 19:00/,
    },
    {
      id: 'E/MP-004',
      spec: {
        exclusions: [anExclusion({ endTime: '2026-11-01T00:00:00Z' }), anExclusion({ endTime: 'soon' })],
      },
      codes: ['InvalidExclusion spec.exclusions[0].endTime', 'InvalidExclusion spec.exclusions[1].endTime'],
      message: /ends before it begins/,
    },
    {
      id: 'E/MP-004',
      spec: { exclusions: [anExclusion({ untilEndOfSupport: true })] },
      codes: ['InvalidExclusion spec.exclusions[0].scope'],
      message: /set scope to NoMinorUpgrades or NoMinorOrNodeUpgrades/,
    },
    {
      id: 'E/MP-008',
      spec: { exclusions: [anExclusion({ endTime: '2027-01-01T00:00:00Z' })] },
      codes: ['EXCLUSION_LONG spec.exclusions[0].endTime'],
      message: /lasts 31 days; after 30 days a stage goes into forced soak/,
    },
    {
      id: 'E/MP-008',
      spec: { exclusions: [anExclusion({ endTime: '2026-12-31T00:00:00Z' })] },
      codes: [],
      message: /^$/,
    },
  ])('$codes ($id)', ({ spec, codes, message }) => {
    const issues = validatePolicy(aPolicySpec(spec));
    expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual(codes);
    expect(issues[0]?.message ?? '').toMatch(message);
  });

  it('shows several at once', () => {
    const issues = validatePolicy(
      aPolicySpec({ timeZone: 'x', windows: [aWindow({ recurrence: 'FREQ=WEEKLY' })] }),
    );
    expect(issues.map(({ code }) => code)).toEqual(['UnknownTimeZone', 'InvalidRecurrence']);
  });
});

describe('the clusters of a policy (E/MP-001)', () => {
  const cluster = { name: 'prod-1', labels: { 'fleetstage.io/fleet': 'production', 'region': 'eu' } };

  it.each([
    { rule: 'all', clusters: { all: true }, isFor: true },
    { rule: 'its fleet', clusters: { fleets: ['staging', 'production'] }, isFor: true },
    { rule: 'another fleet', clusters: { fleets: ['staging'] }, isFor: false },
    { rule: 'its labels', clusters: { clusterSelector: { matchLabels: { region: 'eu' } } }, isFor: true },
    { rule: 'its name', clusters: { names: ['prod-1'] }, isFor: true },
    { rule: 'parts are ANDed', clusters: { fleets: ['production'], names: ['prod-2'] }, isFor: false },
    { rule: 'nothing said', clusters: {}, isFor: false },
  ])('$rule: $isFor', ({ clusters, isFor }) => {
    const parsed = parsePolicyClusters(clusters);
    expect(parsed.ok && parsed.value(cluster)).toBe(isFor);
  });
});
