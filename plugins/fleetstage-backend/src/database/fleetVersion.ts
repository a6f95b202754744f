import type { Tx } from './db';

/**
 * Counts the changes of clusters that a placement may read. On PostgreSQL a change and a pass may overlap: the change asks who
 * reads the cluster before the pass is there to be found, and the pass has read the cluster before the change is committed.
 * A pass that begins to read clusters compares the count at its end with that at its beginning (`hasFleetChanged`). SQLite
 * has one transaction at a time, so nothing is counted there.
 */

/** Before the first read of clusters. */
export async function loadFleetVersion(tx: Tx, hub: string): Promise<number> {
  if (tx.dialect === 'sqlite') return 0;
  return (await tx.sql('fleet_versions').where({ hub }).first('version'))?.version ?? 0;
}

/** Call it before asking who reads the cluster: a pass that compares meanwhile waits for the commit of this change. */
export async function raiseFleetVersion(tx: Tx, hub: string): Promise<void> {
  if (tx.dialect === 'sqlite') return;
  await tx
    .sql('fleet_versions')
    .insert({ hub, version: 1 })
    .onConflict('hub')
    .merge({ version: tx.sql.raw('fleet_versions.version % 1000000000 + 1') });
}

/**
 * Whether a cluster has changed since `version` was loaded. A change from here on waits for the end of this transaction,
 * and then finds what it has written.
 */
export async function hasFleetChanged(tx: Tx, hub: string, version: number): Promise<boolean> {
  if (tx.dialect === 'sqlite') return false;
  return (await shareFleetVersion(tx, hub)) !== version;
}

/** On PostgreSQL alone: a change waits for the end of this transaction from here on. */
export async function shareFleetVersion(tx: Tx, hub: string): Promise<number | undefined> {
  const lock = () => tx.sql('fleet_versions').where({ hub }).forShare().first('version');
  const row = await lock();
  if (row !== undefined) return row.version;
  // Without a row there is nothing to lock: the first change of the hub must meet one.
  await tx.sql('fleet_versions').insert({ hub, version: 0 }).onConflict('hub').ignore();
  return (await lock())?.version;
}
