/** Writing the `scale` of an object: a Scale with its own field managers, carried over to the object that it is of. */
import { ApiError, type KubeObject, type ManagedFieldsEntry } from '../contracts';
import { scaleType } from '../schema/builtin';
import { isDeepEqual } from '../schema/jsonValues';
import { invalidError, toInvalidError } from '../schema/fieldErrors';
import type { StoredObject } from '../storage/StoredObject';
import { toTime } from '../text';
import { conflict } from './errors';
import { isUnreadable, type PatchRequest } from './patch';
import { checkPatchedKind, checkPlace } from './patchedIdentity';
import { APPLY, patchObject, refusePatched } from './patch/applyPatch';
import { serverSideApply, trackUpdate } from './patch/managedFields';
import { readConfiguration } from './patch/readPatch';
import { toParentManagers, toScaleManagers } from './patch/scaleManagers';
import { apiVersionOf, type ObjectPlace, type WriteOptions, type Written } from './request';
import { toScale, withReplicas, type ScalePaths } from './scale';
import { uidMismatch } from './uidMismatch';
import { storeUpdate } from './update';
import { objectSeen } from './view';

export interface ScaledObject {
  readonly place: ObjectPlace;
  readonly stored: StoredObject;
  readonly paths: ScalePaths;
}

interface LiveScale extends ScaledObject {
  readonly live: KubeObject;
  readonly scale: KubeObject;
}

function liveScaleOf(scaled: ScaledObject): LiveScale {
  const live = objectSeen(scaled.place.type, scaled.stored);
  const scale = toScale(live, scaled.paths);
  const managedFields = toScaleManagers(live.metadata.managedFields, scaled.paths.specReplicasPath);
  return { ...scaled, live, scale: { ...scale, metadata: { ...scale.metadata, managedFields } } };
}

/** @throws ApiError 400, 409, 422 */
export function replaceScale(scaled: ScaledObject, body: KubeObject, options: WriteOptions): Written {
  const known = liveScaleOf(scaled);
  checkPlace(scaled.place, body);
  const { uid } = body.metadata;
  const found = known.live.metadata.uid ?? '';
  if (uid && uid !== found) throw uidMismatch(scaled.place, uid, found);
  return storeScale(known, tracked(known, admitted(body, options), options), options);
}

/** @throws ApiError 400, 409, 422 */
export function patchScale(scaled: ScaledObject, patch: PatchRequest, options: WriteOptions): Written {
  const known = liveScaleOf(scaled);
  const next = patch.contentType === APPLY ? applied(known, patch, options) : patched(known, patch, options);
  checkPlace(scaled.place, next);
  return storeScale(known, next, options);
}

/** No replicas are none, and are not recorded. */
function admitted(body: KubeObject, options: WriteOptions): KubeObject {
  const { object } = scaleType().admission.prepare(body, options.fieldValidation);
  const { replicas } = (object.spec ?? {}) as { readonly replicas?: number };
  return { ...object, spec: replicas ? { replicas } : {} };
}

function tracked({ place, scale }: LiveScale, next: KubeObject, { manager }: WriteOptions): KubeObject {
  const now = toTime(place.cluster.now());
  return trackUpdate({ live: scale, next, manager, type: scaleType(), subresource: 'scale', now });
}

function patched(known: LiveScale, patch: PatchRequest, options: WriteOptions): KubeObject {
  const type = scaleType();
  const { result, patch: body } = patchObject({ live: known.scale, type, ...patch });
  try {
    checkPatchedKind({ ...known.place, type }, result);
    return tracked(known, admitted(result, options), options);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw refusePatched(error, { ...patch, patch: body, result, live: known.scale, type });
  }
}

function applied(
  { place, scale }: LiveScale,
  { text, isForced }: PatchRequest,
  options: WriteOptions,
): KubeObject {
  const body = { metadata: {}, ...readConfiguration(text).value } as KubeObject;
  const now = toTime(place.cluster.now());
  const next = serverSideApply({
    live: scale,
    body,
    manager: options.manager,
    force: isForced,
    type: scaleType(),
    subresource: 'scale',
    now,
  });
  if (place.type.isCustom && !isDeepEqual(next.spec, scale.spec)) throw inconvertible(place);
  return next;
}

/** A real server cannot do this for custom resources. */
const inconvertible = ({ namespace, name }: ObjectPlace) =>
  new ApiError(
    500,
    '',
    `failed to convert new object (${namespace}/${name}; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1`,
  );

function storeScale(
  { place, stored, live, paths }: LiveScale,
  next: KubeObject,
  options: WriteOptions,
): Written {
  const { type, name } = place;
  const { replicas = 0 } = (next.spec ?? {}) as { replicas?: number };
  if (!type.isCustom && replicas < 0) {
    const negative = invalidError('spec.replicas', replicas, 'must be greater than or equal to 0');
    throw toInvalidError({ group: 'autoscaling', kind: 'Scale', name }, [negative]);
  }
  const { uid, resourceVersion, managedFields } = next.metadata;
  if (uid && uid !== live.metadata.uid) {
    const scale = { ...type, plural: `${type.plural}/scale` };
    throw conflict(
      scale,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live.metadata.uid}`,
    );
  }
  const entries = parentEntries(live.metadata.managedFields, managedFields, { place, paths });
  const scaled = withReplicas(live, replicas, paths);
  const metadata = { ...live.metadata, resourceVersion, managedFields: entries };
  return storeUpdate(place, stored, { next: { ...scaled, metadata } as KubeObject, options, isApply: true });
}

type Entries = readonly ManagedFieldsEntry[] | undefined;

const parentEntries = (
  parent: Entries,
  scale: Entries,
  { place, paths }: Pick<ScaledObject, 'place' | 'paths'>,
) => toParentManagers(parent, scale, { apiVersion: apiVersionOf(place.type), path: paths.specReplicasPath });
