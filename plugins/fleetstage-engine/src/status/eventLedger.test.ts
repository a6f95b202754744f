import { NOON, secondsAfter } from '../testing/builders';
import { advanceLedger, markPublished, unpublished, type EventLedger } from './eventLedger';

const started = { reason: 'PlacementRolloutStarted', message: 'started' };
const applied = { reason: 'PlacementApplied', message: 'applied' };
const advance = (ledger: EventLedger, current: (typeof started)[], generation = 1, now = NOON) =>
  advanceLedger(ledger, current, { generation, now });
const counts = (ledger: EventLedger) =>
  Object.fromEntries(ledger.map(({ reason, count, published }) => [reason, [count, published]]));

describe('eventLedger (A/EV-001, A/EV-004)', () => {
  const once = advance([], [started, applied]);
  const published = markPublished(once, unpublished(once));
  const later = secondsAfter(60);

  it('A/EV-001: an event is published once per cause', () => {
    expect(once).toEqual([
      { ...started, generation: 1, isActive: true, count: 1, published: 0, firstAt: NOON, lastAt: NOON },
      { ...applied, generation: 1, isActive: true, count: 1, published: 0, firstAt: NOON, lastAt: NOON },
    ]);
    expect(unpublished(once)).toEqual(once);
    expect(unpublished(published)).toEqual([]);
  });

  it.each([
    {
      rule: 'A/EV-001 still has its cause, published or not: as it was',
      ledger: advance(once, [started, applied], 1, later),
      expected: once,
    },
    {
      rule: 'A/EV-001 still has its cause after it was published: nothing more to publish',
      ledger: advance(published, [started, applied], 1, later),
      expected: published,
    },
  ])('$rule', ({ ledger, expected }) => {
    expect(ledger).toEqual(expected);
  });

  it('A/EV-001: gone and back again: one more, since the first time', () => {
    const ended = advance(published, [started], 1, later);
    expect(unpublished(ended)).toEqual([]);
    expect(advance(ended, [started], 1, later)).toEqual(ended);
    const again = advance(ended, [started, applied], 1, secondsAfter(90));
    expect(unpublished(again)).toEqual([
      {
        ...applied,
        generation: 1,
        isActive: true,
        count: 2,
        published: 1,
        firstAt: NOON,
        lastAt: secondsAfter(90),
      },
    ]);
  });

  it('A/EV-004: at a new generation: one more of each', () => {
    expect(counts(advance(published, [started, applied], 2, later))).toEqual({
      [started.reason]: [2, 1],
      [applied.reason]: [2, 1],
    });
  });

  it('publishes the words of today', () => {
    const [entry] = advance(published, [{ ...started, message: 'anew' }], 2, later);
    expect(entry.message).toBe('anew');
  });

  it('what was counted during a publish is published next', () => {
    const meanwhile = advance(once, [started, applied], 2, later);
    expect(counts(unpublished(markPublished(meanwhile, unpublished(once))))).toEqual({
      [started.reason]: [2, 1],
      [applied.reason]: [2, 1],
    });
    expect(counts(markPublished(published, once))).toEqual(counts(published));
    expect(counts(markPublished(once, once.slice(1)))).toEqual({
      [started.reason]: [1, 0],
      [applied.reason]: [1, 1],
    });
  });
});
