/** RFC 6902 with the liberties a real server's library takes. */
import { ApiError } from '../../contracts';
import { goKindOf } from '../../schema/jsonText';
import { badRequest } from '../errors';
import { JsonDocument, MisfitError } from './jsonDocument';
import { isStruct } from './schemaNode';

interface Operation {
  readonly op?: unknown;
  readonly path?: unknown;
  readonly from?: unknown;
  readonly value?: unknown;
}

/** More operations than a patch of kubectl ever has; a real server has the same limit. */
const MAX_OPERATIONS = 10_000;
/** Characters that all copies of a patch may make: each may copy what those before it made. */
const MAX_COPIED = 3 * 1024 * 1024;

const TEXTS = ['op', 'path', 'from'] as const;
const FIELDS: ReadonlySet<string> = new Set([...TEXTS, 'value']);

export interface JsonPatch {
  readonly operations: readonly Operation[];
  /** Fields that no operation has, as a strict reader reports them. */
  readonly unknown: readonly string[];
}

const undecodable = (found: unknown, into: string) =>
  badRequest(`error decoding patch: json: cannot unmarshal ${goKindOf(found)} into Go ${into}`);

function checkOperation(raw: unknown): void {
  if (raw === null) return;
  if (!isStruct(raw)) throw undecodable(raw, 'value of type handlers.jsonPatchOp');
  for (const field of TEXTS) {
    const value = raw[field] ?? '';
    if (typeof value !== 'string')
      throw undecodable(value, `struct field jsonPatchOp.${field} of type string`);
  }
}

const unknownFields = (raw: unknown, index: number): readonly string[] =>
  Object.keys((raw ?? {}) as object)
    .filter(field => !FIELDS.has(field))
    .map(field => `json patch unknown field ${JSON.stringify(`[${index}].${field}`)}`);

/** @throws ApiError 400, 413 */
export function parseJsonPatch(body: unknown): JsonPatch {
  if (body === null) return { operations: [], unknown: [] };
  if (!Array.isArray(body)) throw undecodable(body, 'value of type []handlers.jsonPatchOp');
  body.forEach(checkOperation);
  if (body.length > MAX_OPERATIONS) {
    const limit = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${body.length}`;
    throw new ApiError(413, 'RequestEntityTooLarge', `Request entity too large: ${limit}`);
  }
  return { operations: body.map(raw => (raw ?? {}) as Operation), unknown: body.flatMap(unknownFields) };
}

function pathIn(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new MisfitError('an operation without a path');
}

/** @returns how many characters it copied */
function play(document: JsonDocument, { op, path, from, value = null }: Operation): number {
  switch (op) {
    case 'add':
      document.add(pathIn(path), value);
      return 0;
    case 'remove':
      document.remove(pathIn(path));
      return 0;
    case 'replace':
      document.replace(pathIn(path), value);
      return 0;
    case 'test':
      if (!document.holds(pathIn(path), value)) throw new MisfitError('a test that fails');
      return 0;
    case 'move':
      document.add(pathIn(path), document.remove(pathIn(from)));
      return 0;
    case 'copy': {
      const copied = document.read(pathIn(from));
      const size = JSON.stringify(copied).length;
      document.add(pathIn(path), structuredClone(copied));
      return size;
    }
    default:
      throw new MisfitError('an operation that nobody knows');
  }
}

const rejected = () =>
  new ApiError(422, 'Invalid', 'the server rejected our request due to an error in our request', {});

/** `live` stays as it is. @throws ApiError 422 */
export function applyJsonPatch(live: unknown, { operations }: JsonPatch): unknown {
  const document = new JsonDocument(live);
  let copied = 0;
  try {
    for (const operation of operations) {
      copied += play(document, operation);
      if (copied > MAX_COPIED) throw new MisfitError('copies of too much');
    }
  } catch (error) {
    throw error instanceof MisfitError ? rejected() : error;
  }
  return document.value;
}
