import type { OpenApiSchema, ResourceType } from '../../contracts';
import { builtinSchemas } from '../builtin';
import { schemaTexts, withTexts } from '../schemaTexts';

const REF = '#/components/schemas/';
export const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
export const LIST_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';
export const DELETE_OPTIONS = 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions';

export const groupVersionKind = ({
  group,
  version,
  kind,
}: Pick<ResourceType, 'group' | 'version' | 'kind'>) => ({
  group,
  kind,
  version,
});

/**
 * `io.kubernetes-fleet.placement.v1.ClusterResourcePlacement`: the group backwards; built-in kinds have their own names.
 */
export function schemaName(type: ResourceType): string {
  const ref = type.schema.root.$ref;
  if (ref) return ref.slice(REF.length);
  return [...type.group.split('.').reverse(), type.version, type.kind].join('.');
}

/** A text that a built-in kind has, for a field that every kind has. */
const textOf = (kind: string, field: string): OpenApiSchema => ({
  description: schemaTexts()[`io.k8s.api.core.v1.${kind}`]?.[field] ?? '',
});

const kindFields = (kind: string): Readonly<Record<string, OpenApiSchema>> => ({
  apiVersion: { type: 'string', ...textOf(kind, 'apiVersion') },
  kind: { type: 'string', ...textOf(kind, 'kind') },
});

/** A number or a text is said in two ways: to who knows what Kubernetes means, and to who does not. */
function withBothTypes(schema: OpenApiSchema): OpenApiSchema {
  const { properties, items, additionalProperties } = schema;
  const isEither = schema['x-kubernetes-int-or-string'] === true && schema.anyOf === undefined;
  const inner = Object.entries(properties ?? {}).map(([field, value]) => [field, withBothTypes(value)]);
  return {
    ...schema,
    ...(isEither ? { anyOf: [{ type: 'integer' }, { type: 'string' }] } : {}),
    ...(properties ? { properties: Object.fromEntries(inner) } : {}),
    ...(items ? { items: withBothTypes(items) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: withBothTypes(additionalProperties) }
      : {}),
  };
}

/** A custom kind's schema is its definition's, with the fields that every object has. */
function customSchema(type: ResourceType): OpenApiSchema {
  const root = withBothTypes(type.schema.root);
  const metadata = { ...textOf('ConfigMap', 'metadata'), $ref: `${REF}${OBJECT_META}` };
  return {
    ...root,
    'properties': { ...root.properties, ...kindFields('ConfigMap'), metadata },
    'x-kubernetes-group-version-kind': [groupVersionKind(type)],
  };
}

const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

/** Of built-in kinds what is absent is shown as empty. */
function listSchema(type: ResourceType): OpenApiSchema {
  const empty = type.isCustom ? {} : { default: {} };
  const item = { ...empty, $ref: `${REF}${schemaName(type)}` };
  const metadata = { ...empty, ...textOf('PodList', 'metadata'), $ref: `${REF}${LIST_META}` };
  const items = `List of ${type.plural}. More info: ${CONVENTIONS}`;
  return {
    'type': 'object',
    'description': `${type.listKind} is a list of ${type.kind}`,
    'required': ['items'],
    'properties': {
      ...kindFields('PodList'),
      items: { type: 'array', description: items, items: item },
      metadata,
    },
    'x-kubernetes-group-version-kind': [groupVersionKind({ ...type, kind: type.listKind })],
  };
}

function refsIn(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) refsIn(item, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, field] of Object.entries(value)) {
      if (key === '$ref' && typeof field === 'string') found.add(field.slice(REF.length));
      else refsIn(field, found);
    }
  }
}

/** The schemas of kinds, of their lists, and all that these refer to. */
export function schemasOf(types: readonly ResourceType[]): ReadonlyMap<string, OpenApiSchema> {
  const own = new Map<string, OpenApiSchema>();
  for (const type of types) {
    if (type.isCustom) own.set(schemaName(type), customSchema(type));
    if (type.verbs.includes('list')) own.set(`${schemaName(type)}List`, listSchema(type));
  }
  const builtin = builtinSchemas();
  const result = new Map<string, OpenApiSchema>();
  const open = [...own.keys(), ...types.map(schemaName), DELETE_OPTIONS];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const found = own.get(name) ?? builtin[name];
    if (!found || result.has(name)) continue;
    const schema = withTexts(name, found);
    result.set(name, schema);
    const refs = new Set<string>();
    refsIn(schema, refs);
    open.push(...refs);
  }
  return new Map([...result].sort(([a], [b]) => (a < b ? -1 : 1)));
}
