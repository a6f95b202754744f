/** A JSON object as it comes from a parser; lists are not objects. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const hasField = (object: object, field: string): boolean => Object.hasOwn(object, field);

/** The field of that name, whatever every object has from birth: `constructor`, `__proto__`. */
export const ownField = (object: object, field: string): unknown =>
  Object.hasOwn(object, field) ? (object as JsonObject)[field] : undefined;

/** What a table of our own says of a word that somebody sent, be it `constructor`. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** Makes a field also of what is called `__proto__`, which an assignment would take for something else. */
export function setField(object: Record<string, unknown>, field: string, value: unknown): void {
  if (field === '__proto__')
    Object.defineProperty(object, field, { value, enumerable: true, configurable: true, writable: true });
  else object[field] = value;
}

export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isDeepEqual(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => hasField(b, key) && isDeepEqual(a[key], b[key]))
  );
}
