import {
  isJsonObject,
  isRunKind,
  toPlacementKey,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from './db';
import { namedBy, toKeyText } from './keyText';
import { contentHash } from './nativeHash';
import { kubeObject } from './documents/kubeDocuments';
import { chunks } from './rows';
import { stampOf } from './stamp';
import type { ObjectRow } from './tables';

/** Names an object of a hub; `namespace` is absent for cluster-scoped kinds. */
export interface ObjectRef {
  readonly hub: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** Both in mirrored form; `before` is absent when the object is new to us. */
export interface SavedObject {
  readonly before?: KubeObject;
  readonly after: KubeObject;
}

export interface ObjectName {
  readonly namespace?: string;
  readonly name: string;
  readonly resourceVersion: string;
  /** Key of the placement of a run or an eviction, of the run of an approval request; the sequence of a rollout. */
  readonly parent?: string;
}

const EVICTION = 'ClusterResourcePlacementEviction';

/** People act by writing the status of these; every other status is our own work and is kept as a hash only. */
const STATUS_IS_AUTHORED = new Set(['ClusterApprovalRequest', 'ApprovalRequest']);

/** The field of the spec that names the object that a kind belongs to. */
const PARENT_FIELDS: Readonly<Record<string, string>> = {
  ClusterStagedUpdateRun: 'placementName',
  ClusterApprovalRequest: 'parentStageRollout',
  StagedUpdateRun: 'placementName',
  ApprovalRequest: 'parentStageRollout',
  [EVICTION]: 'placementName',
  Rollout: 'sequence',
};

/**
 * The mirrored form of an object: without `managedFields`, and with `status: { hash }` in place of a status that we write
 * ourselves, so that a foreign change of it can still be seen. Of an update run it also says whether it has ended, of an eviction
 * its conditions: with their rows lost, neither must begin again.
 */
export function mirroredForm(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata as KubeObject['metadata'] & {
    managedFields?: unknown;
  };
  const { status, ...rest } = object;
  if (status === undefined) return { ...rest, metadata };
  const isKept = STATUS_IS_AUTHORED.has(object.kind) || isHashed(status);
  return { ...rest, metadata, status: isKept ? status : hashed(object.kind, status) };
}

function hashed(kind: string, status: unknown): object {
  const hash = contentHash(status);
  if (kind === EVICTION && isJsonObject(status)) {
    const { conditions } = status;
    return { hash, ...(conditions !== undefined && { conditions }) };
  }
  return isRunKind(kind) && saysTheEnd(status) ? { hash, hasEnded: true } : { hash };
}

/** Succeeded or failed, or never initialized (C/RL-015, RL-017). */
function saysTheEnd(status: unknown): boolean {
  const { conditions } = status as { conditions?: readonly { type?: string; status?: string }[] };
  const says = (type: string, values: readonly string[]) =>
    conditions?.some(one => one.type === type && values.includes(one.status ?? '')) === true;
  return says('Succeeded', ['True', 'False']) || says('Initialized', ['False']);
}

/** Keeps the object; with the same resourceVersion there is nothing to write. */
export async function saveObject(tx: Tx, hub: string, object: KubeObject): Promise<SavedObject> {
  const after = mirroredForm(object);
  const ref = { hub, kind: object.kind, namespace: object.metadata.namespace, name: object.metadata.name };
  const before = await loadObject(tx, ref);
  if (!isNewer(object, before)) return { ...(before && { before }), after };
  await tx
    .sql('objects')
    .insert(toRow(hub, object, after))
    .onConflict(['hub', 'kind', 'namespace', 'name'])
    .merge();
  return { before, after };
}

/** The same for many objects of a kind, each once, with two statements per some hundred. */
export async function saveObjects(
  tx: Tx,
  hub: string,
  { kind, objects }: { readonly kind: string; readonly objects: readonly KubeObject[] },
): Promise<SavedObject[]> {
  const saved: SavedObject[] = [];
  for (const part of chunks(objects)) {
    const rows = await tx
      .sql('objects')
      .where({ hub, kind })
      .whereIn('namespace', [...new Set(part.map(({ metadata }) => metadata.namespace ?? ''))])
      .whereIn('name', [...new Set(part.map(({ metadata }) => metadata.name))])
      .select('namespace', 'name', 'body');
    const known = new Map(rows.map(row => [toPlacementKey(row), kubeObject.read(row.body)]));
    const changes = part.map(object => {
      const before = known.get(toPlacementKey(object.metadata));
      return { object, after: mirroredForm(object), ...(before && { before }) };
    });
    const newer = changes.filter(({ object, before }) => isNewer(object, before));
    if (newer.length > 0)
      await tx
        .sql('objects')
        .insert(newer.map(({ object, after }) => toRow(hub, object, after)))
        .onConflict(['hub', 'kind', 'namespace', 'name'])
        .merge();
    saved.push(...changes.map(({ object: _, ...change }) => change));
  }
  return saved;
}

/** A hub that was set up anew counts its versions from the beginning. */
function isNewer({ metadata }: KubeObject, before: KubeObject | undefined): boolean {
  const { uid, resourceVersion = '' } = metadata;
  if (before === undefined || resourceVersion === '') return true;
  return before.metadata.uid !== uid || before.metadata.resourceVersion !== resourceVersion;
}

function toRow(hub: string, object: KubeObject, after: KubeObject): ObjectRow {
  const { kind, metadata } = object;
  const { namespace, name } = metadata;
  const body = kubeObject.write(after);
  return {
    ...toWhere({ hub, kind, namespace, name }),
    resource_version: metadata.resourceVersion ?? '',
    parent: parentOf(object) ?? null,
    body,
    stamp: kind === 'MemberCluster' ? stampOf(body) : null,
    cluster: clusterOf(object) ?? null,
  };
}

/** Forgets the object and returns what was known of it. */
export async function deleteObject(tx: Tx, ref: ObjectRef): Promise<KubeObject | undefined> {
  const before = await loadObject(tx, ref);
  if (before !== undefined) await tx.sql('objects').where(toWhere(ref)).delete();
  return before;
}

export async function loadObject(tx: Tx, ref: ObjectRef): Promise<KubeObject | undefined> {
  const row = await tx.sql('objects').where(toWhere(ref)).first('body');
  return row && kubeObject.read(row.body);
}

/** Ordered by namespace and name. */
export async function listObjects(tx: Tx, hub: string, kind: string): Promise<KubeObject[]> {
  const rows = await tx.sql('objects').where({ hub, kind }).select('body');
  return sortByName(rows.map(row => kubeObject.read(row.body)));
}

/** The runs of a placement, the approval requests of a run, by its key; ordered by name. */
export async function listObjectsOf(
  tx: Tx,
  hub: string,
  kind: string,
  parent: string,
): Promise<KubeObject[]> {
  const rows = await tx.sql('objects').where({ hub, kind, parent }).select('body');
  return sortByName(rows.map(row => kubeObject.read(row.body)));
}

/** The evictions from a cluster, of any placement; ordered by name. */
export async function listEvictionObjects(tx: Tx, hub: string, cluster: string): Promise<KubeObject[]> {
  const at = { hub, kind: EVICTION, cluster: toKeyText(cluster) };
  const rows = await tx.sql('objects').where(at).select('body');
  return sortByName(rows.map(row => kubeObject.read(row.body)));
}

/** Names without bodies: to find what is gone, and to know what refers to what. */
export async function listObjectNames(tx: Tx, hub: string, kind: string): Promise<ObjectName[]> {
  const rows = await tx
    .sql('objects')
    .where({ hub, kind })
    .select('namespace', 'name', 'resource_version', 'parent')
    .orderBy(['namespace', 'name']);
  return rows.map(row => ({
    name: row.name,
    resourceVersion: row.resource_version,
    ...(row.namespace !== '' && { namespace: row.namespace }),
    ...(row.parent !== null && { parent: row.parent }),
  }));
}

/** Byte order, not the collation of the database: decisions depend on it. */
export function sortByName<T extends KubeObject>(objects: readonly T[]): T[] {
  const nameOf = ({ metadata }: T) => `${metadata.namespace ?? ''}/${metadata.name}`;
  return [...objects].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

const toWhere = ({ hub, kind, namespace = '', name }: ObjectRef) => ({ hub, kind, namespace, name });

function parentOf(object: KubeObject): string | undefined {
  const { spec } = object;
  const field = PARENT_FIELDS[object.kind];
  if (field === undefined || typeof spec !== 'object' || spec === null) return undefined;
  const parent: unknown = Object.entries(spec).find(([name]) => name === field)?.[1];
  if (typeof parent !== 'string') return undefined;
  return namedBy(object.metadata, parent);
}

function clusterOf({ kind, spec }: KubeObject): string | undefined {
  if (kind !== EVICTION || !isJsonObject(spec)) return undefined;
  return typeof spec.clusterName === 'string' ? toKeyText(spec.clusterName) : undefined;
}

const isHashed = (status: unknown) =>
  typeof status === 'object' &&
  status !== null &&
  Object.keys(status).every(key => KEPT.has(key)) &&
  ('hash' in status || !('conditions' in status));

const KEPT = new Set(['hash', 'hasEnded', 'conditions']);
