import type { KubeObject, ObjectMeta } from '../contracts';
import { strategyOf } from '../cluster/strategies';
import { invalidError, toInvalidError } from '../schema/fieldErrors';
import { isDeepEqual } from '../schema/jsonValues';
import type { StoredObject } from '../storage/StoredObject';
import { toTime } from '../text';
import { checkChangedMetadata } from './checkMetadata';
import { compact, compactMetadata } from './compact';
import { createObject } from './create';
import { conflict, notFound, staleVersion } from './errors';
import { nextGeneration } from './generation';
import { checkIdentity } from './identity';
import { trackUpdate } from './patch/managedFields';
import { isReleased, removeReleased } from './remove';
import { apiVersionOf, findStored, type ObjectPlace, type WriteOptions, type Written } from './request';

/** A PUT without `resourceVersion` is refused for these, and for all custom resources. */
const CONDITIONAL_ONLY = new Set([
  'coordination.k8s.io/leases',
  'apiextensions.k8s.io/customresourcedefinitions',
]);

/** A PUT of these creates what is not there. */
const CREATED_BY_PUT = new Set([
  '/events',
  '/endpoints',
  '/limitranges',
  '/services',
  'events.k8s.io/events',
  'coordination.k8s.io/leases',
  'discovery.k8s.io/endpointslices',
  'rbac.authorization.k8s.io/roles',
  'rbac.authorization.k8s.io/rolebindings',
  'rbac.authorization.k8s.io/clusterroles',
  'rbac.authorization.k8s.io/clusterrolebindings',
]);

/** PUT. @throws ApiError */
export function replaceObject(place: ObjectPlace, body: KubeObject, options: WriteOptions): Written {
  const { type, name } = place;
  checkIdentity(place, body);
  const kind = `${type.group}/${type.plural}`;
  const live = findStored(place);
  if (!live) {
    if (!place.subresource && CREATED_BY_PUT.has(kind)) return createObject(place, body, options);
    throw notFound(type, name);
  }
  if (!body.metadata.resourceVersion && (type.isCustom || CONDITIONAL_ONLY.has(kind))) {
    const missing = invalidError('metadata.resourceVersion', 0, 'must be specified for an update');
    const error = { ...missing, message: 'Invalid value: 0x0: must be specified for an update' };
    throw toInvalidError({ ...type, name }, [error]);
  }
  return storeUpdate(place, live, { next: body, options });
}

export interface Update {
  readonly next: KubeObject;
  readonly options: WriteOptions;
  /** Server-side apply has told its fields already. */
  readonly isApply?: boolean;
}

/** What every change of an object goes through, whichever verb made it. @throws ApiError */
export function storeUpdate(place: ObjectPlace, stored: StoredObject, update: Update): Written {
  const { type, name, cluster } = place;
  const live = stored.in(apiVersionOf(type));
  const { next: wished, options } = update;
  checkPreconditions(place, wished.metadata, live.metadata);
  const metadata = carryMetadata(wished.metadata, live.metadata);
  // Who applies says of all managers what they have left, which may be nothing.
  const managedFields = update.isApply ? wished.metadata.managedFields : metadata.managedFields;
  const carried = { ...wished, metadata: compactMetadata({ ...metadata, managedFields }) };
  const { object: prepared, warnings } = type.admission.prepare(carried, options.fieldValidation, update);
  const merged = mergeSubresource(place, prepared, live);
  const shaped = strategyOf(type).update?.(merged, live) ?? merged;
  const generation = nextGeneration(type, shaped, live);
  const next = { ...shaped, metadata: compact({ ...shaped.metadata, generation }) };
  const errors = [...checkChangedMetadata(type, next, live), ...type.admission.validate(next, live)];
  if (errors.length > 0) throw toInvalidError({ ...type, name }, errors);
  const tracked = update.isApply ? next : track(place, next, { live, options });
  const same = { stored, object: live, isCreated: false, warnings };
  if (isUnchanged(tracked, live)) return same;
  if (options.isDryRun) return { object: tracked, isCreated: false, warnings };
  if (isReleased(tracked)) {
    removeReleased(cluster, stored, tracked);
    // The one who let it go sees the revision that he knew; only watches are told the one of the deletion.
    return { object: tracked, isCreated: false, warnings };
  }
  const after = cluster.commit('MODIFIED', type.storageKey, tracked, stored);
  return { ...same, stored: after, object: after.in(apiVersionOf(type)) };
}

function checkPreconditions({ type, name }: ObjectPlace, wished: ObjectMeta, live: ObjectMeta): void {
  if (wished.uid && wished.uid !== live.uid) {
    throw conflict(
      type,
      name,
      `Precondition failed: UID in precondition: ${wished.uid}, UID in object meta: ${live.uid}`,
    );
  }
  if (wished.resourceVersion && wished.resourceVersion !== live.resourceVersion)
    throw staleVersion(type, name);
}

/** What no client can change, or may leave out. */
function carryMetadata(wished: ObjectMeta, live: ObjectMeta): ObjectMeta {
  const { deletionTimestamp, deletionGracePeriodSeconds, generateName } = live;
  return compactMetadata({
    ...wished,
    name: live.name,
    namespace: live.namespace,
    generateName: wished.generateName ?? generateName,
    uid: live.uid,
    resourceVersion: live.resourceVersion,
    creationTimestamp: wished.creationTimestamp ?? live.creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    managedFields: wished.managedFields ?? live.managedFields,
  });
}

/** A subresource changes what is its own; the main resource changes everything else. */
function mergeSubresource(
  { type, subresource }: ObjectPlace,
  next: KubeObject,
  live: KubeObject,
): KubeObject {
  if (subresource === 'status') {
    const { annotations, managedFields } = next.metadata;
    // Clients put notes of what they observed beside the status of built-in kinds.
    const notes = type.isCustom ? {} : { annotations };
    return compact({
      ...live,
      status: next.status,
      metadata: compact({ ...live.metadata, ...notes, managedFields }),
    });
  }
  if (!type.subresources.includes('status')) return next;
  const { status: _status, ...rest } = next;
  return (live.status === undefined ? rest : { ...rest, status: live.status }) as KubeObject;
}

function track(
  { cluster, type, subresource }: ObjectPlace,
  next: KubeObject,
  { live, options }: { live: KubeObject; options: WriteOptions },
): KubeObject {
  const { manager } = options;
  return trackUpdate({ live, next, manager, type, subresource, now: toTime(cluster.now()) });
}

/** Nothing but times of field managers differ. */
const isUnchanged = (next: KubeObject, live: KubeObject): boolean =>
  isDeepEqual(withoutTimes(next), withoutTimes(live));

function withoutTimes(object: KubeObject): object {
  const managedFields = object.metadata.managedFields?.map(({ time: _time, ...entry }) => entry);
  return compact({ ...object, metadata: compact({ ...object.metadata, managedFields }) });
}
