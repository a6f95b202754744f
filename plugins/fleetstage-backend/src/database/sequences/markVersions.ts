import type { Tx } from '../db';
import { listObjectNames } from '../mirrorStore';
import { chunks } from '../rows';
import { wake } from '../wakes';

/** These clusters of a provider may have changed: wakes the MemberClusters that they are. */
export async function markProvided(
  tx: Tx,
  hub: string,
  provider: string,
  ids: readonly string[],
): Promise<void> {
  for (const part of chunks(ids))
    markVersions(
      tx,
      hub,
      await tx.sql('cluster_versions').where({ hub, provider }).whereIn('provider_id', part).pluck('cluster'),
    );
}

/** A provider has clusters that it had not: whoever looks for one may find it. */
export async function markUnmanaged(tx: Tx, hub: string): Promise<void> {
  markVersions(tx, hub, await tx.sql('cluster_versions').where({ hub, provider: null }).pluck('cluster'));
}

/** Which clusters are whose may be otherwise for all of them. */
export async function markAllVersions(tx: Tx, hub: string): Promise<void> {
  const members = await listObjectNames(tx, hub, 'MemberCluster');
  const known: string[] = await tx.sql('cluster_versions').where({ hub }).pluck('cluster');
  // Behind those that have just changed: they are thousands.
  markVersions(tx, hub, [...new Set([...members.map(({ name }) => name), ...known])], 'background');
}

/** What is known of the versions of MemberClusters is asked again. */
export function markVersions(
  tx: Tx,
  hub: string,
  clusters: readonly string[],
  priority?: 'background',
): void {
  wake(
    tx,
    'versionsDue',
    clusters.map(name => ({ hub, name })),
    priority && { priority },
  );
}

/** A provider does not answer: its clusters are unknown from a while later on (D/CL-005). Those of which that is new. */
export async function saveSilenceOf(
  tx: Tx,
  hub: string,
  provider: string,
  since: number,
): Promise<readonly string[]> {
  const answering = () => tx.sql('cluster_versions').where({ hub, provider }).whereNull('silent_since');
  const clusters: string[] = await answering().orderBy('cluster').pluck('cluster');
  await answering().update({ silent_since: since });
  return clusters;
}
