import {
  type MaintenancePolicySpec,
  type VersionCatalogSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareVersions,
  formatVersion,
  maintenanceStatus,
  type ResolvedCatalog,
  type ResolvedChannel,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../../database/db';
import { listObjects } from '../../database/mirrorStore';
import { resolveKnown } from '../../database/sequences/catalogs';
import { loadSequenceClusters } from '../../database/sequences/loadSequenceState';
import { readPolicy } from '../../database/sequences/policies';
import type { Answer, Asked, Schemas } from '../contract';
import { checkHub, reading, stampOf, type QueryDeps } from '../queryDeps';
import { settingsOf } from './readSequences';

/** Those of the hub and of the configuration, by name; of one name that of the hub (E/VC-005). */
export async function listVersionCatalogs(
  deps: QueryDeps,
  asked: Asked<'/version-catalogs'>,
): Promise<Answer<'/version-catalogs'>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const items = await reading(deps, async tx => {
    const objects = await listObjects(tx, hub, 'VersionCatalog');
    const ofHub = objects.map(
      ({ metadata, spec }) => [metadata.name, spec as VersionCatalogSpec, false] as const,
    );
    const names = new Set(ofHub.map(([name]) => name));
    const configured = [...settingsOf(deps).catalogs]
      .filter(([name]) => !names.has(name))
      .map(([name, spec]) => [name, spec, true] as const);
    const all = [...ofHub, ...configured].sort(([a], [b]) => (a < b ? -1 : 1));
    const found: Schemas['VersionCatalogInfo'][] = [];
    for (const [name, spec, isConfigured] of all)
      found.push({ name, isConfigured, ...(await readCatalog(tx, deps, spec)) });
    return found;
  });
  return { ...stampOf(deps), items };
}

async function readCatalog(tx: Tx, { hub, clock }: QueryDeps, spec: VersionCatalogSpec) {
  const source = spec.clusterClass === undefined ? ('Channels' as const) : ('ClusterClass' as const);
  const resolved = await resolveKnown(tx, hub, spec);
  if (resolved.ok) return { source, channels: channelsOf(resolved.value, clock.now()) };
  const { issues, reason } = resolved.error;
  return { source, problem: issues[0]?.message ?? reason, channels: [] };
}

const channelsOf = ({ channels }: ResolvedCatalog, now: number) =>
  channels.map(channel => ({ name: channel.name, versions: versionsOf(channel, now) }));

/** Each once, the highest first. */
function versionsOf({ targets }: ResolvedChannel, now: number): string[] {
  const available = targets.filter(
    ({ availableFrom }) => availableFrom === undefined || availableFrom <= now,
  );
  const versions = available.map(({ to }) => to).sort((a, b) => compareVersions(b, a));
  return [...new Set(versions.map(formatVersion))];
}

export async function listMaintenancePolicies(
  deps: QueryDeps,
  asked: Asked<'/maintenance-policies'>,
): Promise<Answer<'/maintenance-policies'>> {
  checkHub(deps, asked);
  const now = deps.clock.now();
  const { objects, clusters } = await reading(deps, async tx => ({
    objects: await listObjects(tx, deps.hub, 'MaintenancePolicy'),
    clusters: await loadSequenceClusters(tx, deps.hub),
  }));
  const items = objects.map((object): Schemas['MaintenancePolicyInfo'] => {
    const { name, rules, matches } = readPolicy(object);
    const { timeZone, windows = [], exclusions = [] } = object.spec as MaintenancePolicySpec;
    const shown = {
      name,
      ...(timeZone !== undefined && { timeZone }),
      clusterCount: clusters.filter(matches).length,
      windows: windows.map(window => window.name),
      exclusions: exclusions.map(exclusion => exclusion.name),
    };
    if (!rules.ok)
      return { ...shown, problem: rules.error[0]?.message ?? 'It cannot be read.', activeExclusions: [] };
    const { open, nextChange, activeExclusions = [] } = maintenanceStatus(rules.value, now);
    return {
      ...shown,
      ...(open !== undefined && { isOpen: open }),
      ...(nextChange !== undefined && { nextChange }),
      activeExclusions: [...activeExclusions],
    };
  });
  return { ...stampOf(deps), items };
}
