import { isStruct } from './schemaNode';

/** A value as Go prints it with `%v`, which the texts of some refusals do: `map[a:1 b:[x y]]`. */
export function goFormat(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goFormat).join(' ')}]`;
  if (!isStruct(value)) return String(value);
  const fields = Object.keys(value).sort();
  return `map[${fields.map(field => `${field}:${goFormat(value[field])}`).join(' ')}]`;
}
