import type { KubeObject, ManagedFieldsEntry } from '../contracts';
import { RecentlyUsed } from '../RecentlyUsed';
import { isObject } from '../schema/jsonValues';

/**
 * JSON of an object behind its kind and apiVersion, without the brace that opens it, in pieces. Sets of managed fields are
 * separate pieces, the same for all objects that have them: they are a third of what a fleet holds.
 */
export function tailPieces(object: KubeObject): readonly string[] {
  const { apiVersion: _version, kind: _kind, metadata, ...fields } = object;
  const { managedFields, ...others } = metadata;
  const rest = JSON.stringify(fields);
  // Of what follows, the part behind its brace: `}` alone when there is nothing.
  const end = rest === '{}' ? '}' : `,${rest.slice(1)}`;
  if (!isWritten(managedFields)) return [flat('"metadata":', JSON.stringify(metadata), end)];
  const pieces: string[] = [];
  let before = `"metadata":${openEnded(others)}"managedFields":[`;
  for (const { fieldsV1, subresource, ...entry } of managedFields) {
    pieces.push(flat(before, openEnded(entry), '"fieldsV1":'), fieldsText(fieldsV1 as object));
    before = subresource === undefined ? '},' : `,"subresource":${JSON.stringify(subresource)}},`;
  }
  pieces.push(flat(before.slice(0, -1), ']}', end));
  return pieces;
}

const isWritten = (entries: readonly ManagedFieldsEntry[] | undefined): entries is ManagedFieldsEntry[] =>
  Array.isArray(entries) &&
  entries.length > 0 &&
  entries.every(entry => isObject(entry) && isObject(entry.fieldsV1));

/** `{"name":"a",`: what follows is another field. */
function openEnded(fields: object): string {
  const text = JSON.stringify(fields);
  return text === '{}' ? '{' : `${text.slice(0, -1)},`;
}

/** One string in memory, where `+` keeps the parts and what connects them. */
const flat = (...parts: string[]) => parts.join('');

const MOST_SHARED = 5_000;
const shared = new RecentlyUsed<string, string>(MOST_SHARED);
const known = new WeakMap<object, string>();

function fieldsText(fields: object): string {
  const before = known.get(fields);
  if (before !== undefined) return before;
  const text = JSON.stringify(fields);
  const same = shared.get(text) ?? text;
  if (same === text) shared.set(text, text);
  known.set(fields, same);
  return same;
}
