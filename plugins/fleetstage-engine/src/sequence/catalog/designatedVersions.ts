import {
  UPGRADE_TYPES,
  type AutoUpgradeType,
  type Instant,
  type UpgradeType,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { compareVersions } from '../versions/compareVersions';
import { formatVersion, type KubeVersion } from '../versions/version';
import type { ResolvedChannel } from './catalog';
import { designate } from './designate';

/** Versions of a cluster, as far as they are known. */
export interface VersionedCluster {
  readonly name: string;
  readonly controlPlane?: KubeVersion;
  /** The lowest version of each node pool. */
  readonly nodePools: readonly KubeVersion[];
}

/** A version that rollouts of one type may start for (D/RO-001, E/VC-007). */
export interface VersionDesignation {
  readonly upgradeType: UpgradeType;
  readonly version: KubeVersion;
  /** `User`: it is the sequence's `spec.target`, whatever the catalogue says. */
  readonly source: 'Catalog' | 'User';
  /** Clusters below it that it is designated for, by name. */
  readonly clusters: readonly string[];
}

export interface DesignationInput {
  /** The channel in force. */
  readonly channel: ResolvedChannel;
  readonly clusters: readonly VersionedCluster[];
  readonly now: Instant;
  readonly upgradeTypes?: readonly AutoUpgradeType[];
  /** `spec.target.version` of the sequence. */
  readonly target?: KubeVersion;
}

/**
 * Everything that is designated now for clusters of a sequence, by type, the highest version first. Who is eligible for it
 * is asked afterwards; a version that no cluster is below is left out.
 */
export function designatedVersions(input: DesignationInput): readonly VersionDesignation[] {
  return UPGRADE_TYPES.flatMap(type => ofType(type, input));
}

function ofType(upgradeType: UpgradeType, input: DesignationInput): VersionDesignation[] {
  const found = new Map<string, { version: KubeVersion; clusters: Set<string> }>();
  const add = (version: KubeVersion, current: KubeVersion, name: string) => {
    if (compareVersions(version, current) <= 0) return;
    const key = formatVersion(version);
    const entry = found.get(key) ?? { version, clusters: new Set() };
    entry.clusters.add(name);
    found.set(key, entry);
  };
  const designatedFor = rememberDesignated(upgradeType, input);
  for (const cluster of input.clusters)
    for (const current of currentOf(cluster, upgradeType)) {
      const designated = designatedFor(current);
      if (designated !== undefined) add(designated, current, cluster.name);
      if (input.target !== undefined) add(input.target, current, cluster.name);
    }
  return [...found.values()]
    .map(({ version, clusters }): VersionDesignation => ({
      upgradeType,
      version,
      source: isTarget(input, version) ? 'User' : 'Catalog',
      clusters: [...clusters].sort(compareText),
    }))
    .sort(
      (a, b) =>
        compareVersions(b.version, a.version) ||
        compareText(formatVersion(a.version), formatVersion(b.version)),
    );
}

/** Once for each version: a fleet runs few. */
function rememberDesignated(
  upgradeType: UpgradeType,
  { channel, now, upgradeTypes }: DesignationInput,
): (current: KubeVersion) => KubeVersion | undefined {
  const known = new Map<string, KubeVersion | undefined>();
  return current => {
    const key = formatVersion(current);
    if (!known.has(key))
      known.set(
        key,
        designate(channel, { current, upgradeType, now, ...(upgradeTypes && { upgradeTypes }) }),
      );
    return known.get(key);
  };
}

const isTarget = ({ target }: DesignationInput, version: KubeVersion) =>
  target !== undefined && formatVersion(target) === formatVersion(version);

function currentOf({ controlPlane, nodePools }: VersionedCluster, type: UpgradeType): readonly KubeVersion[] {
  if (type === 'Node') return nodePools;
  return controlPlane === undefined ? [] : [controlPlane];
}
