import { ApiError, type KubeObject, type ResourceType } from '../../contracts';
import { toGoJson } from '../../schema/fieldErrors';
import { goFormat } from './goFormat';
import { applyJsonPatch } from './json';
import { applyMergePatch } from './merge';
import { isStruct } from './schemaNode';
import { applyStrategicMergePatch } from './strategic';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_MERGE_PATCH = 'application/strategic-merge-patch+json';

export interface PatchRequest {
  readonly live: KubeObject;
  /** The parsed body. */
  readonly body: unknown;
  readonly contentType: string;
  readonly type: ResourceType;
}

/** In the words of a real server; nothing is said of the object, which may not even be there. */
export function unsupportedPatch(type: ResourceType): ApiError {
  if (!type.isCustom) return new ApiError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {});
  const accepted = [JSON_PATCH, MERGE_PATCH, 'application/apply-patch+yaml'].join(', ');
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted}`;
  return new ApiError(415, 'UnsupportedMediaType', message);
}

function patched({ live, body, type }: PatchRequest, mediaType: string): unknown {
  switch (mediaType) {
    case JSON_PATCH:
      return applyJsonPatch(live, body);
    case MERGE_PATCH: {
      if (isStruct(body)) return applyMergePatch(live, body);
      const found = Array.isArray(body) ? 'array' : typeof body;
      throw new ApiError(
        400,
        'BadRequest',
        `error decoding patch: json: cannot unmarshal ${found} into Go value of type map[string]interface {}`,
      );
    }
    case STRATEGIC_MERGE_PATCH:
      if (!type.isCustom) return applyStrategicMergePatch(live, body, type);
      throw unsupportedPatch(type);
    default:
      throw unsupportedPatch(type);
  }
}

/** The object that the patch makes of the live one, not yet admitted; `live` stays as it is. */
export function patchObject(request: PatchRequest): KubeObject {
  const mediaType = request.contentType.split(';')[0].trim();
  const result = patched(request, mediaType);
  if (isStruct(result)) return { metadata: {}, ...result } as unknown as KubeObject;
  throw new ApiError(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
}

const goKinds: Readonly<Record<string, string>> = { object: 'map', array: 'slice', number: 'int64' };

/** The result of a strategic merge is converted instead of parsed, which fails in other words. */
function toConversionProblem(problem: string): string {
  const match = /^json: cannot unmarshal (\w+).* of type (\S+)$/.exec(problem);
  if (!match) return problem;
  const [, found, type] = match;
  const kind = goKinds[found] ?? found;
  // Of all scalars, Go converts only an integer to a text, which is then refused in words of its own.
  if (type === 'string' && found === 'number') return `cannot convert ${kind} to string`;
  if (type.startsWith('[]')) return `cannot restore slice from ${kind}`;
  if (type.startsWith('map[')) return `cannot restore map from ${kind}`;
  return type.includes('.') ? `cannot restore struct from: ${kind}` : `unrecognized type: ${type}`;
}

/** Custom resources are maps, which Go writes in order, down to the last one; of others only the outermost is. */
function showResult(result: KubeObject, isCustom: boolean): string {
  if (isCustom) return toGoJson(result);
  return JSON.stringify(Object.fromEntries(Object.entries(result).sort(([a], [b]) => (a < b ? -1 : 1))));
}

interface Refused {
  readonly patch: unknown;
  readonly result: KubeObject;
  readonly contentType: string;
  readonly isCustom?: boolean;
}

/** A patched object that cannot be read is told as the fault of the patch: what `prepare` threw as 400 becomes a 422. */
export function refusePatched(
  error: ApiError,
  { patch, result, contentType, isCustom = false }: Refused,
): ApiError {
  const problem = /^.*? cannot be handled as a [^:]+: ([^]*)$/.exec(error.message)?.[1] ?? error.message;
  const isStrategic = contentType.startsWith(STRATEGIC_MERGE_PATCH);
  const shown = isStrategic ? goFormat(patch) : showResult(result, isCustom);
  const cause = isStrategic ? toConversionProblem(problem) : problem;
  const message = `Invalid value: ${JSON.stringify(shown)}: ${cause}`;
  const causes = [{ reason: 'FieldValueInvalid', field: 'patch', message }];
  return new ApiError(422, 'Invalid', ` "" is invalid: patch: ${message}`, { causes });
}
