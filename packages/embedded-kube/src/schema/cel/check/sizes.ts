import type { OpenApiSchema } from '../../../contracts';
import { normalizeFormat } from '../../formats';

/** The largest object that a request can carry, in bytes. */
const MOST_BYTES = 3 * 1024 * 1024;
/** Letters of a timestamp and of a duration in JSON, quotes included: least and most. */
const TEXT_SIZES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  duration: [3, 32],
  date: [12, 12],
  datetime: [21, 32],
};
/** A letter takes up to so many bytes. */
const BYTES_EACH = 4;

const limit = (schema: OpenApiSchema, keyword: string): number | undefined => {
  const value = schema[keyword];
  return typeof value === 'number' ? Math.max(0, value) : undefined;
};

/** The least bytes of JSON that a value of a schema takes. */
export function leastBytes(schema: OpenApiSchema): number {
  if (schema['x-kubernetes-int-or-string'] === true) return 1;
  switch (schema.type) {
    case 'boolean':
      return 4;
    case 'object':
      return typeof schema.additionalProperties === 'object' ? 2 : leastObjectBytes(schema);
    case 'string':
      return TEXT_SIZES[normalizeFormat(schema.format ?? '')]?.[0] ?? 2;
    case 'array':
      return 2;
    default:
      return 1;
  }
}

/** Braces, and each field that must be there with its quotes, colon and comma. */
function leastObjectBytes({ properties = {}, required = [] }: OpenApiSchema): number {
  return required
    .filter(name => properties[name] && properties[name].default === undefined)
    .reduce((sum, name) => sum + name.length + leastBytes(properties[name]) + 4, 2);
}

function mostLetters(schema: OpenApiSchema): number {
  const format = normalizeFormat(schema.format ?? '');
  const known = TEXT_SIZES[format]?.[1];
  if (known !== undefined) return known;
  const most = limit(schema, 'maxLength');
  if (most !== undefined) return format === 'byte' ? most : most * BYTES_EACH;
  if (schema.enum?.length && format !== 'byte')
    return Math.max(
      0,
      ...schema.enum.map(value => (typeof value === 'string' ? Buffer.byteLength(value) : 0)),
    );
  return MOST_BYTES - 2;
}

/** The most letters, items or fields that a value of a schema can have. */
export function mostElements(schema: OpenApiSchema): number | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return mostLetters(schema);
  const { items, additionalProperties } = schema;
  if (schema.type === 'string') return mostLetters(schema);
  if (schema.type === 'array' && items)
    return limit(schema, 'maxItems') ?? Math.floor((MOST_BYTES - 2) / (leastBytes(items) + 1));
  if (schema.type === 'object' && typeof additionalProperties === 'object')
    return (
      limit(schema, 'maxProperties') ?? Math.floor((MOST_BYTES - 2) / (leastBytes(additionalProperties) + 6))
    );
  return undefined;
}

/** How often the values below a part can be there, for each time that the part is; `undefined`: any number. */
export function mostBelow(schema: OpenApiSchema): number | undefined {
  if (schema.type === 'array') return limit(schema, 'maxItems');
  if (schema.type === 'object' && schema.additionalProperties !== undefined)
    return limit(schema, 'maxProperties');
  return 1;
}
