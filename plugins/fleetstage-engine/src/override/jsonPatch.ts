import {
  failure,
  isJsonObject,
  ok,
  type JsonPatchOverride,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';

type Json = Readonly<Record<string, unknown>>;

/**
 * The document with the operations applied, one after the other; the first that fails ends them, and nothing of it is
 * applied (B/OV-080…086). What it was given stays as it is.
 *
 *   add    /metadata/labels/app "x"   sets or replaces; the parent must exist
 *   add    /spec/args/1 "x"           inserts before the second; `-` and -1 append, -2 inserts before the last
 *   remove /spec/args/-1              the last one
 */
export function applyPatch(document: Json, operations: readonly JsonPatchOverride[]): Result<Json> {
  let patched: unknown = document;
  for (const operation of operations) {
    const fault = findPathFault(operation.path);
    if (fault !== undefined) return failure(`${describe(operation)}: ${fault}`);
    const result = change(patched, operation.path.slice(1).split('/').map(unescapeSegment), operation);
    if (!result.ok) return failure(`${describe(operation)}: ${result.error}`);
    patched = result.value;
  }
  return isJsonObject(patched) ? ok(patched) : failure('nothing is left of the object');
}

/** `replace /spec/replicas`. */
export const describe = ({ op, path }: Pick<JsonPatchOverride, 'op' | 'path'>) => `${op} ${path}`;

/**
 * What the definition refuses (B/OV-054), checked again: what a server without our definition stored must not rename an
 * object. Escaped segments cannot become one of these, for `~0` and `~1` mean `~` and `/` alone.
 */
export function findPathFault(path: string): string | undefined {
  if (!path.startsWith('/')) return 'the path must begin with "/"';
  const [first, second] = path.slice(1).split('/');
  if (first === 'kind' || first === 'apiVersion' || first === 'status')
    return `${first} cannot be overridden`;
  if (first === 'metadata' && second !== 'annotations' && second !== 'labels')
    return 'of metadata only annotations and labels can be overridden';
  const hasBlank = path
    .slice(1)
    .split('/')
    .some(segment => segment.trim() === '');
  return hasBlank ? 'the path has an empty segment' : undefined;
}

const unescapeSegment = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');

function change(
  node: unknown,
  [segment, ...below]: readonly string[],
  operation: JsonPatchOverride,
): Result<unknown> {
  if (below.length === 0) return changeHere(node, segment, operation);
  const child = childOf(node, segment);
  if (!child.ok) return child;
  const changed = change(child.value, below, operation);
  if (!changed.ok) return changed;
  return ok(
    Array.isArray(node)
      ? node.with(indexOf(segment, node.length - 1, node.length) ?? 0, changed.value)
      : withField(node as Json, segment, changed.value),
  );
}

function childOf(node: unknown, segment: string): Result<unknown> {
  if (Array.isArray(node)) {
    const index = indexOf(segment, node.length - 1, node.length);
    return index === undefined ? failure(`there is no item ${segment}`) : ok(node[index]);
  }
  if (!isJsonObject(node)) return failure(`"${segment}" is a field of a value that has no fields`);
  return Object.hasOwn(node, segment) ? ok(node[segment]) : failure(`there is no field "${segment}"`);
}

function changeHere(
  node: unknown,
  segment: string,
  { op, value = null }: JsonPatchOverride,
): Result<unknown> {
  if (Array.isArray(node)) return changeItem(node, segment, { op, value });
  if (!isJsonObject(node)) return failure(`"${segment}" is a field of a value that has no fields`);
  if (op !== 'add' && !Object.hasOwn(node, segment)) return failure(`there is no field "${segment}"`);
  if (op !== 'remove') return ok(withField(node, segment, value));
  return ok(Object.fromEntries(Object.entries(node).filter(([key]) => key !== segment)));
}

function changeItem(
  items: readonly unknown[],
  segment: string,
  { op, value }: Pick<JsonPatchOverride, 'op' | 'value'>,
): Result<unknown> {
  if (op === 'add') {
    const at = segment === '-' ? items.length : indexOf(segment, items.length, items.length + 1);
    return at === undefined ? failure(`there is no position ${segment}`) : ok(items.toSpliced(at, 0, value));
  }
  const at = indexOf(segment, items.length - 1, items.length);
  if (at === undefined) return failure(`there is no item ${segment}`);
  return ok(op === 'remove' ? items.toSpliced(at, 1) : items.with(at, value));
}

/** A position up to `last`; a negative one counts back from `end` (B/OV-083). */
function indexOf(segment: string, last: number, end: number): number | undefined {
  if (!/^(0|-?[1-9]\d{0,8})$/.test(segment)) return undefined;
  const index = Number(segment) < 0 ? end + Number(segment) : Number(segment);
  return index >= 0 && index <= last ? index : undefined;
}

/** Keeps the order of fields; a computed name is a separate field, `__proto__` too. */
const withField = (node: Json, segment: string, value: unknown): Json => ({ ...node, [segment]: value });
