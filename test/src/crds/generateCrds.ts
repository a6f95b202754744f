import { kinds, type Kind, type KindName } from '@fleetstage/backstage-plugin-fleetstage-common';
import { stringify } from 'yaml';
import { readApiTypes, type ApiTypes } from './readApiTypes';
import { repoPath } from './repoPath';
import { fieldSchema, fieldsOf, rulesOf, type Schema } from './schemaOf';

/** Where the types are that the CRDs are made of. */
export const API_FOLDER = repoPath('plugins/fleetstage-common/src/api');

/** Where the CRDs are shipped from. */
export const CRD_FOLDER = repoPath('plugins/fleetstage-backend/crds');

export interface GeneratedCrd {
  readonly kind: KindName;
  readonly fileName: string;
  readonly crd: CustomResourceDefinition;
  readonly yaml: string;
}

/** As much of a CustomResourceDefinition as we write. */
export interface CustomResourceDefinition {
  readonly apiVersion: 'apiextensions.k8s.io/v1';
  readonly kind: 'CustomResourceDefinition';
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: Readonly<Record<string, unknown>>;
    readonly versions: readonly CrdVersion[];
  };
}

export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly subresources?: { readonly status: object };
  readonly additionalPrinterColumns?: readonly CrdColumn[];
  readonly schema: { readonly openAPIV3Schema: Schema };
}

export interface CrdColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly priority?: number;
}

/** By this a backend knows a definition as ours and may update it, whoever applied it (RUL 38). */
const OWNER = { 'app.kubernetes.io/managed-by': 'fleetstage' };

const HEADER =
  '# Made from plugins/fleetstage-common/src/api by test/src/crds; edit there, then UPDATE_CRDS=1 npm test -- crds\n';

/** The CRD of every kind of the table, from the types of the API folder. */
export function generateCrds(folder = API_FOLDER): GeneratedCrd[] {
  const types = readApiTypes(folder);
  return Object.keys(kinds).map(name => {
    const kind = name as KindName;
    const crd = renderCrd(kinds[kind], types);
    const yaml = HEADER + stringify(crd, { lineWidth: 0, aliasDuplicateObjects: false });
    return { kind, fileName: `${crd.metadata.name}.yaml`, crd, yaml };
  });
}

function renderCrd(kind: Kind, types: ApiTypes): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${kind.plural}.${kind.group}`, labels: OWNER },
    spec: {
      group: kind.group,
      scope: kind.scope,
      names: {
        kind: kind.kind,
        listKind: `${kind.kind}List`,
        plural: kind.plural,
        singular: kind.kind.toLowerCase(),
        ...(kind.shortNames.length > 0 && { shortNames: kind.shortNames }),
        categories: kind.categories,
      },
      versions: kind.versions.map(version => renderVersion(kind, version, types)),
    },
  };
}

function renderVersion(kind: Kind, version: string, types: ApiTypes): CrdVersion {
  const columns = kind.columns
    .filter(column => !column.absentIn?.includes(version))
    .map(({ name, type, jsonPath, isWideOnly }) => ({
      name,
      type,
      jsonPath,
      ...(isWideOnly && { priority: 1 }),
    }));
  return {
    name: version,
    served: true,
    storage: version === kind.storageVersion,
    ...(hasStatus(kind, types) && { subresources: { status: {} } }),
    ...(columns.length > 0 && { additionalPrinterColumns: columns }),
    schema: { openAPIV3Schema: renderRoot(kind, version, types) },
  };
}

function renderRoot(kind: Kind, version: string, types: ApiTypes): Schema {
  const context = { types, version, withRules: true };
  const fields = ownFieldsOf(kind, types);
  const typeName = typeNameOf(kind);
  const rules = rulesOf(typeName, types);
  return {
    description: types.get(typeName)!.doc.description,
    type: 'object',
    required: fields.filter(field => field.isRequired).map(({ name }) => name),
    properties: {
      apiVersion: { description: 'Group and version of this form of the object.', type: 'string' },
      kind: { description: 'Kind of the object.', type: 'string' },
      metadata: { type: 'object' },
      ...Object.fromEntries(fields.map(({ name }) => [name, fieldSchema(typeName, name, context)])),
    },
    ...(rules.length > 0 && { 'x-kubernetes-validations': rules }),
  };
}

/** The fields of a kind beside those that every object has: `spec` and `status`, mostly. */
const ownFieldsOf = (kind: Kind, types: ApiTypes) =>
  fieldsOf(typeNameOf(kind), types).filter(({ name }) => !COMMON_FIELDS.has(name));

const typeNameOf = ({ kind, typeName = kind }: Kind) => typeName;

/** A kind that holds data only has no separate status to write (A/PL-005, PL-012). */
const hasStatus = (kind: Kind, types: ApiTypes) =>
  !kind.hasNoStatus && ownFieldsOf(kind, types).some(({ name }) => name === 'spec' || name === 'status');

const COMMON_FIELDS = new Set(['apiVersion', 'kind', 'metadata']);
