import type { ObjectMeta } from '../contracts';
import { setField } from '../schema/jsonValues';

/** Without fields that are `undefined`: absent and undefined must compare, and be written, the same. */
export function compact<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** In Go's order, in which a real server writes it. */
const ORDER = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const;
const KNOWN: ReadonlySet<string> = new Set(ORDER);

const LISTS = new Set(['finalizers', 'ownerReferences', 'managedFields']);

/** Metadata as Go writes it: what is empty is absent. An empty value of another shape stays, to be refused. */
export function compactMetadata(metadata: ObjectMeta): ObjectMeta {
  const written: Record<string, unknown> = {};
  for (const field of ORDER)
    if (!isEmpty(field, metadata[field as keyof ObjectMeta]))
      written[field] = metadata[field as keyof ObjectMeta];
  for (const [field, value] of Object.entries(metadata))
    if (!KNOWN.has(field) && !isEmpty(field, value)) setField(written, field, value);
  return written as unknown as ObjectMeta;
}

function isEmpty(field: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object' || Object.keys(value).length > 0) return false;
  return Array.isArray(value) === LISTS.has(field);
}
