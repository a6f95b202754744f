import type { UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ObservedCluster, ObservedUpgrade } from '../sequence/observed';
import type { DesiredUpgrade } from '../sequence/state/sequenceState';
import type { ClusterUpgrade } from './facts';

/** What is known of the versions of one cluster. */
interface Versions {
  /** The last answer of its provider, however old: whoever does not answer has not said that the upgrade is over. */
  readonly observed?: ObservedCluster | undefined;
  /** What its provider was, or is to be, asked for. */
  readonly upgrades: readonly DesiredUpgrade[];
}

/**
 * The upgrade for which the workloads of a cluster are held: of the control plane before that of nodes.
 *
 *   a rollout asked for it, begun or not           → that, with the rollout
 *   the provider shows one that nobody asked for   → that
 *   the provider has given it up, nobody asks again → none
 */
export function findUpgrade({ observed, upgrades }: Versions): Omit<ClusterUpgrade, 'since'> | undefined {
  const seen = (upgradeType: UpgradeType, units: readonly ObservedUpgrade[]) => {
    const unit = units.find(({ upgrading, failed }) => upgrading && failed === undefined);
    return unit && { upgradeType, version: unit.desired.replace(/^v/, '') };
  };
  const asked = (type: UpgradeType) => {
    const upgrade = upgrades.find(({ upgradeType }) => upgradeType === type);
    return upgrade && { upgradeType: type, version: upgrade.version, rollout: upgrade.rollout };
  };
  const { controlPlane, pools = [] } = observed ?? {};
  return (
    asked('ControlPlane') ??
    seen('ControlPlane', controlPlane === undefined ? [] : [controlPlane]) ??
    asked('Node') ??
    seen('Node', pools)
  );
}
