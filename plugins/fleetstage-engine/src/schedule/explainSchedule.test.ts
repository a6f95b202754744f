import { aPick } from '../testing/builders';
import { explainSchedule, projectDecisions } from './explainSchedule';

const refused = (cluster: string, code: string) =>
  aPick(cluster, { selected: false, code, score: undefined, reason: code });
const close = (cluster: string, affinityScore: number) =>
  aPick(cluster, { selected: false, code: 'ScoredTooLow', score: { affinityScore, priorityScore: 0 } });
const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(4, '0')}`);

describe('explainSchedule', () => {
  it('counts by cause, most frequent first, and leaves out whom nobody asked for', () => {
    const verdicts = [
      aPick('a'),
      refused('b', 'NotEligible'),
      refused('c', 'UntoleratedTaint'),
      refused('d', 'NotEligible'),
      refused('e', 'NotNamed'),
    ];
    expect(explainSchedule(verdicts)).toBe('1/4 clusters are picked: 2 are not eligible, 1 are tainted');
  });

  it.each([
    ['AffinityMismatch', '1 do not match the affinity'],
    ['PropertyMismatch', '1 do not match the affinity by a property'],
    ['NotYetEligible', '1 are not eligible yet'],
    ['NamespaceMissing', '1 lack the namespace'],
    ['BreaksSpread', '1 would break the spread'],
    ['ScoredTooLow', '1 do not score high enough'],
    ['NotNeeded', '1 are not needed'],
    ['NotFound', '1 do not exist'],
    ['Held', '1 wait until the policy can be evaluated'],
    ['InMaintenance', '1 are refused as InMaintenance'],
  ])('A/SCH-099: counts %s in words', (code, words) => {
    expect(explainSchedule([refused('a', code), aPick('b')])).toBe(`1/2 clusters are picked: ${words}`);
  });

  it('counts equals in the order of their words', () => {
    expect(explainSchedule([refused('a', 'UntoleratedTaint'), refused('b', 'NotEligible')])).toBe(
      '0/2 clusters are picked: 1 are not eligible, 1 are tainted',
    );
  });

  it('says nothing more when all are picked', () => {
    expect(explainSchedule([aPick('a')])).toBe('1/1 clusters are picked');
  });
});

describe('projectDecisions (A/SCH-098)', () => {
  it('lists picked by name, close ones by rank, the rest by name', () => {
    const verdicts = [
      refused('z', 'NotEligible'),
      close('b', 1),
      close('c', 2),
      close('d', 1),
      aPick('e'),
      aPick('a'),
      refused('y', 'NotEligible'),
    ];
    expect(
      projectDecisions(verdicts)
        .map(d => d.clusterName)
        .join(' '),
    ).toBe('a e c d b y z');
  });

  it.each([
    { row: '1', picked: 1100, close: 5, filtered: 5, result: [1000, 0, 0] },
    { row: '2, less of them', picked: 980, close: 50, filtered: 0, result: [980, 20, 0] },
    { row: '2, nearly full', picked: 990, close: 50, filtered: 5, result: [990, 10, 0] },
    { row: '3', picked: 10, close: 5, filtered: 30, result: [10, 5, 15] },
    { row: '4', picked: 10, close: 30, filtered: 30, result: [10, 20, 0] },
    { row: 'few of all', picked: 1, close: 1, filtered: 1, result: [1, 1, 1] },
  ])(
    'A/SCH-098 row $row: one budget of 20 for who is not picked, those that came close first, within 1000',
    ({ picked, close: closeCount, filtered, result }) => {
      const decisions = projectDecisions([
        ...named('f', filtered).map(name => refused(name, 'AffinityMismatch')),
        ...named('u', closeCount).map(name => close(name, 0)),
        ...named('p', picked).map(name => aPick(name)),
      ]);
      const count = (prefix: string) => decisions.filter(d => d.clusterName.startsWith(prefix)).length;
      expect([count('p'), count('u'), count('f')]).toEqual(result);
      expect(decisions.map(d => 'puf'.indexOf(d.clusterName[0]))).toEqual(
        decisions.map(d => 'puf'.indexOf(d.clusterName[0])).sort(),
      );
    },
  );

  it('A/SCH-094: PickFixed lists valid, not eligible, not found, and not those it does not name', () => {
    const verdicts = [
      refused('a', 'NotFound'),
      refused('b', 'NotNamed'),
      refused('c', 'NotYetEligible'),
      aPick('d', { score: undefined }),
    ];
    const decisions = projectDecisions(verdicts);
    expect(decisions.map(d => d.clusterName)).toEqual(['d', 'c', 'a']);
    expect(decisions[0]).not.toHaveProperty('clusterScore');
  });

  it('A/SCH-094: names of a PickFixed policy are not capped', () => {
    const verdicts = named('n', 30).map(name => refused(name, 'NotYetEligible'));
    expect(projectDecisions(verdicts)).toHaveLength(30);
  });
});
