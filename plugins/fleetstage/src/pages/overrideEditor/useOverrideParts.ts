import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo, useState } from 'react';
import { useOverrideJudgement, useOverrideMatch } from '../../api/overrideQueries';
import { useHubIsReachable } from '../../components/HubBar';
import { useDebouncedValue } from '../../components/useDebouncedValue';
import { judgeRequest, matchRequest } from '../../model/overrideEditor/base';
import { newOverrideText, overrideFields, readOverrideText } from '../../model/overrideEditor/overrideText';
import { placeCauses, type PlacedCause } from '../../model/placementEditor/causes';
import { isOther, type Base } from '../../model/placementEditor/edited';
import { useEditor, type Editor } from '../placementEditor/useEditor';
import { useEditorMode } from '../placementEditor/useEditorMode';
import { useOverrideEffect } from './useOverrideEffect';
import { useOverrideSave } from './useOverrideSave';

/** The hub is asked when the typing stops, the match sooner: it is made of what the database has. */
const JUDGE_PAUSE_MS = 600;
const MATCH_PAUSE_MS = 250;

export interface OverrideEditorProps {
  /** As it is on the hub now; what a new one begins with. */
  readonly live: Base;
  /** Where the draft is kept. */
  readonly draft: string;
  /** Absent for an override that nobody has created. */
  readonly detail?: Schemas['OverrideDetail'];
  readonly permit: Schemas['Permit'];
  readonly hub?: Schemas['HubState'];
}

export type OverrideParts = ReturnType<typeof useOverrideParts>;

/** What the editor of an override works with. */
export function useOverrideParts({ live, draft, detail, permit }: OverrideEditorProps) {
  const address = detail?.override;
  const editor = useEditor(live, draft, useMemo(emptyManifest, []), readOverrideText);
  const { mode, setMode } = useEditorMode();
  const [isSaving, setSaving] = useState(false);
  const save = useOverrideSave(editor, address, () => setSaving(false));
  const judged = useJudged(editor, permit.isAllowed);
  const causes = useCauses(editor, [...save.causes, ...judged.causes]);
  const conflict = {
    isFound: address !== undefined && editor.isDirty && (isOther(live, editor.base) || save.isConflict),
    readAt: editor.base.readAt,
    onCompare: () => {
      editor.rebase(live);
      save.reset();
      setMode('diff');
    },
    onSaveAsNew: save.asNew,
  };
  return {
    editor,
    mode,
    setMode,
    isSaving,
    setSaving,
    save,
    causes,
    conflict,
    match: useMatch(editor),
    effect: useOverrideEffect(editor),
    judgeError: judged.error,
    goTo: (field: string) => {
      setMode('form');
      // The form may have to be drawn first.
      requestAnimationFrame(() => document.getElementById(`placement-${field}`)?.focus());
    },
    closeDialog: () => {
      save.reset();
      setSaving(false);
    },
  };
}

function emptyManifest() {
  const read = readOverrideText(newOverrideText());
  return read.ok ? read.manifest : {};
}

export interface LiveMatch {
  readonly answer: Schemas['OverrideMatchAnswer'] | undefined;
  readonly error: Error | undefined;
}

function useMatch({ manifest, read }: Editor): LiveMatch {
  const { settled } = useDebouncedValue(matchRequest(manifest), MATCH_PAUSE_MS);
  const query = useOverrideMatch(read.ok && settled.scope !== '' ? settled : undefined);
  return { answer: query.data, error: query.error ?? undefined };
}

/** The hub's judgement; without a name there is nothing to judge. */
function useJudged({ manifest, read, base }: Editor, isAllowed: boolean) {
  const { settled } = useDebouncedValue(judgeRequest(manifest, base.shown === undefined), JUDGE_PAUSE_MS);
  const isAsked = isAllowed && read.ok && settled.name !== '' && settled.scope !== '';
  const query = useOverrideJudgement(isAsked ? settled : undefined);
  const isReached = useHubIsReachable();
  return {
    causes: isAsked ? (query.data?.causes ?? NO_CAUSES) : NO_CAUSES,
    // While the hub is away its bar says so, and that is why nobody has checked.
    error: isAsked && isReached && query.error ? query.error : undefined,
  };
}

const NO_CAUSES: readonly Schemas['RefusalCause'][] = [];

function useCauses({ manifest }: Editor, ofHub: readonly Schemas['RefusalCause'][]): readonly PlacedCause[] {
  const text = JSON.stringify(ofHub);
  return useMemo(() => {
    const placed = placeCauses(
      JSON.parse(text) as readonly Schemas['RefusalCause'][],
      manifest,
      overrideFields(manifest),
    );
    return placed.filter(
      ({ field, message }, i) =>
        placed.findIndex(one => one.field === field && one.message === message) === i,
    );
  }, [manifest, text]);
}
