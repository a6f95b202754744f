import type { ObjectMeta } from '../contracts';

/** Without fields that are `undefined`: absent and undefined must compare, and be written, the same. */
export function compact<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

const LISTS = new Set(['finalizers', 'ownerReferences', 'managedFields']);

/** Metadata as Go writes it: what is empty is absent. An empty value of another shape stays, to be refused. */
export const compactMetadata = (metadata: ObjectMeta): ObjectMeta =>
  Object.fromEntries(
    Object.entries(metadata).filter(([field, value]) => !isEmpty(field, value)),
  ) as unknown as ObjectMeta;

function isEmpty(field: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object' || Object.keys(value).length > 0) return false;
  return Array.isArray(value) === LISTS.has(field);
}
