import { ACCEPTANCE_DAYS, type Advisory, judgeHits, matchAdvisories, readYarnAudit } from './judgeAdvisories';

const got: Advisory = {
  id: 'GHSA-pfrx-2q88-qq97',
  package: 'got',
  vulnerable: '<11.8.5 || >=12.0.0 <12.1.0',
  severity: 'high',
  note: 'follows a redirect',
};
const hit = { advisory: got, version: '11.8.4' };
const accepted = { id: got.id, package: 'got', reason: 'no sockets here', accepted: '2026-01-01' };

describe('advisories', () => {
  it.each([
    { version: '11.8.4', found: true },
    { version: '11.8.5', found: false },
    { version: '11.8.6', found: false },
    { version: '12.0.9', found: true },
    { version: '12.1.0', found: false },
    { version: '12.0.0-beta.1', found: false },
    { version: '11.8.5-rc.1', found: true },
  ])('got $version is vulnerable: $found', ({ version, found }) => {
    expect(matchAdvisories([{ name: 'got', version }], [got])).toHaveLength(found ? 1 : 0);
  });

  it('compares every version of a package once, and no other package', () => {
    const packages = ['11.0.0', '11.0.0', '12.0.1', '14.0.0'].map(version => ({ name: 'got', version }));
    const hits = matchAdvisories([...packages, { name: 'gott', version: '1.0.0' }], [got]);
    expect(hits.map(({ version }) => version)).toEqual(['11.0.0', '12.0.1']);
  });

  it('refuses a range that cannot be read, which would never hit', () => {
    expect(() => matchAdvisories([], [{ ...got, vulnerable: 'before 11' }])).toThrow(
      'GHSA-pfrx-2q88-qq97: "before 11" is no range of versions',
    );
  });

  it.each([
    { severity: 'low', failures: 0 },
    { severity: 'moderate', failures: 0 },
    { severity: 'high', failures: 1 },
    { severity: 'critical', failures: 1 },
  ] as const)('a hit that is $severity: $failures failures', ({ severity, failures }) => {
    const verdict = judgeHits([{ ...hit, advisory: { ...got, severity } }], [], '2026-01-02');
    expect([verdict.hits.length, verdict.failures.length]).toEqual([1, failures]);
  });

  it('an acceptance with a reason holds for half a year', () => {
    expect(judgeHits([hit], [accepted], '2026-06-30').failures).toEqual([]);
    expect(judgeHits([hit], [accepted], '2026-07-01').failures).toEqual([
      expect.stringContaining(`accepted on 2026-01-01, more than ${ACCEPTANCE_DAYS} days ago`),
    ]);
  });

  it('an acceptance of something else does not count, and one that nothing needs fails', () => {
    expect(judgeHits([hit], [{ ...accepted, package: 'gott' }], '2026-01-02').failures).toEqual([
      expect.stringContaining('GHSA-pfrx-2q88-qq97 (high) got@11.8.4'),
      expect.stringContaining('is not needed any more'),
    ]);
  });

  it('a date that cannot be read fails', () => {
    expect(() => judgeHits([hit], [{ ...accepted, accepted: 'soon' }], '2026-01-02')).toThrow(
      '"soon" is no date',
    );
  });

  it('reads what Yarn prints', () => {
    const line = JSON.stringify({
      value: 'got',
      children: {
        'ID': 1088948,
        'Issue': 'Got allows a redirect to a UNIX socket',
        'URL': 'https://github.com/advisories/GHSA-pfrx-2q88-qq97',
        'Severity': 'moderate',
        'Vulnerable Versions': '<11.8.5',
        'Tree Versions': ['9.6.0', '11.8.3'],
        'Dependents': ['a@npm:1.0.0'],
      },
    });
    expect(readYarnAudit(`${line}\nUsage Error\n`)).toEqual(
      ['9.6.0', '11.8.3'].map(version => ({
        version,
        advisory: {
          id: got.id,
          package: 'got',
          vulnerable: '<11.8.5',
          severity: 'moderate',
          note: 'Got allows a redirect to a UNIX socket',
        },
      })),
    );
  });
});
