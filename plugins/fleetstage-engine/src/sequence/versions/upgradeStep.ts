import type { AutoUpgradeType, UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareMinors, compareVersions } from './compareVersions';
import type { KubeVersion } from './version';

/** How far an upgrade goes; `None` where the target is not above the current version. */
export type StepSize = 'None' | 'Patch' | 'Minor';

/** A suffix more, or a higher one, is a patch: `1.30.14-gke.1` → `1.30.14-gke.2`. */
export function stepSize(from: KubeVersion, to: KubeVersion): StepSize {
  if (compareVersions(to, from) <= 0) return 'None';
  return compareMinors(from, to) === 0 ? 'Patch' : 'Minor';
}

/**
 * The kind of upgrade that switches (`spec.upgradeTypes`) and scopes of exclusions speak of (D/RS-019, E/MP-005);
 * `undefined` where there is nothing to upgrade.
 */
export function stepOf(type: UpgradeType, from: KubeVersion, to: KubeVersion): AutoUpgradeType | undefined {
  const size = stepSize(from, to);
  return size === 'None' ? undefined : `${type}${size}`;
}
