import {
  failure,
  fromRfc3339,
  ok,
  UPGRADE_TYPES,
  type CatalogChannel,
  type CatalogReadyReason,
  type CatalogTarget,
  type Instant,
  type Result,
  type VersionCatalogSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Issue } from '../issue';
import { compareMinors, compareVersions } from '../versions/compareVersions';
import { formatMinor, parseMinor, parseVersion, type KubeVersion } from '../versions/version';
import type { ResolvedCatalog, ResolvedChannel, From, ResolvedTarget } from './catalog';
import { channelOfClass } from './channelOfClass';

/** What is known of the ClusterClass that a catalogue names. */
export type ClassFacts =
  { readonly kind: 'NotFound' } | { readonly kind: 'Found'; readonly versions: readonly string[] };

export type CatalogIssue = Issue<
  | Exclude<CatalogReadyReason, 'CatalogResolved'>
  | 'VERSION_INCOMPLETE'
  | 'CATALOG_SOURCE'
  | 'CHANNEL_DUPLICATE'
>;

/** Why a catalogue is not ready (E/VC-006). */
export interface CatalogFailure {
  readonly reason: Exclude<CatalogReadyReason, 'CatalogResolved'>;
  readonly issues: readonly CatalogIssue[];
}

/** Reads a catalogue (E/VC-001…004); where it names a ClusterClass, `facts` say which versions that has. */
export function resolveCatalog(
  spec: VersionCatalogSpec,
  facts?: ClassFacts,
): Result<ResolvedCatalog, CatalogFailure> {
  const issues: CatalogIssue[] = [];
  const endOfSupport = readMinors(spec, issues);
  if ((spec.channels === undefined) === (spec.clusterClass === undefined))
    issues.push(issue('CATALOG_SOURCE', 'spec', 'Set either channels or clusterClass'));
  const channels =
    spec.clusterClass === undefined
      ? readChannels(spec.channels ?? [], issues)
      : readClass(spec.clusterClass, facts, issues);
  if (issues.length === 0)
    return ok({
      source: spec.clusterClass === undefined ? 'Channels' : 'ClusterClass',
      channels,
      endOfSupport,
    });
  return failure({ reason: reasonOf(issues), issues });
}

const issue = (code: CatalogIssue['code'], path: string, message: string): CatalogIssue => ({
  code,
  severity: 'Error',
  path,
  message,
});

function reasonOf(issues: readonly CatalogIssue[]): CatalogFailure['reason'] {
  const codes = issues.map(({ code }) => code);
  if (codes.includes('ClusterClassNotFound')) return 'ClusterClassNotFound';
  return codes.includes('ClusterClassHasNoVersions') ? 'ClusterClassHasNoVersions' : 'InvalidTarget';
}

function readMinors({ minors = [] }: VersionCatalogSpec, issues: CatalogIssue[]): Map<string, Instant> {
  const known = new Map<string, Instant>();
  for (const [index, { minor, endOfSupport }] of minors.entries()) {
    const at = `spec.minors[${index}]`;
    const parsed = parseMinor(minor);
    const ends = fromRfc3339(endOfSupport);
    if (!parsed.ok) issues.push(issue('InvalidTarget', `${at}.minor`, parsed.error));
    else if (endOfSupport !== undefined && ends === undefined)
      issues.push(issue('InvalidTarget', `${at}.endOfSupport`, `"${endOfSupport}" is not a time`));
    else if (ends !== undefined) known.set(formatMinor(parsed.value), ends);
  }
  return known;
}

function readChannels(
  channels: readonly CatalogChannel[],
  issues: CatalogIssue[],
): readonly ResolvedChannel[] {
  const seen = new Set<string>();
  return channels.map(({ name, targets = [] }, index) => {
    const at = `spec.channels[${index}]`;
    if (seen.has(name))
      issues.push(issue('CHANNEL_DUPLICATE', `${at}.name`, `Channel "${name}" is there twice; rename one`));
    seen.add(name);
    return {
      name,
      targets: targets.flatMap((target, i) => readTarget(target, `${at}.targets[${i}]`, issues)),
    };
  });
}

function readTarget(target: CatalogTarget, at: string, issues: CatalogIssue[]): ResolvedTarget[] {
  const before = issues.length;
  const from = readFrom(target.from);
  const to = parseVersion(target.to);
  const availableFrom = fromRfc3339(target.availableFrom);
  if (from === undefined)
    issues.push(
      issue(
        'InvalidTarget',
        `${at}.from`,
        `"${target.from}" is neither a minor such as 1.29 nor a full version`,
      ),
    );
  if (!to.ok)
    issues.push(
      issue('VERSION_INCOMPLETE', `${at}.to`, `VERSION_INCOMPLETE: ${to.error}; name the patch, too`),
    );
  if (target.availableFrom !== undefined && availableFrom === undefined)
    issues.push(issue('InvalidTarget', `${at}.availableFrom`, `"${target.availableFrom}" is not a time`));
  if (from !== undefined && to.ok && isBelow(to.value, from))
    issues.push(
      issue(
        'InvalidTarget',
        `${at}.to`,
        `${target.to} is below ${target.from}; clusters are never downgraded`,
      ),
    );
  if (issues.length > before || from === undefined || !to.ok) return [];
  return [
    {
      from,
      to: to.value,
      ...(availableFrom !== undefined && { availableFrom }),
      upgradeTypes: target.upgradeTypes ?? UPGRADE_TYPES,
    },
  ];
}

function readFrom(text: string): From | undefined {
  const minor = parseMinor(text);
  if (minor.ok) return { kind: 'Minor', minor: minor.value };
  const version = parseVersion(text);
  return version.ok ? { kind: 'Version', version: version.value } : undefined;
}

const isBelow = (to: KubeVersion, from: From) =>
  from.kind === 'Minor' ? compareMinors(to, from.minor) < 0 : compareVersions(to, from.version) < 0;

function readClass(
  { namespace, name, advance = 'LatestPatch' }: NonNullable<VersionCatalogSpec['clusterClass']>,
  facts: ClassFacts | undefined,
  issues: CatalogIssue[],
): readonly ResolvedChannel[] {
  const at = 'spec.clusterClass';
  const ref = `ClusterClass ${namespace}/${name}`;
  if (facts === undefined || facts.kind === 'NotFound') {
    issues.push(
      issue('ClusterClassNotFound', `${at}.name`, `${ref} is not there; correct namespace or name`),
    );
    return [];
  }
  if (facts.versions.length === 0) {
    const fix = 'list versions in its spec.kubernetesVersions, or write channels here';
    issues.push(issue('ClusterClassHasNoVersions', at, `${ref} lists no versions; ${fix}`));
    return [];
  }
  const versions = facts.versions.flatMap(text => {
    const parsed = parseVersion(text);
    if (!parsed.ok) issues.push(issue('InvalidTarget', at, `${ref}: ${parsed.error}`));
    return parsed.ok ? [parsed.value] : [];
  });
  return [channelOfClass(versions, advance)];
}
