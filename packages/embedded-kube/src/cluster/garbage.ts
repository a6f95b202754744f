import { FOREGROUND, ORPHAN } from '../api/delete';
import { apiVersionOf } from '../api/request';
import type { KubeObject, OwnerReference } from '../contracts';
import type { StoredObject } from '../storage/StoredObject';
import type { Cluster } from './Cluster';
import { deleteStored, storeAs, storeChanged, withoutFinalizer } from './controllerWrites';

const COLLECTOR = { manager: 'kube-controller-manager' };

/**
 * Garbage collection by owner references.
 *
 *   owner gone ──────────► each dependent: other owners left → the reference goes; none left → it is deleted
 *   owner foreground ────► dependents are deleted; when none that blocks is left, the finalizer goes
 *   owner orphan ────────► dependents lose the reference, then the finalizer goes
 */
export function collectGarbage(cluster: Cluster, uid: string): void {
  const owner = cluster.objects.byUid(uid);
  const finalizers = owner?.object.metadata.finalizers ?? [];
  if (!owner || owner.object.metadata.deletionTimestamp === undefined) return;
  if (finalizers.includes(ORPHAN)) orphanDependents(cluster, owner);
  else if (finalizers.includes(FOREGROUND)) deleteDependents(cluster, owner);
}

/** After an owner went. */
export function queueDependents(cluster: Cluster, ownerUid: string): void {
  for (const { uid } of cluster.objects.dependentsOf(ownerUid))
    cluster.work.add(`owners ${cluster.name} ${uid} ${ownerUid}`, () => checkOwners(cluster, uid, ownerUid));
}

/**
 * Removes what has no owner left that is there, and references to owners that are not.
 * @param gone an owner that went, whatever became of its kind
 */
export function checkOwners(cluster: Cluster, uid: string, gone?: string): void {
  const dependent = cluster.objects.byUid(uid);
  if (!dependent || dependent.object.metadata.deletionTimestamp !== undefined) return;
  const owners = dependent.object.metadata.ownerReferences ?? [];
  const states = owners.map(owner => ({
    owner,
    state: owner.uid === gone ? 'absent' : stateOf(cluster, dependent, owner),
  }));
  const solid = states.filter(({ state }) => state === 'solid');
  if (owners.length === 0 || solid.length === owners.length) return;
  if (solid.length > 0) {
    const left = solid.map(({ owner }) => owner);
    storeAs(cluster, dependent, withOwners(dependent.object, left), COLLECTOR);
    return;
  }
  const isWaitedFor = states.some(({ state }) => state === 'waiting');
  const hasDependents = cluster.objects.dependentsOf(uid).length > 0;
  deleteStored(cluster, dependent, isWaitedFor && hasDependents ? 'Foreground' : ownPolicy(dependent));
}

/** A dependent whose deletion was begun in another way goes on in that way. */
function ownPolicy({ object }: StoredObject) {
  const { finalizers = [] } = object.metadata;
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
}

function stateOf(cluster: Cluster, dependent: StoredObject, reference: OwnerReference) {
  const owner = cluster.objects.byUid(reference.uid);
  if (!owner || !isMeant(owner, dependent, reference)) {
    // Where an owner cannot even be looked up, nobody knows that it is not there.
    return canBeFound(cluster, dependent, reference) ? 'absent' : 'solid';
  }
  const { deletionTimestamp, finalizers = [] } = owner.object.metadata;
  return deletionTimestamp !== undefined && finalizers.includes(FOREGROUND) ? 'waiting' : 'solid';
}

const groupIn = (apiVersion: string) => apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')));

/** An owner is of the referenced kind and name, and in no other namespace. */
function isMeant(
  { object, namespace }: StoredObject,
  dependent: StoredObject,
  owner: OwnerReference,
): boolean {
  return (
    object.kind === owner.kind &&
    object.metadata.name === owner.name &&
    groupIn(object.apiVersion) === groupIn(owner.apiVersion) &&
    (namespace === '' || namespace === dependent.namespace)
  );
}

function canBeFound(
  cluster: Cluster,
  dependent: StoredObject,
  { apiVersion, kind }: OwnerReference,
): boolean {
  const type = cluster.catalog.types().find(each => each.kind === kind && apiVersionOf(each) === apiVersion);
  return type !== undefined && !(type.isNamespaced && dependent.namespace === '');
}

function deleteDependents(cluster: Cluster, owner: StoredObject): void {
  const dependents = cluster.objects.dependentsOf(owner.uid);
  for (const { uid } of dependents) checkOwners(cluster, uid);
  const isBlocked = cluster.objects
    .dependentsOf(owner.uid)
    .some(({ object }) =>
      object.metadata.ownerReferences?.some(ref => ref.uid === owner.uid && ref.blockOwnerDeletion),
    );
  const present = cluster.objects.byUid(owner.uid);
  if (present && !isBlocked) storeChanged(cluster, present, withoutFinalizer(present.object, FOREGROUND));
}

function orphanDependents(cluster: Cluster, owner: StoredObject): void {
  for (const dependent of cluster.objects.dependentsOf(owner.uid)) {
    const others = (dependent.object.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.uid);
    storeAs(cluster, dependent, withOwners(dependent.object, others), COLLECTOR);
  }
  // An object that owns itself is another by now.
  const present = cluster.objects.byUid(owner.uid);
  if (present) storeChanged(cluster, present, withoutFinalizer(present.object, ORPHAN));
}

function withOwners(object: KubeObject, owners: readonly OwnerReference[]): KubeObject {
  const { ownerReferences: _owners, ...metadata } = object.metadata;
  return { ...object, metadata: owners.length > 0 ? { ...metadata, ownerReferences: owners } : metadata };
}
