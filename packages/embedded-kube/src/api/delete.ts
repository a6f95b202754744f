import type { KubeObject, ResourceType } from '../contracts';
import { toCompleteDeletion } from '../cluster/terminating';
import { isDeepEqual } from '../schema/jsonValues';
import { badRequest, conflict, forbidden, notFound } from './errors';
import { isReleased, markDeleted, removeReleased } from './remove';
import { apiVersionOf, findStored, type ObjectPlace } from './request';

/** What a client asks of a deletion (body or query). */
export interface DeleteOptions {
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly isDryRun: boolean;
}

export interface Deleted {
  readonly object: KubeObject;
  /** False: something holds it still. */
  readonly isGone: boolean;
}

export const ORPHAN = 'orphan';
export const FOREGROUND = 'foregroundDeletion';
const PERMANENT_NAMESPACES = ['default', 'kube-system', 'kube-public'];

/** These answer with the object where others answer `Success`. */
const ANSWERS_OBJECT = new Set([
  '/pods',
  '/services',
  '/serviceaccounts',
  '/persistentvolumes',
  '/persistentvolumeclaims',
  '/podtemplates',
  '/resourcequotas',
]);

export const answersObject = ({ group, plural }: ResourceType) => ANSWERS_OBJECT.has(`${group}/${plural}`);

/** @throws ApiError */
export function deleteObject(place: ObjectPlace, options: DeleteOptions): Deleted {
  const { cluster, type, name } = place;
  const stored = findStored(place);
  if (!stored) throw notFound(type, name);
  checkAllowed(place);
  const live = stored.in(apiVersionOf(type));
  checkPreconditions(place, live, options);
  const wished = {
    graceSeconds: graceOf(type, live, options),
    finalizers: finalizersFor(live, options.propagationPolicy),
  };
  const isFirst = live.metadata.deletionTimestamp === undefined;
  const marked = markDeleted(cluster, live, wished);
  const next = isFirst ? toCompleteDeletion(type, marked, cluster.now()) : marked;
  const isGone = isReleased(next);
  if (options.isDryRun) return { object: next, isGone };
  // Without a finalizer or a grace period nobody ever sees it marked.
  if (isGone) return { object: removeReleased(cluster, stored, isFirst ? live : next), isGone };
  if (isDeepEqual(next, live)) return { object: live, isGone };
  return { object: cluster.commit('MODIFIED', type.storageKey, next, stored).object, isGone };
}

function checkAllowed({ type, name }: ObjectPlace): void {
  const isNamespace = type.group === '' && type.plural === 'namespaces';
  if (isNamespace && PERMANENT_NAMESPACES.includes(name))
    throw forbidden(type, name, 'this namespace may not be deleted');
}

function checkPreconditions({ type, name }: ObjectPlace, live: KubeObject, options: DeleteOptions): void {
  const { uid, resourceVersion } = options.preconditions ?? {};
  const { metadata } = live;
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(
      type,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      type,
      name,
      `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${metadata.resourceVersion}`,
    );
  }
}

/** Only pods that run somewhere get time to end. */
function graceOf(type: ResourceType, live: KubeObject, { gracePeriodSeconds }: DeleteOptions): number {
  if (gracePeriodSeconds !== undefined && gracePeriodSeconds < 0)
    throw badRequest(`gracePeriodSeconds: Invalid value: ${gracePeriodSeconds}: must be non-negative`);
  if (type.group !== '' || type.plural !== 'pods') return 0;
  const { nodeName, terminationGracePeriodSeconds = 30 } = (live.spec ?? {}) as {
    nodeName?: string;
    terminationGracePeriodSeconds?: number;
  };
  const { phase } = (live.status ?? {}) as { phase?: string };
  if (!nodeName || phase === 'Succeeded' || phase === 'Failed') return 0;
  return gracePeriodSeconds ?? terminationGracePeriodSeconds;
}

function finalizersFor(
  { metadata }: KubeObject,
  policy: DeleteOptions['propagationPolicy'],
): readonly string[] {
  const present = metadata.finalizers ?? [];
  if (policy === undefined) return present;
  const others = present.filter(each => each !== ORPHAN && each !== FOREGROUND);
  if (policy === 'Orphan') return [...others, ORPHAN];
  return policy === 'Foreground' ? [...others, FOREGROUND] : others;
}
