import type { KubeObject, ResourceType } from '../contracts';
import { createObject } from './create';
import { ApiError } from '../contracts';
import { badRequest, conflict, notFound } from './errors';
import { checkIdentity } from './identity';
import { patchObject, refusePatched, unsupportedPatch } from './patch/applyPatch';
import { serverSideApply } from './patch/managedFields';
import { apiVersionOf, findStored, type ObjectPlace, type WriteOptions, type Written } from './request';
import { toTime } from '../text';
import { storeUpdate } from './update';

const APPLY_TYPE = 'application/apply-patch+yaml';
const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  APPLY_TYPE,
];

export interface PatchRequest {
  readonly contentType: string;
  readonly body: unknown;
  readonly isForced: boolean;
  /** The client named its field manager; apply needs that. */
  readonly hasManager: boolean;
}

/** @throws ApiError */
export function patchStored(place: ObjectPlace, patch: PatchRequest, options: WriteOptions): Written {
  if (!PATCH_TYPES.includes(patch.contentType)) throw unsupportedPatch(place.type);
  if (patch.contentType === APPLY_TYPE) return apply(place, patch, options);
  if (patch.isForced) {
    throw new ApiError(
      422,
      'Invalid',
      ' "" is invalid: force: Forbidden: may not be specified for non-apply patch',
      {
        causes: [
          {
            reason: 'FieldValueForbidden',
            message: 'Forbidden: may not be specified for non-apply patch',
            field: 'force',
          },
        ],
      },
    );
  }
  const { type, name } = place;
  const stored = findStored(place);
  if (!stored) throw notFound(type, name);
  const live = stored.in(apiVersionOf(type));
  const next = patchObject({ live, type, body: patch.body, contentType: patch.contentType });
  checkIdentity(place, next);
  try {
    return storeUpdate(place, stored, { next, options });
  } catch (error) {
    throw asPatchError(error, patch, next, type);
  }
}

/** What cannot be read is the body's fault when it is an object, and the patch's when it is a patch. */
function asPatchError(
  error: unknown,
  { body, contentType }: PatchRequest,
  result: KubeObject,
  type: ResourceType,
) {
  const isUnreadable =
    error instanceof ApiError && error.code === 400 && error.message.includes(' cannot be handled as a ');
  return isUnreadable
    ? refusePatched(error, { patch: body, result, contentType, isCustom: type.isCustom })
    : error;
}

function apply(place: ObjectPlace, patch: PatchRequest, options: WriteOptions): Written {
  if (!patch.hasManager) {
    throw new ApiError(
      422,
      'Invalid',
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
      {
        group: 'meta.k8s.io',
        kind: 'PatchOptions',
        causes: [
          {
            reason: 'FieldValueRequired',
            message: 'Required value: is required for apply patch',
            field: 'fieldManager',
          },
        ],
      },
    );
  }
  const { type, name, subresource, cluster } = place;
  const body = parseConfiguration(place, patch.body);
  const stored = findStored(place);
  const live = stored?.in(apiVersionOf(type));
  if (!live && subresource) throw notFound(type, name);
  if (!live && body.metadata.uid) {
    throw conflict(
      type,
      name,
      `uid mismatch: the provided object specified uid ${body.metadata.uid}, and no existing object was found`,
    );
  }
  const now = toTime(cluster.now());
  const force = patch.isForced;
  const next = serverSideApply({ live, body, manager: options.manager, force, type, subresource, now });
  if (!stored) return createObject(place, next, { ...options, isApply: true });
  return storeUpdate(place, stored, { next, options, isApply: true });
}

function parseConfiguration(place: ObjectPlace, body: unknown): KubeObject {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('error decoding YAML: the configuration to apply is no object');
  const { metadata = {} } = body as { metadata?: object };
  // The path names the object; a configuration may leave its name out.
  const named = { ...body, metadata: { name: place.name, ...metadata } } as KubeObject;
  checkIdentity(place, named);
  if (named.metadata.managedFields) throw badRequest('metadata.managedFields must be nil');
  return named;
}
