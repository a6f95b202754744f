import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Acceptance,
  type Advisory,
  type Hit,
  judgeHits,
  matchAdvisories,
  readYarnAudit,
} from './judgeAdvisories';
import { type LicenceException, type Published, judgeLicences, neededByPublished } from './judgeLicences';
import { type Manifest, declaredLicence, readInstalled, readManifest } from './readInstalled';
import { type Lock, type LockedPackage, readLock } from './readLock';
import { type Sbom, renderSbom } from './renderSbom';

/** What the feed of the registry answered: hits, or why it could not be asked. */
export type FeedAnswer = { output: string } | { skipped: string };

export interface Report {
  sbom: Sbom;
  lines: string[];
  failures: string[];
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function publishedIn(lock: Lock, manifests: Map<LockedPackage, Manifest>): Published[] {
  return lock.packages.flatMap(locked => {
    const manifest = manifests.get(locked);
    if (!manifest || manifest.private) return [];
    return [
      { locked, dependencies: Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }) },
    ];
  });
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function auditPackages(packages: LockedPackage[], file: string, feed: FeedAnswer, today: string) {
  const { advisories, accepted } = readJson<{ advisories: Advisory[]; accepted: Acceptance[] }>(file);
  const hits: Hit[] = matchAdvisories(packages, advisories);
  const idOf = ({ advisory, version }: Hit) => `${advisory.id} ${version}`;
  const known = new Set(hits.map(idOf));
  if ('output' in feed) hits.push(...readYarnAudit(feed.output).filter(hit => !known.has(idOf(hit))));
  // Without the feed it is unknown whether what only the feed knew is still there.
  const judged = 'output' in feed ? accepted : accepted.filter(a => advisories.some(({ id }) => id === a.id));
  return { ...judgeHits(hits, judged, today), advisories: advisories.length };
}

/**
 * Writes the bill of materials of a repository and judges its licences and known vulnerabilities.
 *
 * @param root - Folder with `yarn.lock`, `node_modules` and `test/supply-chain`.
 * @param feed - What the registry knows; the advisories of the repository are compared in any case.
 * @param today - YYYY-MM-DD
 */
export function checkSupplyChain(root: string, feed: FeedAnswer, today: string): Report {
  const lockText = readFileSync(path.join(root, 'yarn.lock'), 'utf8');
  const lock = readLock(lockText, readManifest(root).resolutions);
  const manifests = new Map<LockedPackage, Manifest>();
  for (const locked of lock.packages) {
    if (locked.workspace) manifests.set(locked, readManifest(path.join(root, locked.workspace)));
  }
  const installed = readInstalled([...manifests.keys()].map(({ workspace }) => path.join(root, workspace!)));
  const manifestOf = (locked: LockedPackage) =>
    manifests.get(locked) ?? installed.get(`${locked.name}@${locked.version}`);

  const published = publishedIn(lock, manifests);
  const needed = neededByPublished(lock, published);
  const shipped = new Set([...published, ...needed].map(each => each.locked));
  const sbom = renderSbom(lockText, lock, locked => {
    const manifest = manifestOf(locked);
    return {
      version: manifest?.version ?? locked.version,
      licence: manifest && declaredLicence(manifest),
      description: manifest?.description,
      shipped: shipped.has(locked),
      registry: !manifests.get(locked)?.private,
    };
  });

  const own = path.join(root, 'test/supply-chain');
  const licences = judgeLicences(
    needed,
    locked => {
      const manifest = manifestOf(locked);
      return manifest ? declaredLicence(manifest) : null;
    },
    readJson<{ exceptions: LicenceException[] }>(path.join(own, 'licence-exceptions.json')).exceptions,
  );

  const ofRegistry = lock.packages.filter(each => !each.workspace);
  const audit = auditPackages(ofRegistry, path.join(own, 'audit.json'), feed, today);

  return {
    sbom,
    lines: [
      `SBOM: ${plural(sbom.components.length, 'component')}, ${shipped.size} of them in what users of ${plural(published.length, 'published package')} get`,
      `licences: ${plural(needed.length, 'package')}: ${licences.counts.map(([id, n]) => `${id} ${n}`).join(', ')}; ${plural(licences.excepted, 'exception')}, ${licences.elsewhere.length} for other platforms not read`,
      'output' in feed
        ? 'audit, feed of the registry: compared'
        : `audit, feed of the registry: skipped, ${feed.skipped}`,
      `audit: the repository's ${audit.advisories} advisories against ${plural(ofRegistry.length, 'package')}; ${plural(audit.hits.length, 'hit')}`,
      ...audit.hits.map(hit => `  ${hit}`),
    ],
    failures: [...licences.failures, ...audit.failures],
  };
}
