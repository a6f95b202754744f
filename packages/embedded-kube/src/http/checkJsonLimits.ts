/** Deeper than any object has reason to be, and little enough for every walk over it to fit the stack. A real server: 10,000. */
export const MOST_LEVELS = 500;

/** Why a value that was read cannot be worked with: it is too deep, or holds what JSON cannot say. */
export function checkJsonLimits(value: unknown, levels = MOST_LEVELS): string | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'a number is beyond what can be kept';
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `exceeded max depth of ${MOST_LEVELS}`;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    const problem = checkJsonLimits(part, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
