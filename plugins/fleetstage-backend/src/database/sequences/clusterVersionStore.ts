import { instant, type Instant, type Labels } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ClusterOfProvider,
  ClusterVersions,
  ObservedCluster,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { readOptional, writeOptional } from '../documents/document';
import { copiedLabels, observedCluster } from '../documents/sequenceDocuments';
import { toOptionalNumber } from '../rows';
import type { ClusterVersionRow } from '../tables';

/** What is known of the versions of a MemberCluster, from its provider. */
export interface ClusterVersionRecord {
  readonly cluster: string;
  /** Absent: no provider knows the cluster, or several do (E/FL-005). */
  readonly provider?: { readonly name: string; readonly id: string };
  /** Without a provider: why, and what to do about it. */
  readonly unmanaged?: string;
  /** Of the provider's cluster, where labels are copied (E/FL-002). */
  readonly labels?: Labels;
  /** The last answer. */
  readonly observed?: ObservedCluster;
  /** Since when the provider does not answer; absent: it does. */
  readonly silentSince?: Instant;
}

export async function saveClusterVersions(tx: Tx, hub: string, record: ClusterVersionRecord): Promise<void> {
  const { cluster, provider, unmanaged, labels, observed, silentSince } = record;
  const row: ClusterVersionRow = {
    hub,
    cluster,
    provider: provider?.name ?? null,
    provider_id: provider?.id ?? null,
    unmanaged: unmanaged ?? null,
    labels: writeOptional(copiedLabels, labels),
    observed: writeOptional(observedCluster, observed),
    observed_at: observed?.observedAt ?? null,
    silent_since: silentSince ?? null,
  };
  await tx.sql('cluster_versions').insert(row).onConflict(['hub', 'cluster']).merge();
}

export async function loadClusterVersions(
  tx: Tx,
  hub: string,
  cluster: string,
): Promise<ClusterVersionRecord | undefined> {
  const row = await tx.sql('cluster_versions').where({ hub, cluster }).first();
  return row && toRecord(row);
}

/** By cluster. */
export async function listClusterVersions(
  tx: Tx,
  hub: string,
): Promise<ReadonlyMap<string, ClusterVersionRecord>> {
  const rows = await tx.sql('cluster_versions').where({ hub });
  return new Map(rows.map(row => [row.cluster, toRecord(row)]));
}

/** Other MemberClusters that are known to be the same cluster of a provider. */
export const listClaimants = (
  tx: Tx,
  hub: string,
  { provider, id }: ClusterOfProvider,
  cluster: string,
): Promise<string[]> =>
  tx
    .sql('cluster_versions')
    .where({ hub, provider, provider_id: id })
    .whereNot({ cluster })
    .orderBy('cluster')
    .pluck('cluster');

export async function forgetClusterVersions(tx: Tx, hub: string, cluster: string): Promise<void> {
  await tx.sql('cluster_versions').where({ hub, cluster }).delete();
}

/** As the engine reads it. Without a record nobody has looked for the cluster yet, which is no reason to leave it out. */
export function toClusterVersions(record: ClusterVersionRecord | undefined): ClusterVersions {
  if (record !== undefined && record.provider === undefined) return { kind: 'NotManaged' };
  const { observed, silentSince } = record ?? {};
  return {
    kind: 'Managed',
    ...(observed && { observed }),
    ...(silentSince !== undefined && { silentSince }),
  };
}

function toRecord(row: ClusterVersionRow): ClusterVersionRecord {
  const { cluster, provider, provider_id, unmanaged } = row;
  const labels = readOptional(copiedLabels, row.labels);
  const observed = readOptional(observedCluster, row.observed, `the versions of cluster "${cluster}"`);
  const silentSince = toOptionalNumber(row.silent_since);
  return {
    cluster,
    ...(provider !== null && { provider: { name: provider, id: provider_id ?? '' } }),
    ...(unmanaged !== null && { unmanaged }),
    ...(labels && { labels }),
    ...(observed && { observed }),
    ...(silentSince !== undefined && { silentSince: instant(silentSince) }),
  };
}
