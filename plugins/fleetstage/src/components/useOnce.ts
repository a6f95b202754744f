import { useEffect, useRef } from 'react';

/**
 * Lets an act through once, until it has failed. A ref and no state: the second click of a double click comes before the
 * first one is drawn, or after its success and before its dialog is gone. `round`: where it changes, one more act may go.
 */
export function useOnce(act: () => void, error: unknown, round?: unknown): () => void {
  const isSent = useRef(false);
  useEffect(() => {
    if (error !== undefined && error !== null) isSent.current = false;
  }, [error]);
  useEffect(() => {
    isSent.current = false;
  }, [round]);
  return () => {
    if (isSent.current) return;
    isSent.current = true;
    act();
  };
}
