import type { OpenApiSchema, ResourceType } from '../../contracts';
import { builtinServerVersion } from '../builtin';
import { operationsOf, type Operation, type Parameter } from './operations';
import { DELETE_OPTIONS, schemaName, schemasOf } from './schemas';

const REF = '#/components/schemas/';

/** A reference says nothing of itself in OpenAPI v3: what is beside it moves out, the reference into an allOf. */
function withLoneRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLoneRefs);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as { readonly $ref?: unknown };
  const entries = Object.entries(rest).map(([key, field]) => [key, withLoneRefs(field)]);
  if (typeof $ref !== 'string') return Object.fromEntries(entries);
  return entries.length === 0 ? { $ref } : { ...Object.fromEntries(entries), allOf: [{ $ref }] };
}

const toParameter = ({ name, type, description }: Parameter, place: 'query' | 'path' = 'query') => ({
  name,
  in: place,
  description,
  ...(place === 'path' ? { required: true } : {}),
  schema: { type, uniqueItems: true },
});

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    toParameter({ name, type: 'string', description: `${name} of the object` }, 'path'),
  );

const content = (types: readonly string[], schema: object) =>
  Object.fromEntries(types.map(type => [type, { schema }]));

function bodySchema({ method, type }: Operation): OpenApiSchema {
  if (method === 'delete') return { $ref: `${REF}${DELETE_OPTIONS}` };
  return method === 'patch' ? { type: 'object' } : { $ref: `${REF}${schemaName(type)}` };
}

function toOperation(operation: Operation): object {
  const { type, id, action, description, query, hasBody, bodyTypes, answers } = operation;
  const answered = { $ref: `${REF}${schemaName(type)}${answers === 'list' ? 'List' : ''}` };
  return {
    description,
    'operationId': id,
    'parameters': query.map(parameter => toParameter(parameter)),
    ...(hasBody ? { requestBody: { content: content(bodyTypes, bodySchema(operation)) } } : {}),
    'responses': {
      200: { description: 'OK', content: content(['application/json', 'application/yaml'], answered) },
      401: { description: 'Unauthorized' },
    },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': operation.groupVersionKind,
  };
}

function toPaths(types: readonly ResourceType[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of types.flatMap(operationsOf)) {
    const { path, method } = operation;
    paths[path] ??= { parameters: pathParameters(path) };
    paths[path][method] = toOperation(operation);
  }
  return paths;
}

const OF_DEFINITIONS = { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' };

/** `1.36`. */
const ofBuiltin = () => ({
  title: 'Kubernetes',
  version: builtinServerVersion().replace(/^v(\d+\.\d+).*$/, '$1'),
});

/** The OpenAPI v3 document of one group version. */
export function renderV3(types: readonly ResourceType[]): object {
  return {
    openapi: '3.0.0',
    info: types.every(({ isCustom }) => isCustom) ? OF_DEFINITIONS : ofBuiltin(),
    paths: toPaths(types),
    components: { schemas: withLoneRefs(Object.fromEntries(schemasOf(types))) },
  };
}
