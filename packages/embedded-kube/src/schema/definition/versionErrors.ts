import type { FieldError } from '../../contracts';
import type { CrdSpec, CrdVersion } from '../crdSpec';
import { invalidError } from '../fieldErrors';
import { isDeepEqual } from '../jsonValues';
import { explainDns1035Label } from '../names';
import { columnErrors, deprecationErrors, selectableErrors, subresourceErrors } from './partErrors';
import { schemaErrors } from './schemaErrors';

/** Parts of a version. The server holds what all versions say alike once, and reports it there. */
const PARTS = {
  schema: ({ schema }: CrdVersion, path: string, isShared: boolean) => {
    if (!schema?.openAPIV3Schema) return [];
    return schemaErrors(
      schema.openAPIV3Schema,
      `${path}.${isShared ? 'validation' : 'schema'}.openAPIV3Schema`,
    );
  },
  subresources: ({ subresources }: CrdVersion, path: string) =>
    subresourceErrors(subresources, `${path}.subresources`),
  additionalPrinterColumns: ({ additionalPrinterColumns = [] }: CrdVersion, path: string) =>
    additionalPrinterColumns.flatMap((column, i) =>
      columnErrors(column, `${path}.additionalPrinterColumns[${i}]`),
    ),
  selectableFields: ({ schema, selectableFields = [] }: CrdVersion, path: string) =>
    selectableErrors(selectableFields, schema?.openAPIV3Schema ?? {}, `${path}.selectableFields`),
} as const;

type Part = keyof typeof PARTS;
const partNames = Object.keys(PARTS) as readonly Part[];

const isShared = (versions: readonly CrdVersion[], part: Part): boolean =>
  versions.every(version => isDeepEqual(version[part], versions[0][part]));

export function versionErrors(
  version: CrdVersion,
  i: number,
  versions: readonly CrdVersion[],
): readonly FieldError[] {
  const path = `spec.versions[${i}]`;
  const wrong = explainDns1035Label(version.name ?? '');
  return [
    ...(wrong.length > 0 ? [invalidError(`${path}.name`, version.name, wrong.join(','))] : []),
    ...deprecationErrors(version, path),
    ...partNames.filter(part => !isShared(versions, part)).flatMap(part => PARTS[part](version, path, false)),
  ];
}

export function sharedErrors(versions: readonly CrdVersion[]): readonly FieldError[] {
  if (versions.length === 0) return [];
  return partNames
    .filter(part => isShared(versions, part))
    .flatMap(part => PARTS[part](versions[0], 'spec', true));
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

/** What must hold of all versions together. */
export function versionListErrors({ versions: known }: CrdSpec): readonly FieldError[] {
  // The server keeps an empty list as null.
  const versions = known ?? [];
  const names = new Set(versions.map(({ name }) => name));
  const storages = versions.filter(({ storage }) => storage).length;
  const invalid = (text: string): FieldError => ({
    reason: 'FieldValueInvalid',
    field: 'spec.versions',
    message: `Invalid value: ${shownVersions(versions)}: ${text}`,
  });
  const first = versions[0]?.name;
  const wrong = first ? explainDns1035Label(first) : [];
  return [
    ...(names.size < versions.length ? [invalid('must contain unique version names')] : []),
    ...(storages === 1 ? [] : [invalid('must have exactly one version marked as storage version')]),
    ...(wrong.length > 0 ? [invalidError('spec.version', first, wrong.join(','))] : []),
  ];
}
