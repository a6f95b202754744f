import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { useSequencePreview } from '../../api/sequenceEditorQueries';
import { useDebouncedValue } from '../../components/useDebouncedValue';
import { placeCauses, type PlacedCause } from '../../model/placementEditor/causes';
import type { Base } from '../../model/placementEditor/edited';
import { causesOfIssues, previewRequest, sequenceFields } from '../../model/sequenceEditor/base';
import { newSequenceText, readSequenceText } from '../../model/sequenceEditor/sequenceText';
import { useEditor, type Editor } from '../placementEditor/useEditor';
import { useEditorPage, useJudged } from '../placementEditor/useEditorPage';
import { useSequenceSave } from './useSequenceSave';

/** The preview is asked for when the typing stops. */
const PAUSE_MS = 500;

export interface SequenceEditorProps {
  /** As it is on the hub now; what a new one begins with. */
  readonly live: Base;
  /** Where the draft is kept. */
  readonly draft: string;
  /** Absent for a sequence that nobody has created. */
  readonly detail?: Schemas['SequenceDetail'];
  readonly permit: Schemas['Permit'];
  readonly hub?: Schemas['HubState'];
}

export type SequenceParts = ReturnType<typeof useSequenceParts>;

/** What the editor of a sequence works with. */
export function useSequenceParts({ live, draft, detail }: SequenceEditorProps) {
  const editor = useEditor(live, draft, useMemo(emptyManifest, []), readSequenceText);
  const page = useEditorPage();
  const save = useSequenceSave(editor, detail?.sequence.name, () => page.setSaving(false));
  const preview = usePreview(editor);
  const causes = useCauses(editor, save.causes, preview.view?.issues ?? NO_ISSUES);
  return {
    editor,
    mode: page.mode,
    setMode: page.setMode,
    isSaving: page.isSaving,
    setSaving: page.setSaving,
    save,
    causes,
    preview,
    conflict: page.conflictOf(editor, live, save),
    goTo: page.goTo,
    closeDialog: page.closeDialog(save),
  };
}

const NO_ISSUES: readonly Schemas['SequenceIssue'][] = [];

function emptyManifest() {
  const read = readSequenceText(newSequenceText());
  return read.ok ? read.manifest : {};
}

export interface LivePreview {
  readonly view: Schemas['SequencePreview'] | undefined;
  readonly error: Error | undefined;
  /** The answer is for what is written now. */
  readonly isCurrent: boolean;
}

function usePreview({ manifest, read, base }: Editor): LivePreview {
  const { settled, isOld } = useDebouncedValue(previewRequest(manifest, base.shown === undefined), PAUSE_MS);
  const query = useSequencePreview(read.ok ? settled : undefined);
  const judged = useJudged(read.ok, query);
  return {
    view: query.data,
    error: judged.error,
    isCurrent: read.ok && !isOld && !query.isPlaceholderData && query.data !== undefined,
  };
}

/** What keeps it from being saved, each under its field. */
function useCauses(
  { manifest }: Editor,
  ofHub: readonly Schemas['RefusalCause'][],
  issues: readonly Schemas['SequenceIssue'][],
): readonly PlacedCause[] {
  const text = JSON.stringify([...ofHub, ...causesOfIssues(issues)]);
  return useMemo(() => {
    const placed = placeCauses(
      JSON.parse(text) as readonly Schemas['RefusalCause'][],
      manifest,
      sequenceFields(manifest),
    );
    return placed.filter(
      ({ field, message }, i) =>
        placed.findIndex(one => one.field === field && one.message === message) === i,
    );
  }, [manifest, text]);
}
