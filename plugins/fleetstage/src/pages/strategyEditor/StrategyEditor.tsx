import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Edit from '@mui/icons-material/Edit';
import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { DeniedBar } from '../../components/EditorGate';
import { HubBar } from '../../components/HubBar';
import { PageFrame } from '../../components/PageFrame';
import { PageSkeleton } from '../../components/Skeletons';
import { StatusChip } from '../../components/StatusChip';
import { useReportState } from '../../components/pageState';
import { linkName } from '../../model/placements/placementFilters';
import { stageHintsOf } from '../../model/strategyEditor/stageHints';
import { useLinks } from '../../routing';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { DraftBar } from '../placementEditor/Bars';
import { ObjectActions } from '../placementEditor/ObjectActions';
import { ObjectRefusedBar } from '../placementEditor/ObjectBars';
import { ObjectText } from '../placementEditor/ObjectText';
import { FormMode } from './FormMode';
import { PreviewCard } from './PreviewCard';
import { SaveDialog } from './SaveDialog';
import { StrategyConflictBar, TroubleBar } from './StrategyBars';
import { useStrategyParts, type StrategyEditorProps, type StrategyParts } from './useStrategyParts';

/** Form, YAML and difference over one text, beside where each cluster falls. */
export const StrategyEditor = (props: StrategyEditorProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const links = useLinks();
  const parts = useStrategyParts(props);
  const { editor, mode, setMode, conflict, causes, save } = parts;
  const { detail, permit, hub } = props;
  const name = detail && linkName(detail.strategy);
  return (
    <PageFrame
      title={name === undefined ? t('newTitle') : t('editTitle', { name })}
      breadcrumb={[
        { label: t('breadcrumb'), to: links.strategies() },
        ...(name === undefined ? [] : [{ label: name, to: links.strategy(name) }]),
      ]}
      crumb={name === undefined ? undefined : t('crumb')}
      chip={editor.isDirty && <StatusChip icon={Edit} tone="warning" label={t('notSaved')} />}
      subtitle={detail === undefined ? t('newSubtitle') : t('used', { count: detail.uses.length })}
      hub={hub}
      actions={
        <ObjectActions
          what="strategy"
          editor={editor}
          mode={mode}
          onMode={setMode}
          permit={permit}
          causes={causes}
          isConflict={conflict.isFound}
          isNew={name === undefined}
          back={name === undefined ? links.strategies() : links.strategy(name)}
          onSave={() => parts.setSaving(true)}
        />
      }
    >
      <HubBar hub={hub} />
      <DeniedBar permit={permit} />
      <DraftBar editor={editor} />
      <StrategyConflictBar of={detail?.strategy ?? NOBODY} {...conflict} />
      {editor.read.ok && <ObjectRefusedBar causes={editor.isDirty ? causes : []} onFirst={parts.goTo} />}
      <Body parts={parts} detail={detail} />
      <SaveDialog
        editor={editor}
        detail={detail}
        isOpen={parts.isSaving}
        isBusy={save.isPending}
        error={save.isConflict ? undefined : save.error}
        risks={parts.risks}
        isComputing={parts.preview.view === undefined && parts.preview.error === null}
        judgeError={parts.judgeError}
        onConfirm={save.save}
        onClose={parts.closeDialog}
      />
    </PageFrame>
  );
};

/** Of a new strategy no changes are asked for. */
const NOBODY = { scope: '_', name: '' };

interface ColumnsProps {
  readonly parts: StrategyParts;
  readonly detail: Schemas['StrategyDetail'] | undefined;
}

/** Nothing of it moves when the clusters come: what runs would meet is above the fields, and hints are below them. */
const Body = ({ parts, detail }: ColumnsProps) => {
  const { view, error } = parts.preview;
  const isKnown = view !== undefined || error !== null || detail === undefined;
  const [isBegun, begin] = useState(isKnown);
  if (isKnown && !isBegun) begin(true);
  if (!isBegun) return <PageSkeleton />;
  return (
    <>
      <Ready />
      <TroubleBar uses={parts.uses} onFirst={parts.goTo} />
      <Columns parts={parts} detail={detail} />
    </>
  );
};

/** The strategy at the left, its clusters at the right; below each other where there is no room. */
const Columns = ({ parts, detail }: ColumnsProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { editor, mode, causes, preview, uses, placements, judgeError } = parts;
  const { manifest, base, read, set, rewrite, offered } = editor;
  const hints = useMemo(() => (preview.view ? stageHintsOf(preview.view) : []), [preview.view]);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1.02fr)' },
      }}
    >
      <ObjectText
        what="strategy"
        editor={editor}
        mode={mode}
        form={<FormMode {...{ manifest, base, read, set, rewrite, offered, hints, causes }} />}
        yamlLabel={t('yaml.label')}
        judgeError={judgeError}
      />
      <Box sx={{ minWidth: 0 }}>
        <PreviewCard
          preview={preview}
          uses={uses}
          placements={placements}
          pastRuns={detail?.expected.runCount ?? 0}
        />
      </Box>
    </Box>
  );
};

/** Everything that the page needs is there. */
const Ready = () => {
  useReportState('ready');
  return null;
};
