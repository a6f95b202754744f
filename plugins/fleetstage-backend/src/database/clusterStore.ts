import type { KubeObject, MemberCluster } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ClusterFacts,
  CollectionRecord,
  MemberHealth,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { listObjects, loadObject } from './mirrorStore';
import { forgetNamespaces, loadNamespaceHolders, type OwnedNamespaces } from './namespaceStore';
import { parseOnce } from './parseOnce';
import { toOptionalJson } from './rows';
import type { ClusterRow } from './tables';

/** What the member pass keeps of a cluster; it is judged by these rows, not by what is published (RUL 45). */
export interface ClusterRecord {
  readonly health?: MemberHealth;
  /** Core properties and those of providers. */
  readonly properties: Readonly<Record<string, string>>;
  readonly resourceUsage?: ClusterFacts['resourceUsage'];
  /** Absent before the first collection. */
  readonly collection?: CollectionRecord;
}

export async function saveCluster(tx: Tx, hub: string, name: string, record: ClusterRecord): Promise<void> {
  const row = {
    hub,
    name,
    health: toOptionalJson(record.health),
    properties: JSON.stringify(record.properties),
    resource_usage: toOptionalJson(record.resourceUsage),
    collection: toOptionalJson(record.collection),
  };
  await tx.sql('clusters').insert(row).onConflict(['hub', 'name']).merge();
}

export async function loadCluster(tx: Tx, hub: string, name: string): Promise<ClusterRecord | undefined> {
  const row = await tx.sql('clusters').where({ hub, name }).first();
  return row && toRecord(row);
}

export async function forgetCluster(tx: Tx, hub: string, name: string): Promise<void> {
  await tx.sql('clusters').where({ hub, name }).delete();
  await forgetNamespaces(tx, hub, name);
}

export interface FleetOptions {
  readonly only?: string;
  /** Tell of each cluster whether it has this namespace: that of a ResourcePlacement. */
  readonly namespace?: string;
}

/** All MemberClusters with what is known of them, or the named one; ordered by name. */
export async function loadFleet(
  tx: Tx,
  hub: string,
  { only, namespace }: FleetOptions = {},
): Promise<ClusterFacts[]> {
  const one =
    only === undefined ? undefined : await loadObject(tx, { hub, kind: 'MemberCluster', name: only });
  const objects = only === undefined ? await listObjects(tx, hub, 'MemberCluster') : one ? [one] : [];
  return loadClusterFacts(tx, hub, { members: objects, namespace });
}

/** These mirrored MemberClusters with what is known of them. */
export async function loadClusterFacts(
  tx: Tx,
  hub: string,
  { members, namespace }: { readonly members: readonly KubeObject[]; readonly namespace?: string },
): Promise<ClusterFacts[]> {
  const records = await loadClusterRecords(tx, hub);
  const holders = namespace === undefined ? undefined : await loadNamespaceHolders(tx, hub, namespace);
  return members.map(member => {
    const { name } = member.metadata;
    const owner = holders?.get(name);
    const known = holders && {
      namespaces: owner === undefined || namespace === undefined ? {} : { [namespace]: owner },
    };
    return toClusterFacts(member, records.get(name), known);
  });
}

/** What is known of every cluster of the hub, by name. */
export async function loadClusterRecords(tx: Tx, hub: string): Promise<ReadonlyMap<string, ClusterRecord>> {
  const rows = await tx.sql('clusters').where({ hub });
  return new Map(rows.map(row => [row.name, toRecord(row)]));
}

export function toRecord(row: ClusterRow): ClusterRecord {
  const health = row.health === null ? undefined : parseOnce<MemberHealth>(row.health);
  const resourceUsage =
    row.resource_usage === null
      ? undefined
      : parseOnce<NonNullable<ClusterRecord['resourceUsage']>>(row.resource_usage);
  const collection = row.collection === null ? undefined : parseOnce<CollectionRecord>(row.collection);
  return {
    properties: parseOnce<Record<string, string>>(row.properties),
    ...(health && { health }),
    ...(resourceUsage && { resourceUsage }),
    ...(collection && { collection }),
  };
}

/** The MemberCluster as authored and as seen; its namespaces count once they were collected (A/SCH-057). */
export function toClusterFacts(
  object: KubeObject,
  record: ClusterRecord | undefined,
  { namespaces }: { readonly namespaces?: OwnedNamespaces } = {},
): ClusterFacts {
  const { metadata, spec } = object as unknown as MemberCluster;
  const periodSeconds = spec?.heartbeatPeriodSeconds;
  const collectsNamespaces = record?.collection?.namespaces !== undefined;
  return {
    name: metadata.name,
    labels: metadata.labels ?? {},
    taints: spec?.taints ?? [],
    properties: record?.properties ?? {},
    ...(record?.resourceUsage && { resourceUsage: record.resourceUsage }),
    health: record?.health,
    ...(periodSeconds !== undefined && { heartbeatPeriodMs: periodSeconds * 1000 }),
    ...(collectsNamespaces && { collectsNamespaces, ...(namespaces && { namespaces }) }),
    isLeaving: metadata.deletionTimestamp !== undefined,
  };
}
