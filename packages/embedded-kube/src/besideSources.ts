import { join } from 'node:path';

/** A data file named from the folder of the sources, which is published beside what is built from them. */
export function besideSources(...path: readonly string[]): string {
  // This file lies in the first level of the sources and of what is built alike.
  // eslint-disable-next-line no-restricted-syntax
  return join(__dirname, '../src', ...path);
}
