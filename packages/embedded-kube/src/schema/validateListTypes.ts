import type { FieldError, OpenApiSchema } from '../contracts';
import { duplicateError, invalidError, toGoJson } from './fieldErrors';
import { hasField, isObject, type JsonObject } from './jsonValues';

/** The second appearance of each value that is there more than once. */
function repeatedAt(values: readonly unknown[]): readonly number[] {
  const seen = new Map<string, number>();
  return values.flatMap((value, i) => {
    const text = toGoJson(value);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times === 2 ? [i] : [];
  });
}

function validateMapList(
  schema: OpenApiSchema,
  list: readonly unknown[],
  path: string,
): readonly FieldError[] {
  const wrong = list.findIndex(item => item !== null && !isObject(item));
  if (wrong >= 0) {
    const field = `${path}[${wrong}]`;
    return [invalidError(field, list[wrong], 'must be an object for an array of list-type map')];
  }
  const names = (schema['x-kubernetes-list-map-keys'] ?? []) as readonly string[];
  const keys = list.map(item => {
    const object = isObject(item) ? item : {};
    return Object.fromEntries(names.filter(name => hasField(object, name)).map(name => [name, object[name]]));
  });
  return repeatedAt(keys).map(i => duplicateError(`${path}[${i}]`, keys[i]));
}

function validateList(schema: OpenApiSchema, list: readonly unknown[], path: string): readonly FieldError[] {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return repeatedAt(list).map(i => duplicateError(`${path}[${i}]`, list[i]));
    case 'map':
      return validateMapList(schema, list, path);
    default:
      return [];
  }
}

const hasListTypeBelow = new WeakMap<OpenApiSchema, boolean>();

function concernsLists(schema: OpenApiSchema): boolean {
  let concerns = hasListTypeBelow.get(schema);
  if (concerns === undefined) {
    const { properties = {}, additionalProperties, items } = schema;
    concerns =
      schema['x-kubernetes-list-type'] === 'set' ||
      schema['x-kubernetes-list-type'] === 'map' ||
      Object.values(properties).some(concernsLists) ||
      (typeof additionalProperties === 'object' && concernsLists(additionalProperties)) ||
      (items !== undefined && concernsLists(items));
    hasListTypeBelow.set(schema, concerns);
  }
  return concerns;
}

function walk(schema: OpenApiSchema, value: unknown, path: string, errors: FieldError[]): void {
  if (!concernsLists(schema)) return;
  if (Array.isArray(value)) {
    errors.push(...validateList(schema, value, path));
    if (schema.items) value.forEach((item, i) => walk(schema.items!, item, `${path}[${i}]`, errors));
  } else if (isObject(value)) {
    const { properties = {}, additionalProperties } = schema;
    for (const key of Object.keys(value)) {
      if (hasField(properties, key))
        walk(properties[key], value[key], path === '' ? key : `${path}.${key}`, errors);
      else if (typeof additionalProperties === 'object')
        walk(additionalProperties, value[key], `${path}[${key}]`, errors);
    }
  }
}

/** Sets hold each value once, lists of type map each key once. */
export function validateListTypes(schema: OpenApiSchema, object: JsonObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  walk(schema, object, '', errors);
  return errors;
}
