import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Edit from '@mui/icons-material/Edit';
import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { messageOf } from '../../api/errors';
import type { PlacementKey } from '../../api/placementQueries';
import { DeniedBar } from '../../components/EditorGate';
import { HubBar } from '../../components/HubBar';
import { PageFrame } from '../../components/PageFrame';
import { StatusChip } from '../../components/StatusChip';
import { useReportState } from '../../components/pageState';
import { placeCauses } from '../../model/placementEditor/causes';
import type { Base } from '../../model/placementEditor/edited';
import { newText, readText } from '../../model/placementEditor/placementText';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import { ConflictBar, DraftBar, RefusedBar } from './Bars';
import { DiffMode } from './DiffMode';
import { EditorActions } from './EditorActions';
import { FormMode } from './FormMode';
import { PreviewCard } from './PreviewCard';
import { SaveDialog } from './SaveDialog';
import { useConflict } from './useConflict';
import { useEditor, type Editor } from './useEditor';
import { useEffectOnFleet } from './useEffectOnFleet';
import { useEditorMode } from './useEditorMode';
import { useJudgement } from './useJudgement';
import { useSave } from './useSave';
import { YamlMode } from './YamlMode';

export interface PlacementEditorProps {
  /** As it is on the hub now; what a new one begins with. */
  readonly live: Base;
  /** Where the draft is kept. */
  readonly draft: string;
  /** Absent for a placement that nobody has created. */
  readonly placement?: PlacementKey;
  readonly permit: Schemas['Permit'];
  readonly hub?: Schemas['HubState'];
}

/** Form, YAML and difference over one text, beside what it would do to the fleet. */
export const PlacementEditor = (props: PlacementEditorProps) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const links = useLinks();
  const parts = useParts(props);
  const { editor, mode, setMode, conflict, causes, judged } = parts;
  const { placement, permit, hub } = props;
  const name = placement && linkName(placement);
  return (
    <PageFrame
      title={placement ? t('editTitle', { name: placement.name }) : t('newTitle')}
      breadcrumb={[
        { label: t('breadcrumb'), to: links.placements() },
        ...(name === undefined ? [] : [{ label: name, to: links.placement(name) }]),
      ]}
      crumb={name === undefined ? undefined : t('crumb')}
      chip={editor.isDirty && <StatusChip icon={Edit} tone="warning" label={t('notSaved')} />}
      subtitle={t(placement ? 'editSubtitle' : 'newSubtitle')}
      hub={hub}
      actions={
        <EditorActions
          editor={editor}
          mode={mode}
          onMode={setMode}
          permit={permit}
          isRefused={judged.causes.length > 0}
          isConflict={conflict.state === 'found'}
          placement={placement}
          onSave={() => parts.setSaving(true)}
        />
      }
    >
      <Ready />
      <HubBar hub={hub} />
      <DeniedBar permit={permit} />
      <DraftBar editor={editor} />
      <ConflictBar conflict={conflict} />
      {editor.read.ok && <RefusedBar causes={causes} onFirst={parts.goTo} />}
      <Columns parts={parts} />
      <SaveDialog
        editor={editor}
        effect={parts.effect}
        isOpen={parts.isSaving}
        isBusy={parts.save.isPending}
        error={parts.save.isConflict ? undefined : parts.save.error}
        onConfirm={parts.save.save}
        onClose={parts.closeDialog}
      />
    </PageFrame>
  );
};

type Parts = ReturnType<typeof useParts>;

function useParts({ live, draft, placement, permit }: PlacementEditorProps) {
  const editor = useEditor(live, draft, useMemo(emptyManifest, []));
  const { mode, setMode } = useEditorMode();
  const [isSaving, setSaving] = useState(false);
  const effect = useEffectOnFleet(editor);
  const judged = useJudgement(editor, permit.isAllowed);
  const save = useSave(editor, placement, () => setSaving(false));
  const conflict = useConflict(editor, {
    live,
    key: placement,
    isRefused: save.isConflict,
    onCompare: () => {
      save.reset();
      setMode('diff');
    },
    onSaveAsNew: save.asNew,
  });
  const causes = useMemo(
    () => placeCauses([...save.causes, ...judged.causes].filter(isFirst), editor.manifest),
    [save.causes, judged.causes, editor.manifest],
  );
  const goTo = (field: string) => {
    setMode('form');
    // The form may have to be drawn first.
    requestAnimationFrame(() => document.getElementById(`placement-${field}`)?.focus());
  };
  const closeDialog = () => {
    save.reset();
    setSaving(false);
  };
  return {
    editor,
    mode,
    setMode,
    isSaving,
    setSaving,
    effect,
    judged,
    save,
    conflict,
    causes,
    goTo,
    closeDialog,
  };
}

/** The placement at the left, what it would do at the right; below each other where there is no room. */
const Columns = ({ parts: { editor, mode, causes, effect, judged } }: { parts: Parts }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.15fr) minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        {mode === 'form' && <FormMode {...formOf(editor)} causes={causes} />}
        {mode === 'yaml' && <YamlMode editor={editor} />}
        {mode === 'diff' && <DiffMode editor={editor} />}
      </Box>
      <Box sx={{ position: { md: 'sticky' }, top: 16, minWidth: 0 }}>
        <PreviewCard effect={effect} isYamlBroken={!editor.read.ok} isRefused={judged.causes.length > 0} />
        {judged.error !== undefined && (
          <Box sx={{ mt: 1, fontSize: 12, color: 'text.secondary' }}>
            {t('judgeFailed', { message: messageOf(judged.error) })}
          </Box>
        )}
      </Box>
    </Box>
  );
};

/** What the form reads: the same as before where only the preview has changed. */
const formOf = ({ manifest, base, read, set, offered }: Editor) => ({ manifest, base, read, set, offered });

/** Everything that the page needs is there. */
const Ready = () => {
  useReportState('ready');
  return null;
};

function emptyManifest() {
  const read = readText(newText());
  return read.ok ? read.manifest : {};
}

const isFirst = (
  cause: Schemas['RefusalCause'],
  i: number,
  all: readonly Schemas['RefusalCause'][],
): boolean => all.findIndex(one => one.message === cause.message && one.field === cause.field) === i;
