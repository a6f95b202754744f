import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { at, aZone } from './maintenance.testing';
import { firstAt, parseTimeZone } from './timeZone';

const localOf = (text: string) => Date.parse(`${text}Z`);

describe('local times (E/MP-007)', () => {
  it.each([
    { zone: 'UTC', local: '2026-03-08T02:30', instant: '2026-03-08T02:30:00Z', rule: 'plain' },
    {
      zone: 'America/New_York',
      local: '2026-03-08T01:59',
      instant: '2026-03-08T06:59:00Z',
      rule: 'before the gap',
    },
    {
      zone: 'America/New_York',
      local: '2026-03-08T02:00',
      instant: '2026-03-08T07:00:00Z',
      rule: 'skipped: next existing',
    },
    {
      zone: 'America/New_York',
      local: '2026-03-08T02:30',
      instant: '2026-03-08T07:00:00Z',
      rule: 'skipped: next existing',
    },
    {
      zone: 'America/New_York',
      local: '2026-03-08T03:00',
      instant: '2026-03-08T07:00:00Z',
      rule: 'after the gap',
    },
    {
      zone: 'America/New_York',
      local: '2026-03-08T19:00',
      instant: '2026-03-08T23:00:00Z',
      rule: 'evening, EDT',
    },
    {
      zone: 'America/New_York',
      local: '2026-11-01T00:30',
      instant: '2026-11-01T04:30:00Z',
      rule: 'before the doubled hour',
    },
    {
      zone: 'America/New_York',
      local: '2026-11-01T01:00',
      instant: '2026-11-01T05:00:00Z',
      rule: 'doubled: the first',
    },
    {
      zone: 'America/New_York',
      local: '2026-11-01T01:30',
      instant: '2026-11-01T05:30:00Z',
      rule: 'doubled: the first',
    },
    {
      zone: 'America/New_York',
      local: '2026-11-01T02:00',
      instant: '2026-11-01T07:00:00Z',
      rule: 'after it, EST',
    },
    {
      zone: 'Europe/Berlin',
      local: '2026-03-29T02:15',
      instant: '2026-03-29T01:00:00Z',
      rule: 'skipped: next existing',
    },
    {
      zone: 'Europe/Berlin',
      local: '2026-10-25T02:15',
      instant: '2026-10-25T00:15:00Z',
      rule: 'doubled: the first',
    },
    {
      zone: 'Asia/Kolkata',
      local: '2026-03-29T02:15',
      instant: '2026-03-28T20:45:00Z',
      rule: 'half an hour, no summer',
    },
    {
      zone: 'Pacific/Apia',
      local: '2026-06-01T00:00',
      instant: '2026-05-31T11:00:00Z',
      rule: '13 hours ahead',
    },
    {
      zone: 'Pacific/Apia',
      local: '2011-12-29T23:00',
      instant: '2011-12-30T09:00:00Z',
      rule: 'before the skipped day',
    },
    {
      zone: 'Pacific/Apia',
      local: '2011-12-30T12:00',
      instant: '2011-12-30T10:00:00Z',
      rule: 'a skipped day: midnight after it',
    },
    { zone: 'Pacific/Apia', local: '2011-12-31T12:00', instant: '2011-12-30T22:00:00Z', rule: 'after it' },
    {
      zone: 'Australia/Lord_Howe',
      local: '2026-10-04T02:15',
      instant: '2026-10-03T15:30:00Z',
      rule: 'half an hour skipped',
    },
    {
      zone: 'Australia/Lord_Howe',
      local: '2026-10-04T02:30',
      instant: '2026-10-03T15:30:00Z',
      rule: 'the end of it',
    },
    {
      zone: 'Australia/Lord_Howe',
      local: '2026-04-05T01:45',
      instant: '2026-04-04T14:45:00Z',
      rule: 'half an hour doubled',
    },
    {
      zone: 'Australia/Lord_Howe',
      local: '2026-04-05T02:00',
      instant: '2026-04-04T15:30:00Z',
      rule: 'after it',
    },
    {
      zone: 'Pacific/Kiritimati',
      local: '2026-01-01T00:00',
      instant: '2025-12-31T10:00:00Z',
      rule: '14 hours ahead',
    },
    {
      zone: 'Pacific/Pago_Pago',
      local: '2026-01-01T00:00',
      instant: '2026-01-01T11:00:00Z',
      rule: '11 hours behind',
    },
    {
      zone: 'Africa/Casablanca',
      local: '2026-02-15T02:30',
      instant: '2026-02-15T01:30:00Z',
      rule: 'before Ramadan',
    },
  ])('$zone, $local: $rule', ({ zone, local, instant }) => {
    expect(toRfc3339(firstAt(aZone(zone), localOf(local)))).toBe(toRfc3339(at(instant)));
  });

  it.each(['Europe/Nowhere', '', '+02:00', '-05:00', 'Berlin', '../etc/passwd'])(
    'refuses "%s" (E/MP-002)',
    name => {
      const parsed = parseTimeZone(name);
      expect(parsed.ok ? 'accepted' : parsed.error).toMatch(/is not a time zone of the IANA database/);
    },
  );
});
