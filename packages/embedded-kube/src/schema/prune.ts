import type { OpenApiSchema } from '../contracts';
import { hasField, isObject, setField, type JsonObject } from './jsonValues';

const META_FIELDS = new Set(['apiVersion', 'kind', 'metadata']);

/** Everything kept; what was dropped is in `unknown` by its path. Values that lose nothing are not copied. */
class Pruning {
  readonly unknown: string[] = [];

  value(schema: OpenApiSchema | undefined, value: unknown, path: string): unknown {
    if (Array.isArray(value)) return this.list(schema, value, path);
    if (isObject(value)) return this.object(schema, value, path);
    return value;
  }

  private list(
    schema: OpenApiSchema | undefined,
    list: readonly unknown[],
    path: string,
  ): readonly unknown[] {
    const isKept = schema?.['x-kubernetes-preserve-unknown-fields'] === true && !schema.items;
    if (isKept) return list;
    const items = list.map((item, i) => this.value(schema?.items, item, `${path}[${i}]`));
    return items.some((item, i) => item !== list[i]) ? items : list;
  }

  private object(schema: OpenApiSchema | undefined, object: JsonObject, path: string): JsonObject {
    const kept: Record<string, unknown> = {};
    let isSame = true;
    for (const key of Object.keys(object)) {
      const field = path === '' ? key : `${path}.${key}`;
      const result = this.field(schema, key, object[key], field);
      if (result.isKept) setField(kept, key, result.value);
      else this.unknown.push(field);
      isSame &&= result.isKept && result.value === object[key];
    }
    return isSame ? object : kept;
  }

  private field(schema: OpenApiSchema | undefined, key: string, value: unknown, path: string) {
    const isRoot = path === key;
    const isResource = isRoot || schema?.['x-kubernetes-embedded-resource'] === true;
    if (isResource && META_FIELDS.has(key)) return { isKept: true, value };
    if (schema?.properties && hasField(schema.properties, key))
      return { isKept: true, value: this.value(schema.properties[key], value, path) };
    if (typeof schema?.additionalProperties === 'object')
      return { isKept: true, value: this.value(schema.additionalProperties, value, path) };
    const isKept =
      schema?.['x-kubernetes-preserve-unknown-fields'] === true || schema?.additionalProperties === true;
    return { isKept, value };
  }
}

/** Drops the fields that the schema does not know, and names them in order. */
export function pruneUnknown(schema: OpenApiSchema, object: JsonObject) {
  const pruning = new Pruning();
  const value = pruning.value(schema, object, '') as JsonObject;
  return { object: value, unknown: pruning.unknown.sort() };
}
