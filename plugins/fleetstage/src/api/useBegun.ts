import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

/** A newer answer is worth so much waiting, in ms. */
const PATIENCE_MS = 3000;

/**
 * Whether to edit what is there. An answer that was kept may be from before a save of the reader, who would repeat it: one
 * that is on its way is waited for, unless it fails or takes long.
 */
export function useBegun(query: UseQueryResult): boolean {
  const { data, isFetchedAfterMount, failureCount, fetchStatus } = query;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isBegun = useRef(false);
  const isSettled = isFetchedAfterMount || failureCount > 0 || fetchStatus === 'idle';
  if (data !== undefined && (isSettled || isLate)) isBegun.current = true;
  return isBegun.current;
}
