import { Buckets } from './Buckets';
import { Draw, seedOf } from './Draw';
import { toTest } from './pattern';
import { Trickle } from './Trickle';

const draws = (seed: number) => {
  const draw = new Draw(seed);
  return Array.from({ length: 2_000 }, () => draw.next());
};

it('draws the same from the same seed, evenly, and otherwise for each cluster', () => {
  expect(draws(5)).toEqual(draws(5));
  expect(draws(5)).not.toEqual(draws(6));
  expect(seedOf(5, 'member-1')).not.toBe(seedOf(5, 'member-2'));
  const tenths = Array.from({ length: 10 }, (_, i) => draws(5).filter(x => Math.floor(x * 10) === i).length);
  for (const count of tenths) expect(Math.abs(count - 200)).toBeLessThan(60);
});

it.each([
  ['kubectl*', 'kubectl/v1.36.3 (linux/amd64)', true],
  ['kubectl', 'kubectl/v1.36.3', false],
  [['a', 'b*'], 'bc', true],
  ['deployments/*', 'deployments', false],
  ['*.io', 'exampleXio', false],
  ['', '', true],
  [[], 'a', false],
])('%j and %j: %s', (patterns, text, isMet) => {
  expect(toTest(patterns)(text)).toBe(isMet);
});

it('does not go back and forth over many stars', () => {
  expect(toTest(`${'*'.repeat(5_000)}b`)('a'.repeat(5_000))).toBe(false);
});

it('fills the bucket of each client as time goes by, up to its burst', () => {
  let now = 0;
  const buckets = new Buckets({ perSecond: 2, burst: 3 }, () => now);
  const taken = (client: string) =>
    Array.from({ length: 5 }, () => buckets.take(client)).filter(Boolean).length;
  expect([taken('a'), taken('b')]).toEqual([3, 3]);
  now = 1_000;
  expect(taken('a')).toBe(2);
  now = 60_000;
  expect(taken('a')).toBe(3);
  expect(new Buckets({}, () => now).take('a')).toBe(false);
});

it('hands bytes on at a pace, in order, and what waits at once when the pace is lifted', () => {
  jest.useFakeTimers();
  try {
    const out: string[] = [];
    const target = {
      destroyed: false,
      write: (chunk: Buffer) => out.push(chunk.toString('utf8')) > 0,
      end: () => out.push('END'),
    };
    const trickle = new Trickle(target, 100);
    trickle.write('0123456789');
    trickle.write('abcdef');
    trickle.end();
    jest.advanceTimersByTime(100);
    expect(out.join('')).toBe('0123456789');
    expect(trickle.waiting).toBe(6);
    trickle.paceAt(undefined);
    expect(out.join('')).toBe('0123456789abcdefEND');
  } finally {
    jest.useRealTimers();
  }
});
