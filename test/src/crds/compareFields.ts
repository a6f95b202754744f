import type { CrdVersion, CustomResourceDefinition } from './generateCrds';
import type { Schema } from './schemaOf';

/** KubeFleet's CRD as data: see the folder `test/fixtures/fields`. */
export interface FieldOracle {
  readonly crd: Readonly<Record<string, unknown>>;
  readonly versions: Readonly<Record<string, OracleVersion>>;
}

interface OracleVersion {
  readonly served: boolean;
  readonly storage: boolean;
  readonly status: boolean;
  readonly columns: readonly (readonly [string, string, string, number])[];
  readonly fields: Fields;
}

/** Attributes by path: `spec.stages[].name`, `status.properties{}.value`. */
export type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** One attribute of one field, of a version, or of the kind (`path` is `(kind)` then), that is not alike. */
export interface FieldDifference {
  readonly kind: string;
  readonly version: string;
  readonly path: string;
  readonly attribute: string;
  /** JSON text; `-` where there is none. */
  readonly theirs: string;
  readonly ours: string;
}

/** All that differs between one of our CRDs and KubeFleet's; texts and CEL are not compared. */
export function compareFields(crd: CustomResourceDefinition, oracle: FieldOracle): FieldDifference[] {
  const { kind } = crd.spec.names as { kind: string };
  const about = (version: string, path: string) => ({ kind, version, path });
  const names = [...new Set([...Object.keys(oracle.versions), ...crd.spec.versions.map(({ name }) => name)])];
  return [
    ...compareAttributes(about('-', '(kind)'), oracle.crd, kindOf(crd)),
    ...names.flatMap(name => {
      const theirs = oracle.versions[name];
      const ours = crd.spec.versions.find(version => version.name === name);
      return [
        ...compareAttributes(about(name, '(version)'), versionOf(theirs), ours ? ourVersion(ours) : {}),
        ...compareAllFields(about(name, ''), theirs?.fields ?? {}, ours ? flattenFields(ours) : {}),
      ];
    }),
  ];
}

type About = Pick<FieldDifference, 'kind' | 'version' | 'path'>;

function compareAllFields(about: About, theirs: Fields, ours: Fields): FieldDifference[] {
  const paths = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].sort();
  return paths.flatMap(path => compareAttributes({ ...about, path }, theirs[path] ?? {}, ours[path] ?? {}));
}

function compareAttributes(about: About, theirs: object, ours: object): FieldDifference[] {
  const before = new Map<string, unknown>(Object.entries(theirs));
  const after = new Map<string, unknown>(Object.entries(ours));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map(attribute => ({
      ...about,
      attribute,
      theirs: toText(before.get(attribute)),
      ours: toText(after.get(attribute)),
    }))
    .filter(difference => difference.theirs !== difference.ours);
}

/** Enums and required lists are sets: their order says nothing. */
const toText = (value: unknown) =>
  value === undefined
    ? '-'
    : JSON.stringify(
        Array.isArray(value) && value.every(item => typeof item === 'string') ? [...value].sort() : value,
      );

function kindOf({ spec }: CustomResourceDefinition) {
  const { kind, plural, shortNames = [], categories } = spec.names;
  return { group: spec.group, kind, plural, shortNames, categories, scope: spec.scope };
}

function versionOf(version: OracleVersion | undefined) {
  if (!version) return {};
  const { served, storage, status, columns } = version;
  return { served, storage, status, columns };
}

function ourVersion({ served, storage, subresources, additionalPrinterColumns = [] }: CrdVersion) {
  return {
    served,
    storage,
    status: subresources?.status !== undefined,
    columns: additionalPrinterColumns.map(({ name, type, jsonPath, priority = 0 }) => [
      name,
      type,
      jsonPath,
      priority,
    ]),
  };
}

const COMPARED = [
  'type',
  'format',
  'default',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'pattern',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-int-or-string',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
];

/** The fields of one version beside those that every object has, in the oracle's form. */
export function flattenFields(version: CrdVersion): Fields {
  const root = version.schema.openAPIV3Schema;
  const required = requiredOf(root);
  return Object.fromEntries(
    Object.entries(childrenOf(root, 'properties'))
      .filter(([name]) => !['apiVersion', 'kind', 'metadata'].includes(name))
      .flatMap(([name, schema]) => flatten(name, schema, required.has(name))),
  );
}

function flatten(path: string, schema: Schema, isRequired: boolean): [string, Record<string, unknown>][] {
  const own = COMPARED.filter(name => schema[name] !== undefined).map(name => [name, schema[name]] as const);
  const required = requiredOf(schema);
  const { items, additionalProperties } = schema as { items?: Schema; additionalProperties?: Schema };
  return [
    [path, { ...Object.fromEntries(own), ...(isRequired && { required: true }) }],
    ...Object.entries(childrenOf(schema, 'properties')).flatMap(([name, child]) =>
      flatten(`${path}.${name}`, child, required.has(name)),
    ),
    ...(items ? flatten(`${path}[]`, items, false) : []),
    ...(additionalProperties ? flatten(`${path}{}`, additionalProperties, false) : []),
  ];
}

const requiredOf = ({ required }: Schema) => new Set<unknown>(Array.isArray(required) ? required : []);

const childrenOf = (schema: Schema, name: string) => (schema[name] ?? {}) as Readonly<Record<string, Schema>>;
