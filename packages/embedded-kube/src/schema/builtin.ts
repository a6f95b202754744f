/**
 * The built-in kinds, each with its schema and what a real server does to its objects. Schemas come from builtinData.json;
 * there a lone `allOf: [{ $ref }]` is written as the `$ref` itself, beside its siblings (`default`, `x-kubernetes-*`).
 */
import type { Draft } from './builtinDraft';
import type { KubeObject, OpenApiSchema, ResourceType, SchemaAdmission, SchemaSource } from '../contracts';
import { builtinDocument, type BuiltinSubresource, type BuiltinTypeRow } from './builtinDocument';
import { decodeBuiltin, toStored } from './builtinDecode';
import { setBuiltinDefaults } from './builtinDefaults';
import { toCoreEvent, toNewerEvent } from './eventForms';
import { validateBuiltin } from './builtinValidate';
import { serviceAddressErrors } from './builtinValidateCore';
import { warnBuiltin } from './builtinWarnings';

const refPrefix = '#/components/schemas/';

const resolve = (ref: string): OpenApiSchema | undefined =>
  builtinDocument().schemas[ref.slice(refPrefix.length)];

function toSource(row: BuiltinTypeRow): SchemaSource {
  return { root: { $ref: `${refPrefix}${row.schema}`, ...builtinDocument().schemas[row.schema] }, resolve };
}

function toAdmission(row: BuiltinTypeRow): SchemaAdmission {
  return {
    prepare(object, how, { live, repeated, isConverted } = {}) {
      const { value, warnings } = decodeBuiltin(row, object, how, { repeated, isConverted });
      const whole = setBuiltinDefaults(row, value as KubeObject, live);
      return { object: whole, warnings };
    },
    ...(row.kind === 'Service'
      ? { allocationErrors: (object: KubeObject) => serviceAddressErrors(object as unknown as Draft) }
      : {}),
    validate: (next, previous) => validateBuiltin(row, next, previous),
    toStored: object => toStored(row, object),
    warn: (next, previous) => warnBuiltin(row.kind, next, previous),
    ...(row.group === 'events.k8s.io'
      ? { keeping: { toStorage: toCoreEvent, fromStorage: toNewerEvent } }
      : {}),
  };
}

/** What clients of these kinds are warned of. */
const DEPRECATED: Readonly<Record<string, string>> = {
  '/endpoints': 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
};

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
    // Events of both groups are the same ones.
    storageKey: group === 'events.k8s.io' ? '/events' : `${group}/${plural}`,
    apiVersions: [group === '' ? version : `${group}/${version}`],
    schema: toSource(row),
    admission: toAdmission(row),
    ...(DEPRECATED[`${group}/${plural}`] ? { deprecation: DEPRECATED[`${group}/${plural}`] } : {}),
  };
}

let types: readonly ResourceType[] | undefined;

/** In the order in which a real server's discovery lists them; the same array for all clusters. */
export function builtinTypes(): readonly ResourceType[] {
  types ??= builtinDocument().types.map(toResourceType);
  return types;
}

/** The kind of the subresource `token` of accounts; it has no path. */
const TOKEN_REQUEST: BuiltinTypeRow = {
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenRequest',
  plural: 'tokenrequests',
  singular: 'tokenrequest',
  namespaced: true,
  verbs: ['create'],
  shortNames: [],
  categories: [],
  subresources: [],
  schema: 'io.k8s.api.authentication.v1.TokenRequest',
};

/** The kind of the subresource `scale` of workloads and custom resources. */
const SCALE: BuiltinTypeRow = {
  ...TOKEN_REQUEST,
  group: 'autoscaling',
  kind: 'Scale',
  plural: 'scales',
  singular: 'scale',
  verbs: ['get', 'update', 'patch'],
  schema: 'io.k8s.api.autoscaling.v1.Scale',
};

let tokenRequests: ResourceType | undefined;
let scales: ResourceType | undefined;

export const scaleType = (): ResourceType => (scales ??= toResourceType(SCALE));

export const tokenRequestType = (): ResourceType => (tokenRequests ??= toResourceType(TOKEN_REQUEST));

type Named = Pick<ResourceType, 'group' | 'version' | 'plural'>;

const rowOf = (type: Named): BuiltinTypeRow | undefined =>
  [...builtinDocument().types, TOKEN_REQUEST, SCALE].find(
    ({ group, version, plural }) =>
      group === type.group && version === type.version && plural === type.plural,
  );

/** Name of the schema of a built-in kind, e.g. `io.k8s.api.core.v1.Pod`. */
export const schemaNameOf = (type: Named): string | undefined => rowOf(type)?.schema;

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

/**
 * All schemas by name, e.g. `io.k8s.api.core.v1.Pod`; also of kinds that only subresources have (Scale, Eviction, Status).
 */
export const builtinSchemas = (): Readonly<Record<string, OpenApiSchema>> => builtinDocument().schemas;
