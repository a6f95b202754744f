import { compareText } from '../../decision';
import type { KubeMinor, KubeVersion } from './version';

/**
 * The order of versions: major, minor, patch, then the provider's suffix, its numbers as numbers (D/RS-010, D/PRV-013).
 * Zero means that neither is an upgrade of the other.
 *
 *     1.31.0-rc.1 < 1.31.0            a pre-release comes before its release
 *     1.31.2 < 1.31.2-gke.900 < 1.31.2-gke.1000
 *     1.31.2+rke2r2 < 1.31.2+rke2r10
 *     1.31.2 = 1.31.2-eks-7f9249a     a commit has no order
 */
export function compareVersions(a: KubeVersion, b: KubeVersion): number {
  return compareMinors(a, b) || a.patch - b.patch || compareSuffixes(a.suffix, b.suffix);
}

/** The order of minors, whatever patch and suffix are (D/RS-010). */
export const compareMinors = (a: KubeMinor, b: KubeMinor) => a.major - b.major || a.minor - b.minor;

/**
 * How many minors `to` is ahead of `from`; another major is infinitely far away.
 *
 *     1.29 → 1.31: 2     1.31 → 1.30: -1     1.31 → 2.0: Infinity
 */
export function minorDistance(from: KubeMinor, to: KubeMinor): number {
  if (from.major === to.major) return to.minor - from.minor;
  return to.major > from.major ? Infinity : -Infinity;
}

export const highestVersion = (versions: readonly KubeVersion[]): KubeVersion | undefined =>
  versions.reduce<KubeVersion | undefined>(
    (best, next) => (best === undefined || compareVersions(next, best) > 0 ? next : best),
    undefined,
  );

export const lowestVersion = (versions: readonly KubeVersion[]): KubeVersion | undefined =>
  versions.reduce<KubeVersion | undefined>(
    (best, next) => (best === undefined || compareVersions(next, best) < 0 ? next : best),
    undefined,
  );

const PRE_RELEASE = /^-(alpha|beta|rc)(?![a-z])/i;
/** EKS appends the commit of its build: seven or more hexadecimal digits. */
const COMMIT = /^-eks-[0-9a-f]{7,40}$/i;

function compareSuffixes(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || compareParts(partsOf(a), partsOf(b));
}

function rankOf(suffix: string): number {
  if (PRE_RELEASE.test(suffix)) return -1;
  return partsOf(suffix).length === 0 ? 0 : 1;
}

/** `+rke2r10` → rke, 2, r, 10: where letters meet digits a new part begins. */
const partsOf = (suffix: string): readonly string[] =>
  COMMIT.test(suffix) ? [] : (suffix.match(/[0-9]+|[A-Za-z]+/g) ?? []);

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    const order = other === undefined ? 1 : comparePart(part, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const isNumber = (part: string) => /^[0-9]/.test(part);

/** Numbers come before words, as in semantic versions; they may be longer than a double is exact. */
function comparePart(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) {
    const [left, right] = [a, b].map(digits => digits.replace(/^0+(?=.)/, ''));
    return left.length - right.length || compareText(left, right);
  }
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  return compareText(a, b);
}
