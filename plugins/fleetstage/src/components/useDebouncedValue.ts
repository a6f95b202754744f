import { useMemo } from 'react';
import { useDebounced } from './useDebounced';

/** The last value that has not changed for so long, as JSON carries it; `isOld` while a newer one is being typed. */
export function useDebouncedValue<T>(
  question: T,
  ms: number,
): { readonly settled: T; readonly isOld: boolean } {
  const text = JSON.stringify(question);
  const debounced = useDebounced(text, ms);
  const settled = useMemo(() => JSON.parse(debounced) as T, [debounced]);
  return { settled, isOld: debounced !== text };
}
