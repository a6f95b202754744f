/**
 * Why no object, namespace, group or version can be called so, in Kubernetes' words; `undefined`: it can. In a URL these
 * names would be another path, however they are encoded.
 *
 *     ..      → may not be '..'
 *     a/b     → may not contain '/'
 */
export function findSegmentFault(value: string): string | undefined {
  if (value === '') return 'may not be empty';
  if (value === '.' || value === '..') return `may not be '${value}'`;
  const character = /[/%]/.exec(value)?.[0];
  if (character !== undefined) return `may not contain '${character}'`;
  return /\p{Surrogate}/u.test(value) ? 'must be well-formed text' : undefined;
}
