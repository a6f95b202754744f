import {
  CLUSTER_CLASS_CHANNEL,
  UPGRADE_TYPES,
  type ClassAdvance,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareVersions, minorDistance } from '../versions/compareVersions';
import { formatMinor, type KubeMinor, type KubeVersion } from '../versions/version';
import type { ResolvedChannel, ResolvedTarget } from './catalog';

/**
 * The channel that the versions of a ClusterClass make (E/VC-003, D/CAPI-003).
 *
 *     1.30.4, 1.30.9, 1.31.2  LatestPatch → 1.30: 1.30.9, 1.31: 1.31.2
 *                             NextMinor   → 1.29: 1.30.9, 1.30: 1.31.2, 1.31: 1.31.2
 */
export function channelOfClass(versions: readonly KubeVersion[], advance: ClassAdvance): ResolvedChannel {
  const latest = latestPatches(versions);
  const targets = latest.map((own, index) => {
    const next = latest[index + 1];
    const isNext = advance === 'NextMinor' && next !== undefined && minorDistance(own, next) === 1;
    return target(own, isNext ? next : own);
  });
  return { name: CLUSTER_CLASS_CHANNEL, targets: [...entryOf(latest, advance), ...targets] };
}

/** A minor that the class no longer lists still leads to the first that it does. */
function entryOf([first]: readonly KubeVersion[], advance: ClassAdvance): readonly ResolvedTarget[] {
  if (advance !== 'NextMinor' || first === undefined || first.minor === 0) return [];
  return [target({ major: first.major, minor: first.minor - 1 }, first)];
}

const target = ({ major, minor }: KubeMinor, to: KubeVersion): ResolvedTarget => ({
  from: { kind: 'Minor', minor: { major, minor } },
  to,
  upgradeTypes: UPGRADE_TYPES,
});

/** Of each minor the highest version, in the order of minors. */
function latestPatches(versions: readonly KubeVersion[]): readonly KubeVersion[] {
  const byMinor = new Map<string, KubeVersion>();
  for (const version of [...versions].sort(compareVersions)) byMinor.set(formatMinor(version), version);
  return [...byMinor.values()];
}
