import { DeadlineError, runWithin } from './deadline';

const forever = (): never => {
  for (;;);
};

describe('work with a deadline', () => {
  it('is broken off when it does not end', () => {
    expect(() => runWithin(20, forever)).toThrow(DeadlineError);
  });

  it('is broken off in a pattern, too', () => {
    expect(() => runWithin(20, () => /^(a{1,30}){1,30}$/.test(`${'a'.repeat(60)}!`))).toThrow(DeadlineError);
  });

  it('may wait for a core: CPU time counts', () => {
    const asleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    expect(runWithin(50, () => asleep(120))).toBe('timed-out');
    expect(() => runWithin(20, () => asleep(10_000))).toThrow(DeadlineError);
  });

  it('hands on what comes of it', () => {
    const found = { a: 1 };
    expect(runWithin(1_000, () => found)).toBe(found);
    const fault = new RangeError('no');
    expect(() =>
      runWithin(1_000, () => {
        throw fault;
      }),
    ).toThrow(fault);
  });

  it('may hold other work with a deadline', () => {
    expect(runWithin(1_000, () => runWithin(1_000, () => 1) + runWithin(1_000, () => 2))).toBe(3);
    expect(() => runWithin(1_000, () => runWithin(20, forever))).toThrow(DeadlineError);
  });
});
