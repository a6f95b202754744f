import type { WatchOptions } from '@fleetstage/kube-client';
import { SEQUENCE_KINDS, type AuthoredKind } from './keysFor';
import { isAbsent } from './watchOptional';

export const UNSERVED =
  'The hub does not serve a kind of version sequences; install its definition, and allow us to watch it, to use them';

type OnProblem = NonNullable<WatchOptions['onProblem']>;

/**
 * A hub whose definitions are older than sequences of versions goes without them, and everything else works: nobody waits for the
 * first list of such a kind. It is asked for again and again, so that a definition that comes later is found.
 */
export function orUnserved(
  kind: AuthoredKind,
  onProblem: OnProblem,
  onUnserved: (error: unknown) => void,
): { readonly onProblem: OnProblem } {
  const isOptional = SEQUENCE_KINDS.some(one => one === kind);
  let isKnown = false;
  return {
    onProblem: (error, retryInMs) => {
      if (!isOptional || !isAbsent(error)) return onProblem(error, retryInMs);
      if (!isKnown) onUnserved(error);
      isKnown = true;
      return undefined;
    },
  };
}
