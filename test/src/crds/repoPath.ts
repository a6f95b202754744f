import { resolve } from 'node:path';

/** A file or folder of this repository. */
export function repoPath(...path: readonly string[]): string {
  // The rule is about packages that are built for production; test sources only ever run from here.
  // eslint-disable-next-line no-restricted-syntax
  return resolve(__dirname, '../../..', ...path);
}
