import { citedByCompatibility, citedByTests, citedIn, readSpecIds } from './specIds';

describe('rules of the specification', () => {
  const ids = readSpecIds('A');
  const byTests = citedByTests('A');
  const byDocument = citedByCompatibility('A');

  it('part A: each is cited by a test, or docs/compatibility.md says what is done instead', () => {
    expect(ids.filter(id => !byTests.has(id) && !byDocument.has(id))).toEqual([]);
  });

  it('part A: what is cited exists', () => {
    const known = new Set(ids);
    const unknown = [...byTests].filter(([id]) => !known.has(id));
    expect([unknown, [...byDocument].filter(id => !known.has(id))]).toEqual([[], []]);
  });

  it.each([
    { text: "it('refuses (X/PL-140)')", cites: ['PL-140'] },
    { text: 'X/SCH-001, X/SCH-002', cites: ['SCH-001', 'SCH-002'] },
    { text: 'X/PL-001…013', cites: ['PL-001'] },
    { text: 'PL-140, C/UR-001, YX/PL-140', cites: [] },
  ])('reads $text', ({ text, cites }) => {
    expect([...citedIn(text, 'X')]).toEqual(cites);
  });
});
