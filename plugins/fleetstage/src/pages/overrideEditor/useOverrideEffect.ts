import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useEffect, useRef } from 'react';
import { troubleOf } from '../../api/errors';
import { useOverrideWhatIf } from '../../api/previewQueries';
import { useDebouncedValue } from '../../components/useDebouncedValue';
import { whatIfRequest } from '../../model/overrideEditor/base';
import type { Editor } from '../placementEditor/useEditor';

/** Longer than that of the match: each answer renders placements. */
const PAUSE_MS = 500;

export interface LiveEffect {
  /** Without it nothing is asked: the answer would be one about another override. */
  readonly lacks: 'name' | 'namespace' | undefined;
  /** The newest that has come; of an earlier text while `isOld`. */
  readonly answer: Schemas['OverrideWhatIf'] | undefined;
  readonly isOld: boolean;
  readonly error: Error | undefined;
  readonly retry: () => unknown;
}

/** What the text would change. A text that cannot be read asks nothing new: the question is that of the last good one. */
export function useOverrideEffect({ manifest }: Editor): LiveEffect {
  const { rested, isOld } = useDebouncedValue(whatIfRequest(manifest), PAUSE_MS);
  const lacks = rested.name === '' ? 'name' : rested.namespace === '' ? 'namespace' : undefined;
  const query = useOverrideWhatIf(lacks === undefined ? rested : undefined);
  const error = query.error ?? undefined;
  const kept = useRef<Schemas['OverrideWhatIf']>();
  useEffect(() => {
    if (query.data !== undefined) kept.current = query.data;
  }, [query.data]);
  // Rights that were taken away take the answer with them.
  const isForbidden = error !== undefined && troubleOf(error) === 'forbidden';
  return {
    lacks,
    answer: isForbidden ? undefined : (query.data ?? kept.current),
    isOld: isOld || query.isPlaceholderData || error !== undefined,
    error,
    retry: query.refetch,
  };
}
