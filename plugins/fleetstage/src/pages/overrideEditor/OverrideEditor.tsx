import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Edit from '@mui/icons-material/Edit';
import Box from '@mui/material/Box';
import { DeniedBar } from '../../components/EditorGate';
import { HubBar } from '../../components/HubBar';
import { PageFrame } from '../../components/PageFrame';
import { StatusChip } from '../../components/StatusChip';
import { useReportState } from '../../components/pageState';
import { keyOf } from '../../model/overrides/overrideList';
import { useLinks } from '../../routing';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { DraftBar } from '../placementEditor/Bars';
import { ObjectActions } from '../placementEditor/ObjectActions';
import { ObjectRefusedBar } from '../placementEditor/ObjectBars';
import { ObjectText } from '../placementEditor/ObjectText';
import { EffectCard } from './EffectCard';
import { FormMode } from './FormMode';
import { MatchCard } from './MatchCard';
import { OverrideConflictBar } from './OverrideConflictBar';
import { SaveDialog } from './SaveDialog';
import { useOverrideParts, type OverrideEditorProps, type OverrideParts } from './useOverrideParts';

/** Form, YAML and difference over one text, beside the clusters that each rule matches. */
export const OverrideEditor = (props: OverrideEditorProps) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const links = useLinks();
  const parts = useOverrideParts(props);
  const { editor, mode, setMode, conflict, causes, save } = parts;
  const { detail, permit, hub } = props;
  const key = detail && keyOf(detail.override);
  return (
    <PageFrame
      title={key === undefined ? t('newTitle') : t('editTitle', { name: key })}
      breadcrumb={[
        { label: t('breadcrumb'), to: links.overrides() },
        ...(key === undefined ? [] : [{ label: key, to: links.override(key) }]),
      ]}
      crumb={key === undefined ? undefined : t('crumb')}
      chip={editor.isDirty && <StatusChip icon={Edit} tone="warning" label={t('notSaved')} />}
      subtitle={detail === undefined ? t('newSubtitle') : t('subtitle')}
      hub={hub}
      actions={
        <ObjectActions
          what="override"
          editor={editor}
          mode={mode}
          onMode={setMode}
          permit={permit}
          causes={causes}
          isConflict={conflict.isFound}
          isNew={key === undefined}
          back={key === undefined ? links.overrides() : links.override(key)}
          onSave={() => parts.setSaving(true)}
        />
      }
    >
      <Ready />
      <HubBar hub={hub} />
      <DeniedBar permit={permit} />
      <DraftBar editor={editor} />
      {detail && <OverrideConflictBar address={detail.override} {...conflict} />}
      {editor.read.ok && <ObjectRefusedBar causes={editor.isDirty ? causes : []} onFirst={parts.goTo} />}
      <Columns parts={parts} />
      <SaveDialog
        editor={editor}
        match={parts.match.answer}
        effect={parts.effect}
        isNew={detail === undefined}
        isOpen={parts.isSaving}
        isBusy={save.isPending}
        error={save.isConflict ? undefined : save.error}
        judgeError={parts.judgeError}
        onConfirm={save.save}
        onClose={parts.closeDialog}
      />
    </PageFrame>
  );
};

/** Everything that the page needs is there; the match and the effect come without moving anything. */
const Ready = () => {
  useReportState('ready');
  return null;
};

/** The override at the left, its clusters at the right; below each other where there is no room. */
const Columns = ({ parts }: { parts: OverrideParts }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { editor, mode, causes, match, effect, judgeError } = parts;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.1fr) minmax(0, 1fr)' },
      }}
    >
      <ObjectText
        what="override"
        editor={editor}
        mode={mode}
        form={<FormMode editor={editor} causes={causes} rules={match.answer?.rules} />}
        yamlLabel={t('yaml.label')}
        judgeError={judgeError}
      />
      <Box sx={{ minWidth: 0, display: 'grid', gap: 2.5 }}>
        <MatchCard match={match} />
        {/* Below a match that is still to come it would be moved. */}
        {(match.answer ?? match.error) && <EffectCard effect={effect} isRead={editor.read.ok} />}
      </Box>
    </Box>
  );
};
