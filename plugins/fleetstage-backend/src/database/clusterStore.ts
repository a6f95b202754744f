import type { KubeObject, MemberCluster } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts, MemberHealth } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { listObjects, loadObject } from './mirrorStore';
import { parseOnce } from './parseOnce';
import { toOptionalJson } from './rows';
import type { ClusterRow } from './tables';

/** What the member pass keeps of a cluster; it is judged by these rows, not by what is published (RUL 45). */
export interface ClusterRecord {
  readonly health?: MemberHealth;
  readonly properties: Readonly<Record<string, string>>;
  readonly resourceUsage?: ClusterFacts['resourceUsage'];
}

export async function saveCluster(tx: Tx, hub: string, name: string, record: ClusterRecord): Promise<void> {
  const row = {
    hub,
    name,
    health: toOptionalJson(record.health),
    properties: JSON.stringify(record.properties),
    resource_usage: toOptionalJson(record.resourceUsage),
  };
  await tx.sql('clusters').insert(row).onConflict(['hub', 'name']).merge();
}

export async function loadCluster(tx: Tx, hub: string, name: string): Promise<ClusterRecord | undefined> {
  const row = await tx.sql('clusters').where({ hub, name }).first();
  return row && toRecord(row);
}

export async function forgetCluster(tx: Tx, hub: string, name: string): Promise<void> {
  await tx.sql('clusters').where({ hub, name }).delete();
}

/** All MemberClusters with what is known of them, or the named one; ordered by name. */
export async function loadFleet(tx: Tx, hub: string, only?: string): Promise<ClusterFacts[]> {
  const one =
    only === undefined ? undefined : await loadObject(tx, { hub, kind: 'MemberCluster', name: only });
  const objects = only === undefined ? await listObjects(tx, hub, 'MemberCluster') : one ? [one] : [];
  const records = await loadClusterRecords(tx, hub);
  return objects.map(object => toClusterFacts(object, records.get(object.metadata.name)));
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
  return {
    properties: parseOnce<Record<string, string>>(row.properties),
    ...(health && { health }),
    ...(resourceUsage && { resourceUsage }),
  };
}

/** The MemberCluster as authored and as seen. */
export function toClusterFacts(object: KubeObject, record: ClusterRecord | undefined): ClusterFacts {
  const { metadata, spec } = object as unknown as MemberCluster;
  const periodSeconds = spec?.heartbeatPeriodSeconds;
  return {
    name: metadata.name,
    labels: metadata.labels ?? {},
    taints: spec?.taints ?? [],
    properties: record?.properties ?? {},
    ...(record?.resourceUsage && { resourceUsage: record.resourceUsage }),
    health: record?.health,
    ...(periodSeconds !== undefined && { heartbeatPeriodMs: periodSeconds * 1000 }),
    isLeaving: metadata.deletionTimestamp !== undefined,
  };
}
