import { ApiError, type KubeObject, type RepeatedFields, type ResourceType } from '../../contracts';
import { schemaNameOf } from '../../schema/builtin';
import { goKindOf } from '../../schema/jsonText';
import { badRequest } from '../errors';
import { goFormat } from './goFormat';
import { applyJsonPatch, parseJsonPatch } from './json';
import { applyMergePatch } from './merge';
import { readJson } from './readPatch';
import { isStruct } from './schemaNode';
import { showPatched } from './showPatched';
import { applyStrategicMergePatch } from './strategic';

export const APPLY = 'application/apply-patch+yaml';
const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
export const STRATEGIC = 'application/strategic-merge-patch+json';
const OF_CUSTOM = [JSON_PATCH, MERGE_PATCH, APPLY];
const OF_BUILTIN = [...OF_CUSTOM, STRATEGIC];

export const isPatchOf = ({ isCustom }: ResourceType, contentType: string): boolean =>
  (isCustom ? OF_CUSTOM : OF_BUILTIN).includes(contentType);

/** In the words of a real server; nothing is said of the object, which may not even be there. */
export function unsupportedPatch(type: ResourceType): ApiError {
  if (!type.isCustom) return new ApiError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {});
  const accepted = OF_CUSTOM.join(', ');
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted}`;
  return new ApiError(415, 'UnsupportedMediaType', message);
}

export interface PatchRequest {
  readonly live: KubeObject;
  readonly text: string;
  /** Without parameters. */
  readonly contentType: string;
  readonly type: ResourceType;
}

export interface Patched {
  /** Not yet admitted; the live object stays as it is. */
  readonly result: KubeObject;
  readonly patch: unknown;
  /** What a strict reader says of the patch itself. */
  readonly repeated?: RepeatedFields;
}

/** @throws ApiError 400, 413, 422, 500 */
export function patchObject({ live, text, contentType, type }: PatchRequest): Patched {
  if (contentType === STRATEGIC) return patchStrategically({ live, text, type });
  const before = 'error decoding patch: ';
  const { value: patch, repeated } = readJson(text, before);
  if (contentType === JSON_PATCH) {
    const parsed = parseJsonPatch(patch);
    const warnings = [...(repeated?.warnings ?? []).map(each => `json patch ${each}`), ...parsed.unknown];
    return {
      result: toObject(applyJsonPatch(live, parsed)),
      patch,
      ...(warnings.length > 0 && { repeated: { warnings, refusals: warnings } }),
    };
  }
  if (patch === null) throw badRequest('Invalid JSON Patch');
  if (!isStruct(patch)) throw notStruct(patch, before);
  return { result: toObject(applyMergePatch(live, patch)), patch, repeated };
}

function patchStrategically({ live, text, type }: Omit<PatchRequest, 'contentType'>): Patched {
  const { value, repeated } = readJson(text, '');
  const patch = value ?? {};
  if (!isStruct(patch)) throw notStruct(patch, '');
  const { apiVersion, kind } = live;
  // The result is read as what it was, whatever the patch says of its kind.
  return {
    result: { ...toObject(applyStrategicMergePatch(live, patch, type)), apiVersion, kind },
    patch,
    repeated,
  };
}

const notStruct = (found: unknown, before: string) =>
  badRequest(
    `${before}json: cannot unmarshal ${goKindOf(found)} into Go value of type map[string]interface {}`,
  );

function toObject(result: unknown): KubeObject {
  if (isStruct(result)) return { ...result, metadata: result.metadata ?? {} } as unknown as KubeObject;
  throw new ApiError(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
}

const goKinds: Readonly<Record<string, string>> = { object: 'map', array: 'slice', number: 'int64' };

/** The result of a strategic merge is converted instead of parsed, which fails in other words. */
function toConversionProblem(problem: string): string {
  const match = /^json: cannot unmarshal (\w+).* of type (\S+)$/.exec(problem);
  if (!match) return problem;
  const [, found, type] = match;
  const kind = goKinds[found] ?? found;
  // Of all scalars, Go converts only an integer to a text, which is then refused with its own message.
  if (type === 'string' && found === 'number') return `cannot convert ${kind} to string`;
  if (type.startsWith('[]')) return `cannot restore slice from ${kind}`;
  if (type.startsWith('map[')) return `cannot restore map from ${kind}`;
  return type.includes('.') ? `cannot restore struct from: ${kind}` : `unrecognized type: ${type}`;
}

interface Refused {
  readonly patch: unknown;
  readonly result: KubeObject;
  readonly live: KubeObject;
  readonly contentType: string;
  readonly type: ResourceType;
}

/**
 * A patched object that cannot be read is reported as the fault of the patch: what `prepare` threw as 400 becomes a 422.
 */
export function refusePatched(
  error: ApiError,
  { patch, result, live, contentType, type }: Refused,
): ApiError {
  const problem = /^.*? cannot be handled as a [^:]+: ([^]*)$/.exec(error.message)?.[1] ?? error.message;
  const isStrategic = contentType === STRATEGIC;
  const shown = isStrategic ? goFormat(patch) : showPatched(result, live, schemaNameOf(type));
  const cause = isStrategic ? toConversionProblem(problem) : problem;
  const message = `Invalid value: ${JSON.stringify(shown)}: ${cause}`;
  const causes = [{ reason: 'FieldValueInvalid', field: 'patch', message }];
  return new ApiError(422, 'Invalid', ` "" is invalid: patch: ${message}`, { causes });
}
