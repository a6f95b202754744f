import {
  brokenCitations,
  brokenLinks,
  citationsIn,
  nearestTo,
  ownCitationsIn,
  readSpecIndex,
} from './specCitations';

const targetsOf = (citations: readonly { readonly target: string }[]) =>
  citations.map(({ target }) => target);

/** Written so that this file does not cite what is not there. */
const missing = (part: string, id: string) => `${part}/${id}`;

describe('docs/spec', () => {
  const index = readSpecIndex();

  it('has every rule, ruling and section that code, tests and documents cite', () => {
    expect(brokenCitations(index)).toEqual([]);
  });

  it('has each ID once, at the rule that it names', () => {
    expect(index.faults).toEqual([]);
  });

  it('links to what is there', () => {
    expect(brokenLinks()).toEqual([]);
  });

  it('says what a wrong citation may have meant', () => {
    expect(nearestTo(missing('A', 'SCH-0811'), index.targets)).toBe('A/SCH-081');
    expect(nearestTo(missing('C', 'MC-999'), index.targets)).toMatch(/^C\/MC-/);
    expect(nearestTo(`RUL ${540}`, index.targets)).toBe('RUL 54');
  });
});

describe('citations', () => {
  it.each([
    { text: "it('A/SCH-001, A/SCH-003: …')", cites: ['A/SCH-001', 'A/SCH-003'] },
    { text: '(C/UR-145, UR-149)', cites: ['C/UR-145', 'C/UR-149'] },
    { text: 'A/PL-001…013, B/WG-063…067', cites: ['A/PL-001', 'A/PL-013', 'B/WG-063', 'B/WG-067'] },
    { text: 'B/RO-T01…T27', cites: ['B/RO-T01', 'B/RO-T27'] },
    { text: '(A/SEL-014, 015, 020)', cites: ['A/SEL-014', 'A/SEL-015', 'A/SEL-020'] },
    { text: 'A/SCH-116, 100 clusters', cites: ['A/SCH-116'] },
    { text: 'A/ST-061, ST-062, B/ST-047 and RUL 29', cites: ['A/ST-061', 'A/ST-062', 'B/ST-047', 'RUL 29'] },
    { text: 'under RUL 8, 9 and 10', cites: ['RUL 8', 'RUL 9', 'RUL 10'] },
    { text: 'RUL 7, 2 of them', cites: ['RUL 7'] },
    { text: 'B §4.5 to §4.9, A §8, trap 14', cites: ['B §4.5', 'B §4.9', 'A §8'] },
    { text: '(C/1.11, 1.12)', cites: ['C §1.11', 'C §1.12'] },
    { text: 'SCH-081, ui §5.6, SHA-256, a/b-12', cites: [] },
  ])('$text', ({ text, cites }) => {
    expect(targetsOf(citationsIn(text))).toEqual(cites);
  });

  it('name their line', () => {
    expect(citationsIn('a\nRUL 4\n').map(({ line }) => line)).toEqual([2]);
  });

  it('of a part itself have no letter', () => {
    const text = 'SCH-081 by SHA-256 (§4.6, B §4.5, C/UR-145, UR-149)';
    expect(targetsOf(ownCitationsIn(text, 'A', new Set(['SCH', 'UR'])))).toEqual(['A/SCH-081', 'A §4.6']);
  });
});
