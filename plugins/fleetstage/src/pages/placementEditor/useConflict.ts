import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useState } from 'react';
import { usePlacementTimeline, type PlacementKey } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { changeLine } from '../../model/placementEditor/changeLine';
import { isOther, type Base } from '../../model/placementEditor/edited';
import type { Editor } from './useEditor';

export interface Conflict {
  readonly state: 'none' | 'found' | 'compared';
  /** Who changed it, where that went through Fleetstage. */
  readonly by: Schemas['TimelineEvent'] | undefined;
  compare(): void;
  saveAsNew(): void;
}

interface Around {
  readonly live: Base;
  readonly key: PlacementKey | undefined;
  /** The hub has refused to write over somebody else's change. */
  readonly isRefused: boolean;
  readonly onCompare: () => void;
  readonly onSaveAsNew: () => void;
}

/** Whether the placement on the hub is another one than the text was made from: seen live, or returned when saving. */
export function useConflict(
  editor: Editor,
  { live, key, isRefused, onCompare, onSaveAsNew }: Around,
): Conflict {
  const [isCompared, setCompared] = useState(false);
  const isBehind = isOther(live, editor.base);
  const isFound = editor.isDirty && (isBehind || isRefused);
  const timeline = usePlacementTimeline(key ?? { scope: '_', name: '' }, {
    limit: 20,
    enabled: key !== undefined && isFound,
  });
  const lines = usePages(timeline.data)?.items ?? [];
  const compare = () => {
    editor.rebase(live);
    setCompared(true);
    onCompare();
  };
  return {
    state: isFound && isBehind ? 'found' : isCompared ? 'compared' : isFound ? 'found' : 'none',
    by: changeLine(lines, editor.base, live),
    compare,
    saveAsNew: onSaveAsNew,
  };
}
