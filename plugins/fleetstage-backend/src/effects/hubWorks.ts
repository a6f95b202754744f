import {
  finalizerKeys,
  memberNamespace,
  type KubeObject,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isWorkOf, labelsOfPlacement } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NotFoundError, UnknownKindError, type KubeClient } from '@fleetstage/kube-client';
import type { WorkKey } from '../database/keys';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { WORK } from '../kube/workKind';

/** The Works of a placement for one member, those that are being deleted among them. A hub without the kind has none. */
export async function listWorks(
  client: KubeClient,
  { placement, cluster }: WorkKey,
  signal: AbortSignal,
): Promise<readonly Work[]> {
  const labelSelector = Object.entries(labelsOfPlacement(placement))
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  try {
    const { items } = await client.list(WORK, { namespace: memberNamespace(cluster), labelSelector, signal });
    // Those of a ResourcePlacement of this name have one label more; and a proxy may drop the query.
    return items.map(item => toWork(item as KubeObject)).filter(work => isWorkOf(placement, work));
  } catch (error) {
    if (error instanceof UnknownKindError || error instanceof NotFoundError) return [];
    throw error;
  }
}

/** The hub has checked it against the definition. */
export const toWork = (object: KubeObject): Work => object as unknown as Work;

/** Its agent removes what it has placed, then lets go of it. */
export async function deleteWork(client: KubeClient, { metadata }: Work): Promise<void> {
  const { namespace, name, uid } = metadata;
  await client.delete(WORK, { namespace, name }, { ...(uid && { preconditions: { uid } }) });
}

/**
 * Deletes a Work without anything being removed from the cluster: the finalizer goes first, for an agent that sees a Work being
 * deleted deletes what it has placed (B/WA-131).
 *
 * @throws ConflictError where the agent has put its finalizer back in between: read again
 */
export async function abandonWork(client: KubeClient, { metadata }: Work): Promise<void> {
  const { namespace, name, uid, resourceVersion, finalizers = [] } = metadata;
  const at = { namespace, name };
  try {
    const freed = await client.patch(WORK, at, {
      fieldManager: FIELD_MANAGER,
      patch: {
        type: 'merge',
        body: {
          metadata: {
            uid,
            resourceVersion,
            finalizers: finalizers.filter(key => key !== finalizerKeys.work),
          },
        },
      },
    });
    const preconditions = { uid, resourceVersion: freed.metadata.resourceVersion };
    await client.delete(WORK, at, { preconditions });
  } catch (error) {
    // One that was being deleted is gone with its last finalizer.
    if (!(error instanceof NotFoundError)) throw error;
  }
}
