/** `a, b, c` in the reader's language. */
export function listNames(names: readonly string[]): string {
  return new Intl.ListFormat(undefined, { type: 'unit', style: 'long' }).format(names);
}

/** `a, b or c` in the reader's language. */
export function listChoices(names: readonly string[]): string {
  return new Intl.ListFormat(undefined, { type: 'disjunction', style: 'long' }).format(names);
}

/** `a, b and c` in the reader's language. */
export function listAll(names: readonly string[]): string {
  return new Intl.ListFormat(undefined, { type: 'conjunction', style: 'long' }).format(names);
}
