import { useCallback } from 'react';
import { soakMs } from '../model/sequences/soak';
import { useTimeWords } from './useTimeWords';

/** A duration of a sequence, days included: `72h` → `3 d`. */
export function useSoakWords(): (text: string) => string {
  const { duration } = useTimeWords();
  return useCallback(text => duration(soakMs(text)), [duration]);
}
