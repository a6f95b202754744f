import { isSilent, LiveStore, SIGNALS_TRUSTED_MS, SILENT_MS, type FleetSignal } from './LiveStore';

const NOW = Date.parse('2026-11-20T11:18:00Z');
const signal = (...names: string[]): FleetSignal => ({
  hub: 'weu',
  subjects: names.map(name => ({ kind: 'run', name })),
});
const later = (ms: number) => jest.setSystemTime(Date.now() + ms);

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => jest.useRealTimers());

describe('signals', () => {
  it('are trusted again after a reload of the tab, for as long as before', () => {
    new LiveStore().signal(signal('web-1'), []);
    later(SIGNALS_TRUSTED_MS - 1);
    expect(new LiveStore().hasSignals()).toBe(true);
    later(1);
    expect(new LiveStore().hasSignals()).toBe(false);
  });

  it('that stop are noticed, and what they did not say is asked for, once the page is free', () => {
    const live = new LiveStore();
    const seen: boolean[] = [];
    const asked = jest.fn();
    live.signal(signal('web-1'), []);
    live.subscribe(() => seen.push(live.hasSignals()));
    live.onSignals(asked);
    jest.advanceTimersByTime(SIGNALS_TRUSTED_MS - 1);
    expect(asked).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(seen).toEqual([false]);
    expect(asked.mock.calls).toEqual([[[], false]]);
    live.signal(signal('web-1'), []);
    live.hold();
    jest.advanceTimersByTime(SIGNALS_TRUSTED_MS);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('are doubted when what is on screen begins to fail, after a reload too', () => {
    const live = new LiveStore();
    live.signal(signal('web-1'), []);
    live.shows({ count: 1, failed: {} });
    expect(live.hasSignals()).toBe(false);
    expect(new LiveStore().hasSignals()).toBe(false);
  });

  it('are doubted after a silence that only a lost connection explains', () => {
    const live = new LiveStore();
    live.shows({ count: 1 });
    live.asks();
    live.signal(signal('web-1'), []);
    live.answered(undefined);
    later(SILENT_MS - 1);
    live.signal(signal(), []);
    live.answered(undefined);
    expect(live.hasSignals()).toBe(true);
    later(SILENT_MS + 1);
    live.signal(signal(), []);
    live.answered(undefined);
    expect(live.hasSignals()).toBe(false);
  });
});

describe('a hold', () => {
  it('counts what is on screen, each subject once, and hands it over at its end', () => {
    const live = new LiveStore();
    const taken: [number, boolean][] = [];
    live.onSignals((signals, isHeld) => taken.push([signals.length, isHeld]));
    const release = live.hold();
    live.signal(signal('web-1', 'web-2'), ['run/web-1']);
    live.signal(signal('web-1'), ['run/web-1']);
    live.signal(signal('web-3'), []);
    expect(live.get()).toMatchObject({ isHeld: true, heldChanges: 1 });
    release();
    expect(live.get()).toMatchObject({ isHeld: false, heldChanges: 0 });
    expect(taken).toEqual([
      [1, true],
      [1, true],
      [1, true],
      [3, false],
    ]);
  });

  it('asks for nothing, so its silence means nothing, nor does it right after', () => {
    const live = new LiveStore();
    live.shows({ count: 1 });
    live.asks();
    live.answered(undefined);
    const release = live.hold();
    later(10 * SILENT_MS);
    expect(isSilent(live.get(), Date.now())).toBe(false);
    release();
    expect(isSilent(live.get(), Date.now())).toBe(false);
    later(SILENT_MS + 1);
    expect(isSilent(live.get(), Date.now())).toBe(true);
  });
});
