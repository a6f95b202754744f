import type { KubeObject } from '../contracts';
import type { Cluster } from '../cluster/Cluster';
import type { StoredObject } from '../storage/StoredObject';
import { toTime } from '../text';

/** Nothing holds an object that was asked to go: no finalizer, no grace period, and for a namespace nothing inside. */
export function isReleased({ kind, apiVersion, metadata, spec }: KubeObject): boolean {
  if (metadata.deletionTimestamp === undefined || (metadata.finalizers ?? []).length > 0) return false;
  if (kind === 'Namespace' && apiVersion === 'v1') return finalizersOf(spec).length === 0;
  return (metadata.deletionGracePeriodSeconds ?? 0) === 0;
}

/** @returns the object as it was last, which is what watches are told */
export function removeReleased(cluster: Cluster, stored: StoredObject, last: KubeObject): KubeObject {
  return cluster.commit('DELETED', stored.storageKey, last, stored).object;
}

/** Marks an object for deletion; `finalizers` are those that are to be waited for besides its own. */
export function markDeleted(
  cluster: Cluster,
  object: KubeObject,
  { graceSeconds, finalizers }: { graceSeconds: number; finalizers: readonly string[] },
): KubeObject {
  const { metadata } = object;
  if (metadata.deletionTimestamp !== undefined) {
    const isShorter = graceSeconds < (metadata.deletionGracePeriodSeconds ?? 0);
    if (!isShorter) return { ...object, metadata: { ...metadata, finalizers } };
  }
  const isFirst = metadata.deletionTimestamp === undefined;
  const bumped =
    metadata.generation === undefined || !isFirst ? metadata.generation : metadata.generation + 1;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(bumped === undefined ? {} : { generation: bumped }),
      deletionTimestamp: toTime(new Date(cluster.now().getTime() + graceSeconds * 1000)),
      deletionGracePeriodSeconds: graceSeconds,
      ...(finalizers.length > 0 ? { finalizers } : {}),
    },
  };
}

function finalizersOf(spec: unknown): readonly string[] {
  const { finalizers } = (spec ?? {}) as { finalizers?: readonly string[] };
  return finalizers ?? [];
}
