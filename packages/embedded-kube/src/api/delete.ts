import type { KubeObject, ResourceType } from '../contracts';
import { toCompleteDeletion } from '../cluster/terminating';
import { conflict, forbidden, notFound } from './errors';
import { hurry, isReleased, markDeleted, removeReleased } from './remove';
import { findStored, type ObjectPlace } from './request';
import { objectSeen, toStorage } from './view';

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
  const live = objectSeen(type, stored);
  checkPreconditions(place, live, options);
  const next = marked(place, live, options);
  const isGone = isReleased(next);
  const isSeen = !isGone || isGraceful(type);
  if (options.isDryRun || next === live) return { object: isSeen ? next : live, isGone };
  const kept = isSeen ? cluster.commit('MODIFIED', type.storageKey, toStorage(type, next), stored) : stored;
  return { object: objectSeen(type, isGone ? removeReleased(cluster, kept) : kept), isGone };
}

/** The object as it is while it waits; `live` itself where this deletion changes nothing. */
function marked({ cluster, type }: ObjectPlace, live: KubeObject, options: DeleteOptions): KubeObject {
  const { gracePeriodSeconds } = options;
  // Below zero is as little as there is.
  const asked = gracePeriodSeconds !== undefined && gracePeriodSeconds < 0 ? 1 : gracePeriodSeconds;
  if (live.metadata.deletionTimestamp !== undefined) return hurry(live, asked);
  const policy = options.propagationPolicy ?? (isOrphaning(type) ? 'Orphan' : undefined);
  const deletion = { graceSeconds: graceOf(type, live, asked), finalizers: finalizersFor(live, policy) };
  return toCompleteDeletion(type, markDeleted(cluster, live, deletion), cluster.now());
}

/** Everybody sees a pod marked, be it for a moment. */
const isGraceful = ({ group, plural }: ResourceType) => group === '' && plural === 'pods';

/** These leave what they own where nobody says otherwise, as they did before there was a choice. */
const isOrphaning = ({ group, plural }: ResourceType) =>
  (group === 'batch' && plural === 'jobs') || (group === '' && plural === 'replicationcontrollers');

export const warningsFor = (type: ResourceType, { propagationPolicy }: DeleteOptions): readonly string[] =>
  type.group === 'batch' && type.plural === 'jobs' && propagationPolicy === undefined ? [PODS_STAY] : [];

const PODS_STAY =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

function checkAllowed({ type, name }: ObjectPlace): void {
  const isNamespace = type.group === '' && type.plural === 'namespaces';
  if (isNamespace && PERMANENT_NAMESPACES.includes(name))
    throw forbidden(type, name, 'this namespace may not be deleted');
}

function checkPreconditions({ type, name }: ObjectPlace, live: KubeObject, options: DeleteOptions): void {
  const { uid, resourceVersion } = options.preconditions ?? {};
  const { metadata } = live;
  // Deletions are judged where objects are known by their kind.
  const kind = { group: type.group, plural: type.kind };
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(
      kind,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      kind,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

/** Only pods that run somewhere get time to end. */
function graceOf(type: ResourceType, live: KubeObject, asked: number | undefined): number {
  if (!isGraceful(type)) return 0;
  const { nodeName, terminationGracePeriodSeconds = 30 } = (live.spec ?? {}) as {
    nodeName?: string;
    terminationGracePeriodSeconds?: number;
  };
  const { phase } = (live.status ?? {}) as { phase?: string };
  if (!nodeName || phase === 'Succeeded' || phase === 'Failed') return 0;
  return asked ?? terminationGracePeriodSeconds;
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
