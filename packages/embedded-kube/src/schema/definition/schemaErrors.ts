import type { FieldError, OpenApiSchema } from '../../contracts';
import { forbiddenError } from '../fieldErrors';
import { defaultErrors } from './defaultErrors';
import { openApiErrors } from './openApiErrors';
import { structuralErrors } from './structuralErrors';

const UNREADABLE = [
  'id',
  '$schema',
  '$ref',
  'patternProperties',
  'dependencies',
  'additionalItems',
  'definitions',
];

/** A schema that uses what definitions do not know is not checked for its structure. */
function isReadable(schema: OpenApiSchema): boolean {
  if (UNREADABLE.some(keyword => schema[keyword] !== undefined && schema[keyword] !== '')) return false;
  const { properties = {}, additionalProperties, items, allOf = [], anyOf = [], oneOf = [], not } = schema;
  const parts = [
    ...Object.values(properties),
    additionalProperties,
    items,
    ...allOf,
    ...anyOf,
    ...oneOf,
    not,
  ];
  return parts.every(part => typeof part !== 'object' || isReadable(part));
}

/** Everything wrong with the schema of a version: its structure, its defaults, its keywords, its rules. */
export function schemaErrors(schema: OpenApiSchema, path: string): readonly FieldError[] {
  const root = schema.nullable
    ? [forbiddenError(`${path}.nullable`, 'nullable cannot be true at the root')]
    : [];
  const structural = isReadable(schema) ? structuralErrors(schema, path) : [];
  const defaults = isReadable(schema) && structural.length === 0 ? defaultErrors(schema, path) : [];
  const hasTypes = isReadable(schema) && structural.length === 0 && defaults.length === 0;
  return [...root, ...structural, ...defaults, ...openApiErrors(schema, path, hasTypes)];
}
