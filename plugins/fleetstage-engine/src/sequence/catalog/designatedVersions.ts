import {
  UPGRADE_TYPES,
  type AutoUpgradeType,
  type Instant,
  type UpgradeType,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { compareVersions } from '../versions/compareVersions';
import { formatVersion, type Version } from '../versions/version';
import type { Channel } from './catalog';
import { designate } from './designate';

/** Versions of a cluster, as far as they are known. */
export interface VersionedCluster {
  readonly name: string;
  readonly controlPlane?: Version;
  /** The lowest version of each node pool. */
  readonly nodePools: readonly Version[];
}

/** A version that rollouts of one type may start for (D/RO-001, E/VC-007). */
export interface Designation {
  readonly upgradeType: UpgradeType;
  readonly version: Version;
  /** `User`: it is the sequence's `spec.target`, whatever the catalogue says. */
  readonly source: 'Catalog' | 'User';
  /** Clusters below it that it is designated for, by name. */
  readonly clusters: readonly string[];
}

export interface DesignationInput {
  /** The channel in force. */
  readonly channel: Channel;
  readonly clusters: readonly VersionedCluster[];
  readonly now: Instant;
  readonly upgradeTypes?: readonly AutoUpgradeType[];
  /** `spec.target.version` of the sequence. */
  readonly target?: Version;
}

/**
 * Everything that is designated now for clusters of a sequence, by type, the highest version first. Who is eligible for it
 * is asked afterwards; a version that no cluster is below is left out.
 */
export function designatedVersions(input: DesignationInput): readonly Designation[] {
  return UPGRADE_TYPES.flatMap(type => ofType(type, input));
}

function ofType(upgradeType: UpgradeType, input: DesignationInput): Designation[] {
  const found = new Map<string, { version: Version; clusters: Set<string> }>();
  const add = (version: Version, current: Version, name: string) => {
    if (compareVersions(version, current) <= 0) return;
    const key = formatVersion(version);
    const entry = found.get(key) ?? { version, clusters: new Set() };
    entry.clusters.add(name);
    found.set(key, entry);
  };
  for (const cluster of input.clusters)
    for (const current of currentOf(cluster, upgradeType)) {
      const { channel, now, upgradeTypes, target } = input;
      const designated = designate(channel, {
        current,
        upgradeType,
        now,
        ...(upgradeTypes && { upgradeTypes }),
      });
      if (designated !== undefined) add(designated, current, cluster.name);
      if (target !== undefined) add(target, current, cluster.name);
    }
  return [...found.values()]
    .map(({ version, clusters }): Designation => ({
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

const isTarget = ({ target }: DesignationInput, version: Version) =>
  target !== undefined && formatVersion(target) === formatVersion(version);

function currentOf({ controlPlane, nodePools }: VersionedCluster, type: UpgradeType): readonly Version[] {
  if (type === 'Node') return nodePools;
  return controlPlane === undefined ? [] : [controlPlane];
}
