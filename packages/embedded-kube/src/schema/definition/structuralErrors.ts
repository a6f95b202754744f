import type { FieldError, OpenApiSchema } from '../../contracts';
import { forbiddenError, invalidError, requiredError } from '../fieldErrors';
import { explainPattern, toRegExp } from '../goRegExp';
import { hasField, isDeepEqual, isObject } from '../jsonValues';

type Level = 'root' | 'item' | 'field';

const UNTYPED: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** What a condition on values may not say, since it says what a value is: keyword → what it must be instead. */
const FORBIDDEN_IN_CONDITIONS: readonly (readonly [string, string])[] = [
  ['type', 'empty'],
  ['additionalProperties', 'undefined'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  ['x-kubernetes-preserve-unknown-fields', 'false'],
  ['x-kubernetes-embedded-resource', 'false'],
  ['x-kubernetes-int-or-string', 'false'],
  ['x-kubernetes-list-map-keys', 'empty'],
  ['x-kubernetes-list-type', 'undefined'],
  ['x-kubernetes-map-type', 'undefined'],
  ['x-kubernetes-validations', 'empty'],
];

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);

interface Condition {
  readonly schema: OpenApiSchema;
  readonly at: string;
}

/** The schemas of `anyOf`, `allOf`, `oneOf` and `not`. */
function conditionsOf(schema: OpenApiSchema, path: string): readonly Condition[] {
  const lists = (['anyOf', 'allOf', 'oneOf'] as const).flatMap(kind =>
    (schema[kind] ?? []).map((part, i) => ({ schema: part, at: `${path}.${kind}[${i}]` })),
  );
  return schema.not ? [...lists, { schema: schema.not, at: `${path}.not` }] : lists;
}

/** Collects why a schema is not structural: what a value is must be said once, outside of all conditions. */
class StructuralWalk {
  readonly errors: FieldError[] = [];

  visit(schema: OpenApiSchema, level: Level, path: string): void {
    const { properties = {}, additionalProperties, items } = schema;
    if (schema.type === 'array' && !items)
      this.errors.push(requiredError(`${path}.items`, 'must be specified'));
    if (items) this.visit(items, 'item', `${path}.items`);
    for (const [name, property] of Object.entries(properties))
      this.visit(property, 'field', `${path}.properties[${name}]`);
    if (additionalProperties !== undefined && level === 'root')
      this.errors.push(forbiddenError(`${path}.additionalProperties`, 'must not be used at the root'));
    if (isObject(additionalProperties))
      this.visit(additionalProperties, 'field', `${path}.additionalProperties`);
    this.ownErrors(schema, level, path);
    this.values(schema, path);
  }

  private ownErrors(schema: OpenApiSchema, level: Level, path: string): void {
    this.errors.push(
      ...extensionErrors(schema, path),
      ...typeErrors(schema, level, path),
      ...metaErrors(schema, level, path),
    );
  }

  /** Conditions on a value, at any depth. */
  private values(
    schema: OpenApiSchema,
    path: string,
    skipsAnyOf = isDeepEqual(schema.anyOf, INT_OR_STRING),
  ): void {
    for (const condition of conditionsOf(schema, path)) {
      if (skipsAnyOf && condition.at.startsWith(`${path}.anyOf[`)) continue;
      // The first of allOf may be where the two types of int-or-string are said.
      const isFirst = condition.at === `${path}.allOf[0]`;
      this.condition(condition, isFirst && isDeepEqual(condition.schema.anyOf, INT_OR_STRING));
    }
    const { pattern } = schema;
    if (typeof pattern === 'string' && pattern !== '' && !toRegExp(pattern)) {
      const why = `must be a valid regular expression, but isn't: ${explainPattern(pattern)}`;
      this.errors.push(invalidError(`${path}.pattern`, pattern, why));
    }
  }

  private condition({ schema, at }: Condition, skipsAnyOf: boolean): void {
    this.values(schema, at, skipsAnyOf);
    if (schema.items) this.condition({ schema: schema.items, at: `${at}.items` }, false);
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      this.condition({ schema: property, at: `${at}.properties[${name}]` }, false);
    for (const [keyword, wanted] of FORBIDDEN_IN_CONDITIONS) {
      if (keyword === 'default' ? schema.default !== undefined : isSaid(schema[keyword]))
        this.errors.push(forbiddenError(`${at}.${keyword}`, `must be ${wanted} to be structural`));
    }
    if (schema.properties && hasField(schema.properties, 'metadata'))
      this.errors.push(
        forbiddenError(`${at}.properties[metadata]`, 'must not be specified in a nested context'),
      );
  }

  /** The fields in a condition of the root must be declared outside of it. */
  completeness(condition: OpenApiSchema, schema: OpenApiSchema, path: string, at: string): void {
    for (const each of conditionsOf(condition, at)) this.counterpart(each, schema, path);
  }

  private counterpart(
    { schema: condition, at }: Condition,
    schema: OpenApiSchema | undefined,
    path: string,
  ): void {
    if (!schema) {
      this.errors.push(requiredError(path, `because it is defined in ${at}`));
      return;
    }
    this.completeness(condition, schema, path, at);
    if (condition.items)
      this.counterpart({ schema: condition.items, at: `${at}.items` }, schema.items, `${path}.items`);
    for (const [name, property] of Object.entries(condition.properties ?? {})) {
      const known =
        schema.properties && hasField(schema.properties, name) ? schema.properties[name] : undefined;
      const part = `properties[${name}]`;
      this.counterpart({ schema: property, at: `${at}.${part}` }, known, `${path}.${part}`);
    }
  }
}

function extensionErrors(schema: OpenApiSchema, path: string): readonly FieldError[] {
  if (schema['x-kubernetes-int-or-string'] !== true) return [];
  return ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource']
    .filter(extension => schema[extension] === true)
    .map(extension =>
      invalidError(`${path}.${extension}`, true, 'must be false if x-kubernetes-int-or-string is true'),
    );
}

function typeErrors(schema: OpenApiSchema, level: Level, path: string): readonly FieldError[] {
  const field = `${path}.type`;
  const errors: FieldError[] = [];
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const isFree = ['x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'].some(
    extension => schema[extension] === true,
  );
  if (isEmbedded && schema.type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(schema.type ? invalidError(field, schema.type, why) : requiredError(field, why));
  } else if (!schema.type && !isFree) errors.push(requiredError(field, UNTYPED[level]));
  if (isEmbedded && schema.additionalProperties !== undefined) {
    const why = 'must not be used if x-kubernetes-embedded-resource is set';
    errors.push(forbiddenError(`${path}.additionalProperties`, why));
  }
  if (level === 'root' && schema.type && schema.type !== 'object')
    errors.push(invalidError(field, schema.type, 'must be object at the root'));
  return errors;
}

/** Kind, version and metadata of an embedded object. */
function metaErrors(schema: OpenApiSchema, level: Level, path: string): readonly FieldError[] {
  const { properties = {} } = schema;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const errors: FieldError[] = [];
  if (level === 'root' || isEmbedded) {
    for (const [name, type] of [
      ['kind', 'string'],
      ['apiVersion', 'string'],
      ['metadata', 'object'],
    ]) {
      if (hasField(properties, name) && properties[name].type !== type)
        errors.push(
          invalidError(`${path}.properties[${name}].type`, properties[name].type ?? '', `must be ${type}`),
        );
    }
  }
  if (level === 'root' && hasField(properties, 'metadata') && !isPlainMetadata(properties.metadata)) {
    const why =
      'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbiddenError(`${path}.properties[metadata]`, why));
  }
  const isFree = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (isEmbedded && !isFree && Object.keys(properties).length === 0) {
    const why =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(requiredError(`${path}.properties`, why));
  }
  return errors;
}

function isPlainMetadata({
  type: _type,
  properties = {},
  default: _default,
  ...others
}: OpenApiSchema): boolean {
  const isNamed = Object.keys(properties).every(name => ['name', 'generateName'].includes(name));
  return isNamed && !Object.values(others).some(isSaid);
}

const textOf = ({ field, message }: FieldError) => `${field}: ${message}`;

/** In the order of their texts. */
export function structuralErrors(schema: OpenApiSchema, path: string): readonly FieldError[] {
  const walk = new StructuralWalk();
  walk.visit(schema, 'root', path);
  walk.completeness(schema, schema, path, path);
  return walk.errors.sort((a, b) => (textOf(a) < textOf(b) ? -1 : Number(textOf(a) > textOf(b))));
}
