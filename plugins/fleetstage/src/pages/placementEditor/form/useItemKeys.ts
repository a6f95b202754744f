import { startTransition, useState } from 'react';

interface Keys {
  readonly keys: readonly number[];
  /** The first that was never given. */
  readonly next: number;
}

/**
 * An identity for each item of a list, by its position: what is typed in an item goes where the item goes, and with it. Items
 * come at the end.
 */
export function useItemKeys(count: number) {
  const [given, give] = useState<Keys>({ keys: [], next: 0 });
  const fitted = fit(given, count);
  if (fitted !== given) give(fitted);
  return {
    keys: fitted.keys,
    /** In a transition, as the placement: a key and its item go at once. */
    remove: (index: number) =>
      startTransition(() => give(({ keys, next }) => ({ keys: keys.filter((_, i) => i !== index), next }))),
    move: (from: number, to: number) =>
      startTransition(() => give(({ keys, next }) => ({ keys: moved(keys, from, to), next }))),
    insert: (index: number) =>
      startTransition(() =>
        give(({ keys, next }) => ({
          keys: [...keys.slice(0, index), next, ...keys.slice(index)],
          next: next + 1,
        })),
      ),
  };
}

function moved(keys: readonly number[], from: number, to: number): readonly number[] {
  const rest = keys.filter((_, i) => i !== from);
  return [...rest.slice(0, to), keys[from], ...rest.slice(to)];
}

function fit(given: Keys, count: number): Keys {
  const { keys, next } = given;
  const missing = count - keys.length;
  if (missing === 0) return given;
  if (missing < 0) return { keys: keys.slice(0, count), next };
  return { keys: [...keys, ...Array.from({ length: missing }, (_, i) => next + i)], next: next + missing };
}
