/**
 * The built-in kinds, each with its schema and what a real server does to its objects. Schemas come from builtinData.json;
 * there a lone `allOf: [{ $ref }]` is written as the `$ref` itself, beside its siblings (`default`, `x-kubernetes-*`).
 */
import type { KubeObject, OpenApiSchema, ResourceType, SchemaAdmission, SchemaSource } from '../contracts';
import { builtinDocument, type BuiltinSubresource, type BuiltinTypeRow } from './builtinDocument';
import { decodeBuiltin } from './builtinDecode';
import { setBuiltinDefaults } from './builtinDefaults';
import { validateBuiltin } from './builtinValidate';

const refPrefix = '#/components/schemas/';

const resolve = (ref: string): OpenApiSchema | undefined =>
  builtinDocument().schemas[ref.slice(refPrefix.length)];

function toSource(row: BuiltinTypeRow): SchemaSource {
  return { root: { $ref: `${refPrefix}${row.schema}`, ...builtinDocument().schemas[row.schema] }, resolve };
}

function toAdmission(row: BuiltinTypeRow): SchemaAdmission {
  return {
    prepare(object, how) {
      const { value, warnings } = decodeBuiltin(row, object, how);
      return { object: setBuiltinDefaults(row, value as KubeObject), warnings };
    },
    validate: (next, previous) => validateBuiltin(row, next, previous),
  };
}

function toResourceType(row: BuiltinTypeRow): ResourceType {
  const { group, version, kind, plural, singular, verbs, shortNames, categories } = row;
  return {
    group,
    version,
    kind,
    listKind: `${kind}List`,
    plural,
    singular,
    shortNames,
    categories,
    verbs,
    isNamespaced: row.namespaced,
    subresources: row.subresources.map(({ name }) => name),
    isCustom: false,
    storageKey: `${group}/${plural}`,
    schema: toSource(row),
    admission: toAdmission(row),
  };
}

let types: readonly ResourceType[] | undefined;

/** In the order in which a real server's discovery tells them; the same array for all clusters. */
export function builtinTypes(): readonly ResourceType[] {
  types ??= builtinDocument().types.map(toResourceType);
  return types;
}

type Named = Pick<ResourceType, 'group' | 'version' | 'plural'>;

const rowOf = (type: Named): BuiltinTypeRow | undefined =>
  builtinDocument().types.find(
    ({ group, version, plural }) =>
      group === type.group && version === type.version && plural === type.plural,
  );

/** Kind and verbs of a subresource, e.g. `autoscaling/v1 Scale` for `deployments/scale`; absent for custom resources. */
export function builtinSubresource(type: Named, name: string): BuiltinSubresource | undefined {
  const row = builtinDocument().types.find(
    ({ group, version, plural }) =>
      group === type.group && version === type.version && plural === type.plural,
  );
  return row?.subresources.find(subresource => subresource.name === name);
}

/**
 * What a built-in kind is before anybody wrote anything into it: the structs that are always there. A custom resource
 * is nothing but its kind.
 */
export function builtinZero(type: ResourceType, { apiVersion, kind }: KubeObject): KubeObject {
  const row = type.isCustom ? undefined : rowOf(type);
  const value = row ? decodeBuiltin(row, {}, 'Ignore').value : {};
  return { ...(value as object), apiVersion, kind } as KubeObject;
}

/** `v1.36.3`: the server whose kinds these are. */
export const builtinServerVersion = (): string => builtinDocument().serverVersion;

/** All schemas by name, e.g. `io.k8s.api.core.v1.Pod`; also of what only subresources speak (Scale, Eviction, Status). */
export const builtinSchemas = (): Readonly<Record<string, OpenApiSchema>> => builtinDocument().schemas;
