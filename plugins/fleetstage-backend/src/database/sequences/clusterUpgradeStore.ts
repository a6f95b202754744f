import {
  instant,
  isSameJson,
  type Instant,
  type UpgradeType,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { findUpgrade, type ClusterUpgrade } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { toFreeText } from '../freeText';
import { chunks } from '../rows';
import type { ClusterUpgradeRow } from '../tables';
import { listClusterVersions, loadClusterVersions } from './clusterVersionStore';
import { listDesiredUpgradesOn } from './desiredUpgradeStore';
import { markHeldOn } from './markHeld';

/** The clusters that are being upgraded, as far as workloads wait for that. */
export async function listClusterUpgrades(tx: Tx, hub: string): Promise<ReadonlyMap<string, ClusterUpgrade>> {
  const rows = await tx.sql('cluster_upgrades').where({ hub });
  return new Map(rows.map(row => [row.cluster, toUpgrade(row)]));
}

/** Of these clusters those that are being upgraded. */
export async function selectUpgrading(
  tx: Tx,
  hub: string,
  clusters: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const part of chunks(clusters))
    found.push(
      ...(await tx.sql('cluster_upgrades').where({ hub }).whereIn('cluster', part).pluck('cluster')),
    );
  return found;
}

/** How upgrades hold workloads, and the time from which one that is new counts. */
export interface UpgradeHold {
  readonly holdWorkloads: boolean;
  readonly now: Instant;
}

/**
 * Call it when what a provider says of a cluster, or is asked for, has changed. An upgrade that begins, ends or is another one wakes
 * the placements on the cluster; where workloads are not held, there is none.
 */
export async function followUpgrade(
  tx: Tx,
  hub: string,
  cluster: string,
  { holdWorkloads, now }: UpgradeHold,
): Promise<void> {
  const row = await tx.sql('cluster_upgrades').where({ hub, cluster }).first();
  const { since: _, ...before } = row === undefined ? {} : toUpgrade(row);
  const after = holdWorkloads ? await findNow(tx, hub, cluster) : undefined;
  if (isSameJson(before, after ?? {})) return;
  if (after === undefined) await tx.sql('cluster_upgrades').where({ hub, cluster }).delete();
  else {
    // The nodes after the control plane, the next version after this one: to workloads it is one wait.
    const upgrade = { ...after, since: row === undefined ? now : instant(Number(row.since)) };
    await tx
      .sql('cluster_upgrades')
      .insert(toRow(hub, cluster, upgrade))
      .onConflict(['hub', 'cluster'])
      .merge();
  }
  await markHeldOn(tx, hub, cluster);
}

/** All clusters, as after a start: workloads may be held for upgrades since then, or may not be any more. */
export async function followUpgrades(tx: Tx, hub: string, hold: UpgradeHold): Promise<void> {
  const held: string[] = await tx.sql('cluster_upgrades').where({ hub }).pluck('cluster');
  const upgrading = hold.holdWorkloads ? await listUpgrading(tx, hub) : [];
  for (const cluster of new Set([...held, ...upgrading])) await followUpgrade(tx, hub, cluster, hold);
}

async function listUpgrading(tx: Tx, hub: string): Promise<readonly string[]> {
  const asked: string[] = await tx
    .sql('desired_upgrades')
    .where({ hub })
    .distinct('cluster')
    .pluck('cluster');
  const seen = [...(await listClusterVersions(tx, hub)).values()].filter(
    ({ observed }) => findUpgrade({ observed, upgrades: [] }) !== undefined,
  );
  return [...asked, ...seen.map(({ cluster }) => cluster)];
}

async function findNow(tx: Tx, hub: string, cluster: string) {
  const known = await loadClusterVersions(tx, hub, cluster);
  return findUpgrade({
    observed: known?.observed,
    upgrades: await listDesiredUpgradesOn(tx, hub, cluster),
  });
}

const toUpgrade = ({ upgrade_type, version, rollout, since }: ClusterUpgradeRow): ClusterUpgrade => ({
  upgradeType: upgrade_type as UpgradeType,
  version,
  ...(rollout !== null && { rollout }),
  since: instant(Number(since)),
});

const toRow = (
  hub: string,
  cluster: string,
  { upgradeType, version, rollout, since }: ClusterUpgrade,
): ClusterUpgradeRow => ({
  hub,
  cluster,
  upgrade_type: upgradeType,
  version: toFreeText(version),
  rollout: rollout ?? null,
  since,
});
