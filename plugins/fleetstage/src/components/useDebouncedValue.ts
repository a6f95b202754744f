import { useMemo } from 'react';
import { useDebounced } from './useDebounced';

/** The last question that has stood for so long, as JSON carries it; `isOld` while a newer one is being typed. */
export function useDebouncedValue<T>(
  question: T,
  ms: number,
): { readonly rested: T; readonly isOld: boolean } {
  const text = JSON.stringify(question);
  const resting = useDebounced(text, ms);
  const rested = useMemo(() => JSON.parse(resting) as T, [resting]);
  return { rested, isOld: resting !== text };
}
