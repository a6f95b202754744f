import type { KubeObject } from '../contracts';
import { deleteObject, type DeleteOptions } from '../api/delete';
import { nextGeneration } from '../api/generation';
import { isReleased, removeReleased } from '../api/remove';
import type { StoredObject } from '../storage/StoredObject';
import { trackUpdate } from '../api/patch/managedFields';
import { isDeepEqual } from '../schema/jsonValues';
import { toTime } from '../text';
import type { Cluster } from './Cluster';

/**
 * Writes of the server's own controllers. They know the type only by where it is stored: what a definition that went
 * left behind is still to be removed.
 */
export function storeChanged(cluster: Cluster, stored: StoredObject, changed: KubeObject): void {
  if (isDeepEqual(changed, stored.object)) return;
  const type = cluster.catalog.byStorageKey(stored.storageKey);
  const generation = type ? nextGeneration(type, changed, stored.object) : changed.metadata.generation;
  const metadata = { ...changed.metadata, ...(generation === undefined ? {} : { generation }) };
  const next = { ...changed, metadata };
  if (isReleased(next)) removeReleased(cluster, stored);
  else cluster.commit('MODIFIED', stored.storageKey, next, stored);
}

/** The same by a controller whose fields are recorded in `managedFields`. */
export function storeAs(
  cluster: Cluster,
  stored: StoredObject,
  next: KubeObject,
  by: { readonly manager: string; readonly subresource?: string },
): void {
  const { object: live } = stored;
  const type = cluster.catalog.byStorageKey(stored.storageKey);
  if (isDeepEqual(next, live)) return;
  const now = toTime(cluster.now());
  storeChanged(cluster, stored, type ? trackUpdate({ live, next, type, now, ...by }) : next);
}

export function withoutFinalizer(object: KubeObject, finalizer: string): KubeObject {
  const { finalizers = [], ...metadata } = object.metadata;
  const others = finalizers.filter(each => each !== finalizer);
  return { ...object, metadata: { ...metadata, ...(others.length > 0 ? { finalizers: others } : {}) } };
}

/** Asks for the deletion of what is still there; once asked, its finalizers decide. */
export function deleteStored(
  cluster: Cluster,
  stored: StoredObject,
  propagationPolicy: DeleteOptions['propagationPolicy'],
): void {
  const type = cluster.catalog.byStorageKey(stored.storageKey);
  if (!type || stored.object.metadata.deletionTimestamp !== undefined) return;
  const { namespace, name, uid } = stored;
  const options = {
    isDryRun: false,
    preconditions: { uid },
    ...(propagationPolicy ? { propagationPolicy } : {}),
  };
  deleteObject({ cluster, type, namespace, name }, options);
}
