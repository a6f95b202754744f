import { TimerWheel, type Timers } from './TimerWheel';

/** A clock that is turned by hand, and counts what was armed on it. */
function handTimers() {
  let now = 1_000_000;
  let alarm: { at: number; callback: () => void } | undefined;
  let armed = 0;
  const timers: Timers = {
    now: () => now,
    after(ms, callback) {
      const mine = { at: now + ms, callback };
      alarm = mine;
      armed += 1;
      return () => {
        if (alarm === mine) alarm = undefined;
      };
    },
  };
  const turn = (ms: number) => {
    const until = now + ms;
    while (alarm && alarm.at <= until) {
      const { at, callback } = alarm;
      alarm = undefined;
      now = at;
      callback();
    }
    now = until;
  };
  return { timers, turn, armed: () => armed };
}

it('rings each key once, the earlier of two alarms, and never early', () => {
  const { timers, turn } = handTimers();
  const rung: string[] = [];
  const wheel = new TimerWheel(timers, key => rung.push(key));
  wheel.set('late', timers.now() + 500);
  wheel.set('moved', timers.now() + 500);
  wheel.set('moved', timers.now() + 100);
  wheel.set('moved', timers.now() + 900);
  turn(99);
  expect(rung).toEqual([]);
  turn(40);
  expect(rung).toEqual(['moved']);
  turn(2000);
  expect(rung).toEqual(['moved', 'late']);
});

it('keeps one timer for a thousand keys', () => {
  const { timers, turn, armed } = handTimers();
  let rung = 0;
  const wheel = new TimerWheel(timers, () => {
    rung += 1;
  });
  for (let i = 0; i < 1000; i++) wheel.set(`key-${i}`, timers.now() + 1000 + (i % 10));
  expect(armed()).toBe(1);
  turn(2000);
  expect(rung).toBe(1000);
});
