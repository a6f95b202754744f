import type { KubeObject, MemberCluster } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareText,
  type ClusterFacts,
  type CollectionRecord,
  type MemberHealth,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import type { FleetVersion } from './KeptFacts';
import { forgetMemberAgent } from './memberAgentStore';
import { forgetMembership } from './membershipStore';
import { forgetNamespaces, loadNamespaceHolders, type OwnedNamespaces } from './namespaceStore';
import { readOptional, writeOptional } from './documents/document';
import { kubeObject } from './documents/kubeDocuments';
import { memberCollection, memberHealth, memberProperties, memberUsage } from './documents/memberDocuments';
import { chunks } from './rows';
import { stampOf } from './stamp';
import type { ClusterRow } from './tables';

/** The rows of the member pass about a cluster; decisions read these, not the published status (RUL 45). */
export interface ClusterRecord {
  readonly health?: MemberHealth;
  /** Core properties and those of providers. */
  readonly properties: Readonly<Record<string, string>>;
  readonly resourceUsage?: ClusterFacts['resourceUsage'];
  /** Absent before the first collection. */
  readonly collection?: CollectionRecord;
}

export async function saveCluster(tx: Tx, hub: string, name: string, record: ClusterRecord): Promise<void> {
  const row = { hub, name, ...clusterTexts(record) };
  await tx.sql('clusters').insert(row).onConflict(['hub', 'name']).merge();
}

/** As columns. */
export function clusterTexts(record: ClusterRecord) {
  const texts = {
    health: writeOptional(memberHealth, record.health),
    properties: memberProperties.write(record.properties),
    resource_usage: writeOptional(memberUsage, record.resourceUsage),
    collection: writeOptional(memberCollection, record.collection),
  };
  return { ...texts, stamp: stampOf(JSON.stringify(texts)) };
}

export async function loadCluster(tx: Tx, hub: string, name: string): Promise<ClusterRecord | undefined> {
  const row = await tx.sql('clusters').where({ hub, name }).first();
  return row && toRecord(row);
}

export async function forgetCluster(tx: Tx, hub: string, name: string): Promise<void> {
  await tx.sql('clusters').where({ hub, name }).delete();
  await forgetMembership(tx, hub, name);
  await forgetMemberAgent(tx, hub, name);
  await forgetNamespaces(tx, hub, name);
}

export interface FleetOptions {
  readonly only?: string;
  /** Load for each cluster whether it has this namespace: that of a ResourcePlacement. */
  readonly namespace?: string;
}

/** All MemberClusters with what is known of them, or the named one; ordered by name. */
export async function loadFleet(
  tx: Tx,
  hub: string,
  { only, namespace }: FleetOptions = {},
): Promise<ClusterFacts[]> {
  const versions: FleetVersion[] = await selectFleet(tx, hub)
    .modify(select => only !== undefined && select.where('object.name', only))
    .select(VERSION);
  const known = versions.map(version => tx.kept.facts.find(version));
  const unread = versions.filter((_, i) => known[i] === undefined);
  const read = await readFleet(tx, hub, unread);
  const fleet = versions
    .flatMap(({ name }, i) => known[i] ?? read.get(name) ?? [])
    .sort((a, b) => compareText(a.name, b.name));
  if (namespace === undefined) return fleet;
  const holders = await loadNamespaceHolders(tx, hub, namespace);
  return fleet.map(facts => withNamespaces(facts, toOwned(namespace, holders.get(facts.name))));
}

const toOwned = (namespace: string, owner: string | undefined): OwnedNamespaces =>
  owner === undefined ? {} : { [namespace]: owner };

const VERSION = [
  'object.name as name',
  'object.resource_version as resource_version',
  'object.stamp as stamp',
  'cluster.stamp as record_stamp',
  'cluster.health as health',
  'cluster.name as record',
] as const;

const selectFleet = (tx: Tx, hub: string) =>
  tx
    .sql('objects as object')
    .leftJoin('clusters as cluster', join =>
      join.on('cluster.hub', 'object.hub').andOn('cluster.name', 'object.name'),
    )
    .where({ 'object.hub': hub, 'object.kind': 'MemberCluster', 'object.namespace': '' });

interface FleetRow extends FleetVersion {
  readonly body: string;
  readonly properties: string | null;
  readonly resource_usage: string | null;
  readonly collection: string | null;
}

/** Reads and keeps these; the version is read anew, as on PostgreSQL it may have changed since. */
async function readFleet(tx: Tx, hub: string, versions: readonly FleetVersion[]) {
  const read = new Map<string, ClusterFacts>();
  for (const part of chunks(versions)) {
    const rows: FleetRow[] = await selectFleet(tx, hub)
      .whereIn(
        'object.name',
        part.map(({ name }) => name),
      )
      .select(
        ...VERSION,
        'object.body as body',
        'cluster.properties as properties',
        'cluster.resource_usage as resource_usage',
        'cluster.collection as collection',
      );
    for (const { body, properties, resource_usage, collection, ...version } of rows) {
      const { health } = version;
      const record =
        properties === null ? undefined : toRecord({ health, properties, resource_usage, collection });
      const object = kubeObject.read(body, `the object of cluster "${version.name}"`);
      read.set(version.name, tx.kept.facts.keep(version, toClusterFacts(object, record)));
    }
  }
  return read;
}

export function toRecord(row: Omit<ClusterRow, 'hub' | 'name' | 'stamp'>): ClusterRecord {
  const health = readOptional(memberHealth, row.health);
  const resourceUsage = readOptional(memberUsage, row.resource_usage);
  const collection = readOptional(memberCollection, row.collection);
  return {
    properties: memberProperties.read(row.properties),
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

const withNamespaces = (facts: ClusterFacts, namespaces: OwnedNamespaces): ClusterFacts =>
  facts.collectsNamespaces ? { ...facts, namespaces } : facts;
