import { aCluster } from '../testing/builders';
import { Spread } from './spread';
import { scoreOfEffect, spreadEffect } from './spreadEffect';

const countsOf = (counts: readonly number[]) => {
  const fewest = Math.min(...counts);
  return { fewest, most: Math.max(...counts), emptiest: counts.filter(c => c === fewest).length };
};

describe('spreadEffect (A/SCH-072)', () => {
  it.each<[number, number[], number, number, boolean, number]>([
    [1, [2, 2, 2], 2, 1, false, 1],
    [2, [2, 2, 2], 2, 0, true, 1],
    [3, [1, 2, 2], 1, 1, false, -1],
    [4, [1, 4, 4], 1, 1, true, -1],
    [5, [1, 1, 2], 1, 1, false, 0],
    [6, [1, 1, 3], 1, 1, true, 0],
    [7, [1, 2, 3], 2, 2, false, 0],
    [7, [1, 2, 3], 2, 1, true, 0],
    [8, [1, 2, 5, 3], 3, 5, false, 0],
    [8, [1, 2, 5, 3], 3, 3, true, 0],
    [9, [1, 2, 5], 5, 5, false, 1],
    [9, [1, 2, 5], 5, 2, true, 1],
    [9, [1, 2, 5], 5, 4, true, 1],
    [10, [0], 0, 1, false, 1],
    [11, [1], 1, 1, false, 1],
  ])('A/SCH-072 row %d: %j, one more into the %d, max skew %d → violated %s, change %d', (...row) => {
    const [, counts, count, maxSkew, isViolated, change] = row;
    expect(spreadEffect(countsOf(counts), count, maxSkew)).toEqual({ isViolated, change });
  });

  it.each([
    [{ change: 1, isViolated: false }, -1],
    [{ change: -1, isViolated: false }, 1],
    [{ change: 0, isViolated: false }, 0],
    [{ change: -1, isViolated: true }, -1000],
  ])('A/SCH-073: %j is worth %d', (effect, score) => {
    expect(scoreOfEffect(effect)).toBe(score);
  });
});

describe('Spread', () => {
  const fleet = [
    aCluster('a', { labels: { zone: '1' } }),
    aCluster('b', { labels: { zone: '2' } }),
    aCluster('c', { labels: { zone: '3' }, isLeaving: true }),
    aCluster('d'),
  ];

  it('A/SCH-071: every value of the label is a domain, whatever the cluster is like; without the label there is none', () => {
    const spread = new Spread([{ topologyKey: 'zone' }], fleet);
    expect(spread.effectsOf(fleet[2])).toEqual([
      {
        key: 'zone',
        domain: '3',
        count: 0,
        fewest: 0,
        most: 0,
        maxSkew: 1,
        isHard: true,
        change: 1,
        isViolated: false,
      },
    ]);
    expect(spread.effectsOf(fleet[3])).toEqual([]);
  });

  it('A/SCH-071: a pick counts in its own domain only, and the emptiest follow when all have grown', () => {
    const spread = new Spread([{ topologyKey: 'zone', maxSkew: 3 }], fleet);
    const seen = [fleet[0], fleet[1], fleet[2], fleet[2]].map(cluster => {
      spread.place(cluster);
      return spread
        .effectsOf(cluster)
        .map(({ count, fewest, most, change }) => [count, fewest, most, change])[0];
    });
    expect(seen).toEqual([
      [1, 0, 1, 1],
      [1, 0, 1, 1],
      [1, 1, 1, 1],
      [2, 1, 2, 1],
    ]);
  });

  it('A/SCH-073: constraints that must hold come first, then those that should, each in the order of the policy', () => {
    const labels = { p: '1', q: '1', r: '1' };
    const spread = new Spread(
      [
        { topologyKey: 'p', whenUnsatisfiable: 'ScheduleAnyway' },
        { topologyKey: 'q', whenUnsatisfiable: 'DoNotSchedule' },
        { topologyKey: 'r' },
      ],
      [aCluster('a', { labels })],
    );
    expect(spread.effectsOf(aCluster('a', { labels })).map(({ key }) => key)).toEqual(['q', 'r', 'p']);
  });

  it('a pick outside the fleet counts nowhere', () => {
    const spread = new Spread([{ topologyKey: 'zone' }], fleet);
    spread.place(aCluster('z', { labels: { zone: '9' } }));
    expect(spread.effectsOf(fleet[0])[0]).toMatchObject({ count: 0, most: 0 });
  });
});
