import { useState } from 'react';
import { useHubIsReachable } from '../../components/HubBar';
import { isOther, type Base } from '../../model/placementEditor/edited';
import type { FoundConflict } from './ObjectBars';
import type { Editor } from './useEditor';
import { useEditorMode } from './useEditorMode';

interface Saving {
  readonly isConflict: boolean;
  readonly reset: () => void;
  readonly asNew: () => void;
}

/** Mode and dialog of an editor. */
export function useEditorPage() {
  const { mode, setMode } = useEditorMode();
  const [isSaving, setSaving] = useState(false);
  return {
    mode,
    setMode,
    isSaving,
    setSaving,
    goTo: (field: string) => {
      setMode('form');
      // The form may have to be drawn first.
      requestAnimationFrame(() => document.getElementById(`placement-${field}`)?.focus());
    },
    closeDialog: (save: Saving) => () => {
      save.reset();
      setSaving(false);
    },
    conflictOf: (editor: Editor, live: Base, save: Saving): FoundConflict => ({
      isFound: live.shown !== undefined && editor.isDirty && (isOther(live, editor.base) || save.isConflict),
      readAt: editor.base.readAt,
      onCompare: () => {
        editor.rebase(live);
        save.reset();
        setMode('diff');
      },
      onSaveAsNew: save.asNew,
    }),
  };
}

interface Judged<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
}

/** The hub's judgement where it was asked for; while the hub is away its bar says so, and that is why nobody has checked. */
export function useJudged<T>(isAsked: boolean, { data, error }: Judged<T>) {
  const isReached = useHubIsReachable();
  return {
    judgement: isAsked ? data : undefined,
    error: isAsked && isReached && error ? error : undefined,
  };
}
