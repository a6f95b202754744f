import { join } from 'node:path';

/** A data file named from this folder. */
export function besideSources(...path: readonly string[]): string {
  // The rule is about packages that are built for production; this one only ever runs from its sources.
  // eslint-disable-next-line no-restricted-syntax
  return join(__dirname, ...path);
}
