import { calendarLanes, calendarLines, extentOf, monthsBetween, type CalendarEntry } from './calendar';

const window = (start: string, end: string): CalendarEntry => ({
  kind: 'Window',
  policy: 'after-hours',
  name: 'nights',
  start,
  end,
});
const soak: CalendarEntry = {
  kind: 'SoakEnd',
  start: '2026-11-22T00:00:00Z',
  rollout: 'bank-cp-1-31-4',
  stage: 'testing',
};
const support: CalendarEntry = { kind: 'EndOfSupport', start: '2027-01-01T00:00:00Z', minor: '1.30' };
const entries = [
  window('2026-11-20T19:00:00Z', '2026-11-21T03:00:00Z'),
  window('2026-11-21T19:00:00Z', '2026-11-22T03:00:00Z'),
  soak,
  support,
];

describe('the calendar (E/UI-005)', () => {
  it('has a lane for each policy and rollout, and one for the ends of support', () => {
    expect(calendarLanes(entries).map(({ label, entries: of }) => [label, of.length])).toEqual([
      ['after-hours', 2],
      ['bank-cp-1-31-4', 1],
      ['', 1],
    ]);
  });

  it('lists a window that returns once, with how often it comes', () => {
    expect(calendarLines(entries).map(({ entry, times }) => [entry.kind, times])).toEqual([
      ['Window', 2],
      ['SoakEnd', 1],
      ['EndOfSupport', 1],
    ]);
  });

  it('cuts what reaches beyond the time that is shown', () => {
    const [from, to] = [Date.parse('2026-11-21T00:00:00Z'), Date.parse('2026-12-01T00:00:00Z')];
    const before = extentOf(entries[0], from, to);
    expect(before.left).toBe(0);
    expect(before.width).toBeCloseTo(1.25);
    const open = { kind: 'Exclusion', policy: 'p', name: 'x', start: '2026-11-26T00:00:00Z' } as const;
    expect(extentOf(open, from, to)).toEqual({ left: 50, width: 50 });
    expect(extentOf(soak, from, to)).toEqual({ left: 10, width: 0 });
  });

  it('marks the beginnings of months', () => {
    const months = monthsBetween(new Date(2026, 10, 20).getTime(), new Date(2027, 1, 1).getTime());
    expect(months.map(at => new Date(at).getMonth())).toEqual([11, 0]);
  });
});
