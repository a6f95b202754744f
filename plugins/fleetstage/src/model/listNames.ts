/** Words follow the page: its texts are not the browser's language where that is another one. */
const language = () => document.documentElement.lang || 'en';

const plainList = () => new Intl.ListFormat(language(), { type: 'unit', style: 'long' });

/** `a, b, c`. */
export const listNames = (names: readonly string[]): string => plainList().format(names);

/** `a, b, c`, in parts: each name may become a separate element. */
export const listParts = (names: readonly string[]) => plainList().formatToParts(names);

/** `a, b or c`. */
export function listChoices(names: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'disjunction', style: 'long' }).format(names);
}

/** `a, b and c`. */
export function listAll(names: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'conjunction', style: 'long' }).format(names);
}
