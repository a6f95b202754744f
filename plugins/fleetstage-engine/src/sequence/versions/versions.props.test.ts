import fc from 'fast-check';
import { compareVersions, minorDistance } from './compareVersions';
import { stepSize } from './upgradeStep';
import { formatVersion, formatWithV, parseVersion, type KubeVersion } from './version';

const part = fc.constantFrom(
  'gke',
  'rke2r1',
  'rke2r10',
  'eks',
  '7f9249a',
  'rc',
  'alpha',
  '1',
  '02',
  '1150000',
);
const suffix = fc
  .array(fc.tuple(fc.constantFrom('-', '+', '.'), part), { maxLength: 3 })
  .map(parts =>
    parts.map(([separator, text], i) => `${i === 0 && separator === '.' ? '-' : separator}${text}`),
  )
  .map(parts => parts.join(''));
const anyVersion = fc
  .tuple(
    fc.integer({ min: 1, max: 2 }),
    fc.integer({ min: 28, max: 31 }),
    fc.integer({ min: 0, max: 3 }),
    suffix,
  )
  .map(([major, minor, patch, text]): KubeVersion => ({ major, minor, patch, suffix: text }));

const signOf = (order: number) => Math.sign(order);

describe('the order of versions (D/RS-010, D/PRV-013)', () => {
  it('is total: reflexive, antisymmetric, transitive', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, anyVersion, (a, b, c) => {
        expect(compareVersions(a, a)).toBe(0);
        expect(signOf(compareVersions(a, b)) + signOf(compareVersions(b, a))).toBe(0);
        const [x, y, z] = [a, b, c].sort(compareVersions);
        expect(compareVersions(x, y)).toBeLessThanOrEqual(0);
        expect(compareVersions(y, z)).toBeLessThanOrEqual(0);
        expect(compareVersions(x, z)).toBeLessThanOrEqual(0);
        if (compareVersions(x, y) === 0)
          expect(signOf(compareVersions(x, z))).toBe(signOf(compareVersions(y, z)));
      }),
      { numRuns: 500 },
    );
  });

  it('reads what it writes, with and without v', () => {
    fc.assert(
      fc.property(anyVersion, version => {
        for (const text of [formatVersion(version), formatWithV(version)])
          expect(parseVersion(text)).toEqual({ ok: true, value: version });
      }),
    );
  });

  it('agrees with the distance of minors and the size of a step', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, (from, to) => {
        const distance = minorDistance(from, to);
        if (distance > 0) expect(stepSize(from, to)).toBe('Minor');
        if (distance < 0) expect(stepSize(from, to)).toBe('None');
        if (distance === 0) expect(stepSize(from, to)).not.toBe('Minor');
      }),
    );
  });
});
