import { useEffect, useRef } from 'react';

/** The last answer stays until the next one is here. */
export function useKept<T>(data: T | undefined): T | undefined {
  const kept = useRef(data);
  useEffect(() => {
    if (data !== undefined) kept.current = data;
  }, [data]);
  return data ?? kept.current;
}
