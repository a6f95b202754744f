/** RFC 6902 with the liberties a real server's library takes. */
import { applyPatch, type Operation } from 'rfc6902';

import { ApiError } from '../../contracts';
import { isStruct } from './schemaNode';

type Op = Record<string, unknown>;

/** More operations than a patch of kubectl ever has; a real server has the same limit. */
const MAX_OPERATIONS = 10_000;

const rejected = () =>
  new ApiError(422, 'Invalid', 'the server rejected our request due to an error in our request', {});

function parseOperations(body: unknown): readonly Op[] {
  if (!Array.isArray(body)) {
    const found = body === null ? 'null' : typeof body;
    throw new ApiError(
      400,
      'BadRequest',
      `error decoding patch: json: cannot unmarshal ${found} into Go value of type []handlers.jsonPatchOp`,
    );
  }
  if (body.length > MAX_OPERATIONS) {
    const message = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${body.length}`;
    throw new ApiError(413, 'RequestEntityTooLarge', message, {});
  }
  if (body.some(op => typeof op !== 'object' || op === null || Array.isArray(op))) throw rejected();
  return body as Op[];
}

const unescape = (token: string) => token.replaceAll('~1', '/').replaceAll('~0', '~');
const escape = (token: string) => token.replaceAll('~', '~0').replaceAll('/', '~1');

interface Target {
  readonly parent: unknown;
  readonly token: string;
}

/** Counts negative indexes from the end; `add` counts the place behind the last element, too. */
function toIndex(token: string, parent: unknown, isAdd: boolean): string {
  if (!Array.isArray(parent) || !/^-\d+$/.test(token)) return token;
  const index = Number(token) + parent.length + (isAdd ? 1 : 0);
  return index < 0 ? token : String(index);
}

const childOf = (parent: unknown, token: string): unknown =>
  typeof parent === 'object' && parent !== null && Object.hasOwn(parent, token)
    ? (parent as Record<string, unknown>)[token]
    : undefined;

function locate(document: unknown, path: string, isAdd: boolean): Target & { readonly path: string } {
  const tokens = path.split('/').slice(1).map(unescape);
  let parent = document;
  const found: string[] = [];
  tokens.forEach((token, depth) => {
    const isLast = depth === tokens.length - 1;
    found.push(toIndex(token, parent, isAdd && isLast));
    if (!isLast) parent = childOf(parent, found[depth]);
  });
  return { parent, token: found.at(-1) ?? '', path: found.map(token => `/${escape(token)}`).join('') };
}

const nothing = (document: unknown): Operation => ({ op: 'test', path: '', value: document });

/** A `replace` of an absent field adds it, and a value that is not given is null. */
function toStandard(document: unknown, raw: Op): Operation {
  const { op, path, from, value = null } = raw;
  // What stands before the first slash is not looked at.
  if (typeof path !== 'string' || !path.includes('/')) throw rejected();
  const at = locate(document, path, op === 'add' || op === 'copy' || op === 'move');
  switch (op) {
    case 'replace': {
      const isAbsent = isStruct(at.parent) && childOf(at.parent, at.token) === undefined;
      return { op: isAbsent ? 'add' : 'replace', path: at.path, value };
    }
    case 'add':
      return { op, path: at.path, value };
    case 'test':
      // Null is what an absent field is.
      if (value === null && isStruct(at.parent) && childOf(at.parent, at.token) === undefined)
        return nothing(document);
      return { op, path: at.path, value };
    case 'remove':
      return { op, path: at.path };
    case 'move':
    case 'copy': {
      if (typeof from !== 'string') throw rejected();
      const source = locate(document, from, false);
      const isAbsent = isStruct(source.parent) && childOf(source.parent, source.token) === undefined;
      return op === 'copy' && isAbsent
        ? { op: 'add', path: at.path, value: null }
        : { op, path: at.path, from: source.path };
    }
    default:
      throw rejected();
  }
}

export function applyJsonPatch(live: unknown, body: unknown): unknown {
  let document: unknown = structuredClone(live);
  for (const raw of parseOperations(body)) {
    if (raw.path === '' && (raw.op === 'replace' || raw.op === 'add')) {
      document = structuredClone(raw.value);
      continue;
    }
    const [error] = applyPatch(document, [toStandard(document, raw)]);
    if (error) throw rejected();
  }
  return document;
}
