import { useEffect, useState } from 'react';

/** So long a page waits at most for what it asks beside its own question, so that it moves nothing when that comes. */
const PATIENCE_MS = 1_000;

/** Whether the page has waited long enough since it was opened: it shows what it has. */
export function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
