import { ApiError, type KubeObject, type ObjectMeta, type ResourceType } from '../contracts';
import { strategyOf } from '../cluster/strategies';
import { invalidError, toInvalidError } from '../schema/fieldErrors';
import { isDeepEqual } from '../schema/jsonValues';
import type { StoredObject } from '../storage/StoredObject';
import { toTime } from '../text';
import { checkChangedMetadata } from './checkMetadata';
import { compact, compactMetadata } from './compact';
import { createObject } from './create';
import { invalidResource, notFound, staleVersion, withAdvice } from './errors';
import { countedGeneration } from './generation';
import { checkIdentity } from './identity';
import { FORGOTTEN, trackUpdate } from './patch/managedFields';
import { withoutRepeatedOwners } from './repeatedOwners';
import { isReleased, removeReleased } from './remove';
import { asOfStatus, metadataBesideStatus } from './statusScope';
import { findStored, keptKind, type ObjectPlace, type WriteOptions, type Written } from './request';
import { markSeen, objectSeen, toStorage } from './view';
import { uidMismatch } from './uidMismatch';

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
  if (!live && CREATED_BY_PUT.has(kind)) {
    const { resourceVersion, ...metadata } = body.metadata;
    if (metadata.uid) throw uidMismatch(place, metadata.uid, '');
    const written = createObject(place, { ...body, metadata }, options);
    // A dry run gives the version back that it was sent.
    return options.isDryRun ? withVersion(written, resourceVersion) : written;
  }
  const refusal = live ? refuseUnconditional(place, body, kind) : notFound(type, name);
  if (refusal) {
    // What cannot be read is reported first.
    const { warnings } = type.admission.prepare(body, options.fieldValidation);
    throw withAdvice(refusal, warnings);
  }
  return storeUpdate(place, live as StoredObject, { next: body, options });
}

const withVersion = (written: Written, resourceVersion: string | undefined): Written => ({
  ...written,
  object: { ...written.object, metadata: compactMetadata({ ...written.object.metadata, resourceVersion }) },
});

function refuseUnconditional({ type, name }: ObjectPlace, body: KubeObject, kind: string) {
  if (Number(body.metadata.resourceVersion ?? 0) !== 0 || !(type.isCustom || CONDITIONAL_ONLY.has(kind)))
    return undefined;
  const error = invalidError('metadata.resourceVersion', 0, 'must be specified for an update');
  return invalidResource(type, name, [error]);
}

export interface Update {
  readonly next: KubeObject;
  readonly options: WriteOptions;
  /** Server-side apply has recorded its fields already. */
  readonly isApply?: boolean;
  /** A patch is no condition on the uid: it would change it. */
  readonly isPatch?: boolean;
  /** By a strategic merge, which works on values and not on a text. */
  readonly isConverted?: boolean;
}

function errorsIn({ type, subresource }: ObjectPlace, next: KubeObject, live: KubeObject) {
  const denied = type.admission.allocationErrors?.(next) ?? [];
  if (denied.length > 0) return denied;
  const wrong = type.admission.validate(next, live);
  const isStatus = type.isCustom && subresource === 'status';
  return [...checkChangedMetadata(type, next, live), ...(isStatus ? asOfStatus(wrong) : wrong)];
}

/** What every change of an object goes through, whichever verb made it. @throws ApiError */
export function storeUpdate(place: ObjectPlace, stored: StoredObject, update: Update): Written {
  const { type, name, cluster } = place;
  const live = objectSeen(type, stored);
  const { next: desired, options } = update;
  const metadata = carryMetadata(desired.metadata, live.metadata);
  // Who applies says of all managers what they have left, which may be nothing.
  const managedFields = update.isApply
    ? desired.metadata.managedFields
    : managersIn(type, desired.metadata, live);
  const cleared = withoutRepeatedOwners(compactMetadata({ ...metadata, managedFields }));
  const carried = { ...desired, metadata: cleared.metadata };
  const { object: prepared, warnings: unknown } = type.admission.prepare(carried, options.fieldValidation, {
    isApply: update.isApply,
    repeated: options.repeated,
    isConverted: update.isConverted,
    live,
  });
  const stale = refusePreconditions(place, desired.metadata, {
    live: live.metadata,
    isPatch: update.isPatch,
  });
  if (stale) throw withAdvice(stale, unknown);
  const merged = mergeSubresource(place, prepared, live);
  const shaped = strategyOf(type).update?.(merged, live) ?? merged;
  const generation = countedGeneration(place, shaped, live);
  const next = { ...shaped, metadata: compact({ ...shaped.metadata, generation }) };
  options.guard?.beforeWrite(next, live);
  const errors = errorsIn(place, next, live);
  if (errors.length > 0) throw withAdvice(toInvalidError({ ...keptKind(type, next), name }, errors), unknown);
  const warnings = [...unknown, ...cleared.warnings, ...type.admission.warn(next, live)];
  const owned = update.isApply ? next : track(place, next, { live, options });
  const tracked = type.admission.toStored?.(owned) ?? owned;
  const same = { stored, object: live, isCreated: false, warnings };
  const kept = toStorage(type, tracked);
  // What a new schema adds to an old object is stored with the next write, whatever that is.
  const before = type.isCustom ? stored.object : stored.in(kept.apiVersion);
  if (isUnchanged(kept, before)) return same;
  if (options.isDryRun) return { object: tracked, isCreated: false, warnings };
  if (isReleased(tracked)) {
    removeReleased(cluster, stored);
    // Who let it go sees the revision known to them; only watches send that of the deletion.
    return { object: tracked, isCreated: false, warnings };
  }
  const after = markSeen(type, cluster.commit('MODIFIED', type.storageKey, kept, stored));
  return { ...same, stored: after, object: objectSeen(type, after) };
}

function refusePreconditions(
  place: ObjectPlace,
  desired: ObjectMeta,
  { live, isPatch }: { live: ObjectMeta; isPatch?: boolean },
) {
  const { type, name } = place;
  const { resourceVersion = '' } = desired;
  if (!/^\d*$/.test(resourceVersion))
    return new ApiError(
      500,
      '',
      `strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: invalid syntax`,
    );
  if (!isPatch && desired.uid && desired.uid !== live.uid) {
    return uidMismatch(place, desired.uid, live.uid ?? '');
  }
  const isGiven = resourceVersion !== '' && Number(resourceVersion) !== 0;
  const isStale = isGiven && resourceVersion !== live.resourceVersion;
  return isStale ? staleVersion(type, name) : undefined;
}

/** What no client can change, or may leave out. */
function carryMetadata(desired: ObjectMeta, live: ObjectMeta): ObjectMeta {
  const { selfLink: _link, ...kept } = desired as ObjectMeta & { readonly selfLink?: string };
  return compactMetadata({
    ...kept,
    name: live.name,
    namespace: live.namespace,
    uid: desired.uid || live.uid,
    resourceVersion: live.resourceVersion,
    generation: live.generation,
    creationTimestamp: live.creationTimestamp,
    deletionTimestamp: live.deletionTimestamp ?? desired.deletionTimestamp,
    deletionGracePeriodSeconds: desired.deletionGracePeriodSeconds ?? live.deletionGracePeriodSeconds,
    managedFields: desired.managedFields ?? live.managedFields,
  });
}

/** An empty list is none at all; to built-in kinds it says that they are to be forgotten. */
function managersIn({ isCustom }: ResourceType, { managedFields }: ObjectMeta, live: KubeObject) {
  if (managedFields?.length !== 0) return managedFields ?? live.metadata.managedFields;
  return isCustom ? live.metadata.managedFields : FORGOTTEN;
}

/** A subresource changes what is its own; the main resource changes everything else. */
function mergeSubresource(
  { type, subresource }: ObjectPlace,
  next: KubeObject,
  live: KubeObject,
): KubeObject {
  if (subresource === 'status') {
    const { managedFields } = next.metadata;
    const metadata = type.isCustom
      ? { ...live.metadata, managedFields }
      : metadataBesideStatus(type, next.metadata, live.metadata);
    return compact({ ...live, status: next.status, metadata: compact(metadata) });
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
