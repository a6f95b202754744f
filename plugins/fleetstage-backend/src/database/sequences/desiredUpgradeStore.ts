import { instant, type UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { DesiredUpgrade, UpgradeAnswer } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { readOptional, writeOptional } from '../documents/document';
import { upgradeAnswer, upgradePools } from '../documents/sequenceDocuments';
import { chunks } from '../rows';
import type { DesiredUpgradeRow } from '../tables';

/** An upgrade that a provider is to be asked for; at most one per cluster and type. */
export interface DesiredUpgradeRecord extends DesiredUpgrade {
  /** Why the last call had no answer, for people; it is repeated. */
  readonly problem?: string;
}

/** Replaces what was desired for the cluster and type, with its answer. */
export async function saveDesiredUpgrade(
  tx: Tx,
  hub: string,
  upgrade: Omit<DesiredUpgrade, 'answer'>,
): Promise<void> {
  const { cluster, upgradeType, version, pools, rollout, requestedAt } = upgrade;
  const row: DesiredUpgradeRow = {
    hub,
    cluster,
    upgrade_type: upgradeType,
    version,
    pools: writeOptional(upgradePools, pools),
    rollout,
    requested_at: requestedAt,
    answer: null,
    problem: null,
  };
  await tx.sql('desired_upgrades').insert(row).onConflict(['hub', 'cluster', 'upgrade_type']).merge();
}

/** Nothing is desired by the rollout any more; what another one desires stays. */
export async function clearDesiredUpgrade(
  tx: Tx,
  hub: string,
  { cluster, upgradeType, rollout }: Pick<DesiredUpgrade, 'cluster' | 'upgradeType' | 'rollout'>,
): Promise<void> {
  await tx.sql('desired_upgrades').where({ hub, cluster, upgrade_type: upgradeType, rollout }).delete();
}

/** Of one cluster, at most one per type. */
export async function listDesiredUpgradesOn(
  tx: Tx,
  hub: string,
  cluster: string,
): Promise<DesiredUpgradeRecord[]> {
  const rows = await tx.sql('desired_upgrades').where({ hub, cluster }).orderBy('upgrade_type');
  return rows.map(toRecord);
}

/** Those of rollouts. */
export async function listDesiredUpgrades(
  tx: Tx,
  hub: string,
  rollouts: readonly string[],
): Promise<DesiredUpgradeRecord[]> {
  const found: DesiredUpgradeRow[] = [];
  for (const part of chunks(rollouts))
    found.push(...(await tx.sql('desired_upgrades').where({ hub }).whereIn('rollout', part)));
  return found.map(toRecord).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Clusters that a provider is still to be asked for, of the whole hub: for the resync. */
export const listUnanswered = (tx: Tx, hub: string): Promise<string[]> =>
  tx
    .sql('desired_upgrades')
    .where({ hub })
    .whereNull('answer')
    .distinct('cluster')
    .orderBy('cluster')
    .pluck('cluster');

/** False: it was cleared or replaced meanwhile, and the answer is to something that nobody asks for any more. */
export async function saveUpgradeAnswer(
  tx: Tx,
  hub: string,
  asked: DesiredUpgrade,
  answer: UpgradeAnswer,
): Promise<boolean> {
  const count = await sameRow(tx, hub, asked).update({ answer: upgradeAnswer.write(answer), problem: null });
  return count > 0;
}

/** The call is repeated; meanwhile this is why. */
export async function saveUpgradeProblem(
  tx: Tx,
  hub: string,
  asked: DesiredUpgrade,
  problem: string,
): Promise<void> {
  await sameRow(tx, hub, asked).update({ problem });
}

const sameRow = (
  tx: Tx,
  hub: string,
  { cluster, upgradeType, version, rollout, requestedAt }: DesiredUpgrade,
) =>
  tx
    .sql('desired_upgrades')
    .where({ hub, cluster, upgrade_type: upgradeType, version, rollout, requested_at: requestedAt });

const keyOf = ({ cluster, upgradeType }: DesiredUpgrade) => `${cluster}/${upgradeType}`;

function toRecord(row: DesiredUpgradeRow): DesiredUpgradeRecord {
  const pools = readOptional(upgradePools, row.pools);
  const answer = readOptional(upgradeAnswer, row.answer);
  return {
    cluster: row.cluster,
    upgradeType: row.upgrade_type as UpgradeType,
    version: row.version,
    ...(pools && { pools }),
    rollout: row.rollout,
    requestedAt: instant(Number(row.requested_at)),
    ...(answer && { answer }),
    ...(row.problem !== null && { problem: row.problem }),
  };
}
