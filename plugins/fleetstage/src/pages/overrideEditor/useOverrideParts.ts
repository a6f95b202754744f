import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { useOverrideJudgement, useOverrideMatch } from '../../api/overrideQueries';
import { useDebouncedValue } from '../../components/useDebouncedValue';
import { judgeRequest, matchRequest } from '../../model/overrideEditor/base';
import { newOverrideText, overrideFields, readOverrideText } from '../../model/overrideEditor/overrideText';
import { placeCauses, type PlacedCause } from '../../model/placementEditor/causes';
import type { Base } from '../../model/placementEditor/edited';
import { useEditor, type Editor } from '../placementEditor/useEditor';
import { useEditorPage, useJudged } from '../placementEditor/useEditorPage';
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
  const page = useEditorPage();
  const save = useOverrideSave(editor, address, () => page.setSaving(false));
  const judged = useJudgedOverride(editor, permit.isAllowed);
  const causes = useCauses(editor, [...save.causes, ...judged.causes]);
  return {
    editor,
    mode: page.mode,
    setMode: page.setMode,
    isSaving: page.isSaving,
    setSaving: page.setSaving,
    save,
    causes,
    conflict: page.conflictOf(editor, live, save),
    match: useMatch(editor),
    effect: useOverrideEffect(editor),
    judgeError: judged.error,
    goTo: page.goTo,
    closeDialog: page.closeDialog(save),
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
function useJudgedOverride({ manifest, read, base }: Editor, isAllowed: boolean) {
  const { settled } = useDebouncedValue(judgeRequest(manifest, base.shown === undefined), JUDGE_PAUSE_MS);
  const isAsked = isAllowed && read.ok && settled.name !== '' && settled.scope !== '';
  const { judgement, error } = useJudged(isAsked, useOverrideJudgement(isAsked ? settled : undefined));
  return { causes: judgement?.causes ?? NO_CAUSES, error };
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
