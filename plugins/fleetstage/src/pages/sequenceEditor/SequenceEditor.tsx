import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Edit from '@mui/icons-material/Edit';
import Box from '@mui/material/Box';
import { useSequenceChanges } from '../../api/sequenceEditorQueries';
import { DeniedBar } from '../../components/EditorGate';
import { HubBar } from '../../components/HubBar';
import { PageFrame } from '../../components/PageFrame';
import { StatusChip } from '../../components/StatusChip';
import { useReportState } from '../../components/pageState';
import { useLinks } from '../../routing';
import { sequenceEditorTranslationRef } from '../../translation/sequenceEditor';
import { DraftBar } from '../placementEditor/Bars';
import { ObjectActions } from '../placementEditor/ObjectActions';
import { ObjectConflictBar, ObjectRefusedBar, type FoundConflict } from '../placementEditor/ObjectBars';
import { ObjectText } from '../placementEditor/ObjectText';
import { FormMode } from './FormMode';
import { PreviewCard } from './PreviewCard';
import { SaveDialog } from './SaveDialog';
import { useSequenceParts, type SequenceEditorProps, type SequenceParts } from './useSequenceParts';

/** Form, YAML and difference over one text, beside what it would do. */
export const SequenceEditor = (props: SequenceEditorProps) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const links = useLinks();
  const parts = useSequenceParts(props);
  const { editor, mode, setMode, conflict, causes, save } = parts;
  const { detail, permit, hub } = props;
  const name = detail?.sequence.name;
  return (
    <PageFrame
      title={name === undefined ? t('newTitle') : t('editTitle', { name })}
      breadcrumb={[
        { label: t('breadcrumb'), to: links.sequences() },
        ...(name === undefined ? [] : [{ label: name, to: links.sequence(name) }]),
      ]}
      crumb={name === undefined ? undefined : t('crumb')}
      chip={editor.isDirty && <StatusChip icon={Edit} tone="warning" label={t('notSaved')} />}
      subtitle={
        detail === undefined
          ? t('newSubtitle')
          : t('active', { count: detail.sequence.activeRollouts.length })
      }
      hub={hub}
      actions={
        <ObjectActions
          what="sequence"
          editor={editor}
          mode={mode}
          onMode={setMode}
          permit={permit}
          causes={causes}
          isConflict={conflict.isFound}
          isNew={name === undefined}
          back={name === undefined ? links.sequences() : links.sequence(name)}
          onSave={() => parts.setSaving(true)}
        />
      }
    >
      <Ready />
      <HubBar hub={hub} />
      <DeniedBar permit={permit} />
      <DraftBar editor={editor} />
      <Conflict name={name ?? ''} {...conflict} />
      {editor.read.ok && <ObjectRefusedBar causes={editor.isDirty ? causes : []} onFirst={parts.goTo} />}
      <Columns parts={parts} />
      <SaveDialog
        editor={editor}
        detail={detail}
        preview={parts.preview}
        isOpen={parts.isSaving}
        isBusy={save.isPending}
        error={save.isConflict ? undefined : save.error}
        judgeError={parts.preview.error}
        onConfirm={save.save}
        onClose={parts.closeDialog}
      />
    </PageFrame>
  );
};

/** Everything that the page needs is there. */
const Ready = () => {
  useReportState('ready');
  return null;
};

/** Who has saved the sequence meanwhile. */
const Conflict = ({ name, ...conflict }: FoundConflict & { name: string }) => {
  const changes = useSequenceChanges(name, conflict.isFound);
  return <ObjectConflictBar what="sequence" changes={changes.data?.items} {...conflict} />;
};

/** The sequence at the left, what it would do at the right; below each other where there is no room. */
const Columns = ({ parts }: { parts: SequenceParts }) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const { editor, mode, causes, preview } = parts;
  const { manifest, base, read, set, rewrite, offered } = editor;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.2fr) minmax(0, 1fr)' },
      }}
    >
      <ObjectText
        what="sequence"
        editor={editor}
        mode={mode}
        form={
          <FormMode
            {...{ manifest, base, read, set, rewrite, offered, causes }}
            stages={preview.view?.stages}
          />
        }
        yamlLabel={t('yaml')}
        judgeError={preview.error}
      />
      <Box sx={{ minWidth: 0 }}>
        <PreviewCard preview={preview} editor={editor} />
      </Box>
    </Box>
  );
};
