import { resolve } from 'node:path';

/** A file named from this folder: data and scripts of the harness lie beside its sources. */
export function besideSources(...path: readonly string[]): string {
  // The rule is about packages that are built for production; test sources only ever run from here.
  // eslint-disable-next-line no-restricted-syntax
  return resolve(__dirname, ...path);
}
