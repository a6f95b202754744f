import { useCallback, useEffect } from 'react';
import { causesOf, troubleOf } from '../../api/errors';
import type { Editor } from './useEditor';

interface Write {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly reset: () => void;
}

interface Writes {
  readonly create: Write;
  readonly update: Write;
  readonly isNew: boolean;
  readonly base: Editor['base'];
  /** Creates or updates, and leaves the editor; rejects where that fails. */
  readonly write: () => Promise<void>;
  /** Somebody else has saved since. */
  readonly onConflict: () => void;
}

/** The two writes of an editor as one act: what was typed stays where the hub refuses. */
export function useWrites({ create, update, isNew, base, write, onConflict }: Writes) {
  const { reset: resetCreate } = create;
  const { reset: resetUpdate } = update;
  const { error } = isNew ? create : update;
  const isOfConflict = (cause: unknown) => !isNew && cause !== null && troubleOf(cause) === 'conflict';
  const save = () =>
    void write().catch((cause: unknown) => {
      if (isOfConflict(cause)) onConflict();
    });
  const reset = useCallback(() => {
    resetCreate();
    resetUpdate();
  }, [resetCreate, resetUpdate]);
  // A refusal is about what was to be written over the base of then.
  useEffect(reset, [reset, base]);
  return {
    save,
    reset,
    error,
    causes: causesOf(error),
    isPending: create.isPending || update.isPending,
    isConflict: isOfConflict(error),
  };
}
