import type { FieldError, ObjectMeta, OpenApiSchema } from '../contracts';
import { explainMetadata, jsonName, withoutUnknown } from './coerceMetadata';
import { invalidError, requiredError } from './fieldErrors';
import { hasField, isObject, setField, type JsonObject } from './jsonValues';
import { explainDns1035Label, explainPathSegment } from './names';
import { validateMetadata } from './validateMetadata';

function apiVersionErrors(value: unknown, path: string): readonly FieldError[] {
  if (typeof value !== 'string') return [invalidError(path, value, 'must be a string')];
  if (value === '') return [invalidError(path, value, 'must not be empty')];
  if (value.split('/').length > 2)
    return [invalidError(path, value, `unexpected GroupVersion string: ${value}`)];
  return [];
}

function kindErrors(value: unknown, path: string): readonly FieldError[] {
  if (typeof value !== 'string') return [invalidError(path, value, 'must be a string')];
  if (value === '') return [invalidError(path, value, 'must not be empty')];
  const wrong = explainDns1035Label(value.toLowerCase());
  if (wrong.length === 0) return [];
  return [invalidError(path, value, `may have mixed case, but should otherwise match: ${wrong.join(',')}`)];
}

function resourceErrors(object: JsonObject, path: string): readonly FieldError[] {
  const missing = ['apiVersion', 'kind'].filter(field => !hasField(object, field));
  const errors = missing.map(field => requiredError(`${path}.${field}`));
  if (hasField(object, 'apiVersion'))
    errors.push(...apiVersionErrors(object.apiVersion, `${path}.apiVersion`));
  if (hasField(object, 'kind')) errors.push(...kindErrors(object.kind, `${path}.kind`));
  if (isObject(object.metadata)) {
    const meta = object.metadata as unknown as ObjectMeta;
    const named = meta.name ? meta : { ...meta, name: 'unnamed' };
    const rules = { isNamespaced: Boolean(meta.namespace), explainName: explainPathSegment };
    errors.push(...validateMetadata(named, rules, `${path}.metadata`));
  }
  return errors;
}

const concerned = new WeakMap<OpenApiSchema, boolean>();

function concernsEmbedded(schema: OpenApiSchema): boolean {
  let concerns = concerned.get(schema);
  if (concerns === undefined) {
    const { properties = {}, additionalProperties, items } = schema;
    concerns =
      schema['x-kubernetes-embedded-resource'] === true ||
      Object.values(properties).some(concernsEmbedded) ||
      (typeof additionalProperties === 'object' && concernsEmbedded(additionalProperties)) ||
      (items !== undefined && concernsEmbedded(items));
    concerned.set(schema, concerns);
  }
  return concerns;
}

type Visit = (object: JsonObject, path: string) => void;

function walk(schema: OpenApiSchema, value: unknown, path: string, visit: Visit): void {
  if (!concernsEmbedded(schema)) return;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items) value.forEach((item, i) => walk(items, item, `${path}[${i}]`, visit));
  } else if (isObject(value)) {
    if (schema['x-kubernetes-embedded-resource'] === true) visit(value, path);
    const { properties = {}, additionalProperties } = schema;
    for (const key of Object.keys(value)) {
      if (hasField(properties, key))
        walk(properties[key], value[key], path === '' ? key : `${path}.${key}`, visit);
      else if (typeof additionalProperties === 'object')
        walk(additionalProperties, value[key], `${path}[${key}]`, visit);
    }
  }
}

/** Objects inside an object have a kind, a version and sound metadata. */
export function validateEmbedded(schema: OpenApiSchema, object: JsonObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  walk(schema, object, '', (resource, path) => errors.push(...resourceErrors(resource, path)));
  return errors;
}

function explainUndecodable(object: JsonObject, path: string): FieldError | undefined {
  for (const field of ['apiVersion', 'kind']) {
    if (hasField(object, field) && typeof object[field] !== 'string')
      return invalidError(`${path}.${field}`, object[field], 'must be a string');
  }
  const { metadata } = object;
  if (metadata === undefined || metadata === null) return undefined;
  const why = isObject(metadata)
    ? explainMetadata(metadata)
    : `json: cannot unmarshal ${jsonName(metadata)} into Go value of type v1.ObjectMeta`;
  return why === undefined ? undefined : invalidError(`${path}.metadata`, metadata, why);
}

/** The first object inside an object whose type or metadata is of another shape than any object's. */
export function undecodableEmbedded(schema: OpenApiSchema, object: JsonObject): FieldError | undefined {
  let found: FieldError | undefined;
  walk(schema, object, '', (resource, path) => {
    found ??= explainUndecodable(resource, path);
  });
  return found;
}

/** Drops what the metadata of objects inside an object does not have. What loses nothing is not copied. */
export function pruneEmbedded(schema: OpenApiSchema, object: JsonObject) {
  const unknown: string[] = [];
  const prune = (part: OpenApiSchema, value: unknown, path: string): unknown => {
    if (!concernsEmbedded(part)) return value;
    if (Array.isArray(value)) {
      const { items } = part;
      const list = items ? value.map((item, i) => prune(items, item, `${path}[${i}]`)) : value;
      return list.some((item, i) => item !== value[i]) ? list : value;
    }
    if (!isObject(value)) return value;
    const pruned: Record<string, unknown> = {};
    let isSame = true;
    for (const [key, field] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`;
      const kept = pruneField(part, key, field, at);
      setField(pruned, key, kept);
      isSame &&= kept === field;
    }
    return isSame ? value : pruned;
  };
  const pruneField = (part: OpenApiSchema, key: string, field: unknown, path: string): unknown => {
    const { properties = {}, additionalProperties } = part;
    const isMetadata = key === 'metadata' && part['x-kubernetes-embedded-resource'] === true;
    if (isMetadata && isObject(field)) {
      const known = withoutUnknown(field);
      unknown.push(...known.unknown.map(name => `${path}.${name}`));
      return known.metadata;
    }
    if (hasField(properties, key)) return prune(properties[key], field, path);
    return typeof additionalProperties === 'object' ? prune(additionalProperties, field, path) : field;
  };
  return { object: prune(schema, object, '') as JsonObject, unknown };
}
