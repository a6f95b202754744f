import { listAll, listNames } from '../listNames';

/** The first names of `total`, as a list, and how many are left to be counted. */
export function fewNames(
  names: readonly string[],
  total: number,
  limit: number,
): { readonly shown: string; readonly more: number } {
  const some = names.slice(0, limit);
  const more = Math.max(0, total - some.length);
  return { shown: more === 0 ? listAll(some) : listNames(some), more };
}
