import type { ObjectMeta } from '../contracts';

/** Without fields that are `undefined`: absent and undefined must compare, and be written, the same. */
export function compact<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** Metadata as Go writes it: what is empty is absent. */
export const compactMetadata = (metadata: ObjectMeta): ObjectMeta =>
  Object.fromEntries(
    Object.entries(metadata).filter(([, value]) => !isEmpty(value)),
  ) as unknown as ObjectMeta;

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
