import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { useRefusals } from '../../api/editorQueries';
import { useHubIsReachable } from '../../components/HubBar';
import { useDebouncedValue } from '../../components/useDebouncedValue';
import { nameOf, objectsAt, scopeOf, SELECTORS } from '../../model/placementEditor/fields';
import { createRequest } from '../../model/placementEditor/requests';
import type { Editor } from './useEditor';

const PAUSE_MS = 600;
const NONE: readonly Schemas['RefusalCause'][] = [];

/** What the hub would refuse, asked when the typing rests; before there is a name and a selector nothing is asked. */
export function useJudgement({ manifest, read, isDirty, base }: Editor, isAllowed: boolean) {
  const isNew = base.shown === undefined;
  const isComplete =
    nameOf(manifest) !== '' && scopeOf(manifest) !== '' && objectsAt(manifest, SELECTORS).length > 0;
  const { settled } = useDebouncedValue({ ...createRequest(manifest), isNew }, PAUSE_MS);
  const isAsked = isAllowed && read.ok && isComplete && isDirty;
  const query = useRefusals(isAsked ? settled : undefined);
  // While the hub is away its bar says so, and that is why nobody has checked.
  const isReached = useHubIsReachable();
  const causes = isAsked ? (query.data?.causes ?? NONE) : NONE;
  return useMemo(
    () => ({ causes, error: isAsked && isReached && query.error ? query.error : undefined }),
    [causes, isAsked, isReached, query.error],
  );
}
