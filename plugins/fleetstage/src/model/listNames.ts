/** `a, b, c` in the reader's language. */
export function listNames(names: readonly string[]): string {
  return new Intl.ListFormat(undefined, { type: 'unit', style: 'long' }).format(names);
}
