import { usePlacementEffect } from '../../api/editorQueries';
import { useDebouncedValue } from '../../components/useDebouncedValue';
import { nameOf, objectsAt, scopeOf, SELECTORS } from '../../model/placementEditor/fields';
import { hasUnfinishedSelector } from '../../model/placementEditor/unfinished';
import type { Editor } from './useEditor';

const PAUSE_MS = 400;

type Edited = NonNullable<Parameters<typeof usePlacementEffect>[0]>;

/**
 * What the placement as it is in the editor would do to the fleet; asked when the typing rests. Without a namespace, or without
 * selectors, nothing is asked: the answer would be one about another placement.
 */
export function useEffectOnFleet({ manifest, base, read }: Editor) {
  const scope = scopeOf(manifest);
  const lacks = scope === '' ? 'namespace' : hasSelectors(manifest) ? undefined : 'selector';
  const isReady = read.ok && lacks === undefined;
  const edited: Edited = {
    ...(base.shown !== undefined && { placement: { scope, name: nameOf(manifest) } }),
    scope,
    spec: manifest.spec as Edited['spec'],
  };
  const { settled, isOld } = useDebouncedValue(edited, PAUSE_MS);
  // While somebody types without a pause, what settled may be from before the scope or the namespace was changed.
  const query = usePlacementEffect(isReady && settled.scope === scope ? settled : undefined);
  return { isReady, lacks, query, isOld: query.isPlaceholderData || isOld };
}

const hasSelectors = (manifest: Editor['manifest']) =>
  objectsAt(manifest, SELECTORS).length > 0 && !hasUnfinishedSelector(manifest);

export type EffectOnFleet = ReturnType<typeof useEffectOnFleet>;
