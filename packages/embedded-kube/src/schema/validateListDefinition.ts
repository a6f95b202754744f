import type { FieldError, OpenApiSchema } from '../contracts';
import { forbiddenError, invalidError, notSupportedError, requiredError } from './fieldErrors';
import { hasField } from './jsonValues';

function kindErrors(schema: OpenApiSchema, path: string): readonly FieldError[] {
  const mapType = schema['x-kubernetes-map-type'];
  const listType = schema['x-kubernetes-list-type'];
  const errors: FieldError[] = [];
  const demand = (type: string, extension: string) => {
    const text = `must be ${type} if ${extension} is specified`;
    errors.push(
      schema.type ? invalidError(`${path}.type`, schema.type, text) : requiredError(`${path}.type`, text),
    );
  };
  if (mapType !== undefined && schema.type !== 'object') demand('object', 'x-kubernetes-map-type');
  if (mapType !== undefined && mapType !== 'atomic' && mapType !== 'granular')
    errors.push(notSupportedError(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']));
  if (listType !== undefined && schema.type !== 'array') demand('array', 'x-kubernetes-list-type');
  if (listType !== undefined && !['atomic', 'set', 'map'].includes(String(listType)))
    errors.push(notSupportedError(`${path}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map']));
  return errors;
}

/** Each shows the whole list: of a long one that is wrong throughout, gigabytes would come. */
const MOST_ERRORS = 10;

function keyErrors(schema: OpenApiSchema, keys: readonly string[], path: string): readonly FieldError[] {
  const { properties = {} } = schema.items ?? {};
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const refuse = (text: string) =>
    errors.push(invalidError(`${path}.x-kubernetes-list-map-keys`, keys, text));
  for (const key of keys) {
    if (errors.length >= MOST_ERRORS) break;
    const property = hasField(properties, key) ? properties[key] : undefined;
    if (!property) refuse('entries must all be names of item properties');
    else if (property.type === 'array' || property.type === 'object')
      errors.push(
        invalidError(
          `${path}.items.properties[${key}].type`,
          schema.items?.type,
          "must be a scalar type if parent array's x-kubernetes-list-type is map",
        ),
      );
    if (seen.has(key)) refuse('must not contain duplicate entries');
    seen.add(key);
  }
  return errors;
}

/** Each item has each key, so that it can be distinguished from the others. */
function keyValueErrors(
  { items = {} }: OpenApiSchema,
  keys: readonly string[],
  path: string,
): readonly FieldError[] {
  const { properties = {} } = items;
  const required = new Set(items.required ?? []);
  return keys
    .filter(key => Object.hasOwn(properties, key))
    .flatMap(key => {
      const at = `${path}.items.properties[${key}]`;
      const missing =
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property';
      const nullable = 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable';
      const isThere = required.has(key) || properties[key].default !== undefined;
      return [
        ...(isThere ? [] : [requiredError(`${at}.default`, missing)]),
        ...(properties[key].nullable ? [forbiddenError(`${at}.nullable`, nullable)] : []),
      ];
    });
}

function mapErrors(schema: OpenApiSchema, path: string): readonly FieldError[] {
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []) as readonly string[];
  const errors: FieldError[] = [];
  if (keys.length === 0)
    errors.push(
      requiredError(
        `${path}.x-kubernetes-list-map-keys`,
        'must not be empty if x-kubernetes-list-type is map',
      ),
    );
  if (!schema.items)
    return [...errors, requiredError(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map')];
  if (schema.items.type !== 'object') {
    const text = "must be object if parent array's x-kubernetes-list-type is map";
    return [...errors, invalidError(`${path}.items.type`, schema.items.type ?? '', text)];
  }
  return [...errors, ...keyErrors(schema, keys, path)];
}

function setErrors(schema: OpenApiSchema, path: string): readonly FieldError[] {
  const { items } = schema;
  const text = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const itemType = items?.['x-kubernetes-list-type'];
  if (items?.type === 'array' && itemType !== undefined && itemType !== 'atomic')
    return [invalidError(`${path}.items.x-kubernetes-list-type`, itemType, text)];
  if (items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic')
    return [
      // The server shows the list type of the items here.
      invalidError(`${path}.items.x-kubernetes-map-type`, itemType ?? null, text),
    ];
  return [];
}

/** List and map types must fit the type of the field; lists of type map need keys that each item has. */
export function validateListDefinition(schema: OpenApiSchema, path: string): readonly FieldError[] {
  const listType = schema['x-kubernetes-list-type'];
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []) as readonly string[];
  const errors = [...kindErrors(schema, path)];
  if (keys.length > 0 && listType !== 'map') {
    const text = 'must be map if x-kubernetes-list-map-keys is non-empty';
    const field = `${path}.x-kubernetes-list-type`;
    errors.push(listType === undefined ? requiredError(field, text) : invalidError(field, listType, text));
  }
  if (listType === 'set') errors.push(...setErrors(schema, path));
  if (listType === 'map') errors.push(...mapErrors(schema, path));
  if ((listType === 'set' || listType === 'map') && schema.items?.nullable)
    errors.push(
      forbiddenError(
        `${path}.items.nullable`,
        `cannot be nullable when x-kubernetes-list-type is ${String(listType)}`,
      ),
    );
  if (listType === 'map') errors.push(...keyValueErrors(schema, keys, path));
  return errors;
}
