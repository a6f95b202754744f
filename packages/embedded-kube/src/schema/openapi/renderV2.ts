import type { OpenApiSchema, ResourceType } from '../../contracts';
import { builtinServerVersion } from '../builtin';
import { operationsOf, type Operation } from './operations';
import { schemaName, schemasOf } from './schemas';

/** What OpenAPI v2 cannot say. */
const UNKNOWN_TO_V2 = new Set(['anyOf', 'oneOf', 'not', 'allOf', 'nullable']);

const toRef = (ref: string) => ref.replace('#/components/schemas/', '#/definitions/');

const mapFields = (fields: Readonly<Record<string, OpenApiSchema>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toV2(field)]));

function toV2(schema: OpenApiSchema): OpenApiSchema {
  const { $ref, properties, items, additionalProperties, ...rest } = schema;
  const said = Object.entries(rest).filter(([key]) => !UNKNOWN_TO_V2.has(key));
  const isInexact = schema.nullable === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  const kept = isInexact && !properties ? said.filter(([key]) => key !== 'type' && key !== 'format') : said;
  return {
    ...Object.fromEntries(kept),
    ...($ref ? { $ref: toRef($ref) } : {}),
    ...(properties ? { properties: mapFields(properties) } : {}),
    ...(items ? { items: toV2(items) } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: toV2(additionalProperties) } : {}),
  };
}

function withoutDefaults(schema: OpenApiSchema): OpenApiSchema {
  const { default: _default, properties, items, additionalProperties, ...rest } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, withoutDefaults(field)]);
  return {
    ...rest,
    ...(properties ? { properties: Object.fromEntries(fields) } : {}),
    ...(items ? { items: withoutDefaults(items) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: withoutDefaults(additionalProperties) }
      : {}),
  };
}

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    description: `${name} of the object`,
    required: true,
    type: 'string',
    uniqueItems: true,
  }));

function toParameters({ query, hasBody, method, type }: Operation): readonly object[] {
  const isObject = method === 'put' || method === 'post';
  const schema = isObject ? { $ref: `#/definitions/${schemaName(type)}` } : { type: 'object' };
  const body = hasBody ? [{ name: 'body', in: 'body', required: isObject, schema }] : [];
  return [
    ...body,
    ...query.map(({ name, type: valueType, description }) => ({
      name,
      in: 'query',
      description,
      type: valueType,
      uniqueItems: true,
    })),
  ];
}

function toOperation(operation: Operation) {
  const { type, answers, bodyTypes, description, id, action } = operation;
  const answered = `#/definitions/${schemaName(type)}${answers === 'list' ? 'List' : ''}`;
  return {
    description,
    'operationId': id,
    'consumes': bodyTypes,
    'produces': ['application/json', 'application/yaml'],
    'parameters': toParameters(operation),
    'responses': {
      200: { description: 'OK', schema: { $ref: answered } },
      401: { description: 'Unauthorized' },
    },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': operation.groupVersionKind,
  };
}

function toPaths(types: readonly ResourceType[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of types.flatMap(operationsOf)) {
    const { path, method } = operation;
    paths[path] ??= { parameters: pathParameters(path) };
    paths[path][method] = toOperation(operation);
  }
  return paths;
}

/** This version never showed defaults of custom kinds. */
function toDefinitions(types: readonly ResourceType[]): Readonly<Record<string, OpenApiSchema>> {
  const custom = new Set(types.filter(({ isCustom }) => isCustom).map(schemaName));
  const definitions = [...schemasOf(types)].map(([name, schema]) => {
    const rendered = toV2(schema);
    return [name, custom.has(name) ? withoutDefaults(rendered) : rendered];
  });
  return Object.fromEntries(definitions);
}

/** The OpenAPI v2 document of all kinds. */
export function renderV2(types: readonly ResourceType[]) {
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: builtinServerVersion() },
    paths: toPaths(types),
    definitions: toDefinitions(types),
  };
}
