import { ApiError, type KubeObject, type RepeatedFields } from '../contracts';
import { toTime } from '../text';
import { createObject } from './create';
import { badRequest, conflict, notFound } from './errors';
import { checkPatchedKind, checkPlace } from './patchedIdentity';
import {
  APPLY,
  STRATEGIC,
  isPatchOf,
  patchObject,
  refusePatched,
  unsupportedPatch,
} from './patch/applyPatch';
import { serverSideApply } from './patch/managedFields';
import { readConfiguration } from './patch/readPatch';
import { findStored, type ObjectPlace, type WriteOptions, type Written } from './request';
import { storeUpdate } from './update';
import { objectSeen } from './view';

export interface PatchRequest {
  /** Without parameters. */
  readonly contentType: string;
  readonly text: string;
  /** Applies over what others own. */
  readonly isForced: boolean;
}

/** @throws ApiError */
export function patchStored(place: ObjectPlace, patch: PatchRequest, options: WriteOptions): Written {
  const { type, name } = place;
  if (!isPatchOf(type, patch.contentType)) throw unsupportedPatch(type);
  if (patch.contentType === APPLY) return apply(place, patch, options);
  const stored = findStored(place);
  if (!stored) throw notFound(type, name);
  const live = objectSeen(type, stored);
  const { result, patch: body, repeated } = patchObject({ live, type, ...patch });
  try {
    if (patch.contentType !== STRATEGIC) checkPatchedKind(place, result);
    checkReadablePlace(place, result);
    const isConverted = patch.contentType === STRATEGIC;
    const changed = { next: result, options: { ...options, repeated }, isPatch: true, isConverted };
    return storeUpdate(place, stored, changed);
  } catch (error) {
    throw isUnreadable(error) ? refusePatched(error, { ...patch, patch: body, result, live, type }) : error;
  }
}

/** What cannot be read is reported before where it belongs. */
function checkReadablePlace(place: ObjectPlace, result: KubeObject): void {
  try {
    checkPlace(place, result);
  } catch (error) {
    place.type.admission.prepare(result, 'Ignore');
    throw error;
  }
}

/** What cannot be read is the body's fault when it is an object, and the patch's when it is a patch. */
export const isUnreadable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 400 && error.message.includes(' cannot be handled as a ');

function apply(place: ObjectPlace, patch: PatchRequest, options: WriteOptions): Written {
  const { type, name, subresource } = place;
  const stored = findStored(place);
  const live = stored && objectSeen(type, stored);
  if (!live && subresource) throw notFound(type, name);
  const { value, repeated } = readConfiguration(patch.text);
  const next = applyConfiguration(place, { live, value, isForced: patch.isForced }, options);
  checkRepeated(repeated, options);
  if (!live && next.metadata.uid) {
    throw conflict(
      type,
      name,
      `uid mismatch: the provided object specified uid ${next.metadata.uid}, and no existing object was found`,
    );
  }
  checkPlace(place, next);
  const written = converting(
    { ...next, metadata: { name: place.name, ...(value.metadata as object | undefined) } },
    () =>
      stored
        ? storeUpdate(place, stored, { next, options, isApply: true, isPatch: true })
        : createApplied(place, next, options),
  );
  const warnings = options.fieldValidation === 'Warn' ? (repeated?.warnings ?? []) : [];
  return { ...written, warnings: [...warnings, ...written.warnings] };
}

/** What fits the schema and is no text of bytes, say, a real server finds out too late to blame the client. */
function converting<T>({ apiVersion, kind, metadata }: KubeObject, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const [, problem] = error.message.split(` cannot be handled as a ${kind}: `);
    const [version, group = ''] = apiVersion.split('/').reverse();
    const gvk = `${group}/${version}, Kind=${kind}`;
    const where = `${metadata.namespace ?? ''}/${metadata.name}; ${gvk}`;
    throw new ApiError(
      500,
      '',
      `failed to convert new object (${where}) to proper version: unable to convert unstructured object to ${gvk}: error decoding from json: ${problem}`,
    );
  }
}

function applyConfiguration(
  { type, subresource, cluster }: ObjectPlace,
  { live, value, isForced }: { live?: KubeObject; value: object; isForced: boolean },
  { manager }: WriteOptions,
): KubeObject {
  const body = { metadata: {}, ...value } as KubeObject;
  const now = toTime(cluster.now());
  return serverSideApply({ live, body, manager, force: isForced, type, subresource, now });
}

/** What is there no longer has no revision to insist on. */
function createApplied(place: ObjectPlace, next: KubeObject, options: WriteOptions): Written {
  const { resourceVersion: _revision, ...metadata } = next.metadata;
  return createObject(place, { ...next, metadata }, { ...options, isApply: true });
}

function checkRepeated(repeated: RepeatedFields | undefined, { fieldValidation }: WriteOptions): void {
  if (fieldValidation === 'Strict' && repeated !== undefined)
    throw badRequest(
      `error strict decoding YAML: error converting YAML to JSON: ${repeated.refusals.join(', ')}`,
    );
}
