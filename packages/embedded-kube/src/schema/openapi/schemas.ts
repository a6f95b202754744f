import type { OpenApiSchema, ResourceType } from '../../contracts';
import { builtinSchemas } from '../builtin';

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

/** `io.kubernetes-fleet.placement.v1.ClusterResourcePlacement`: the group backwards; built-in kinds have names of their own. */
export function schemaName(type: ResourceType): string {
  const ref = type.schema.root.$ref;
  if (ref) return ref.slice(REF.length);
  return [...type.group.split('.').reverse(), type.version, type.kind].join('.');
}

const API_VERSION: OpenApiSchema = {
  type: 'string',
  description: 'Group and version in which this representation of the object is written.',
};
const KIND: OpenApiSchema = { type: 'string', description: 'Kind of the object, in CamelCase.' };

/** A custom kind's schema is its definition's, with the fields that every object has. */
function customSchema(type: ResourceType): OpenApiSchema {
  const { root } = type.schema;
  const metadata = { description: 'Metadata that every object has.', $ref: `${REF}${OBJECT_META}` };
  return {
    ...root,
    'properties': { ...root.properties, apiVersion: API_VERSION, kind: KIND, metadata },
    'x-kubernetes-group-version-kind': [groupVersionKind(type)],
  };
}

const listSchema = (type: ResourceType): OpenApiSchema => ({
  'type': 'object',
  'description': `${type.listKind} is a list of ${type.kind}`,
  'required': ['items'],
  'properties': {
    apiVersion: API_VERSION,
    kind: KIND,
    items: {
      type: 'array',
      description: `List of ${type.plural}.`,
      items: { $ref: `${REF}${schemaName(type)}` },
    },
    metadata: { description: 'Metadata of the list.', $ref: `${REF}${LIST_META}` },
  },
  'x-kubernetes-group-version-kind': [groupVersionKind({ ...type, kind: type.listKind })],
});

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
    const schema = own.get(name) ?? builtin[name];
    if (!schema || result.has(name)) continue;
    result.set(name, schema);
    const refs = new Set<string>();
    refsIn(schema, refs);
    open.push(...refs);
  }
  return new Map([...result].sort(([a], [b]) => (a < b ? -1 : 1)));
}
