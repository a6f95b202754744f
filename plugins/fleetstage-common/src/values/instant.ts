declare const brand: unique symbol;

/** Milliseconds since the epoch. Never produced by the engine, only passed through it. */
export type Instant = number & { readonly [brand]: 'Instant' };

/** Reads a number of milliseconds since the epoch as an instant: for borders (rows, clocks, parsed text). */
export const instant = (epochMs: number) => epochMs as Instant;

export const plus = (at: Instant, ms: number) => (at + ms) as Instant;

/** RFC 3339 in whole seconds, as Kubernetes writes times; fractions are cut, or every publish looks like a change. */
export const toRfc3339 = (at: Instant) =>
  new Date(Math.floor(at / 1000) * 1000).toISOString().replace('.000Z', 'Z');

/** `undefined` where the text is no time. */
export function fromRfc3339(text: string | undefined): Instant | undefined {
  const ms = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : instant(ms);
}
