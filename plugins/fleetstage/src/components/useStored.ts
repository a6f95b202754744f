import { storageApiRef, useApi } from '@backstage/frontend-plugin-api';
import { useCallback, useEffect, useMemo, useState } from 'react';

/** What readers chose once and find again at the next visit; the portal decides where that is kept. */
export function useStored(key: string, fallback: string): [string, (value: string) => void] {
  const storage = useApi(storageApiRef);
  const bucket = useMemo(() => storage.forBucket('fleetstage'), [storage]);
  const [value, setValue] = useState(() => bucket.snapshot<string>(key).value);
  useEffect(() => {
    // A storage on a server knows the value only now.
    const subscription = bucket.observe$<string>(key).subscribe(next => setValue(next.value));
    return () => subscription.unsubscribe();
  }, [bucket, key]);
  const set = useCallback(
    (next: string) => {
      setValue(next);
      // What cannot be kept holds for this visit.
      bucket.set(key, next).catch(() => undefined);
    },
    [bucket, key],
  );
  return [value ?? fallback, set];
}
