import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { useState } from 'react';
import { usePlacementTimeline, type PlacementKey } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { textOf } from '../../model/placementEditor/placementText';
import type { Base, Editor } from './useEditor';

export interface Conflict {
  readonly state: 'none' | 'found' | 'compared';
  /** Who changed it, where that went through Fleetstage. */
  readonly by: Schemas['TimelineEvent'] | undefined;
  compare(): void;
  saveAsNew(): void;
}

/** What the editor compares its text with. */
export function baseOf({ manifest, resourceVersion, generation }: Schemas['Placement']): Base {
  return {
    text: textOf(manifest),
    shown: { manifest, resourceVersion, ...(generation !== undefined && { generation }) },
  };
}

interface Around {
  readonly live: Schemas['Placement'] | undefined;
  readonly key: PlacementKey | undefined;
  /** The hub has refused to write over somebody else's change. */
  readonly isRefused: boolean;
  readonly onCompare: () => void;
  readonly onSaveAsNew: () => void;
}

/** Whether the placement on the hub is another one than the text was made from: seen live, or told when saving. */
export function useConflict(
  editor: Editor,
  { live, key, isRefused, onCompare, onSaveAsNew }: Around,
): Conflict {
  const [isCompared, setCompared] = useState(false);
  const shown = editor.base.shown;
  const isOther =
    live !== undefined &&
    shown !== undefined &&
    (live.generation !== shown.generation || metadataText(live.manifest) !== metadataText(shown.manifest));
  const isFound = editor.isDirty && (isOther || isRefused);
  const timeline = usePlacementTimeline(key ?? { scope: '_', name: '' }, {
    limit: 20,
    enabled: key !== undefined && isFound,
  });
  const by = usePages(timeline.data)?.items.find(({ event }) => event === 'placementUpdated');
  const compare = () => {
    if (live) editor.rebase(baseOf(live));
    setCompared(true);
    onCompare();
  };
  return {
    state: isFound && isOther ? 'found' : isCompared ? 'compared' : isFound ? 'found' : 'none',
    by,
    compare,
    saveAsNew: onSaveAsNew,
  };
}

function metadataText({ metadata }: Schemas['Placement']['manifest']): string {
  const { labels = {}, annotations = {} } = isJsonObject(metadata) ? metadata : {};
  return JSON.stringify([labels, annotations]);
}
