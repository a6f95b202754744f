import type { FieldError, KubeObject, PrinterColumn } from '../contracts';
import type { CrdNames, CrdSpec, CrdVersion } from './crdSpec';
import { invalidError, notSupportedError, requiredError } from './fieldErrors';
import { isDeepEqual } from './jsonValues';
import { explainDns1035Label, explainSubdomain } from './names';
import { validateSchemaDefinition } from './validateSchemaDefinition';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = [
  'binary',
  'byte',
  'date',
  'date-time',
  'double',
  'float',
  'int32',
  'int64',
  'password',
];

function dnsErrors(field: string, text: string | undefined, isLowered = false): readonly FieldError[] {
  if (!text) return [];
  const wrong = explainDns1035Label(isLowered ? text.toLowerCase() : text);
  const prefix = isLowered ? 'may have mixed case, but should otherwise match: ' : '';
  return wrong.length > 0 ? [invalidError(field, text, `${prefix}${wrong.join(',')}`)] : [];
}

function groupErrors(group: string | undefined): readonly FieldError[] {
  if (!group) return [requiredError('spec.group')];
  const wrong = explainSubdomain(group);
  if (wrong.length > 0) return [invalidError('spec.group', group, wrong.join(','))];
  if (!group.includes('.'))
    return [invalidError('spec.group', group, 'should be a domain with at least one dot')];
  return [];
}

function scopeErrors(scope: string | undefined): readonly FieldError[] {
  if (!scope) return [requiredError('spec.scope', 'supported values: "Cluster", "Namespaced"')];
  if (['Cluster', 'Namespaced'].includes(scope)) return [];
  return [notSupportedError('spec.scope', scope, ['Cluster', 'Namespaced'])];
}

function namesErrors(names: CrdNames): readonly FieldError[] {
  const at = 'spec.names';
  const listKind = names.listKind || (names.kind && `${names.kind}List`);
  return [
    ...(['plural', 'kind'] as const)
      .filter(field => !names[field])
      .map(field => requiredError(`${at}.${field}`)),
    ...dnsErrors(`${at}.plural`, names.plural),
    ...dnsErrors(`${at}.singular`, names.singular),
    ...dnsErrors(`${at}.kind`, names.kind, true),
    ...dnsErrors(`${at}.listKind`, listKind, true),
    ...(names.shortNames ?? []).flatMap((name, i) => dnsErrors(`${at}.shortNames[${i}]`, name)),
    ...(names.kind && names.kind === listKind
      ? [invalidError(`${at}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
    ...(names.categories ?? []).flatMap((name, i) => dnsErrors(`${at}.categories[${i}]`, name)),
  ];
}

function columnErrors(column: PrinterColumn, path: string): readonly FieldError[] {
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  const errors: FieldError[] = [];
  if (!column.name) errors.push(requiredError(`${path}.name`));
  if (!column.type) errors.push(requiredError(`${path}.type`, types));
  else if (!COLUMN_TYPES.includes(column.type)) errors.push(invalidError(`${path}.type`, column.type, types));
  if (column.format && !COLUMN_FORMATS.includes(column.format))
    errors.push(invalidError(`${path}.format`, column.format, `must be one of ${COLUMN_FORMATS.join(',')}`));
  if (!column.jsonPath) errors.push(requiredError(`${path}.JSONPath`));
  else if (!column.jsonPath.startsWith('.'))
    errors.push(
      invalidError(`${path}.JSONPath`, column.jsonPath, 'must be a simple json path starting with .'),
    );
  return errors;
}

/** What all versions say alike is reported once, above them. */
const isShared = (versions: readonly CrdVersion[], part: (version: CrdVersion) => unknown) =>
  versions.every(version => isDeepEqual(part(version), part(versions[0])));

function versionErrors(spec: CrdSpec, version: CrdVersion, i: number): readonly FieldError[] {
  const path = `spec.versions[${i}]`;
  const schema = version.schema?.openAPIV3Schema;
  const errors = [...dnsErrors(`${path}.name`, version.name)];
  if (!version.name)
    errors.push(...explainDns1035Label('').map(text => invalidError(`${path}.name`, '', text)));
  if (schema && !isShared(spec.versions, ({ schema: other }) => other))
    errors.push(...validateSchemaDefinition(schema, `${path}.schema.openAPIV3Schema`));
  if (!isShared(spec.versions, ({ additionalPrinterColumns }) => additionalPrinterColumns)) {
    const columns = version.additionalPrinterColumns ?? [];
    errors.push(
      ...columns.flatMap((column, c) => columnErrors(column, `${path}.additionalPrinterColumns[${c}]`)),
    );
  }
  return errors;
}

function sharedErrors(versions: readonly CrdVersion[]): readonly FieldError[] {
  const [{ schema, additionalPrinterColumns = [] }] = versions;
  const errors: FieldError[] = [];
  if (schema?.openAPIV3Schema && isShared(versions, version => version.schema))
    errors.push(...validateSchemaDefinition(schema.openAPIV3Schema, 'spec.validation.openAPIV3Schema'));
  if (isShared(versions, version => version.additionalPrinterColumns))
    errors.push(
      ...additionalPrinterColumns.flatMap((column, i) =>
        columnErrors(column, `spec.additionalPrinterColumns[${i}]`),
      ),
    );
  return errors;
}

/** Versions as the server holds them, with what all say alike taken out. */
function shownVersions(versions: readonly CrdVersion[]): string {
  const shown = versions.map(
    ({ name, served = false, storage = false, deprecated = false, deprecationWarning }) => ({
      Name: name,
      Served: served,
      Storage: storage,
      Deprecated: deprecated,
      DeprecationWarning: deprecationWarning ?? null,
      Schema: null,
      Subresources: null,
      AdditionalPrinterColumns: null,
      SelectableFields: null,
    }),
  );
  return JSON.stringify(shown);
}

/** The first version that is marked is the one that objects are stored in. */
function storedErrors(versions: readonly CrdVersion[]): readonly FieldError[] {
  const [first, ...others] = versions.filter(({ storage }) => storage).map(({ name }) => name);
  const field = 'status.storedVersions';
  if (first === undefined) return [invalidError(field, null, 'must have at least one stored version')];
  return [...new Set(others)]
    .filter(name => name !== first)
    .map(name => invalidError(field, [first], `must have the storage version ${name}`));
}

function versionsErrors(versions: readonly CrdVersion[]): readonly FieldError[] {
  const names = new Set(versions.map(({ name }) => name));
  const storages = versions.filter(({ storage }) => storage).length;
  const tell = (text: string): FieldError => ({
    reason: 'FieldValueInvalid',
    field: 'spec.versions',
    message: `Invalid value: ${shownVersions(versions)}: ${text}`,
  });
  return [
    ...(names.size < versions.length ? [tell('must contain unique version names')] : []),
    ...(storages === 1 ? [] : [tell('must have exactly one version marked as storage version')]),
    ...dnsErrors('spec.version', versions[0]?.name),
  ];
}

/** Everything wrong with a CustomResourceDefinition. */
export function validateDefinition(crd: KubeObject): readonly FieldError[] {
  const spec = crd.spec as CrdSpec | undefined;
  if (!spec) return [requiredError('spec')];
  const { names = { plural: '', kind: '' }, versions = [] } = spec;
  const expected = `${names.plural}.${spec.group}`;
  const missing = versions.flatMap((version, i) =>
    version.schema?.openAPIV3Schema ? [] : [requiredError(`spec.versions[${i}].schema.openAPIV3Schema`)],
  );
  return [
    ...explainSubdomain(crd.metadata.name).map(text =>
      invalidError('metadata.name', crd.metadata.name, text),
    ),
    ...(crd.metadata.name === expected
      ? []
      : [invalidError('metadata.name', crd.metadata.name, 'must be spec.names.plural+"."+spec.group')]),
    ...groupErrors(spec.group),
    ...scopeErrors(spec.scope),
    ...missing,
    ...versions.flatMap((version, i) => versionErrors(spec, version, i)),
    ...versionsErrors(versions),
    ...namesErrors(names),
    ...(versions.length > 0 ? sharedErrors(versions) : []),
    ...storedErrors(versions),
  ];
}
