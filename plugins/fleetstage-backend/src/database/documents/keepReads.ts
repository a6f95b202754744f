import type { StoredDocument } from './document';

/** Memories of about 90 rollouts over a thousand clusters. */
const MOST_CHARS = 32_000_000;

/**
 * The same document, which reads equal texts once: what it answers is shared, and nobody may change it. For large texts that
 * are read much more often than they change.
 */
export function keepReads<T>(document: StoredDocument<T>, mostChars = MOST_CHARS): StoredDocument<T> {
  const kept = new Map<string, T>();
  let chars = 0;
  return {
    ...document,
    read(text, what) {
      const isKnown = kept.has(text);
      const value = isKnown ? (kept.get(text) as T) : document.read(text, what);
      if (isKnown) kept.delete(text);
      else chars += text.length;
      // The last in the order of the map is the one that was asked for last.
      kept.set(text, value);
      for (const [oldest] of kept) {
        if (chars <= mostChars) break;
        kept.delete(oldest);
        chars -= oldest.length;
      }
      return value;
    },
  };
}
