import { utf8Length } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Of a status: leaves room for spec and metadata below the 1.5 MiB that etcd takes (RUL 42). */
export const MAX_STATUS_BYTES = 1024 * 1024;

/** Room for what says that something was cut. */
export const NOTICE_BYTES = 1024;
const COMMA_BYTES = 1;

/** Bytes of a value as JSON. */
export const sizeOf = (value: unknown) => utf8Length(JSON.stringify(value));

/** Of entries in a list, without its brackets. */
export const lengthOf = (entries: readonly unknown[]) =>
  entries.reduce<number>((bytes, entry, i) => bytes + sizeOf(entry) + (i > 0 ? COMMA_BYTES : 0), 0);

/** The first ones that fit together, with the commas between them. */
export function keepWithin<T>(entries: readonly T[], maxBytes: number): readonly T[] {
  let bytes = -COMMA_BYTES;
  for (const [i, entry] of entries.entries()) {
    bytes += sizeOf(entry) + COMMA_BYTES;
    if (bytes > maxBytes) return entries.slice(0, i);
  }
  return entries;
}
