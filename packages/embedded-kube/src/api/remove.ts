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

/** @returns the object as it was stored last, which is what watches send, with the revision of its deletion */
export const removeReleased = (cluster: Cluster, stored: StoredObject): StoredObject =>
  cluster.commit('DELETED', stored.storageKey, stored.object, stored);

/** Marks an object for deletion; `finalizers` are those that are to be waited for. */
export function markDeleted(
  cluster: Cluster,
  object: KubeObject,
  { graceSeconds, finalizers }: { graceSeconds: number; finalizers: readonly string[] },
): KubeObject {
  const { finalizers: _before, generation, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(generation === undefined ? {} : { generation: generation + 1 }),
      deletionTimestamp: toTime(new Date(cluster.now().getTime() + graceSeconds * 1000)),
      deletionGracePeriodSeconds: graceSeconds,
      ...(finalizers.length > 0 ? { finalizers } : {}),
    },
  };
}

/** Who is about to go can be hurried and nothing else; the object itself where that is not asked for. */
export function hurry(object: KubeObject, graceSeconds: number | undefined): KubeObject {
  const { deletionTimestamp, deletionGracePeriodSeconds: present } = object.metadata;
  if (graceSeconds === undefined || present === undefined || graceSeconds >= present) return object;
  const askedAt = Date.parse(deletionTimestamp ?? '') - present * 1000;
  return {
    ...object,
    metadata: {
      ...object.metadata,
      deletionTimestamp: toTime(new Date(askedAt + graceSeconds * 1000)),
      deletionGracePeriodSeconds: graceSeconds,
    },
  };
}

function finalizersOf(spec: unknown): readonly string[] {
  const { finalizers } = (spec ?? {}) as { finalizers?: readonly string[] };
  return finalizers ?? [];
}
