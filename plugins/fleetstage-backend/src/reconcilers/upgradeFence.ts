import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from '../database/db';
import { raiseFleetVersion, shareFleetVersion } from '../database/fleetVersion';
import { selectUpgrading } from '../database/sequences/clusterUpgradeStore';
import { selectUpdating } from '../database/sequences/workloadUpdates';
import { TransientError } from '../loop/errors';

/*
 * On PostgreSQL a pass that moves workloads of a cluster and one that asks for an upgrade of it may overlap: each has read before the
 * other is committed, and both would begin. So before it is committed each takes a lock on one row, those that move workloads share
 * it, and looks again; who comes second decides anew. SQLite has one transaction at a time.
 */

/** @throws TransientError where workloads of a cluster were moved beside this pass */
export async function refuseIfUpdating(
  tx: Tx,
  hub: string,
  clusters: readonly string[],
  now: Instant,
): Promise<void> {
  if (tx.dialect === 'sqlite' || clusters.length === 0) return;
  await raiseFleetVersion(tx, hub);
  refuse(await selectUpdating(tx, hub, clusters, now), 'is being updated');
}

/** @throws TransientError where an upgrade of a cluster was asked for beside this pass */
export async function refuseIfUpgrading(tx: Tx, hub: string, clusters: readonly string[]): Promise<void> {
  if (tx.dialect === 'sqlite' || clusters.length === 0) return;
  await shareFleetVersion(tx, hub);
  refuse(await selectUpgrading(tx, hub, clusters), 'is being upgraded');
}

function refuse([first]: readonly string[], what: string): void {
  if (first !== undefined) throw new TransientError(`${first} ${what} since a moment ago`);
}
