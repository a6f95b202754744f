import type { ClusterUpgrade } from '../cluster/facts';
import type { Blocker } from '../decision';
import { toBlockers, type KeptBlocker } from './keptBlocker';

/**
 * Workloads of the cluster wait for its upgrade. No moment is known at which that ends: how long an upgrade may take without a
 * change is no end of it.
 *
 *   prod-3 is being upgraded to v1.34.1 (rollout "shop-cp-1-34-1"); its workloads wait
 */
export function upgradeBlocker(cluster: string, upgrade: ClusterUpgrade): Blocker {
  const { upgradeType, version, rollout, since } = upgrade;
  const what = upgradeType === 'ControlPlane' ? `${cluster} is` : `${cluster}: node pools are`;
  const whose = rollout === undefined ? 'not by a rollout' : `rollout "${rollout}"`;
  return {
    cause: 'ClusterUpgrading',
    message: `${what} being upgraded to v${version} (${whose}); its workloads wait`,
    clusters: [cluster],
    since,
    ...(rollout === undefined ? { actor: 'clusterOwner' } : { subject: rollout }),
  };
}

/** The rows of a placement that say so. */
export const upgradeBlockers = (kept: readonly KeptBlocker[] = []): Blocker[] =>
  toBlockers(kept.filter(({ cause }) => cause === 'ClusterUpgrading'));

/** The sentence of the rows about one cluster; absent: it does not wait for an upgrade. */
export const explainUpgradeOf = (
  kept: readonly KeptBlocker[] | undefined,
  cluster: string,
): string | undefined =>
  upgradeBlockers(kept).find(({ clusters = [] }) => clusters.includes(cluster))?.message;
