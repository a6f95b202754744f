import type { Result } from '@fleetstage/backstage-plugin-fleetstage-common';

/** `testing, staging` */
export const fleetsText = (fleets: readonly string[]): string =>
  Array.isArray(fleets) ? fleets.join(', ') : '';

/** The way back; what is between commas or blanks is a name, each once. */
export function parseFleets(text: string): Result<readonly string[] | undefined> {
  const names = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  return { ok: true, value: names.length === 0 ? undefined : names };
}
