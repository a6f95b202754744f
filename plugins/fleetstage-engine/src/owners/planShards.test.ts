import { planShards, RELEASED_AT_ONCE, shardOf, SHARDS, shardsInWords } from './planShards';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

interface Case {
  readonly what: string;
  readonly live: string[];
  readonly owned: Readonly<Record<string, readonly [number, number]>>;
  readonly take: readonly number[];
  readonly release: readonly number[];
}

/** `{ a: [0, 42] }`: a owns shards 0 to 42. */
function ownersOf(parts: Case['owned']): Map<number, string> {
  return new Map(
    Object.entries(parts).flatMap(([id, [from, to]]) => range(from, to).map(n => [n, id] as const)),
  );
}

describe('who owns which shard', () => {
  const cases: Case[] = [
    { what: 'the first replica takes all', live: ['a'], owned: {}, take: range(0, 127), release: [] },
    { what: 'alone it keeps all', live: ['a'], owned: { a: [0, 127] }, take: [], release: [] },
    {
      what: 'a second one comes: the first gives back some at a time',
      live: ['a', 'b'],
      owned: { a: [0, 127] },
      take: [],
      release: range(112, 127),
    },
    {
      what: 'the last step is as small as it has to be',
      live: ['a', 'b'],
      owned: { a: [0, 65], b: [66, 127] },
      take: [],
      release: [64, 65],
    },
    {
      what: 'even parts stay as they are',
      live: ['a', 'b', 'c'],
      owned: { a: [0, 42], b: [43, 85], c: [86, 127] },
      take: [],
      release: [],
    },
    {
      what: 'one dies: the others divide what it had',
      live: ['a', 'b'],
      owned: { a: [0, 42], b: [43, 85], c: [86, 127] },
      take: range(86, 126).filter(n => n % 2 === 0),
      release: [],
    },
    {
      what: 'who has the fewest comes first',
      live: ['a', 'b'],
      owned: { a: [0, 9], b: [10, 99] },
      take: range(100, 127),
      release: [],
    },
  ];
  it.each(cases)('$what', ({ live, owned, take, release }) => {
    expect(planShards({ self: 'a', live, owners: ownersOf(owned) })).toEqual({ take, release });
  });

  it('ends with even parts, each shard owned once, and moves no more than it must', () => {
    const owners = new Map<number, string>();
    let moved = 0;
    const settle = (live: readonly string[]) => {
      for (let round = 0; round < 50; round += 1) {
        const plans = live.map(self => ({ self, ...planShards({ self, live, owners }) }));
        const taken = plans.flatMap(({ take }) => take);
        expect(new Set(taken).size).toBe(taken.length);
        for (const { self, take, release } of plans) {
          expect(release.length).toBeLessThanOrEqual(RELEASED_AT_ONCE);
          for (const shard of release) owners.delete(shard);
          for (const shard of take) owners.set(shard, self);
          moved += take.length;
        }
      }
      const counts = live.map(id => [...owners.values()].filter(owner => owner === id).length);
      expect(Math.max(...counts)).toBe(Math.ceil(SHARDS / live.length));
      expect(counts.reduce((sum, count) => sum + count)).toBe(SHARDS);
      const now = moved;
      moved = 0;
      return now;
    };
    expect(settle(['a'])).toBe(128);
    expect(settle(['a', 'b'])).toBe(64);
    expect(settle(['c', 'a', 'b'])).toBe(42);
    expect(settle(['c', 'b'])).toBe(43);
    expect(settle(['c', 'b', 'd', 'e', 'f'])).toBeLessThanOrEqual(3 * 26);
  });

  it('spreads members, and always in the same way', () => {
    const shards = range(1, 1000).map(i => shardOf(`member-${i}`));
    expect(new Set(shards).size).toBe(SHARDS);
    expect(['member-1', 'member-2', 'prod-eu'].map(shardOf)).toMatchInlineSnapshot(`
     [
       24,
       36,
       51,
     ]
    `);
  });

  it.each([
    [[], ''],
    [[3], '3'],
    [[2, 0, 1, 64], '0-2, 64'],
  ])('prints %j as %s', (shards, text) => {
    expect(shardsInWords(shards)).toBe(text);
  });
});
