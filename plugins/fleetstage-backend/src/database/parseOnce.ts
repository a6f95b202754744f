import { fromJson } from './rows';

/** Some texts for each of a thousand members, with room for those that heartbeats replace; about 30 MB. */
const KEPT_TEXTS = 8192;

const parsed = new Map<string, unknown>();

/**
 * A JSON column that every pass reads of every member, and that seldom changes: parsing a thousand of them again and again
 * is most of what a pass would take. What comes out is shared, hence frozen.
 */
export function parseOnce<T>(text: string): T {
  const known = parsed.get(text);
  if (known !== undefined) return known as T;
  const value = fromJson<T>(text);
  freeze(value);
  const [oldest] = parsed.keys();
  if (parsed.size >= KEPT_TEXTS && oldest !== undefined) parsed.delete(oldest);
  parsed.set(text, value);
  return value;
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(freeze);
  Object.freeze(value);
}
