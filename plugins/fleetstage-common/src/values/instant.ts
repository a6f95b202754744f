declare const brand: unique symbol;

/** Milliseconds since the epoch. Never produced by the engine, only passed through it. */
export type Instant = number & { readonly [brand]: 'Instant' };

/** Reads a number of milliseconds since the epoch as an instant: for borders (rows, clocks, parsed text). */
export const instant = (epochMs: number) => epochMs as Instant;

export const plus = (at: Instant, ms: number) => (at + ms) as Instant;

/** RFC 3339 in whole seconds, as Kubernetes writes times; fractions are cut, or every publish would be a change. */
export function toRfc3339(at: Instant): string {
  const second = Math.floor(at / 1000);
  const known = written.get(second);
  if (known !== undefined) return known;
  const text = new Date(second * 1000).toISOString().replace('.000Z', 'Z');
  if (written.size >= MAX_WRITTEN) written.clear();
  written.set(second, text);
  return text;
}

/**
 * A thousand clusters with six conditions each have the same few seconds: to write them was a quarter of the answer. 4,096
 * of them are less than half a megabyte.
 */
const written = new Map<number, string>();
const MAX_WRITTEN = 4_096;

/** `undefined` where the text is no time. */
export function fromRfc3339(text: string | undefined): Instant | undefined {
  const ms = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : instant(ms);
}
