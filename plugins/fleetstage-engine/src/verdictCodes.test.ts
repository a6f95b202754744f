import { entryOf, isAbout, phraseOf, verdictCodes, type CodeSource } from './verdictCodes';

const maintenance: CodeSource = {
  codes: { InMaintenance: { phrase: 'are in maintenance' } },
  reads: { labelKeys: ['example.com/maintenance'] },
};

describe('codes of verdicts', () => {
  it.each([
    ['one of the catalogue', 'UntoleratedTaint', [], 'are tainted'],
    ['one that a filter brings', 'InMaintenance', [maintenance], 'are in maintenance'],
    ['one that no filter describes', 'InMaintenance', [], 'are refused as InMaintenance'],
    ['a name of every object', 'constructor', [maintenance], 'are refused as constructor'],
  ])('say of clusters: %s', (_rule, code, filters, phrase) => {
    expect(phraseOf(code, filters)).toBe(phrase);
  });

  it('of a filter read what it says that it reads', () => {
    expect(entryOf('InMaintenance', [maintenance]).reads).toEqual(['labels']);
  });

  it.each([
    ['UntoleratedTaint', 'taints', true],
    ['NotYetEligible', 'eligibility', true],
    ['BreaksSpread', 'spread', false],
    ['InMaintenance', 'taints', false],
  ] as const)('%s hangs on %s alone: %s', (code, read, is) => {
    expect(isAbout(code, read)).toBe(is);
  });

  it('rank a suggested change once each (A/SCH-073)', () => {
    const ranks = Object.values(verdictCodes).flatMap(({ nearness }) => nearness ?? []);
    expect(new Set(ranks).size).toBe(ranks.length);
  });
});
