/** Who manages which fields of an object: its `metadata.managedFields`, read, changed and written again. */
import type { KubeObject, ManagedFieldsEntry } from '../../contracts';
import { emptySet, isEmpty, parseFields, renderFields, union, type FieldSet } from './fieldSet';

export interface Manager {
  readonly name: string;
  readonly operation: ManagedFieldsEntry['operation'];
  readonly apiVersion: string;
  readonly subresource?: string;
  /** Absent when what the manager asked for changed nothing. */
  readonly time?: string;
  readonly fields: FieldSet;
}

/** By {@link keyOf}. */
export type Managers = ReadonlyMap<string, Manager>;

/** An applier is the same in all versions of a kind, an updater is another one in each. */
export const keyOf = ({
  name,
  operation,
  apiVersion,
  subresource = '',
}: Omit<Manager, 'fields' | 'time'>): string =>
  JSON.stringify([operation, name, operation === 'Apply' ? '' : apiVersion, subresource]);

function parseEntry(entry: ManagedFieldsEntry): Manager {
  const { manager: name, operation, apiVersion, subresource, time, fieldsV1 } = entry;
  return {
    name,
    operation,
    apiVersion,
    fields: parseFields(fieldsV1),
    ...(subresource && { subresource }),
    ...(time && { time }),
  };
}

const isEntry = (entry: ManagedFieldsEntry) =>
  (entry.operation === 'Apply' || entry.operation === 'Update') &&
  entry.fieldsType === 'FieldsV1' &&
  Boolean(entry.apiVersion);

/** Undefined when there is nothing to read: then what was known before goes on. */
export function parseManagers(entries: readonly ManagedFieldsEntry[] | undefined): Managers | undefined {
  if (!Array.isArray(entries) || entries.length === 0) return undefined;
  // One empty entry is how a client says that it wants all of it forgotten.
  if (entries.length === 1 && Object.keys(entries[0]).length === 0) return new Map();
  if (!entries.every(isEntry)) return undefined;
  return new Map(entries.map(parseEntry).map(manager => [keyOf(manager), manager]));
}

function compareManagers(a: Manager, b: Manager): number {
  const compare = (left = '', right = '') => (left < right ? -1 : Number(left > right));
  return (
    compare(a.operation, b.operation) ||
    compare(a.time, b.time) ||
    compare(a.name, b.name) ||
    compare(a.apiVersion, b.apiVersion) ||
    compare(a.subresource, b.subresource)
  );
}

function renderEntry({
  name,
  operation,
  apiVersion,
  subresource,
  time,
  fields,
}: Manager): ManagedFieldsEntry {
  return {
    manager: name,
    operation,
    apiVersion,
    ...(time && { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: renderFields(fields),
    ...(subresource && { subresource }),
  };
}

export function withManagers(object: KubeObject, managers: Managers): KubeObject {
  const { managedFields: _old, ...metadata } = object.metadata;
  const kept = [...capUpdaters(managers).values()].filter(({ fields }) => !isEmpty(fields));
  if (kept.length === 0) return { ...object, metadata };
  return { ...object, metadata: { ...metadata, managedFields: kept.sort(compareManagers).map(renderEntry) } };
}

export function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields: _entries, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** More updaters than this are rare and cost space in every object; the oldest become one. */
const MAX_UPDATERS = 10;

function capUpdaters(managers: Managers): Managers {
  const updaters = [...managers].filter(
    ([, { operation, fields }]) => operation === 'Update' && !isEmpty(fields),
  );
  if (updaters.length <= MAX_UPDATERS) return managers;
  const capped = new Map(managers);
  const firstOf = new Map<string, string>();
  let count = updaters.length;
  for (const [key, updater] of updaters.sort(([, a], [, b]) => compareManagers(a, b))) {
    if (count <= MAX_UPDATERS) break;
    const { apiVersion } = updater;
    const first = firstOf.get(apiVersion);
    if (first === undefined) {
      firstOf.set(apiVersion, key);
      continue;
    }
    const bucket = { name: 'ancient-changes', operation: 'Update', apiVersion } as const;
    const known = capped.get(keyOf(bucket)) ?? capped.get(first);
    capped.delete(first);
    capped.delete(key);
    const fields = union(known?.fields ?? emptySet, updater.fields);
    capped.set(keyOf(bucket), { ...bucket, fields, ...(updater.time && { time: updater.time }) });
    count -= 1;
  }
  return capped;
}
