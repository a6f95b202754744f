import { isSameJson, type Labels } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterOfProvider } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { copiedLabels } from '../documents/sequenceDocuments';
import { toFreeText } from '../freeText';
import { chunks } from '../rows';
import type { ProvidedClusterRow } from './providerTables';

/** A cluster that a provider has listed. */
export interface ListedCluster {
  readonly id: string;
  readonly name: string;
  /** Those that are copied to what selectors see (E/FL-002). */
  readonly labels: Labels;
}

/** What another list of a provider's clusters has that the one before had not. */
export interface ListChange {
  /** New ones, and those that are called otherwise. */
  readonly added: readonly ListedCluster[];
  readonly removed: readonly ListedCluster[];
  /** The same cluster with other labels. */
  readonly relabelled: readonly ListedCluster[];
}

/** Replaces what the provider has, and says what is different. */
export async function saveProvidedClusters(
  tx: Tx,
  hub: string,
  provider: string,
  clusters: readonly ListedCluster[],
): Promise<ListChange> {
  const rows = await tx.sql('provided_clusters').where({ hub, provider });
  const before = new Map(rows.map(row => [row.id, toCluster(row)]));
  const after = new Map(clusters.map(one => [one.id, one]));
  const isNamed = ({ id, name }: ListedCluster) => before.get(id)?.name === name;
  const added = clusters.filter(one => !isNamed(one));
  const removed = [...before.values()].filter(({ id }) => !after.has(id));
  const relabelled = clusters.filter(
    one => isNamed(one) && !isSameJson(one.labels, before.get(one.id)?.labels),
  );
  for (const part of chunks([...added, ...relabelled]))
    await tx
      .sql('provided_clusters')
      .insert(part.map(one => toRow(hub, provider, one)))
      .onConflict(['hub', 'provider', 'id'])
      .merge();
  for (const part of chunks(removed))
    await tx
      .sql('provided_clusters')
      .where({ hub, provider })
      .whereIn(
        'id',
        part.map(({ id }) => id),
      )
      .delete();
  return { added, removed, relabelled };
}

/** Clusters of that name, of these providers; ordered. */
export async function listNamesakes(
  tx: Tx,
  hub: string,
  name: string,
  providers: readonly string[],
): Promise<ClusterOfProvider[]> {
  return tx
    .sql('provided_clusters')
    .where({ hub, name })
    .whereIn('provider', providers)
    .orderBy(['provider', 'id'])
    .select('provider', 'id');
}

export async function loadProvidedLabels(
  tx: Tx,
  hub: string,
  { provider, id }: ClusterOfProvider,
): Promise<Labels> {
  const row = await tx.sql('provided_clusters').where({ hub, provider, id }).first('labels');
  return row === undefined ? {} : copiedLabels.read(row.labels);
}

/** Of these ids the ones that the provider has not listed. */
export async function selectUnlisted(
  tx: Tx,
  hub: string,
  provider: string,
  ids: readonly string[],
): Promise<string[]> {
  const listed = new Set<string>();
  for (const part of chunks(ids)) {
    const found: string[] = await tx
      .sql('provided_clusters')
      .where({ hub, provider })
      .whereIn('id', part)
      .pluck('id');
    found.forEach(id => listed.add(id));
  }
  return ids.filter(id => !listed.has(id));
}

/** It is gone, before the provider has listed its clusters again. */
export async function forgetProvidedCluster(
  tx: Tx,
  hub: string,
  { provider, id }: ClusterOfProvider,
): Promise<void> {
  await tx.sql('provided_clusters').where({ hub, provider, id }).delete();
}

const toRow = (hub: string, provider: string, { id, name, labels }: ListedCluster): ProvidedClusterRow => ({
  hub,
  provider,
  id: toFreeText(id),
  name: toFreeText(name),
  labels: copiedLabels.write(labels),
});

const toCluster = ({ id, name, labels }: ProvidedClusterRow): ListedCluster => ({
  id,
  name,
  labels: copiedLabels.read(labels),
});
