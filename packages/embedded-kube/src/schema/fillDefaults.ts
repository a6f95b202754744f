import type { OpenApiSchema } from '../contracts';
import { hasField, isObject, setField, type JsonObject } from './jsonValues';

const hasParts = ({ properties, additionalProperties, items }: OpenApiSchema) =>
  properties !== undefined || typeof additionalProperties === 'object' || items !== undefined;

function fillField(schema: OpenApiSchema, value: unknown, keepsNulls: boolean): unknown {
  const isMissing = value === undefined || (value === null && schema.nullable !== true);
  const filled = isMissing && schema.default !== undefined ? structuredClone(schema.default) : value;
  return fill(schema, filled, keepsNulls);
}

function fillObject(schema: OpenApiSchema, object: JsonObject, keepsNulls: boolean): JsonObject {
  const { properties = {}, additionalProperties } = schema;
  const filled: Record<string, unknown> = {};
  let isSame = true;
  for (const key of Object.keys(object)) {
    const field = hasField(properties, key) ? properties[key] : additionalProperties;
    const schemaOfField = typeof field === 'object' ? field : undefined;
    const value = schemaOfField ? fillField(schemaOfField, object[key], keepsNulls) : object[key];
    // A null that is not allowed is as good as absent, unless a default replaces it.
    const isDropped =
      value === null && !keepsNulls && schemaOfField !== undefined && schemaOfField.nullable !== true;
    if (!isDropped) setField(filled, key, value);
    isSame &&= !isDropped && value === object[key];
  }
  for (const key of Object.keys(properties)) {
    if (hasField(object, key) || properties[key].default === undefined) continue;
    setField(filled, key, fillField(properties[key], undefined, keepsNulls));
    isSame = false;
  }
  return isSame ? object : filled;
}

function fill(schema: OpenApiSchema, value: unknown, keepsNulls: boolean): unknown {
  if (!hasParts(schema)) return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!items) return value;
    const filled = value.map(item => fillField(items, item, keepsNulls));
    return filled.some((item, i) => item !== value[i]) ? filled : value;
  }
  return isObject(value) ? fillObject(schema, value, keepsNulls) : value;
}

/** Fills in the defaults of fields whose parent is there. Values that gain nothing are not copied. */
export const fillDefaults = (schema: OpenApiSchema, object: JsonObject, keepsNulls = false): JsonObject =>
  fill(schema, object, keepsNulls) as JsonObject;
