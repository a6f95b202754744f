/** Who manages which fields of an object: its `metadata.managedFields`, read, changed and written again. */
import type { KubeObject, ManagedFieldsEntry, ResourceType } from '../../contracts';
import { emptySet, isEmpty, isFieldSet, parseFields, renderFields, union, type FieldSet } from './fieldSet';

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

/** How a client says that it wants all of it forgotten; an empty list says the same. */
export const FORGOTTEN = [{}] as unknown as readonly ManagedFieldsEntry[];

const isEntry = ({ operation, fieldsType, apiVersion, fieldsV1 }: ManagedFieldsEntry) =>
  (operation === 'Apply' || operation === 'Update') &&
  fieldsType === 'FieldsV1' &&
  Boolean(apiVersion) &&
  isFieldSet(fieldsV1);

/** Undefined when there is nothing to read: then what was known before goes on. */
export function parseManagers(entries: readonly ManagedFieldsEntry[] | undefined): Managers | undefined {
  if (!Array.isArray(entries)) return undefined;
  if (entries.length === 0 || (entries.length === 1 && Object.keys(entries[0]).length === 0))
    return new Map();
  if (!entries.every(isEntry)) return undefined;
  return new Map(entries.map(parseEntry).map(manager => [keyOf(manager), manager]));
}

/** Without managers of versions that the kind does not have: nobody knows their fields. */
export function ofKnownVersions(
  managers: Managers,
  { apiVersions }: Pick<ResourceType, 'apiVersions'>,
): Managers {
  const isKnown = ({ apiVersion }: Manager) => apiVersions.includes(apiVersion);
  if ([...managers.values()].every(isKnown)) return managers;
  return new Map([...managers].filter(([, manager]) => isKnown(manager)));
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
  const managedFields = renderManagers([...capUpdaters(managers).values()]);
  return { ...object, metadata: managedFields ? { ...metadata, managedFields } : metadata };
}

/** In their order; absent where nobody manages anything. */
export function renderManagers(managers: readonly Manager[]): readonly ManagedFieldsEntry[] | undefined {
  const kept = managers.filter(({ fields }) => !isEmpty(fields));
  return kept.length === 0 ? undefined : [...kept].sort(compareManagers).map(renderEntry);
}

export function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields: _entries, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** What many updaters have written, not yet one set. */
interface Bucket extends Omit<Manager, 'fields'> {
  readonly parts: (FieldSet | undefined)[];
}

/** In pairs: one after the other, each step would copy all that came before. */
function unionOf(sets: readonly (FieldSet | undefined)[]): FieldSet {
  if (sets.length <= 1) return sets[0] ?? emptySet;
  const half = Math.floor(sets.length / 2);
  return union(unionOf(sets.slice(0, half)), unionOf(sets.slice(half)));
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
  const buckets = new Map<string, Bucket>();
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
    const bucketKey = keyOf(bucket);
    const parts = buckets.get(bucketKey)?.parts ?? [(capped.get(bucketKey) ?? capped.get(first))?.fields];
    capped.delete(first);
    capped.delete(key);
    parts.push(updater.fields);
    buckets.set(bucketKey, { ...bucket, parts, ...(updater.time && { time: updater.time }) });
    count -= 1;
  }
  for (const [key, { parts, ...bucket }] of buckets) capped.set(key, { ...bucket, fields: unionOf(parts) });
  return capped;
}
