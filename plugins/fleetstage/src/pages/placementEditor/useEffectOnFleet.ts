import { usePlacementEffect } from '../../api/editorQueries';
import { useDebounced } from '../../components/useDebounced';
import { nameOf, objectsAt, scopeOf, SELECTORS } from '../../model/placementEditor/fields';
import type { Editor } from './useEditor';

const PAUSE_MS = 400;

/** What the placement as it is in the editor would do to the fleet; asked when the typing rests. */
export function useEffectOnFleet({ manifest, base, read }: Editor) {
  const isReady = read.ok && objectsAt(manifest, SELECTORS).length > 0;
  const edited = JSON.stringify({
    ...(base.shown !== undefined && { placement: { scope: scopeOf(manifest), name: nameOf(manifest) } }),
    scope: scopeOf(manifest) || '_',
    spec: manifest.spec,
  });
  const text = useDebounced(edited, PAUSE_MS);
  const query = usePlacementEffect(
    isReady ? (JSON.parse(text) as Parameters<typeof usePlacementEffect>[0]) : undefined,
  );
  return { isReady, query, isOld: query.isPlaceholderData || text !== edited };
}

export type EffectOnFleet = ReturnType<typeof useEffectOnFleet>;
