/**
 * What a JSON value counts at least, in bytes. On the heap a value takes 8 to 112 bytes (measured on Node 20 and 22:
 * numbers in an array, objects of one field whose name is a number), and as text it may take two. Ordinary objects have
 * one value per 15 to 25 bytes of text.
 */
export const VALUE_BYTES = 32;

/** A value takes two characters at least: so short a text cannot be too heavy, however dense it is. */
const LIGHT = VALUE_BYTES / 2;

const [QUOTE, ESCAPE, COMMA, BRACKET, BRACE] = Array.from('"\\,[{', char => char.charCodeAt(0));

/** Whether JSON, once it is parsed, would weigh more than that. Reads no further than it has to, and no short text. */
export function isTooHeavy(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  if (text.length * LIGHT <= maxBytes) return false;
  let left = maxBytes / VALUE_BYTES - 1;
  for (let i = 0; i < text.length && left >= 0; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) i = endOfString(text, i);
    else if (char === COMMA || char === BRACKET || char === BRACE) left -= 1;
  }
  return left < 0;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === ESCAPE) i += 1;
    else if (char === QUOTE) break;
  }
  return i;
}

/** What something that was parsed weighs, in bytes, as `isTooHeavy` counts it. However deep it is, no stack overflows. */
export function weightOf(value: unknown): number {
  let characters = 0;
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    count += 1;
    if (typeof next === 'string') characters += next.length;
    else if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (typeof next === 'object' && next !== null)
      for (const key of Object.keys(next)) {
        characters += key.length;
        open.push((next as Record<string, unknown>)[key]);
      }
  }
  return Math.max(characters, count * VALUE_BYTES);
}
