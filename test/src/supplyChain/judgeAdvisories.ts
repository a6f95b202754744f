// Declared nowhere on purpose: it is at the root of node_modules for as long as Backstage is, and a declaration of it
// would change yarn.lock.
// eslint-disable-next-line @backstage/no-undeclared-imports
import { satisfies, validRange } from 'semver';

export type Severity = 'low' | 'moderate' | 'high' | 'critical';

/** Severities that fail the stage unless they are accepted. */
const FAILING: ReadonlySet<string> = new Set<Severity>(['high', 'critical']);
/** An acceptance ends by itself, so that somebody judges it again. */
export const ACCEPTANCE_DAYS = 180;

export interface Advisory {
  /** Of GitHub's advisory database: GHSA-xxxx-xxxx-xxxx. */
  id: string;
  package: string;
  /** Range of versions in npm's notation. */
  vulnerable: string;
  severity: Severity;
  note: string;
}

/** A known vulnerability that is lived with. */
export interface Acceptance {
  id: string;
  package: string;
  reason: string;
  /** YYYY-MM-DD */
  accepted: string;
}

export interface Hit {
  advisory: Advisory;
  version: string;
}

export interface AuditVerdict {
  /** Every hit, the accepted and the mild ones too, as a line each. */
  hits: string[];
  failures: string[];
}

/** Compares every resolved version with the advisories of its package. */
export function matchAdvisories(
  packages: Array<{ name: string; version: string }>,
  advisories: Advisory[],
): Hit[] {
  const versions = new Map<string, Set<string>>();
  for (const { name, version } of packages) {
    if (!versions.has(name)) versions.set(name, new Set());
    versions.get(name)!.add(version);
  }
  return advisories.flatMap(advisory => {
    if (!validRange(advisory.vulnerable)) {
      throw new Error(`${advisory.id}: "${advisory.vulnerable}" is no range of versions`);
    }
    return [...(versions.get(advisory.package) ?? [])]
      .filter(version => satisfies(version, advisory.vulnerable, { includePrerelease: true }))
      .map(version => ({ advisory, version }));
  });
}

/** Reads what `yarn npm audit --json` prints: a line of JSON per vulnerable package. */
export function readYarnAudit(output: string): Hit[] {
  return output
    .split('\n')
    .filter(line => line.startsWith('{"value":'))
    .flatMap(line => {
      const { value, children } = JSON.parse(line);
      const id = /GHSA-[\w-]+/.exec(children.URL ?? '')?.[0] ?? String(children.ID);
      const advisory: Advisory = {
        id,
        package: value,
        vulnerable: children['Vulnerable Versions'],
        severity: children.Severity,
        note: children.Issue,
      };
      return (children['Tree Versions'] as string[]).map(version => ({ advisory, version }));
    });
}

/**
 * A hit of a high or critical severity fails, unless somebody accepted it within the last 180 days; so does an
 * acceptance that nothing needs any more.
 *
 * @param today - YYYY-MM-DD
 */
export function judgeHits(hits: Hit[], acceptances: Acceptance[], today: string): AuditVerdict {
  const verdict: AuditVerdict = { hits: [], failures: [] };
  const used = new Set<Acceptance>();
  for (const { advisory, version } of hits) {
    const text = `${advisory.id} (${advisory.severity}) ${advisory.package}@${version}, vulnerable ${advisory.vulnerable}: ${advisory.note}`;
    const acceptance = acceptances.find(a => a.id === advisory.id && a.package === advisory.package);
    if (acceptance) used.add(acceptance);
    verdict.hits.push(acceptance ? `${text} [accepted ${acceptance.accepted}: ${acceptance.reason}]` : text);
    if (!FAILING.has(advisory.severity)) continue;
    if (!acceptance) {
      verdict.failures.push(
        `${text}; take a version outside the range, or accept it in test/supply-chain/audit.json`,
      );
    } else if (daysBetween(acceptance.accepted, today) > ACCEPTANCE_DAYS) {
      verdict.failures.push(
        `${text}; accepted on ${acceptance.accepted}, more than ${ACCEPTANCE_DAYS} days ago: judge it again and change the date`,
      );
    }
  }
  for (const each of acceptances) {
    if (!used.has(each)) {
      verdict.failures.push(
        `the acceptance of ${each.id} for ${each.package} is not needed any more; remove it from test/supply-chain/audit.json`,
      );
    }
  }
  return verdict;
}

function daysBetween(from: string, to: string): number {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (Number.isNaN(days))
    throw new Error(`test/supply-chain/audit.json: "${from}" is no date like 2026-01-31`);
  return days;
}
