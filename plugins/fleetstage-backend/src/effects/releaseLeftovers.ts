import {
  annotationKeys,
  derivedKinds,
  finalizerKeys,
  isLabelValue,
  labelKeys,
  memberNamespace,
  placementKindOf,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  ForbiddenError,
  NotFoundError,
  UnknownKindError,
  type ApiResource,
  type KubeClient,
  type KubeMetadata,
} from '@fleetstage/kube-client';
import { fromObjectKey } from '../database/placementObject';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { targetOf } from '../kube/targetOf';
import { WORK } from '../kube/workKind';
import type { Log } from '../observe/log';

/** What goes: a placement by its key, or a member. */
export type Leaving = { readonly placement: string } | { readonly member: string };

/** KubeFleet's, which distinguishes its objects from ours. */
const KEYS: ReadonlySet<string> = new Set([finalizerKeys.schedulerBinding, finalizerKeys.work]);

/**
 * Works and bindings that KubeFleet has left on the hub, once the clusters have let go of the placement, or the member goes:
 * nobody takes their finalizers off any more, and the namespace of a member would never end. The finalizer goes first, as an agent
 * that sees a Work being deleted deletes what it has placed; what stays on a member was decided before.
 *
 * A hub that KubeFleet never ran has no Works, and is asked nothing further.
 */
export async function releaseLeftovers(client: KubeClient, leaving: Leaving, log: Log): Promise<void> {
  try {
    const works = await listLeft(client, WORK, leaving);
    if (works === 'unknownKind') return;
    const binding =
      'placement' in leaving && targetOf(derivedKinds[placementKindOf(leaving.placement)].binding);
    const bindings = binding ? await listLeft(client, binding, leaving) : [];
    await releaseAll(client, WORK, works);
    if (binding && bindings !== 'unknownKind') await releaseAll(client, binding, bindings);
    const count = works.length + bindings.length;
    if (count > 0) log.info('Removed Works and bindings that KubeFleet has left', { ...leaving, count });
  } catch (error) {
    // A right that is missing must not hold the placement for ever.
    if (!(error instanceof ForbiddenError)) throw error;
    log.warn(
      'Works and bindings that KubeFleet has left stay, as the hub refuses: give the rights of examples/rbac/hub.yaml, or remove their finalizers by hand',
      { ...leaving, error: error.message },
    );
  }
}

async function listLeft(
  client: KubeClient,
  target: ApiResource,
  leaving: Leaving,
): Promise<readonly KubeMetadata[] | 'unknownKind'> {
  const selection = selectionOf(target, leaving);
  if (selection === undefined) return [];
  const { namespace, labels } = selection;
  const labelSelector = Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  try {
    const { items } = await client.list(target, {
      ...(namespace !== undefined && { namespace }),
      ...(labelSelector !== '' && { labelSelector }),
      metadataOnly: true,
    });
    // Those of ours wait for an agent that was away: it still has objects to remove.
    const isAwaited = ({ annotations }: KubeMetadata) =>
      'placement' in leaving && annotations?.[annotationKeys.revision] !== undefined;
    const isMeant = ({ labels: shown = {} }: KubeMetadata) =>
      Object.entries(labels).every(([key, value]) => shown[key] === value) &&
      (!('placement' in leaving) ||
        shown[labelKeys.parentPlacementNamespace] === labels[labelKeys.parentPlacementNamespace]);
    return items
      .map(({ metadata }) => metadata)
      .filter(one => isMeant(one) && !isAwaited(one) && (one.finalizers ?? []).some(key => KEYS.has(key)));
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof UnknownKindError) return 'unknownKind';
    throw error;
  }
}

/** `undefined`: no label can name the placement, so KubeFleet has never placed it. */
function selectionOf(target: ApiResource, leaving: Leaving) {
  if ('member' in leaving) return { namespace: memberNamespace(leaving.member), labels: {} };
  const { namespace, name } = fromObjectKey(leaving.placement);
  if (!isLabelValue(name)) return undefined;
  const isWork = target === WORK;
  const labels: Record<string, string> = {
    [labelKeys.parentPlacement]: name,
    ...(isWork && namespace !== undefined && { [labelKeys.parentPlacementNamespace]: namespace }),
  };
  return { ...(!isWork && namespace !== undefined && { namespace }), labels };
}

async function releaseAll(
  client: KubeClient,
  target: ApiResource,
  objects: readonly KubeMetadata[],
): Promise<void> {
  for (const { namespace, name, uid, finalizers = [] } of objects) {
    const at = { ...(namespace !== undefined && { namespace }), name };
    const left = finalizers.filter(key => !KEYS.has(key));
    try {
      await client.patch(target, at, {
        fieldManager: FIELD_MANAGER,
        patch: { type: 'merge', body: { metadata: { uid, finalizers: left } } },
      });
      await client.delete(target, at, { ...(uid !== undefined && { preconditions: { uid } }) });
    } catch (error) {
      // An object that was being deleted is gone with its last finalizer.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
}
