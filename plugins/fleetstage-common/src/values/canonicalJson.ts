import type { JsonObject } from './jsonObject';

/** The keys of an object to write, in order; `field` is the key of the object itself. */
export type KeyOrder = (object: JsonObject, field: string) => readonly string[];

/** Byte order, absent values left out: what Go does with maps. */
export const sortedKeys: KeyOrder = object =>
  Object.keys(object)
    .filter(key => object[key] !== undefined)
    .sort();

/**
 * JSON with sorted keys and without `undefined`, byte for byte what Go's encoding/json prints for the same maps:
 * `<`, `>`, `&` and the two line separators are escaped. Hashes go through it, so that they agree with KubeFleet's
 * (A §8, trap 14) and do not depend on the order in which fields were set.
 */
export function canonicalJson(value: unknown, keysOf: KeyOrder = sortedKeys): string {
  return escapeLikeGo(write(value, keysOf, ''));
}

/**
 * Whether two values have the same canonical JSON, without writing it: of what is shared by both nothing is read, and a
 * decision shares with the memory before it what it did not change.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b)) return !isObject(a) && !isObject(b) && scalar(a) === scalar(b);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSameJson(item, b[index]));
  }
  const [keys, others] = [sortedKeys(a, ''), sortedKeys(b, '')];
  if (keys.length !== others.length) return false;
  return keys.every((key, index) => key === others[index] && isSameJson(a[key], b[key]));
}

/** Length in UTF-8 bytes, as limits on stored objects count them. */
export function utf8Length(text: string): number {
  if (!/[\u0080-\uffff]/.test(text)) return text.length;
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else bytes += code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

// Written by hand: an object rebuilt in sorted order would still list integer-like keys first. One text grows: lists
// of parts that are joined take a quarter longer.
function write(value: unknown, keysOf: KeyOrder, field: string): string {
  if (!isObject(value)) return scalar(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${write(item, keysOf, field)}`;
    return `[${text}]`;
  }
  for (const key of keysOf(value, field))
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${write(value[key], keysOf, key)}`;
  return `{${text}}`;
}

const scalar = (value: unknown) => JSON.stringify(value) ?? 'null';

/** Go escapes characters that are dangerous inside HTML; JSON.stringify does not. They occur in texts only, so once is enough. */
const escapeLikeGo = (json: string) =>
  json.replace(/[<>&\u2028\u2029]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
