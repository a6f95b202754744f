import {
  citedByCompatibility,
  citedWhole,
  citedByTests,
  citedIn,
  readAnchoredIds,
  readOpenIds,
  readReasonedIds,
  readSpecIds,
  uncitedOf,
} from './specIds';

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
    { text: 'X/RO-T01…T03, X/RO-002', cites: ['RO-002', 'RO-T01', 'RO-T03', 'RO-T02'] },
    { text: 'X/RO-001…RO-002 and X/RO-001, T02', cites: ['RO-001', 'RO-002'] },
  ])('takes $text whole', ({ text, cites }) => {
    const whole = citedWhole(text.replaceAll('X/', 'B/'), 'B', [
      'RO-001',
      'RO-002',
      'RO-T01',
      'RO-T02',
      'RO-T03',
    ]);
    expect(new Set(whole)).toEqual(new Set(cites));
  });

  it('part B: the same, but for the rules that are listed as open', () => {
    const open = new Set(readOpenIds('B'));
    expect(uncitedOf('B', readAnchoredIds('B')).filter(id => !open.has(id))).toEqual([]);
  });

  it('part C: the same, and none is open', () => {
    expect(uncitedOf('C', readAnchoredIds('C'))).toEqual([]);
  });

  it.each(['D', 'E'])(
    'part %s: the same, but for the rules that have a reason why no test can hold them',
    part => {
      const reasoned = readReasonedIds(part);
      expect(uncitedOf(part, readAnchoredIds(part)).filter(id => !reasoned.has(id))).toEqual([]);
      expect([...reasoned].filter(([, reason]) => reason === '')).toEqual([]);
    },
  );

  it.each(['D', 'E'])('part %s: what has a reason is a rule, and no test cites it', part => {
    const uncited = new Set(uncitedOf(part, readAnchoredIds(part)));
    expect([...readReasonedIds(part).keys()].filter(id => !uncited.has(id))).toEqual([]);
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
