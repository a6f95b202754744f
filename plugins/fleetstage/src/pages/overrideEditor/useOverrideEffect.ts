import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isSameJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import { useMemo } from 'react';
import { troubleOf } from '../../api/errors';
import { useOverrideWhatIf } from '../../api/previewQueries';
import { useDebouncedValue } from '../../components/useDebouncedValue';
import { whatIfRequest } from '../../model/overrideEditor/base';
import { useKept } from '../../components/useKept';
import type { Editor } from '../placementEditor/useEditor';

/** Longer than that of the match: each answer renders placements. */
const PAUSE_MS = 500;

/** An answer with what was asked. */
interface Answered {
  readonly answer: Schemas['OverrideWhatIf'];
  /** The spec was that of the hub: nothing changes for that reason. */
  readonly isAsSaved: boolean;
}

export interface LiveEffect {
  /** Without it nothing is asked: the answer would be one about another override. */
  readonly lacks: 'name' | 'namespace' | undefined;
  /** The newest that has come; of an earlier text while `isOld`. */
  readonly answered: Answered | undefined;
  readonly isOld: boolean;
  readonly error: Error | undefined;
  readonly retry: () => unknown;
}

/** What the text would change. A text that cannot be read asks nothing new: the question is that of the last good one. */
export function useOverrideEffect({ manifest, base }: Editor): LiveEffect {
  const { settled, isOld } = useDebouncedValue(whatIfRequest(manifest), PAUSE_MS);
  const lacks = settled.name === '' ? 'name' : settled.namespace === '' ? 'namespace' : undefined;
  const { data, isPlaceholderData, error, refetch } = useOverrideWhatIf(
    lacks === undefined ? settled : undefined,
  );
  const saved = base.shown?.manifest.spec;
  const fresh = useMemo(
    () =>
      data && !isPlaceholderData ? { answer: data, isAsSaved: isSameJson(settled.spec, saved) } : undefined,
    [data, isPlaceholderData, settled, saved],
  );
  const kept = useKept(fresh);
  // Rights that were taken away take the answer with them.
  const isForbidden = error !== null && troubleOf(error) === 'forbidden';
  return {
    lacks,
    answered: isForbidden ? undefined : kept,
    isOld: isOld || isPlaceholderData || error !== null,
    error: error ?? undefined,
    retry: refetch,
  };
}
