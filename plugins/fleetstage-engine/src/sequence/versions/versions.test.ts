import { compareVersions, highestVersion, lowestVersion, minorDistance } from './compareVersions';
import { stepOf, stepSize } from './upgradeStep';
import { formatMinor, formatVersion, formatWithV, parseMinor, parseVersion } from './version';
import { aVersion } from './version.testing';

describe('parseVersion', () => {
  it.each([
    { rule: 'a leading v does not count (D/RS-010)', text: 'v1.30.14', shown: '1.30.14' },
    { rule: 'of GKE (D/PRV-013)', text: '1.30.14-gke.1150000', shown: '1.30.14-gke.1150000' },
    { rule: 'of EKS (D/PRV-013)', text: 'v1.29.1-eks-508b6b3', shown: '1.29.1-eks-508b6b3' },
    { rule: 'of RKE2 (D/PRV-013)', text: 'v1.31.2+rke2r1', shown: '1.31.2+rke2r1' },
    { rule: 'both separators', text: '1.31.0-rc.1+rke2r1', shown: '1.31.0-rc.1+rke2r1' },
    { rule: 'zeros', text: '0.0.0', shown: '0.0.0' },
  ])('reads $text: $rule', ({ text, shown }) => {
    expect(formatVersion(aVersion(text))).toBe(shown);
    expect(formatWithV(aVersion(text))).toBe(`v${shown}`);
  });

  it.each([
    '',
    '1.30',
    '1',
    'latest',
    'V1.30.1',
    '1.30.1.4',
    '01.30.1',
    '1.30.1-',
    '1.30.1 ',
    '1.30.1_a',
    '1.30.-1',
    '1.30.9999999999',
    `1.30.1-${'a'.repeat(60)}`,
  ])('refuses "%s" and names the form (E/KD-013)', text => {
    const parsed = parseVersion(text);
    expect(parsed.ok ? 'accepted' : parsed.error).toMatch(/is not a version with a patch, such as 1\.30\.14/);
  });
});

describe('parseMinor', () => {
  it.each(['1.30', 'v1.30'])('reads %s (E/VC-002)', text => {
    const parsed = parseMinor(text);
    expect(parsed.ok && formatMinor(parsed.value)).toBe('1.30');
  });

  it.each(['1', '1.30.1', '1.x', '', `1.${'3'.repeat(70)}`])('refuses "%s"', text => {
    expect(parseMinor(text).ok).toBe(false);
  });
});

describe('compareVersions (D/RS-010)', () => {
  it.each([
    { rule: 'patches are numbers', below: '1.30.9', above: '1.30.14' },
    { rule: 'minors are numbers', below: '1.9.20', above: '1.10.0' },
    { rule: 'majors first', below: '1.99.99', above: '2.0.0' },
    { rule: 'builds of GKE are numbers', below: '1.31.2-gke.900', above: '1.31.2-gke.1000' },
    { rule: 'S173', below: '1.31.12-gke.1265000', above: '1.31.13-gke.1008000' },
    { rule: 'revisions of RKE2 are numbers', below: '1.31.2+rke2r2', above: '1.31.2+rke2r10' },
    { rule: 'releases of EKS distro', below: '1.31.0-eks-1-31-9', above: '1.31.0-eks-1-31-10' },
    { rule: 'a build comes after the plain version', below: '1.31.2', above: '1.31.2-gke.1' },
    { rule: 'a pre-release comes before its release', below: '1.31.0-rc.1', above: '1.31.0' },
    { rule: 'pre-releases in their order', below: '1.31.0-alpha.3', above: '1.31.0-beta.0' },
    { rule: 'pre-releases in their order', below: '1.31.0-beta.9', above: '1.31.0-rc.0' },
    { rule: 'a pre-release after the release before', below: '1.30.9', above: '1.31.0-alpha.1' },
    { rule: 'a name that begins like a pre-release', below: '1.31.0', above: '1.31.0-rcx.1' },
    { rule: 'longer suffixes after shorter', below: '1.31.0-gke.1', above: '1.31.0-gke.1.2' },
    { rule: 'numbers before words', below: '1.31.0-1', above: '1.31.0-a' },
    {
      rule: 'numbers beyond doubles',
      below: '1.31.0-gke.90071992547409920',
      above: '1.31.0-gke.90071992547409921',
    },
  ])('$below < $above: $rule', ({ below, above }) => {
    expect(compareVersions(aVersion(below), aVersion(above))).toBeLessThan(0);
    expect(compareVersions(aVersion(above), aVersion(below))).toBeGreaterThan(0);
  });

  it.each([
    { rule: 'a leading v does not count', a: 'v1.30.14', b: '1.30.14' },
    { rule: 'commits of EKS have no order', a: '1.29.1-eks-508b6b3', b: '1.29.1-eks-7f9249a' },
    { rule: 'nor with digits alone', a: '1.29.1-eks-5082123', b: '1.29.1' },
    { rule: 'zeros before a number', a: '1.31.0-gke.01', b: '1.31.0-gke.1' },
  ])('$a = $b: $rule', ({ a, b }) => {
    expect(compareVersions(aVersion(a), aVersion(b))).toBe(0);
  });

  it('finds the highest and the lowest', () => {
    const versions = ['1.30.9', '1.31.2', '1.30.14', '1.31.0'].map(aVersion);
    expect(formatVersion(highestVersion(versions)!)).toBe('1.31.2');
    expect(formatVersion(lowestVersion(versions)!)).toBe('1.30.9');
    expect([highestVersion([]), lowestVersion([])]).toEqual([undefined, undefined]);
  });
});

describe('steps', () => {
  it.each([
    { from: '1.29.9', to: '1.31.0', distance: 2, size: 'Minor' },
    { from: '1.30.9', to: '1.31.0-rc.1', distance: 1, size: 'Minor' },
    { from: '1.30.9', to: '1.30.14', distance: 0, size: 'Patch' },
    { from: '1.30.9-gke.1', to: '1.30.9-gke.2', distance: 0, size: 'Patch' },
    { from: '1.30.9', to: '1.30.9', distance: 0, size: 'None' },
    { from: '1.30.9', to: '1.30.8', distance: 0, size: 'None' },
    { from: '1.31.0', to: '1.30.9', distance: -1, size: 'None' },
    { from: '1.99.0', to: '2.0.0', distance: Infinity, size: 'Minor' },
    { from: '2.0.0', to: '1.99.0', distance: -Infinity, size: 'None' },
  ])('$from → $to: $size, $distance minors (D/RS-010, D/EL-004)', ({ from, to, distance, size }) => {
    expect(minorDistance(aVersion(from), aVersion(to))).toBe(distance);
    expect(stepSize(aVersion(from), aVersion(to))).toBe(size);
  });

  it('names the kind of upgrade (D/RS-019)', () => {
    expect(stepOf('ControlPlane', aVersion('1.30.1'), aVersion('1.31.0'))).toBe('ControlPlaneMinor');
    expect(stepOf('Node', aVersion('1.30.1'), aVersion('1.30.2'))).toBe('NodePatch');
    expect(stepOf('Node', aVersion('1.30.1'), aVersion('1.30.1'))).toBeUndefined();
  });
});
