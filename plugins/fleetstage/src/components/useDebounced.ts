import { useEffect, useState } from 'react';

/** The value as it was when it had not changed for so long: what is typed is not sent letter by letter. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
